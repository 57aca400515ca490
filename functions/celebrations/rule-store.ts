import { z } from 'zod';
import { entity, ifThere, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { changedSinceOpened } from '#functions/kernel/errors.ts';
import { celebrationRule } from '#shared/model/celebration.ts';

const Rules = entity('celebrationRule', {
  fields: celebrationRule.omit({ id: true, hasSlack: true, hasTeams: true }).extend({
    ruleId: celebrationRule.shape.id,
    /** Sales that were won before are none of its. */
    createdAt: z.string().default(''),
    /** Addresses of chats, sealed; rules that were made before there were chats have none. */
    sealedSlack: z.string().nullable().default(null),
    sealedTeams: z.string().nullable().default(null),
  }),
  key: { partition: [], sort: ['ruleId'], casing: 'none' },
});
export type RuleRecord = Stored<typeof Rules>;

/** What the address of a chat is sealed for; it opens as nothing else. */
export const chatPurpose = 'celebration-chat';

export const changedSince = changedSinceOpened('rule');

/** All rules, in the order in which they are asked. */
export const everyRule = async (): Promise<RuleRecord[]> =>
  (await Rules.all('key')).sort((a, b) => a.rank - b.rank || a.ruleId.localeCompare(b.ruleId));

export const findRule = (ruleId: string): Promise<RuleRecord | undefined> => Rules.find({ ruleId });

/** The write of a rule: new when `before` is undefined, else refused when it has changed since. */
export const ruleWrite = (before: RuleRecord | undefined, after: RuleRecord): object =>
  before ? Rules.put(after, ifVersion(before.version, changedSince)) : Rules.insert(after);

export const ruleRemoval = (ruleId: string): object => Rules.remove({ ruleId });

/** Puts a rule at a place; refused where somebody has removed it. It is no change of the rule itself. */
export const ruleAt = (ruleId: string, rank: number): object =>
  Rules.patch({ ruleId }).set({ rank }).params(ifThere(changedSince));
