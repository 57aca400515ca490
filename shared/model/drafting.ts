import * as z from 'zod';

/** Bounds of drafts that a model writes. */
export const draftingLimits = {
  /** A workspace's drafts in a month of its own calendar. */
  aMonth: { least: 1, most: 100_000, otherwise: 500 },
  /** What the model is told of the company. */
  about: 1_000,
  /** Messages of a thread that it reads, the newest, and characters of each. */
  messages: 12,
  characters: 600,
  /** Of a draft, before it is cut: some three hundred characters. */
  tokens: 200,
} as const;

/** Regions of AWS in which Amazon Bedrock has the Converse API and takes API keys (docs.aws.amazon.com, read in November 2026). */
export const draftingRegions = [
  'us-east-1',
  'us-east-2',
  'us-west-2',
  'ca-central-1',
  'eu-central-1',
  'eu-west-1',
  'eu-west-2',
] as const;

/** How drafts are written, as an admin says. */
export const draftingSettings = z.object({
  enabled: z.boolean().describe('false until an admin switches it on'),
  region: z.enum(draftingRegions),
  model: z
    .string()
    .regex(/^[\w.:/-]{3,200}$/, 'Please enter the id of a model, such as amazon.nova-lite-v1:0.')
    .describe('of Amazon Bedrock'),
  about: z
    .string()
    .trim()
    .max(draftingLimits.about, `At most ${draftingLimits.about} characters.`)
    .describe('what the model is told of the company: what it sells, how it writes'),
  draftsAMonth: z
    .number()
    .int()
    .min(draftingLimits.aMonth.least)
    .max(draftingLimits.aMonth.most)
    .describe("in a month of the workspace's calendar"),
});
export type DraftingSettings = z.output<typeof draftingSettings>;

export const drafting = draftingSettings.extend({
  apiKeySet: z.boolean(),
  connected: z.boolean().describe('false: neither a key nor a sandbox'),
  sandbox: z.boolean().describe('true: no key is set, and the stand-in of the local cloud drafts'),
  drafted: z.number().int().describe('in this month'),
  left: z.number().int().describe('in this month'),
  inputTokens: z.number().int().describe('that were read in this month, as Amazon Bedrock counts them'),
  outputTokens: z.number().int().describe('that were written in this month'),
  version: z.number().int(),
});
export type Drafting = z.output<typeof drafting>;
