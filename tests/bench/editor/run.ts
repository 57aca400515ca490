import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPage } from './build.ts';
import { buildPeers, chosenPeers, peerFiles, peerTargets } from './peers.ts';
import { printRatios, printResult, ratiosOf, summarize } from './report.ts';
import { serve } from './serve.ts';
import { runSession, type Session } from './session.ts';
import type { Target } from './target.ts';

/**
 * `npm run bench:editor -- N=100,1000,5000,10000 rounds=3 peers=excalidraw,tldraw,react-konva`: real mouse, wheel
 * and keyboard input on the real editor and, where `npm install` in `tests/bench/peers` brought them, on the others,
 * all in turns. Prints frame median/p95/worst and input-to-paint latency p50/p95 per gesture, medians over the
 * rounds, the work of the main thread, all in ms, and ours divided by theirs; the last line is JSON. `peers=off` measures ours only; `hour=1` adds an
 * hour's editing and tells how the heap grew; `profile=file.json` and `shot=file.png` are of ours.
 * Trust the ratios, and on a busy machine those of the work: the others' programs lie in all the rest.
 */
const given = Object.fromEntries(process.argv.slice(2).map((argument) => argument.split('=')));
const counts = String(given.N ?? '100,1000,5000,10000')
  .split(',')
  .map(Number);
const rounds = Number(given.rounds ?? 3);
const peers = chosenPeers(given.peers);

const folder = await mkdtemp(join(tmpdir(), 'editor-bench-'));
const [ourPage, peerPages] = [join(folder, 'ours'), join(folder, 'peers')];
try {
  await buildPage(ourPage);
  if (peers.length > 0) await buildPeers(peers, peerPages);
  const { origin, server } = await serve({ '/': peerPages, '/ours/': ourPage, ...peerFiles });
  const ours: Target = {
    name: 'ours',
    version: process.env.npm_package_version ?? '',
    url: `${origin}/ours/index.html`,
    wheel: { out: 2, in: -2 },
    groupModifiers: 3,
  };
  const targets = [ours, ...(await peerTargets(peers, origin))];
  const sessions = new Map<string, Session[]>();
  const keyOf = (target: Target, count: number) => `${target.name} ${count}`;
  for (let round = 0; round < rounds; round++) {
    for (const count of counts) {
      for (let turn = 0; turn < targets.length; turn++) {
        // Nobody is always the first.
        const target = targets[(turn + round) % targets.length]!;
        const own = target === ours;
        const options = own
          ? { profile: given.profile, shot: given.shot, hour: given.hour !== undefined }
          : {};
        try {
          const session = await runSession(target, count, options);
          const key = keyOf(target, count);
          sessions.set(key, [...(sessions.get(key) ?? []), session]);
        } catch (error) {
          if (own) throw error;
          console.error(`${keyOf(target, count)}: ${(error as Error).message.split('\n')[0]}`);
        }
      }
    }
  }
  server.close();

  const results = counts.flatMap((count) =>
    targets.flatMap((target) => {
      const runs = sessions.get(keyOf(target, count));
      return runs ? summarize(target, count, runs) : [];
    }),
  );
  for (const result of results) printResult(result);
  const ratios = results.flatMap((result) => {
    const own = results.find(({ editor, count }) => editor === ours.name && count === result.count);
    return own && result !== own ? ratiosOf(own, result) : [];
  });
  for (const one of ratios) printRatios(one);
  const load = loadavg().map((value) => Math.round(value * 10) / 10);
  console.log(JSON.stringify({ load, results, ratios }));
} finally {
  await rm(folder, { recursive: true, force: true });
}
