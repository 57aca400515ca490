import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/**
 * The command that keeps a program on one processor; the command as it is where there is no `taskset`. For a program
 * whose threads hand each statement on: waking a thread on another processor can cost more than the statement.
 * @param number programs of different numbers are spread over the processors
 */
export function onOneProcessor(command: readonly string[], number: number): [string, ...string[]] {
  const taskset = ['/usr/bin/taskset', '/bin/taskset'].find((path) => existsSync(path));
  const before = taskset ? [taskset, '-c', String(number % availableParallelism())] : [];
  return [...before, ...command] as [string, ...string[]];
}
