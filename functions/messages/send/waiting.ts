import { setTimeout as pause } from 'node:timers/promises';
import { actor, author, tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { jobWork } from '#functions/kernel/job.ts';
import { log } from '#functions/kernel/log.ts';
import { send } from '#functions/kernel/queue.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { accepted, ConditionFailed, commit } from '#functions/kernel/table.ts';
import { advance } from '../record/advance.ts';
import { patient } from '../threads/retry.ts';
import {
  earlierLines,
  findLine,
  firstInLine,
  isWaiting,
  joinLine,
  type Line,
  removalWrites,
  removeLine,
  setLineDue,
  type WaitingMessage,
} from '../waiting/store.ts';
import { sendTurn } from '../waiting/turn.ts';
import type { Queued } from './manual-send.ts';
import { asSender, gaveUp, tellRefusal } from './refusal.ts';
import { messageIdOf, type Outgoing, sendMessage } from './send.ts';

/*
 * What a limit holds back waits in the table and not on the queue: AWS stops a message that comes back to its worker
 * some 16 times, and forgets one after four days. The queue only carries turns at a line, which anybody may lose: the
 * minute's sweep finds every line that is due.
 */

/** How long a turn at a line lasts, and how long one that says nothing is believed to live, in ms. */
const turnMs = 40_000;
const leaseMs = 60_000;

/** A limit that ends so soon is waited for within the turn, in ms. */
const waitedFor = 4_000;

/** A provider that is down: first wait and longest, in ms, and after how many in a row a message is given up. */
const downs = { first: 30_000, most: 900_000, many: 8 };

/** Messages that are read at once. */
const readAtOnce = 25;

const lineOf = ({ channel, from }: Outgoing): string => (from ? `${channel} ${from}` : channel);

/**
 * Has a message wait until a limit lets it through; it then goes out by itself, in its turn and once. The same key
 * again changes nothing.
 * @param retryAt when it may be tried first, ISO 8601
 */
export async function waitInLine(outgoing: Outgoing, retryAt: string): Promise<void> {
  const { kind } = actor();
  const queued: Queued = { outgoing, ...(kind === 'user' || kind === 'key' ? { by: author() } : {}) };
  const line = lineOf(outgoing);
  await retryOnConflict(async () => {
    try {
      await commit(joinLine(line, await findLine(line), queued, retryAt));
    } catch (error) {
      if (!(error instanceof ConditionFailed) || !(await isWaiting(outgoing.key))) throw error;
    }
  }, patient);
  await sendTurn(line, Date.parse(retryAt));
}

/** The sweeper's part: a turn for a line whose time has come. */
export const messageLineWork = jobWork({
  find: findLine,
  isOpen: () => true,
  quietAt: ({ dueAt }) => Date.parse(dueAt),
  revive: (_, line) => send('MESSAGES', tenantOf(), { line }),
  againMs: leaseMs,
  earlier: earlierLines,
});

/** Somebody else has the line now. */
class Lost extends Error {}

/** One worker's hold on a line. Every write says what it was held as, so a turn that was thought dead writes nothing. */
class Hold {
  private line: Line;
  constructor(line: Line) {
    this.line = line;
  }

  /** @throws Lost */
  async set(next: Partial<Pick<Line, 'dueAt' | 'downs'>>, alongside: object[] = []): Promise<void> {
    if (!(await accepted(commit(setLineDue(this.line, next), alongside)))) throw new Lost();
    this.line = { ...this.line, ...next };
  }

  /** A moment that is like no other one of this hold, so that what was written under an earlier one is told apart. */
  keep(alongside: object[] = [], more: { downs?: number } = {}): Promise<void> {
    const at = Math.max(clock.now() + leaseMs, Date.parse(this.line.dueAt) + 1);
    return this.set({ dueAt: new Date(at).toISOString(), ...more }, alongside);
  }

  get downs(): number {
    return this.line.downs;
  }

  async until(at: number, change: { downs?: number } = {}): Promise<void> {
    await this.set({ dueAt: new Date(at).toISOString(), ...change });
    await sendTurn(this.line.line, at);
  }

  /** Removes the line where nobody is in it. @returns false when somebody has joined meanwhile */
  async end(): Promise<boolean> {
    const now = await findLine(this.line.line);
    if (now?.dueAt !== this.line.dueAt) throw new Lost();
    if ((await firstInLine(this.line.line, 1)).length > 0) return false;
    return accepted(commit(removeLine(now)));
  }
}

type Tried = { settled: true } | { settled: false; at: number; isDown: boolean };

/** Tries the message that stands first. */
async function tryFirst({ queued }: WaitingMessage, down: number): Promise<Tried> {
  try {
    const outcome = await asSender(queued, () => sendMessage(queued.outgoing));
    if (outcome.kind === 'later') return { settled: false, at: Date.parse(outcome.retryAt), isDown: false };
    await tellRefusal(queued, outcome);
  } catch (error) {
    if (error instanceof AppError && error.status < 500 && error.code !== 'busy')
      await tellRefusal(queued, { kind: 'failed', error: error.message });
    else if (down < downs.many) {
      log.warn('A message that waits could not be sent.', { error: error as Error });
      const wait = Math.min(downs.most, downs.first * 2 ** down);
      return { settled: false, at: clock.now() + wait, isDown: true };
    } else await advance(messageIdOf(queued.outgoing.key), { status: 'failed', error: gaveUp });
  }
  return { settled: true };
}

/**
 * One turn at a line: sends from its beginning until a limit is met, the line is empty or the turn is over.
 * `hide` keeps its message from coming again while it lives.
 */
export async function lineTurn(
  line: string,
  hide: () => Promise<void> = async () => undefined,
): Promise<void> {
  const found = await findLine(line);
  // Somebody is at it, or its time has not come: who has put it off has sent a turn, or leaves it to the sweeper.
  if (!found || Date.parse(found.dueAt) > clock.now() + 500) return;
  const hold = new Hold(found);
  try {
    await hold.keep();
    await workLine(line, hold, hide);
  } catch (error) {
    if (!(error instanceof Lost)) throw error;
  }
}

async function workLine(line: string, hold: Hold, hide: () => Promise<void>): Promise<void> {
  const until = clock.now() + turnMs;
  for (;;) {
    const first = await firstInLine(line, readAtOnce);
    if (first.length === 0 && (await hold.end())) return;
    for (const message of first) {
      if (clock.now() > until) return hold.until(clock.now());
      await hide();
      const tried = await tryFirst(message, hold.downs);
      if (tried.settled) {
        await hold.keep(removalWrites(message), { downs: 0 });
        continue;
      }
      if (tried.isDown) return hold.until(tried.at, { downs: hold.downs + 1 });
      if (tried.at - clock.now() > waitedFor || tried.at > until) return hold.until(tried.at);
      await pause(Math.max(50, tried.at - clock.now()));
      // It is still the first.
      break;
    }
  }
}
