import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { send } from '#functions/kernel/queue.ts';
import { accepted, commit } from '#functions/kernel/table.ts';
import { findLine, setLineDue } from './store.ts';

/** The longest that a message is held back by the queue itself; seconds. A later turn is the sweeper's. */
const longestDelay = 900;

/** Sends a turn at a line to the worker, for `at` (ms since 1970). */
export const sendTurn = (line: string, at: number): Promise<void> => {
  const seconds = Math.max(0, (at - clock.now()) / 1000);
  return seconds > longestDelay ? Promise.resolve() : send('MESSAGES', tenantOf(), { line }, seconds);
};

/** Lets a line try at once, because there is room again. */
export async function wakeLine(line: string): Promise<void> {
  const found = await findLine(line);
  if (!found || !(await accepted(commit(setLineDue(found, { dueAt: clock.iso() }))))) return;
  await sendTurn(line, clock.now());
}
