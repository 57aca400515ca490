import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { cacheDir, projectRoot } from '#infra/local/paths.ts';
import { processTree } from '#tests/support/processes.ts';
import { round } from './figures.ts';

/**
 * `npm run bench:memory`: what `npm start` takes of the machine's memory and time, first with nothing built and no
 * state, then again with both. Memory is the sum over all its processes of their proportional set size, so that
 * shared pages count once. The last line is JSON. `IDLE_S=60` is how long after "ready" it is measured, `COLD=off`
 * leaves the first out and keeps what is built.
 */
const idleSeconds = Number(process.env.IDLE_S ?? 60);
const port = Number(process.env.PORT ?? 4300);
const sampleMs = 250;
const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);

interface Figures {
  readySeconds: number;
  /** Most at any time until it is measured. */
  peakMb: number;
  idleMb: number;
  idleRssMb: number;
  processes: { name: string; pssMb: number; rssMb: number }[];
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

async function measure(stateDir: string): Promise<Figures> {
  const started = performance.now();
  const child = spawn(process.execPath, ['infra/run.mjs', 'infra/local/start.ts'], {
    cwd: projectRoot,
    env: { ...process.env, PORT: String(port), DEALBELL_STATE_DIR: stateDir, END_WITH_INPUT: '1' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout!.on('data', (data) => {
    output += data;
  });
  try {
    let readySeconds = 0;
    let peak = 0;
    let measureAt = Number.POSITIVE_INFINITY;
    while (performance.now() < measureAt) {
      if (child.exitCode !== null) throw new Error(`The start ended with code ${child.exitCode}.\n${output}`);
      if (readySeconds === 0 && /^ready http/m.test(output)) {
        readySeconds = (performance.now() - started) / 1000;
        measureAt = performance.now() + idleSeconds * 1000;
      }
      peak = Math.max(peak, sum(processTree(child.pid!).map(({ pssBytes }) => pssBytes)));
      await pause(sampleMs);
    }
    const tree = processTree(child.pid!).sort((a, b) => b.pssBytes - a.pssBytes);
    return {
      readySeconds: round(readySeconds),
      peakMb: megabytes(peak),
      idleMb: megabytes(sum(tree.map(({ pssBytes }) => pssBytes))),
      idleRssMb: megabytes(sum(tree.map(({ rssBytes }) => rssBytes))),
      processes: tree.map(({ name, pssBytes, rssBytes }) => ({
        name,
        pssMb: megabytes(pssBytes),
        rssMb: megabytes(rssBytes),
      })),
    };
  } finally {
    await stop(child);
  }
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

function print(title: string, figures: Figures): void {
  const { readySeconds, peakMb, idleMb, idleRssMb, processes } = figures;
  console.log(`\n${title}: ready after ${readySeconds} s, at most ${peakMb} MB on the way`);
  console.log(`${idleSeconds} s after "ready": ${idleMb} MB (resident sets together ${idleRssMb} MB)`);
  console.table(processes);
}

const stateDir = mkdtempSync(join(tmpdir(), 'dealbell-memory-'));
const report: Record<string, Figures> = {};
try {
  if (process.env.COLD !== 'off') {
    rmSync(cacheDir, { recursive: true, force: true });
    rmSync(join(projectRoot, 'dist', 'web'), { recursive: true, force: true });
  }
  report.first = await measure(stateDir);
  print('First start', report.first);
  report.again = await measure(stateDir);
  print('Started again', report.again);
} finally {
  rmSync(stateDir, { recursive: true, force: true });
}
console.log(JSON.stringify(report));
