import { z } from 'zod';
import { currentUser, seesOwnLeadsOnly } from '#functions/kernel/actor.ts';
import { notFound } from '#functions/kernel/errors.ts';
import { placeCursor } from '#functions/kernel/paging.ts';
import { e164 } from '#functions/kernel/phone.ts';
import { hiddenLeads } from '#functions/leads/api.ts';
import {
  agentsOnPhones,
  type Call,
  type CallDirection,
  type CallStatus,
  isActiveCall,
} from '#shared/model/call.ts';
import { withRecordings } from './recording-marks.ts';
import { buckets, type CallEntry, findAll, findCall, readBucket } from './store.ts';

export interface CallFilter {
  agentId?: string | undefined;
  leadId?: string | undefined;
  status?: CallStatus | undefined;
  direction?: CallDirection | undefined;
  /** Instants; from the first on, before the second. */
  from?: string | undefined;
  to?: string | undefined;
}

/** Entries that one page looks at most: of a rare combination a page may hold fewer calls and a cursor. */
const examined = 2_000;
const step = 200;

/** The agent who asks, where it is one: they see calls that they had a part in and those that nobody has. */
export const askingAgent = (): string | undefined => (seesOwnLeadsOnly() ? currentUser().userId : undefined);

/** What nobody has had yet is seen by all; else by those who had a part in it, and at whose phone it is now. */
const isSeen = ({ agents, onPhones = [] }: Pick<CallEntry, 'agents' | 'onPhones'>) => {
  const agent = askingAgent();
  return !agent || agents.length === 0 || agents.includes(agent) || onPhones.includes(agent);
};

/**
 * Leaves out calls that nobody had with a lead that the actor may not use. One that goes on stays: it rings for
 * whoever is free, and shows a number and no more.
 */
async function withoutHidden<
  T extends { agents: readonly string[]; leadId?: string | null; status: CallStatus },
>(entries: readonly T[]): Promise<T[]> {
  const isOver = ({ agents, status }: T) => agents.length === 0 && !isActiveCall(status);
  const hidden = await hiddenLeads(entries.flatMap((one) => (isOver(one) && one.leadId) || []));
  return entries.filter((one) => !(isOver(one) && one.leadId && hidden.has(one.leadId)));
}

/** Agents do not see who only listens to them; who whispers or talks is heard anyway. */
function withoutListeners(call: Call): Call {
  if (!call.live || !seesOwnLeadsOnly()) return call;
  const supervisors = call.live.supervisors.filter(({ mode }) => mode !== 'listen');
  return { ...call, live: { ...call.live, supervisors } };
}

/**
 * Calls as the actor may see them: without the lead where it is one that they may not use, or its recordings' address, and
 * for agents without who listens.
 */
export async function discreet(calls: readonly Call[]): Promise<Call[]> {
  const hidden = await hiddenLeads(calls.flatMap(({ leadId }) => leadId ?? []));
  return withRecordings(calls).map((call) => {
    const shown = withoutListeners(call);
    return call.leadId && hidden.has(call.leadId) ? { ...shown, leadId: null, leadName: '' } : shown;
  });
}

const fits = (entry: CallEntry, { agentId, leadId, status, direction }: CallFilter) =>
  isSeen(entry) &&
  (!agentId || entry.agents.includes(agentId)) &&
  (!leadId || entry.leadId === leadId) &&
  (!status || entry.status === status) &&
  (!direction || entry.direction === direction);

/** The bucket with the fewest calls of what is asked for; how far a call is that goes on is known in one alone. */
function bucketFor({ leadId, agentId, status, direction }: CallFilter): string {
  if (status && isActiveCall(status)) return buckets.active;
  if (leadId) return buckets.lead(leadId);
  const agent = agentId ?? askingAgent();
  if (agent) return buckets.agent(agent);
  if (status) return buckets.status(status);
  return direction ? buckets.direction(direction) : buckets.all;
}

const { cursorOf, placeOf } = placeCursor(z.string().regex(/^\d{4}-\d\d-\d\dT[\d:.]+Z#cal_[\w-]+$/));

interface Page {
  limit: number;
  cursor?: string | undefined;
}

async function pageOf(bucket: string, filter: CallFilter, { limit, cursor }: Page) {
  const found: CallEntry[] = [];
  let before = cursor ? placeOf(cursor) : filter.to;
  let more = true;
  for (let read = 0; more && found.length < limit && read < examined; read += step) {
    const entries = await readBucket(bucket, { from: filter.from, before }, step);
    const fitting = await withoutHidden(entries.filter((entry) => fits(entry, filter)));
    const good = fitting.slice(0, limit - found.length);
    found.push(...good);
    // A full page goes on after its last call; otherwise after all that was looked at.
    before = (found.length === limit ? found : entries).at(-1)?.entry;
    more = found.length === limit || entries.length === step;
  }
  const calls = await findAll(found.map(({ callId }) => callId));
  return { calls: await discreet(calls), nextCursor: more && before ? cursorOf(before) : null };
}

/** A page of the call log, newest first. @throws 400 for a cursor that is none */
export const listCalls = (filter: CallFilter, page: Page) => pageOf(bucketFor(filter), filter, page);

/** Calls with a number, newest first. @throws 400 for what is no number */
export const callsOfNumber = (written: string, page: Page) => pageOf(buckets.number(e164(written)), {}, page);

/** Calls that go on; there are as many as there are people on the phone. */
const activeAtMost = 1_000;

const activeEntries = () => readBucket(buckets.active, {}, activeAtMost);

export const activeCalls = async (): Promise<Call[]> =>
  discreet(await findAll((await activeEntries()).filter(isSeen).map(({ callId }) => callId)));

/** Calls that go on, whoever has them: the floor shows who talks, and leaves out with whom where that is not theirs to see. */
export const everyActiveCall = async (): Promise<Call[]> =>
  discreet(await findAll((await activeEntries()).map(({ callId }) => callId)));

/** How many calls go on, whoever has them. */
export const countActive = async (): Promise<number> => (await activeEntries()).length;

/** One call that the actor may see, as it is stored: it is answered by `discreet`. @throws 404 */
export async function callOr404(callId: string): Promise<Call> {
  const call = await findCall(callId);
  const agents = call?.legs.map(({ agentId }) => agentId) ?? [];
  if (!call || !isSeen({ agents, onPhones: agentsOnPhones(call) })) throw notFound('The call');
  const [seen] = await withoutHidden([{ ...call, agents }]);
  if (!seen) throw notFound('The call');
  return call;
}
