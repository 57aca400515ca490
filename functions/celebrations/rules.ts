import { changeVersioned } from '#functions/kernel/change-versioned.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest, conflict, notFound } from '#functions/kernel/errors.ts';
import { givenOf } from '#functions/kernel/given.ts';
import { newId } from '#functions/kernel/ids.ts';
import { seal } from '#functions/kernel/secrets.ts';
import { commit } from '#functions/kernel/table.ts';
import { assertChatUrl } from '#functions/webhookEndpoints/api.ts';
import {
  type CelebrationRule,
  type CelebrationRuleFields,
  celebrationLimits as limits,
} from '#shared/model/celebration.ts';
import {
  changedSince,
  chatPurpose,
  everyRule,
  findRule,
  type RuleRecord,
  ruleAt,
  ruleRemoval,
  ruleWrite,
} from './rule-store.ts';

const view = (record: RuleRecord): CelebrationRule => {
  const { ruleId, createdAt: _at, sealedSlack, sealedTeams, ...rule } = record;
  return { id: ruleId, ...rule, hasSlack: sealedSlack !== null, hasTeams: sealedTeams !== null };
};

/** Addresses of chats, as they are given: null takes one away, undefined leaves it. */
interface ChatAddresses {
  slackUrl?: string | null | undefined;
  teamsUrl?: string | null | undefined;
}

/** @throws 400 for an address that is not of the public internet */
async function sealed(url: string | null): Promise<string | null> {
  if (url === null) return null;
  assertChatUrl(url);
  return seal(chatPurpose, url);
}

async function sealedChats({ slackUrl, teamsUrl }: ChatAddresses) {
  return {
    ...(slackUrl === undefined ? {} : { sealedSlack: await sealed(slackUrl) }),
    ...(teamsUrl === undefined ? {} : { sealedTeams: await sealed(teamsUrl) }),
  };
}

/** @throws 404 */
async function ruleOr404(ruleId: string): Promise<RuleRecord> {
  const found = await findRule(ruleId);
  if (!found) throw notFound('The rule');
  return found;
}

/** What no single field says. @throws 400 */
function assertSound(rule: CelebrationRuleFields): void {
  if (!rule.all && rule.displayIds.length + rule.groupIds.length === 0)
    throw badRequest('Please choose where it shows.', { field: 'displayIds' });
  if ((rule.quietFrom === null) !== (rule.quietTo === null))
    throw badRequest('Quiet hours have a beginning and an end.', { field: 'quietTo' });
  if (rule.quietFrom !== null && rule.quietFrom === rule.quietTo)
    throw badRequest('Quiet hours end at another time than they begin.', { field: 'quietTo' });
  if (rule.sound === 'file' && rule.soundId === null)
    throw badRequest('Please choose a sound.', { field: 'soundId' });
}

export const listRules = async (): Promise<CelebrationRule[]> => (await everyRule()).map(view);

/** Adds a rule behind all others. @throws 400, 409 when there are too many */
export async function createRule({
  slackUrl = null,
  teamsUrl = null,
  ...fields
}: CelebrationRuleFields & ChatAddresses): Promise<CelebrationRule> {
  assertSound(fields);
  const rules = await everyRule();
  if (rules.length >= limits.rules) throw conflict(`A workspace has at most ${limits.rules} rules.`);
  const record: RuleRecord = {
    ruleId: newId('clr'),
    ...fields,
    sealedSlack: await sealed(slackUrl),
    sealedTeams: await sealed(teamsUrl),
    rank: (rules.at(-1)?.rank ?? 0) + 1,
    createdAt: clock.iso(),
    updatedAt: clock.iso(),
    version: 1,
  };
  await commit(ruleWrite(undefined, record));
  return view(record);
}

/** @throws 400, 404, 409 when it is no longer at `version` */
export async function updateRule(
  ruleId: string,
  { slackUrl, teamsUrl, ...changes }: Partial<CelebrationRuleFields> & ChatAddresses,
  version?: number,
): Promise<CelebrationRule> {
  const { after } = await changeVersioned({
    read: () => ruleOr404(ruleId),
    async change(before) {
      const given = givenOf(changes);
      assertSound({ ...before, ...given });
      return { ...given, ...(await sealedChats({ slackUrl, teamsUrl })) };
    },
    write: (before, rule) => commit(ruleWrite(before, rule)),
    changedSince,
    version,
  });
  return view(after);
}

/** @throws 404 */
export async function removeRule(ruleId: string): Promise<string> {
  const { name } = await ruleOr404(ruleId);
  await commit(ruleRemoval(ruleId));
  return name;
}

/** @throws 409 where these are not all rules that there are now */
export async function orderRules(ids: readonly string[]): Promise<CelebrationRule[]> {
  const rules = await everyRule();
  const known = new Set(rules.map(({ ruleId }) => ruleId));
  if (ids.length !== known.size || new Set(ids).size !== ids.length || !ids.every((id) => known.has(id)))
    throw conflict('Somebody has added or removed a rule since. Reload them and try again.');
  if (ids.length > 0) await commit(ids.map((ruleId, at) => ruleAt(ruleId, at + 1)));
  return listRules();
}
