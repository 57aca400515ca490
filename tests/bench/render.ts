import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { clipAddress, ours } from './ours.ts';
import { type BenchScene, scenes, still, video } from './scenes.ts';

/*
 * `npm run bench:render`: 300 frames of 1920 × 1080 from launch to finished file, medians of BENCH_ROUNDS (3),
 * all renderers interleaved. Another renderer is a file in tests/bench/peers/renderers.ts's list; the last line
 * printed is JSON. `-- --short` measures ours alone, once: under a minute. BENCH_SCENES names scenes, by commas.
 */

/** A renderer to compare with: `tests/bench/peers/renderers.ts` exports `renderers: Peer[]`. */
export interface Peer {
  name: string;
  /** Renders a scene to a file; answers the seconds from launch to finished file. */
  run(scene: BenchScene): Promise<number>;
  close?(): Promise<void>;
}

const isShort = process.argv.includes('--short');
const rounds = Number(process.env.BENCH_ROUNDS ?? (isShort ? 1 : 3));
/** Parts that the light and the heavy scene are divided into. */
const partCounts = [1, 2, 4];
const only = process.env.BENCH_SCENES?.split(',');

async function peers(): Promise<Peer[]> {
  const list = join(import.meta.dirname, 'peers', 'renderers.ts');
  if (isShort || !existsSync(list)) return [];
  return ((await import(pathToFileURL(list).href)) as { renderers: Peer[] }).renderers;
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
const rate = (seconds: number) => video.frames / seconds;

const own = await ours();
const others = await peers();
const all = scenes(clipAddress).filter(({ name }) => !only || only.includes(name));
/** Seconds by `<scene>/<renderer>`. */
const taken: Record<string, number[]> = {};
const measure = async (key: string, work: () => Promise<number>) => {
  taken[key] = [...(taken[key] ?? []), await work()];
};

try {
  // The first launch unpacks Chromium; no round should pay for it.
  await own.run(still());
  for (let round = 0; round < rounds; round++) {
    await measure('limit', () => own.run(still()));
    for (const scene of all) {
      await measure(`${scene.name}/ours`, () => own.run(scene));
      for (const peer of others) await measure(`${scene.name}/${peer.name}`, () => peer.run(scene));
    }
    const divided = all.filter(({ name }) => name === 'light' || name === 'heavy');
    for (const scene of divided)
      for (const parts of partCounts.slice(1))
        await measure(`${scene.name}/parts/${parts}`, () => own.run(scene, parts));
  }
} finally {
  await own.close();
  for (const peer of others) await peer.close?.();
}

const limit = rate(median(taken.limit!));
const rows = all.map(({ name }) => {
  const seconds = median(taken[`${name}/ours`]!);
  const ratios = others.map((peer) => [peer.name, median(taken[`${name}/${peer.name}`]!) / seconds] as const);
  return {
    scene: name,
    seconds,
    framesPerSecond: rate(seconds),
    ofLimit: rate(seconds) / limit,
    times: Object.fromEntries(ratios),
  };
});
console.log(`one frame repeated (the encoder's limit): ${limit.toFixed(1)} frames a second`);
for (const { scene, seconds, framesPerSecond, ofLimit, times } of rows) {
  const compared = Object.entries(times).map(([name, ratio]) => `, ${ratio.toFixed(2)} × ${name}`);
  console.log(
    `${scene.padEnd(14)} ${seconds.toFixed(2)} s, ${framesPerSecond.toFixed(1)} frames a second, ${(100 * ofLimit).toFixed(0)} % of the limit${compared.join('')}`,
  );
}
const parts = Object.fromEntries(
  rows.flatMap(({ scene, seconds }) => {
    const more = partCounts.slice(1).map((n) => [n, taken[`${scene}/parts/${n}`]] as const);
    if (!more.every(([, measured]) => measured)) return [];
    const all = Object.fromEntries(more.map(([n, measured]) => [n, median(measured!)]));
    return [[scene, { 1: seconds, ...all } as Record<string, number>]];
  }),
);
for (const [scene, times] of Object.entries(parts)) {
  const listed = Object.entries(times).map(([n, seconds]) => `${n}: ${seconds.toFixed(2)} s`);
  console.log(`${scene} by parts: ${listed.join(', ')}`);
}
console.log(JSON.stringify({ rounds, limit, rows, parts }));
