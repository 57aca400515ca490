import { promisedCallbacks } from '#functions/callingLists/api.ts';
import { lastCallsWith } from '#functions/calls/api.ts';
import { openEnrolmentsOf } from '#functions/journeys/api.ts';
import { clock } from '#functions/kernel/clock.ts';
import { findLeads, type LeadRecord, leadsOnHold } from '#functions/leads/api.ts';
import { threadStandings } from '#functions/messages/api.ts';
import { waitingCallbacks } from '#functions/pbx/api.ts';
import type { SpareReason } from '#shared/model/retention.ts';
import { everyRequest } from '../store.ts';

/** Why leads stay, by their ids; one that may go is not in it. */
export type Spared = ReadonlyMap<string, SpareReason>;

/** Calls with a lead that are looked at for one that is to be called again. */
const callsLookedAt = 25;

async function leadsOfOpenRequests(): Promise<Set<string>> {
  const open = (await everyRequest()).filter(({ completedAt }) => completedAt === null);
  return new Set(open.flatMap(({ leadIds }) => leadIds));
}

/** Leads of which nothing goes by a term: those on legal hold, and those of whom a privacy request is worked. */
export async function untouchable(leadIds: readonly string[]): Promise<Spared> {
  const [held, asked] = await Promise.all([leadsOnHold(leadIds), leadsOfOpenRequests()]);
  return new Map(
    leadIds.flatMap((id): [string, SpareReason][] =>
      held.has(id) ? [[id, 'legalHold']] : asked.has(id) ? [[id, 'privacyRequest']] : [],
    ),
  );
}

type Standing = Awaited<ReturnType<typeof threadStandings>>;

interface Asked {
  before: string;
  threads: Standing;
  promised: ReadonlySet<string>;
  waiting: Awaited<ReturnType<typeof waitingCallbacks>>;
}

/** Why somebody is at work with a lead still; undefined where nobody is. */
async function workOn(
  { id, phones }: LeadRecord,
  { before, threads, promised, waiting }: Asked,
): Promise<SpareReason | undefined> {
  if ((await openEnrolmentsOf(id)).length > 0) return 'journey';
  const waits = waiting.some(({ leadId, phone }) =>
    leadId === null ? phones.some(({ number }) => number === phone) : leadId === id,
  );
  if (waits || promised.has(id)) return 'callback';
  const calls = await lastCallsWith(id, callsLookedAt);
  if (calls.some(({ callbackAt }) => callbackAt !== null && callbackAt > clock.iso())) return 'callback';
  const thread = threads.get(id);
  if (thread?.isOpen) return 'conversation';
  // What came in changes no lead: that they wrote or called is told by the thread and the calls alone.
  if ((thread && thread.at >= before) || calls.some(({ startedAt }) => startedAt >= before))
    return 'contacted';
  return undefined;
}

/** Of leads that nobody has touched since an instant (ISO 8601), those that stay all the same, and why. */
export async function sparedLeads(leadIds: readonly string[], before: string): Promise<Spared> {
  if (leadIds.length === 0) return new Map();
  const [leads, held, threads, promised, waiting] = await Promise.all([
    findLeads(leadIds),
    untouchable(leadIds),
    threadStandings(leadIds),
    promisedCallbacks(leadIds),
    waitingCallbacks(),
  ]);
  const found = await Promise.all(
    leads.map(
      async (lead): Promise<[string, SpareReason | undefined]> => [
        lead.id,
        held.get(lead.id) ?? (await workOn(lead, { before, threads, promised, waiting })),
      ],
    ),
  );
  return new Map(found.filter((one): one is [string, SpareReason] => one[1] !== undefined));
}
