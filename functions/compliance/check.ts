import { actorName } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { newId } from '#functions/kernel/ids.ts';
import { toE164 } from '#functions/kernel/phone.ts';
import type { Decision } from '#shared/api/tcpa.ts';
import { type Facts, nextAllowed, reasonsAgainst } from '#shared/model/compliance/decide.ts';
import type { Channel } from '#shared/model/lead.ts';
import { localTime } from '#shared/model/zone-time.ts';
import { type Addressee, addressee, factsOfAll, type Person, whereaboutsOf } from './facts.ts';
import { type DecisionRecord, keepDecisions, readSettings } from './store.ts';

/** A claim can be brought for four years (28 U.S.C. 1658); the record of why we called is kept for five. */
export const keepSeconds = 5 * 366 * 24 * 3600;

const iso = (at: number) => (Number.isFinite(at) ? new Date(at).toISOString() : null);
const pad = (number: number) => String(number).padStart(2, '0');

/** What the wall clocks show. */
export const localTimes = (zones: readonly string[], at: number) =>
  zones.map((zone) => {
    const { date, minute } = localTime(zone, at);
    return { zone, time: `${date} ${pad(Math.floor(minute / 60))}:${pad(minute % 60)}` };
  });

/** The answer about one person at one instant (ms since 1970). */
export function decide(person: Addressee, facts: Facts, at: number, id = newId('cdc')): Decision {
  const reasons = reasonsAgainst(facts, at);
  const next = nextAllowed(facts, at);
  return {
    id,
    at: new Date(at).toISOString(),
    phone: person.phone ?? null,
    email: person.email ?? null,
    channel: facts.channel,
    allowed: reasons.length === 0,
    reasons,
    timeZones: facts.where.zones,
    timeZoneSource: facts.where.source,
    states: facts.where.states,
    localTimes: localTimes(facts.where.zones, at),
    nextAllowedAt: next && iso(next.from),
    closesAt: next && iso(next.to),
  };
}

/** A decision as it is kept. */
export const recordOf = (
  decision: Decision,
  address: string,
  purpose: DecisionRecord['purpose'],
): DecisionRecord => ({
  decisionId: decision.id,
  address,
  channel: decision.channel,
  at: decision.at,
  allowed: decision.allowed,
  purpose,
  reasons: decision.reasons,
  timeZones: decision.timeZones,
  states: decision.states,
  actor: actorName(),
  expiresAt: clock.seconds() + keepSeconds,
});

/**
 * May this person be contacted at `at` (default now), and if not, why. The decision is kept, unless nobody decides
 * by it: a screen that shows the window by itself has `log` false.
 * @throws 400
 */
export async function check(
  person: Person,
  channel: Channel,
  at = clock.iso(),
  log = true,
  { ignoresOwnHours }: Pick<Facts, 'ignoresOwnHours'> = {},
): Promise<Decision> {
  const one = addressee(person, channel);
  const [facts] = await factsOfAll([one], channel);
  const decision = decide(one, { ...facts!, ignoresOwnHours }, Date.parse(at));
  if (log) await keepDecisions([recordOf(decision, one.address, 'check')]);
  return decision;
}

interface BatchResult {
  index: number;
  decision: Decision | null;
  error: string | null;
}

/** The same for many. Whoever cannot be reached on the channel at all gets a sentence instead of a decision. */
export async function checkBatch(people: readonly Person[], channel: Channel, at = clock.iso()) {
  const results: BatchResult[] = people.map((_, index) => ({ index, decision: null, error: null }));
  const reachable: { index: number; person: Addressee }[] = [];
  for (const [index, person] of people.entries())
    try {
      reachable.push({ index, person: addressee(person, channel) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      results[index]!.error = error.message;
    }
  const facts = await factsOfAll(
    reachable.map(({ person }) => person),
    channel,
  );
  const records = reachable.map(({ index, person }, place) => {
    const decision = decide(person, facts[place]!, Date.parse(at));
    results[index]!.decision = decision;
    return recordOf(decision, person.address, 'check');
  });
  await keepDecisions(records);
  const allowed = results.filter(({ decision }) => decision?.allowed).length;
  const invalid = results.filter(({ error }) => error !== null).length;
  return { summary: { allowed, invalid, refused: results.length - allowed - invalid }, results };
}

/** When a person may be contacted next, from `after` (default now) on. @throws 400 */
export async function nextAllowedTime(person: Person, channel: Channel, after = clock.iso()) {
  const one = addressee(person, channel);
  const [facts] = await factsOfAll([one], channel);
  const from = Date.parse(after);
  const next = nextAllowed(facts!, from);
  return {
    nextAllowedAt: next && iso(next.from),
    closesAt: next && iso(next.to),
    localTimes: next ? localTimes(facts!.where.zones, next.from) : [],
    timeZones: facts!.where.zones,
    reasons: reasonsAgainst(facts!, from),
  };
}

/** The zones a person may be in, and what the clock shows there now. */
export async function timezone(person: Person) {
  const { zones, source, states } = whereaboutsOf(
    { ...person, phone: person.phone && toE164(person.phone) },
    await readSettings(),
  );
  return { timeZones: zones, source, states, localTimes: localTimes(zones, clock.now()) };
}
