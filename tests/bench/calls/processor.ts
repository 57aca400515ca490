import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** User and system time of a process so far, ms; Linux tells it in hundredths of a second. */
export function processorMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** The same to the nanosecond, of a process whose threads stay: one that ends takes its time with it. */
export function processorMsOfThreads(pid: number): number {
  return readdirSync(`/proc/${pid}/task`)
    .map((thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]))
    .reduce((sum, ns) => sum + ns / 1e6, 0);
}

/** Of a process, and of all of its session where Linux groups processes by that (sched(7), autogroup). */
const group = '/proc/self/autogroup';
const precedence = -10;

/**
 * Has this process, and those that it starts from now on, go before other work of the machine, where it may: what is
 * measured is not to wait for that. The session has its own precedence back when this process ends.
 */
export function takePrecedence(): void {
  try {
    setPriority(precedence);
    const before = /nice (-?\d+)/.exec(readFileSync(group, 'utf8'))?.[1];
    if (before === undefined) return;
    writeFileSync(group, String(precedence));
    process.once('exit', () => writeFileSync(group, before));
  } catch {
    console.log('Other work of this machine has the same precedence: that takes root.');
  }
}
