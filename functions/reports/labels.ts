import { allJourneys } from '#functions/journeys/api.ts';
import { leadSettings } from '#functions/leads/api.ts';
import { everyUser } from '#functions/users/api.ts';
import { allWebhooks } from '#functions/webhooks/api.ts';
import { type CallStatus, callStatusLabels } from '#shared/model/call.ts';
import { type CustomSource, stageDimension } from '#shared/model/report-catalogue.ts';
import { phoneText } from '#shared/scene/variable-format.ts';
import { restKey } from './counted.ts';
import { daysOfGroup, type Period } from './period.ts';
import { keysOf } from './tally.ts';

/** How the value of a dimension is shown. */
type Labeller = (key: string) => string;

const words: Readonly<Record<string, string>> = {
  manual: 'By hand',
  journey: 'Journey',
  webhook: 'Webhook',
  list: 'Calling list',
  inbound: 'Inbound',
  outbound: 'Outbound',
  reply: 'Reply',
  blast: 'Campaign',
  autoReply: 'Automatic reply',
  dialPlan: 'Dial plan',
  test: 'Test',
  system: 'System',
};
const capitalised = (key: string) => words[key] ?? `${key.slice(0, 1).toUpperCase()}${key.slice(1)}`;

const isMonth = /^\d{4}-(0[1-9]|1[0-2])$/;
const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

const names = async <T>(all: Promise<T[]>, id: (one: T) => string, name: (one: T) => string) =>
  new Map((await all).map((one) => [id(one), name(one)]));

async function agentLabels(): Promise<Labeller> {
  const users = await names(
    everyUser(),
    ({ userId }) => userId,
    ({ firstName, lastName, username }) => `${firstName} ${lastName}`.trim() || username,
  );
  return (key) => (key === '' ? 'Nobody' : (users.get(key) ?? 'Somebody who left'));
}

async function sourceLabels(source: CustomSource): Promise<Labeller> {
  switch (source) {
    case 'journeys': {
      const known = await names(
        allJourneys(),
        ({ journeyId }) => journeyId,
        ({ draft }) => draft.name,
      );
      return (key) => known.get(key) ?? 'A journey that was removed';
    }
    case 'webhooks': {
      const known = await names(
        allWebhooks(),
        ({ webhookId }) => webhookId,
        ({ fields }) => fields.name,
      );
      return (key) => known.get(key) ?? 'A webhook that was removed';
    }
    case 'leads':
      return (key) => key || 'No source';
    default:
      return capitalised;
  }
}

async function statusLabels(source: CustomSource): Promise<Labeller> {
  if (source === 'calls') return (key) => callStatusLabels[key as CallStatus] ?? key;
  if (source !== 'leads') return capitalised;
  const { statuses } = await leadSettings();
  return (key) => statuses.find((one) => one.key === key)?.label ?? key;
}

/** How the keys of one dimension read. */
export async function labelsOf(dimension: string, source: CustomSource, period: Period): Promise<Labeller> {
  switch (dimension) {
    case 'day':
      return (key) => key;
    case 'week':
      return (key) => {
        const { from, to } = daysOfGroup(period, 'week', key);
        // A filter may name a week that is not in the period.
        if (!from) return key;
        return from === to ? from : `${from} – ${to}`;
      };
    case 'month':
      return (key) => (isMonth.test(key) ? month.format(Date.parse(`${key}-01`)) : key);
    case 'hour':
      return (key) => `${key}:00`;
    case 'agent':
      return agentLabels();
    case 'source':
      return sourceLabels(source);
    case 'status':
    case stageDimension:
      return statusLabels(source);
    case 'direction':
      return capitalised;
    case 'number':
      return (key) => phoneText(key) || 'No number';
    default:
      return (key) => key || 'None';
  }
}

/** The row of what has gone since it was counted. */
export const isRest = (key: string): boolean => key === restKey;
export const restLabel = (source: CustomSource): string =>
  source === 'leads' ? 'Deleted since' : 'No longer kept';
export const restKeys = keysOf(restKey);
