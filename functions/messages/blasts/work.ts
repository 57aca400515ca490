import { randomUUID } from 'node:crypto';
import { onBehalfOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { ConditionFailed, commit } from '#functions/kernel/table.ts';
import { nextOpening } from '#shared/model/week-hours.ts';
import { ProviderDown } from '../send/send.ts';
import { firstStatus, sendTurn } from './blasts.ts';
import { gather } from './gather.ts';
import {
  campaignHours,
  leftOutWrites,
  puttingOff,
  stepSize,
  tallied,
  theirHours,
  throttledStep,
} from './step.ts';
import {
  type BlastRecord,
  type Chunk,
  chunkOf,
  findBlast,
  firstLater,
  isIdle,
  isOver,
  joinLaters,
  laterOf,
  removeLater,
  replaceBlast,
} from './store.ts';
import { callWinner, roomInTest, waitsForWinner } from './variants.ts';

/*
 *   draft, scheduled ──started──▶ gathering; paused ◀──▶ gathering, sending, waiting
 *   gathering ──all found──▶ sending ◀──▶ waiting (a limit, their hours, a provider that is down) ──▶ completed
 *        └───────────────────────┴──────────────┴──▶ cancelled, failed
 *
 * A message on the queue is a turn of one worker at a blast. Its place and its figures are one item, whose version
 * guards every step: a turn that comes twice, or that was thought dead, finds that it is not the one any more. What
 * was sent but not yet noted is sent again with the same key, and so not sent again.
 */

/** How long a turn lasts, and how long one that says nothing is believed to live, in ms. */
const turnMs = 40_000;
const leaseMs = 25_000;

/** A token that comes so soon is waited for within the turn, in ms. */
const waitedFor = 4_000;

/** A provider that is down: first wait and longest, in ms, and after how many in a row it is given up (a day). */
const downs = { first: 15_000, most: 900_000, many: 100 };

/** Somebody else has changed the blast: it was cancelled, or another turn has it. */
class Lost extends Error {}

const isSameWork = (one: BlastRecord, other: BlastRecord): boolean =>
  one.token === other.token &&
  one.status === other.status &&
  one.leaseUntil === other.leaseUntil &&
  one.found === other.found &&
  one.chunk === other.chunk &&
  one.done === other.done &&
  one.audience.row === other.audience.row &&
  one.audience.cursor === other.audience.cursor;

/** A blast as it stands between two steps: a pause, STOP of it all and a new pace hold from the next one on. @throws Lost */
async function current(blast: BlastRecord): Promise<BlastRecord> {
  const now = await findBlast(blast.id);
  if (!now || now.token !== blast.token || now.status !== blast.status) throw new Lost();
  return now;
}

type Change = Partial<Omit<BlastRecord, 'id' | 'version'>>;

/** Writes a step down. @throws Lost */
async function stepped(before: BlastRecord, change: Change, ...alongside: object[][]): Promise<BlastRecord> {
  const after = { ...before, ...change, version: before.version + 1 };
  try {
    await commit(replaceBlast(before, after), alongside);
    return after;
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    const now = await findBlast(before.id);
    // Its pace or its automatic reply was set meanwhile: the step is what it was.
    if (!now || now.version === before.version || !isSameWork(before, now)) throw new Lost();
    return stepped(now, change, ...alongside);
  }
}

const completed = (): Change => ({
  status: 'completed',
  nextAt: null,
  why: null,
  leaseUntil: 0,
  endedAt: clock.iso(),
});

/** Lets go of a blast until `at`, ms since 1970. */
async function waiting(blast: BlastRecord, at: number, why: string, more: Change = {}): Promise<void> {
  const nextAt = new Date(at).toISOString();
  await stepped(blast, { ...more, status: 'waiting', nextAt, why, leaseUntil: 0 });
  await sendTurn(blast.id, Math.max(1, (at - clock.now()) / 1000));
}

async function providerDown(blast: BlastRecord, error: ProviderDown): Promise<void> {
  const times = blast.downs + 1;
  if (times > downs.many)
    return void (await stepped(blast, {
      status: 'failed',
      why: error.message,
      nextAt: null,
      leaseUntil: 0,
      endedAt: clock.iso(),
    }));
  const wait = Math.min(downs.most, downs.first * 2 ** Math.min(times, 10));
  await waiting(blast, clock.now() + Math.max(wait, (error.retryAfter ?? 0) * 1000), error.message, {
    downs: times,
  });
}

/**
 * The leads that are sent to next: those in the middle of whom it stopped, then who was put off and may be texted by
 * now, the others in their order, and at last who is still waited for. Undefined when there is nobody left.
 */
async function next(blast: BlastRecord): Promise<Chunk | undefined> {
  if (blast.later) return laterOf(blast.id, blast.later);
  const isLeft = blast.chunk < blast.chunks;
  if (!isLeft || blast.done === 0) {
    const first = await firstLater(blast.id);
    if (!isLeft || (first && first.later!.notBefore <= clock.iso())) return first;
  }
  return chunkOf(blast.id, blast.chunk);
}

/** Sends until the turn is over; answers the blast as it is then, or undefined when it waits or has ended. */
async function sendFrom(
  start: BlastRecord,
  until: number,
  beat: () => Promise<void>,
): Promise<BlastRecord | undefined> {
  let blast = start;
  let chunk: Chunk | undefined;
  while (clock.now() < until) {
    blast = await current(blast);
    const opensAt = blast.schedule?.hours ? nextOpening(blast.schedule.hours, clock.now()) : clock.now();
    if (opensAt !== null && opensAt > clock.now()) return void (await waiting(blast, opensAt, campaignHours));
    chunk ??= await next(blast);
    if (!chunk) return void (await stepped(blast, completed()));
    const { later } = chunk;
    if (later && later.notBefore > clock.iso())
      return void (await waiting(blast, Date.parse(later.notBefore), chunk.why ?? theirHours));
    if (blast.done >= chunk.leadIds.length) {
      blast = later
        ? await stepped(blast, { later: null, done: 0 }, [removeLater(blast.id, later)])
        : await stepped(blast, { chunk: blast.chunk + 1, done: 0 });
      chunk = undefined;
      continue;
    }
    const room = later ? stepSize : roomInTest(blast);
    if (room <= 0) {
      const { at, change } = await callWinner(blast);
      if (at > clock.now()) return void (await waiting(blast, at, waitsForWinner, change));
      blast = await stepped(blast, change);
      continue;
    }
    await beat();
    const ids = chunk.leadIds.slice(blast.done, blast.done + Math.min(stepSize, room));
    const { settled, stop, down } = await throttledStep(blast, ids, chunk.pass);
    if (settled.length > 0) {
      const change = { ...tallied(blast, settled, chunk), leaseUntil: clock.now() + leaseMs, downs: 0 };
      const leftOut = await leftOutWrites(blast, ids, settled);
      const putOff = puttingOff(blast, ids, settled, chunk.pass);
      blast = await stepped(blast, change, joinLaters(blast.id, chunk), putOff, leftOut);
      chunk = { ...chunk, joined: [] };
    }
    if (down) {
      if (!(down instanceof ProviderDown)) throw down;
      return void (await providerDown(blast, down));
    }
    if (!stop) continue;
    const wait = stop.retryAt - clock.now();
    if (wait > waitedFor || stop.retryAt > until) return void (await waiting(blast, stop.retryAt, stop.why));
    await clock.wait(Math.max(50, wait));
  }
  return blast;
}

/** What a turn begins with. */
const statusAtWork = (blast: BlastRecord): BlastRecord['status'] => {
  if (blast.status === 'waiting') return 'sending';
  return blast.status === 'scheduled' ? firstStatus(blast) : blast.status;
};

/** One turn at a blast. `hide` keeps its message from coming again while it lives. */
export async function blastTurn(
  blastId: string,
  hide: () => Promise<void> = async () => undefined,
): Promise<void> {
  const found = await findBlast(blastId);
  const now = clock.now();
  if (!found || isOver(found) || isIdle(found) || found.leaseUntil > now) return;
  // Its time has not come: who has put it off has sent a turn for then, and behind it stands the sweeper.
  if (found.nextAt && Date.parse(found.nextAt) > now + 500) return;
  const until = now + turnMs;
  try {
    const status = statusAtWork(found);
    const mine = await stepped(found, {
      token: randomUUID(),
      leaseUntil: now + leaseMs,
      status,
      nextAt: null,
      why: null,
      startedAt: found.startedAt ?? clock.iso(),
    });
    await onBehalfOf(found.by, 'blast', async () => {
      const ready = mine.status === 'gathering' ? await gather(mine, until, hide, stepped) : mine;
      const rest = ready && ready.status === 'sending' ? await sendFrom(ready, until, hide) : ready;
      if (!rest || isOver(rest)) return;
      await stepped(rest, { leaseUntil: 0 });
      await sendTurn(blastId);
    });
  } catch (error) {
    if (!(error instanceof Lost)) throw error;
  }
}

export type Stepped = typeof stepped;
