import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { YearRecord } from './year.ts';

interface Run {
  /** Says nothing of how far it is. */
  quiet?: boolean;
  /**
   * The processor that it keeps to, with all it starts, where the system has `taskset`: the engine and those who ask
   * it take turns anyway, and to hand on from one processor to another costs more than the work.
   */
  processor?: number;
}

/** Runs a year in a process of its own. @throws with what it said last when it does not get through */
export async function yearOf(
  leads: number,
  kills: number,
  { quiet = false, processor }: Run = {},
): Promise<YearRecord> {
  const folder = mkdtempSync(join(tmpdir(), 'dealbell-year-record-'));
  const out = join(folder, 'year.json');
  const child = fork(join(import.meta.dirname, 'one.ts'), [String(leads), String(kills), out], {
    stdio: ['ignore', quiet ? 'ignore' : 'inherit', 'pipe', 'ipc'],
  });
  if (processor !== undefined)
    execFile('taskset', ['-acp', String(processor), String(child.pid)]).on('error', () => undefined);
  let said = '';
  child.stderr!.on('data', (chunk) => {
    said = (said + chunk).slice(-4_000);
  });
  const [code] = await once(child, 'exit');
  try {
    if (code !== 0) throw new Error(`The year ended with ${code}:\n${said}`);
    return JSON.parse(readFileSync(out, 'utf8')) as YearRecord;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
