import type { Lead, LeadSettings, Consent as Said } from '#shared/model/lead.ts';
import { phoneText } from '#web/ui/lead-text.ts';
import { customText, money } from '../shared/format.ts';
import { type Person, personName, statusOf } from '../shared/names.ts';

export interface Change {
  field: string;
  before?: unknown;
  after?: unknown;
}

export interface ChangeLine {
  label: string;
  before: string;
  after: string;
}

interface Words {
  settings: LeadSettings;
  agents: readonly Person[];
}

const labels: Record<string, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  company: 'Company',
  phones: 'Phones',
  emails: 'E-mails',
  brand: 'Brand',
  source: 'Source',
  status: 'Status',
  ownerId: 'Owner',
  tags: 'Tags',
  score: 'Score',
  dealAmount: 'Deal',
  lastContactedAt: 'Last contact',
};

const nothing = '–';
const consentWords = { unknown: 'not asked', given: 'agreed', withdrawn: 'opted out' };
const channelWords: Record<string, string> = { call: 'Calls', sms: 'Texts', email: 'E-mails' };

function valueText(field: string, value: unknown, { settings, agents }: Words): string {
  if (field === 'ownerId') return personName(agents, value as string | null);
  if (value === null || value === undefined || value === '') return nothing;
  if (field === 'status') return statusOf(settings.statuses, String(value)).label;
  if (field === 'dealAmount') return money(Number(value));
  if (field === 'phones')
    return (value as Lead['phones']).map(({ number }) => phoneText(number)).join(', ') || nothing;
  if (Array.isArray(value)) return value.join(', ') || nothing;
  if (field === 'lastContactedAt') return new Date(String(value)).toLocaleString();
  return String(value);
}

const object = (value: unknown) => (value ?? {}) as Record<string, unknown>;

/** The parts of an object that differ, as changes of their own. */
function inner(change: Change): [string, unknown, unknown][] {
  const [before, after] = [object(change.before), object(change.after)];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
    .map((key) => [key, before[key], after[key]]);
}

/** A change as lines of before and after; an address, consent and custom fields by their parts. */
export function linesOf(change: Change, words: Words): ChangeLine[] {
  switch (change.field) {
    case 'address':
      return inner(change).map(([part, before, after]) => ({
        label: part.charAt(0).toUpperCase() + part.slice(1),
        before: String(before || nothing),
        after: String(after || nothing),
      }));
    case 'consent':
      return inner(change).map(([channel, before, after]) => {
        const [was, is] = [before, after].map((said) => (said ?? {}) as Partial<Said>) as [
          Partial<Said>,
          Partial<Said>,
        ];
        const [from, to] = [consentWords[was.state ?? 'unknown'], consentWords[is.state ?? 'unknown']];
        const label = channelWords[channel] ?? channel;
        // They said it before, and now in another way, or it is known by another proof.
        const how = was.how === is.how ? 'with another proof' : is.how;
        return { label, before: from, after: from === to ? `${to}, ${how}` : to };
      });
    case 'customFields':
      return inner(change).map(([key, before, after]) => {
        const field = words.settings.customFields.find((one) => one.key === key);
        const text = (value: unknown) => customText(value as string | null, field?.type ?? 'text');
        return { label: field?.label ?? key, before: text(before), after: text(after) };
      });
    default:
      return [
        {
          label: labels[change.field] ?? change.field,
          before: valueText(change.field, change.before, words),
          after: valueText(change.field, change.after, words),
        },
      ];
  }
}
