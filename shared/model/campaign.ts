import * as z from 'zod';
import { campaignTestView } from './campaign-test.ts';
import { messageLimits, rateLimits } from './message.ts';
import { weekHours } from './week-hours.ts';

/** Bounds of campaigns. */
export const campaignLimits = {
  /** Words that an automatic reply looks for, and how long each may be. */
  keywords: 20,
  keyword: 40,
  /** Hours in which a person is texted by one campaign only; 0 looks at no other campaign. */
  onceWithinHours: { most: 720, otherwise: 24 },
  /** The newest campaigns that a list shows and searches. */
  listed: 2_000,
  /** Leads of a campaign that a search by name or number looks at. */
  searched: 5_000,
  /** Leads whose standing is looked at when an audience is counted. */
  counted: 2_000,
} as const;

export const campaignStatuses = ['draft', 'scheduled', 'active', 'paused', 'completed', 'failed'] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

export const campaignLeadStatuses = [
  'pending',
  'sent',
  'delivered',
  'clicked',
  'failed',
  'replied',
  'opted_out',
  'skipped',
] as const;
export type CampaignLeadStatus = (typeof campaignLeadStatuses)[number];

/** Texts a minute, within what one campaign of 10DLC may be allowed (`rateLimits`). */
export const campaignRate = z
  .number()
  .int()
  .min(rateLimits.campaign.least, `At least ${rateLimits.campaign.least} text a minute.`)
  .max(rateLimits.campaign.most, `At most ${rateLimits.campaign.most} texts a minute.`);

export const autoReply = z.strictObject({
  enabled: z.boolean(),
  message: z
    .string()
    .trim()
    .max(messageLimits.sms, `A text message has at most ${messageLimits.sms} characters.`),
  onlyFirst: z.boolean().describe('only to the first text that a person answers with'),
  keywords: z
    .array(z.string().trim().min(1).max(campaignLimits.keyword))
    .max(campaignLimits.keywords, `At most ${campaignLimits.keywords} words.`)
    .describe('only to texts with one of these words; empty: to each'),
});
export type AutoReply = z.output<typeof autoReply>;

export const noAutoReply: AutoReply = { enabled: false, message: '', onlyFirst: true, keywords: [] };

/** Whom of a campaign another one follows up: those whom it reached and who have not answered. */
export const followUpWho = {
  silent: 'Everybody who has not answered',
  clicked: 'Those who opened a link and have not answered',
} as const;

const followUpKinds = Object.keys(followUpWho) as [FollowUpWho, ...FollowUpWho[]];
export type FollowUpWho = keyof typeof followUpWho;
export const followUpKind = z.enum(followUpKinds);

export const campaignSchedule = z.strictObject({
  startAt: z.iso.datetime().nullable().describe('null: when somebody starts it'),
  hours: weekHours.nullable().describe('narrows the hours of the calling law; null: those alone'),
});
export type CampaignSchedule = z.output<typeof campaignSchedule>;

const count = z.number().int();

/** How many of an audience get no text, by why; those of the largest number first. */
export const leftOut = z.array(z.object({ code: z.string(), text: z.string(), count }));
export type LeftOut = z.output<typeof leftOut>;

/** null: of a blast of an earlier version, which did not count it. */
const counted = count.nullable();

export const campaignCounts = z.object({
  total: count.nullable().describe('null while those it is for are being found'),
  pending: count.describe('they have their turn still before them'),
  sent: count.describe('texts that left'),
  delivered: counted,
  failed: count.describe('texts that did not reach their phone'),
  skipped: count.describe('left out: the law, an opt-out, no number, texted already'),
  clicked: counted.describe('people who opened a link of their text'),
  clicks: counted.describe('how often links were opened, by everybody together'),
  replied: counted,
  optedOut: counted,
  unresponded: count.describe('replies that wait for an answer'),
});
export type CampaignCounts = z.output<typeof campaignCounts>;

export const campaign = z.object({
  id: z.string(),
  kind: z.enum(['blast', 'campaign']).describe('a blast is a campaign that started at once'),
  name: z.string(),
  message: z.string(),
  templateId: z.string().nullable(),
  from: z.string().nullable(),
  poolId: z.string().nullable(),
  rateLimit: count.describe('texts a minute'),
  status: z.enum(campaignStatuses),
  shortLinks: z.boolean(),
  schedule: campaignSchedule,
  autoReply,
  test: campaignTestView.nullable().describe('several texts of which the best is found out'),
  onceWithinHours: count,
  outsideHours: z.enum(['wait', 'skip']),
  audience: z.object({
    kind: z.enum(['none', 'filter', 'leads', 'file', 'followUp']),
    filter: z.unknown().optional(),
    followUp: z
      .object({ campaignId: z.string(), who: followUpKind })
      .optional()
      .describe('of a campaign that follows up another: which, and whom of it'),
    leads: count.nullable().describe('how many are chosen, or rows of the file; null of a filter'),
    filename: z.string().nullable(),
  }),
  counts: campaignCounts,
  progress: count.describe('percent'),
  reasons: z.array(z.object({ code: z.string(), text: z.string(), count })),
  nextAt: z.string().nullable().describe('when it goes on by itself'),
  why: z.string().nullable().describe('why it waits or failed'),
  createdBy: z.string(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  version: count,
});
export type Campaign = z.output<typeof campaign>;

export const campaignLead = z.object({
  leadId: z.string(),
  name: z.string(),
  phone: z.string(),
  status: z.enum(campaignLeadStatuses),
  variant: z.string().nullable().describe('of a test: which of its texts went to them'),
  reason: z.string().nullable().describe('why it failed, was left out or waits'),
  waitsUntil: z
    .string()
    .nullable()
    .describe('who was put off, for the reason, until then; shown of those who are pending'),
  sentAt: z.string().nullable(),
  clickedAt: z.string().nullable(),
  repliedAt: z.string().nullable(),
});
export type CampaignLead = z.output<typeof campaignLead>;
