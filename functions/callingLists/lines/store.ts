import { z } from 'zod';
import { clock } from '#functions/kernel/clock.ts';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { Overtaken } from '#functions/kernel/retry.ts';
import { writeOne } from '#functions/kernel/table.ts';
import { pacingRule, type Recent } from '#shared/model/pacing.ts';

/*
 * A line is a lead that is rung before there is an agent for it. It lies here from when it is drawn until it is decided:
 * an agent talks with them, nobody was free in time, or nobody answered. Each one that is opened moves the version of the
 * list's pace, so that of two who count the open lines at one instant only one opens more.
 */

const Lines = entity('callingLine', {
  fields: z.object({
    listId: z.string(),
    leadId: z.string(),
    /** As the lead's entry has it: it names the call. */
    until: z.string(),
    openedAt: z.string(),
    /** Whom who has answered is being put through to. */
    agentId: z.string().nullable(),
    /** Agents who were tried already. */
    tried: z.array(z.string()),
    version: z.number(),
  }),
  key: { partition: ['listId'], sort: ['leadId'], casing: 'none' },
});
export type Line = Stored<typeof Lines>;

/** An open line is looked at again after so long, should nothing tell of it; ms. */
export const openLineLookMs = 60_000;

export const findLine = (listId: string, leadId: string): Promise<Line | undefined> =>
  Lines.find({ listId, leadId });
export const linesOf = (listId: string): Promise<Line[]> => Lines.all('key', { listId });
export const lineInsertion = (line: Omit<Line, 'version'>): object => Lines.insert({ ...line, version: 1 });
/** Refused where the line is not as it was read. */
export const lineWrite = (before: Line, after: Line): object =>
  Lines.put({ ...after, version: before.version + 1 }, ifVersion(before.version));
export const lineRemoval = ({ listId, leadId, version }: Line): object =>
  Lines.remove({ listId, leadId }, ifVersion(version));

const Paces = entity('callingPace', {
  fields: z.object({
    listId: z.string(),
    /** Nothing is dialled until then, for the reason that `waitsFor` has; ISO 8601, or '' */
    restsUntil: z.string(),
    waitsFor: z.string(),
    version: z.number(),
  }),
  key: { partition: ['listId'], sort: [], casing: 'none' },
});
export type Pace = Stored<typeof Paces>;

export const paceOf = async (listId: string): Promise<Pace> =>
  (await Paces.find({ listId })) ?? { listId, restsUntil: '', waitsFor: '', version: 0 };
/** @throws Overtaken in `commit` where somebody has opened a line since the pace was read */
export const paceWrite = (before: Pace): object =>
  Paces.put({ ...before, version: before.version + 1 }, ifVersion(before.version, new Overtaken()));
export const paceRemoval = (listId: string): object => Paces.remove({ listId });
/** Nothing is dialled for the list for so long; ms. */
export const rest = (listId: string, ms: number, waitsFor: string): Promise<void> =>
  writeOne(
    Paces.upsert({ listId })
      .set({ restsUntil: new Date(clock.now() + ms).toISOString(), waitsFor })
      .add({ version: 1 })
      .params(),
  );

/** What became of the last calls of a list; DynamoDB removes it after a day or two. */
const Outcomes = entity('callingOutcome', {
  fields: z.object({
    listId: z.string(),
    kind: z.enum(['call', 'talk']),
    at: z.string(),
    leadId: z.string(),
    isAnswered: z.boolean(),
    /** Of a talk: how long it kept its agent. */
    busySeconds: z.number(),
    expiresAt: z.number(),
  }),
  key: { partition: ['listId', 'kind'], sort: ['at', 'leadId'], casing: 'none' },
});

const keepSeconds = 86_400;
const noted = (listId: string, leadId: string) => ({
  listId,
  leadId,
  at: clock.iso(),
  expiresAt: clock.seconds() + keepSeconds,
});
export const outcomeWrite = (listId: string, leadId: string, isAnswered: boolean): object =>
  Outcomes.put({ ...noted(listId, leadId), kind: 'call', isAnswered, busySeconds: 0 });
export const talkWrite = (listId: string, leadId: string, busySeconds: number): object =>
  Outcomes.put({ ...noted(listId, leadId), kind: 'talk', isAnswered: true, busySeconds });

/** What the last calls of a list came to. */
export async function recentOf(listId: string): Promise<Recent> {
  const last = async (kind: 'call' | 'talk') =>
    (await Outcomes.query('key', { listId, kind }).go({ order: 'desc', limit: pacingRule.mostCalls })).data;
  const [calls, talks] = await Promise.all([last('call'), last('talk')]);
  const busy = talks.reduce((sum, { busySeconds }) => sum + busySeconds, 0);
  return {
    calls: calls.length,
    answered: calls.filter(({ isAnswered }) => isAnswered).length,
    talks: talks.length,
    busySeconds: talks.length === 0 ? 0 : busy / talks.length,
  };
}
