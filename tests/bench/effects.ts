import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import puppeteer from 'puppeteer-core';
import type { EffectsPage } from './effects-page.ts';

/**
 * `npm run bench:effects`: what a frame of each animated background costs at 1920 × 1080 in the renderer's
 * Chromium. The effects take turns, so that a busy moment of the machine meets all of them alike. The last line
 * is JSON: ms per frame by type: the 5th percentile (what an idle machine takes), the median and the 95th. Names as arguments run those alone.
 */
const size = { width: 1920, height: 1080 };
const rounds = 5;
const framesPerRound = 30;

declare global {
  interface Window {
    bench: EffectsPage;
  }
}

async function executable(): Promise<string> {
  if (process.env.CHROME_PATH) return process.env.CHROME_PATH;
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs24.x';
  const { default: chromium } = await import('@sparticuz/chromium');
  return chromium.executablePath();
}

const { outputFiles } = await build({
  entryPoints: [fileURLToPath(new URL('./effects-page.ts', import.meta.url))],
  bundle: true,
  format: 'iife',
  target: 'es2023',
  write: false,
});

const browser = await puppeteer.launch({
  executablePath: await executable(),
  headless: 'shell',
  pipe: true,
  args: ['--no-sandbox', '--no-zygote', '--disable-gpu', '--disable-software-rasterizer', '--mute-audio'],
});
try {
  const page = await browser.newPage();
  await page.goto('about:blank');
  await page.evaluate(outputFiles[0]!.text);
  const asked = process.argv.slice(2);
  const known = await page.evaluate(() => window.bench.types);
  const strangers = asked.filter((type) => !known.includes(type));
  if (strangers.length > 0) throw new Error(`There is no effect named ${strangers.join(', ')}.`);
  const types = asked.length > 0 ? asked : known;
  const time = (type: string, from: number, frames: number) =>
    page.evaluate((...given) => window.bench.time(...given), type, size, from, frames);

  const frames = new Map<string, number[]>(types.map((type) => [type, []]));
  for (let round = 0; round < rounds; round++) {
    for (const type of types) {
      // The first frames paint the sprites that the others copy.
      await time(type, round * 2.3, 4);
      frames.get(type)!.push(...(await time(type, round * 2.3, framesPerRound)));
    }
  }

  const result: Record<string, { p5: number; median: number; p95: number }> = {};
  for (const [type, ms] of frames) {
    ms.sort((a, b) => a - b);
    const at = (share: number) => Math.round(ms[Math.floor(share * (ms.length - 1))]! * 100) / 100;
    result[type] = { p5: at(0.05), median: at(0.5), p95: at(0.95) };
    const [p5, median, p95] = [0.05, 0.5, 0.95].map((share) => at(share).toFixed(2).padStart(7));
    console.log(`${type.padEnd(20)} ${median} ms   p5 ${p5}   p95 ${p95}`);
  }
  console.log(
    JSON.stringify({
      bench: 'effects',
      ...size,
      frames: rounds * framesPerRound,
      cpus: cpus().length,
      browser: await browser.version(),
      msPerFrame: result,
    }),
  );
} finally {
  await browser.close();
}
