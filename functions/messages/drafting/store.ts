import { z } from 'zod';
import { clock } from '#functions/kernel/clock.ts';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { changedSinceOpened } from '#functions/kernel/errors.ts';
import { commit, orElse } from '#functions/kernel/table.ts';
import { draftingLimits, draftingSettings } from '#shared/model/drafting.ts';

/** How a workspace's drafts are written: one item. */
const Settings = entity('draftingSettings', {
  fields: draftingSettings.extend({
    /** Of Amazon Bedrock, sealed. */
    apiKey: z.string().nullable(),
    version: z.number(),
  }),
  key: { partition: [], sort: [] },
});
export type StoredDrafting = Stored<typeof Settings>;

const off: StoredDrafting = {
  enabled: false,
  region: 'us-east-1',
  model: 'amazon.nova-lite-v1:0',
  about: '',
  draftsAMonth: draftingLimits.aMonth.otherwise,
  apiKey: null,
  version: 0,
};

export const readDrafting = async (): Promise<StoredDrafting> => (await Settings.find({})) ?? off;

/** The write of settings in the place of those that were read; `commit` throws 409 where others are there by now. */
export const draftingWrite = (before: StoredDrafting, after: StoredDrafting): object =>
  Settings.put(
    { ...after, version: before.version + 1 },
    ifVersion(before.version, changedSinceOpened('settings')),
  );

/** What was drafted in a month; DynamoDB removes it after two years. */
const Months = entity('draftingMonth', {
  fields: z.object({
    /** `2026-11`, of the workspace's own calendar. */
    month: z.string(),
    drafts: z.number().default(0),
    inputTokens: z.number().default(0),
    outputTokens: z.number().default(0),
    expiresAt: z.number(),
  }),
  key: { partition: ['month'], sort: [] },
});

const keptSeconds = 2 * 366 * 86_400;

export async function draftedIn(month: string) {
  const { drafts = 0, inputTokens = 0, outputTokens = 0 } = (await Months.find({ month })) ?? {};
  return { drafts, inputTokens, outputTokens };
}

/**
 * Takes one of a month's drafts, before the model is asked: whatever dies, no more are asked for than the month has.
 * @throws `error` where none is left
 */
export const takeDraft = (month: string, most: number, error: Error): Promise<void> =>
  commit(
    orElse(
      Months.update({ month })
        .add({ drafts: 1 })
        .set({ expiresAt: clock.seconds() + keptSeconds })
        .where(({ drafts }, { lt, notExists }) => `${notExists(drafts)} OR ${lt(drafts, most)}`)
        .params(),
      error,
    ),
  );

/** Gives back a draft that the model was surely not asked for. */
export const giveBackDraft = (month: string): Promise<void> =>
  commit(Months.update({ month }).add({ drafts: -1 }).params());

export const countTokens = (month: string, inputTokens: number, outputTokens: number): Promise<void> =>
  commit(Months.update({ month }).add({ inputTokens, outputTokens }).params());
