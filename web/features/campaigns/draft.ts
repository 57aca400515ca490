import {
  type AutoReply,
  type Campaign,
  campaignLimits,
  type FollowUpWho,
  type LeftOut,
  noAutoReply,
} from '#shared/model/campaign.ts';
import { type CampaignTest, type CampaignTestView, campaignTestLimits } from '#shared/model/campaign-test.ts';
import type { LeadFilter } from '#shared/model/lead-filter.ts';
import { messageLimits } from '#shared/model/message.ts';
import type { api } from '#web/app/api.ts';
import { finished } from '#web/features/leads/filter/tree.ts';
import type { LeadChoice } from '#web/features/leads/shared/lead-choice.ts';
import { durationText } from '#web/features/messages/shared/words.ts';

export const steps = ['Who', 'What', 'How', 'When', 'Review'] as const;

/** A contact file as the server read it. */
export interface ContactFile {
  file: File;
  /** Of one that is too large to be sent along. */
  uploadId: string | undefined;
  count: number;
  hasPhone: boolean;
  /** How many would be texted as things stand, and why the others would not. */
  reachable: number;
  leftOut: LeftOut;
  /** It has more rows than were looked at. */
  more: boolean;
  /** Its first rows. */
  rows: ContactRow[];
}

export type ContactRow = Awaited<ReturnType<typeof api.sms.uploadPreview>>['rows'][number];

/** What a lead has without a file's saying so. */
const ownFields = ['status', 'score'];

/** Rows without what every new lead has: nobody wrote it into the file. */
export function rowsOfFile(
  columns: readonly { field: string | null }[],
  rows: readonly ContactRow[],
): ContactRow[] {
  const said = new Set(columns.map(({ field }) => field));
  return rows.map((row) => ({
    ...row,
    fields: row.fields.filter(({ field }) => said.has(field) || !ownFields.includes(field)),
  }));
}

const blankTest: CampaignTest = {
  variants: [
    { message: '', weight: 1 },
    { message: '', weight: 1 },
  ],
  measure: 'reply',
  confidence: 95,
  minimum: campaignTestLimits.minimum.otherwise,
  hours: campaignTestLimits.hours.otherwise,
  rest: 'split',
  share: campaignTestLimits.share.otherwise,
};

export interface CampaignDraft {
  /** kept: of a campaign that is changed, whom it was written for. */
  audience: 'filter' | 'file' | 'chosen' | 'followUp' | 'kept';
  /** The campaign that it follows up, and whom of it. */
  followUp: { campaignId: string; name: string; who: FollowUpWho } | null;
  /** Leads that were chosen elsewhere, by their ids. */
  chosen: readonly string[];
  filter: LeadFilter;
  contacts: ContactFile | null;
  text: 'message' | 'template' | 'test';
  message: string;
  templateId: string | null;
  /** Several texts and how the best of them is found. */
  test: CampaignTest;
  /** Links become short ones, so that clicks are counted. */
  shortLinks: boolean;
  name: string;
  ratePerMinute: number;
  /** A number, or the id of a pool. */
  from: string | null;
  /** As the field of the browser has it: '2026-11-26T09:00'; '' begins at once. */
  startAt: string;
  onceWithinHours: number;
  autoReply: AutoReply;
}

/** A campaign that is followed up, as its page hands it on. */
export interface FollowedUp {
  followUp: { campaignId: string; name: string };
}

/** Somebody who has not answered is written to again after so many days, unless it is said otherwise. */
const followUpDays = 2;

/**
 * A draft for the leads that were chosen in their table, for whom another campaign has reached, or for whom its first step
 * will say.
 */
export function newDraft(ratePerMinute: number, choice?: LeadChoice | FollowedUp | null): CampaignDraft {
  if (!choice || !('followUp' in choice)) return blankDraft(ratePerMinute, choice);
  const { campaignId, name } = choice.followUp;
  return {
    ...blankDraft(ratePerMinute),
    audience: 'followUp',
    followUp: { campaignId, name, who: 'silent' },
    name: `${name}, follow-up`.slice(0, messageLimits.name),
    startAt: localField(new Date(Date.now() + followUpDays * 86_400_000).toISOString()),
  };
}

const blankDraft = (ratePerMinute: number, choice?: LeadChoice | null): CampaignDraft => ({
  audience: choice && 'ids' in choice ? 'chosen' : 'filter',
  followUp: null,
  chosen: choice && 'ids' in choice ? choice.ids : [],
  filter: choice && 'filter' in choice ? choice.filter : { all: [] },
  contacts: null,
  text: 'message',
  message: '',
  templateId: null,
  test: blankTest,
  shortLinks: true,
  name: '',
  ratePerMinute,
  from: null,
  startAt: '',
  onceWithinHours: campaignLimits.onceWithinHours.otherwise,
  autoReply: noAutoReply,
});

const pad = (value: number) => String(value).padStart(2, '0');

/** An instant as a field for date and time has it, by the clock of this device. */
function localField(at: string): string {
  const date = new Date(at);
  const day = [date.getFullYear(), pad(date.getMonth() + 1), pad(date.getDate())].join('-');
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

/** What the calls are given of whom a draft follows up. */
export const followUpOf = ({ followUp }: CampaignDraft) =>
  followUp ? { campaignId: followUp.campaignId, who: followUp.who } : undefined;

/** A campaign that has not started, as the steps change it. Whom it is for stays. */
export const draftOf = (campaign: Campaign): CampaignDraft => ({
  ...newDraft(campaign.rateLimit),
  audience: 'kept',
  text: campaign.test ? 'test' : campaign.templateId ? 'template' : 'message',
  message: campaign.message,
  templateId: campaign.templateId,
  test: campaign.test ? testOf(campaign.test) : blankTest,
  shortLinks: campaign.shortLinks,
  name: campaign.name,
  from: campaign.from ?? campaign.poolId,
  startAt: campaign.schedule.startAt ? localField(campaign.schedule.startAt) : '',
  onceWithinHours: campaign.onceWithinHours,
  autoReply: campaign.autoReply,
});

/** A test as it is set up, without what has come of it. */
const testOf = ({ variants, measure, confidence, minimum, hours, rest, share }: CampaignTestView) => ({
  variants: variants.map(({ message, weight }) => ({ message, weight })),
  measure,
  confidence,
  minimum,
  hours,
  rest,
  share,
});

/** What keeps a step from being left forwards, by field. */
export function problemsOf(step: number, draft: CampaignDraft): Record<string, string> {
  const { audience, contacts, text, message, templateId, test, name, startAt, autoReply } = draft;
  switch (steps[step]) {
    case 'Who':
      if (audience === 'file' && !contacts) return { contacts: 'Please choose a file.' };
      if (audience === 'file' && !contacts?.hasPhone)
        return { contacts: 'No column of this file holds phone numbers, so nobody could be texted.' };
      return {};
    case 'What':
      if (text === 'message' && !message.trim()) return { message: 'Please write a message.' };
      if (text === 'template' && !templateId) return { templateId: 'Please choose a template.' };
      if (text === 'test')
        return Object.fromEntries(
          test.variants.flatMap((one, at) =>
            one.message.trim() ? [] : [[`variant${at}`, 'Please write this text.']],
          ),
        );
      return {};
    case 'How':
      return name.trim() ? {} : { name: 'Please enter a name.' };
    case 'When':
      if (startAt && !(Date.parse(startAt) > Date.now())) return { startAt: 'Please choose a time to come.' };
      if (autoReply.enabled && !autoReply.message.trim())
        return { autoReply: 'Please write what replies are answered with.' };
      return {};
    default:
      return {};
  }
}

/** 'about 12 minutes' for so many people at a rate; undefined while nobody knows how many they are. */
export const estimateOf = (people: number | null, ratePerMinute: number): string | undefined =>
  people === null ? undefined : `about ${durationText(people / ratePerMinute)}`.replace('about less', 'less');

/** What the call that writes a campaign is given of the draft; a file has a call of its own. */
export const contentOf = ({
  name,
  text,
  message,
  templateId,
  test,
  ratePerMinute,
  ...draft
}: CampaignDraft) => ({
  name: name.trim(),
  rateLimit: ratePerMinute,
  from: draft.from?.startsWith('+') ? draft.from : null,
  poolId: draft.from?.startsWith('pol_') ? draft.from : null,
  schedule: { startAt: draft.startAt ? new Date(draft.startAt).toISOString() : null },
  shortLinks: draft.shortLinks,
  onceWithinHours: draft.onceWithinHours,
  autoReply: { ...draft.autoReply, message: draft.autoReply.message.trim() },
  // A draft that tested several texts before is a test no longer where one text is written.
  test: text === 'test' ? test : null,
  ...(text === 'message' ? { message: message.trim() } : {}),
  ...(text === 'template' ? { templateId: templateId! } : {}),
});

export const filterOf = ({ filter }: CampaignDraft): LeadFilter => finished(filter);
