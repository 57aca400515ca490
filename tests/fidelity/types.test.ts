import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scene } from '#shared/scene/env.ts';
import { planesOf, planesOfFrame, psnr, shareOfDots } from './compare.ts';
import { openSession } from './session.ts';
import { effectNames, fullScreen, richStage, stageOf, typeNames } from './stages.ts';

/*
 * Each element type and effect at three times: what the editor's canvas shows, the exported PNG and the frame of the
 * exported MP4 agree. `npm run test:fidelity` looks at the effects over a whole screen of 1920 × 1080 besides.
 */

const times = [0, 1.3, 3.1];
/** Share of the dots of the PNG that may differ from the editor. */
const dotsBound = 0.001;
/** A frame's least distance from the PNG of its moment, in dB. */
const noiseBound = 40;

const stages: [string, () => Scene][] = typeNames.map((type) => [type, () => stageOf(type)]);
stages.push(
  ...typeNames
    .filter((type) => type === 'text' || type.endsWith('_text'))
    .map((type): [string, () => Scene] => [`${type} in many styles`, () => richStage(type)]),
);
if (process.env.FIDELITY === 'full')
  stages.push(
    ...effectNames.map((type): [string, () => Scene] => [`${type}, full HD`, () => fullScreen(type)]),
  );

interface Row {
  name: string;
  size: string;
  /** Share of dots that differ, at each time. */
  dots: number[];
  luma: number[];
  chroma: number[];
  worst: number;
}

const rows: Row[] = [];
let session: Awaited<ReturnType<typeof openSession>>;
beforeAll(async () => {
  session = await openSession(times);
});
afterAll(async () => {
  await session?.close();
  const list = (values: number[]) => values.map((value) => value.toFixed(1)).join(' / ');
  const lines = rows
    .sort((a, b) => a.worst - b.worst)
    .map(({ name, size, dots, luma, chroma }) =>
      [name, size, `${(100 * Math.max(...dots)).toFixed(3)} %`, list(luma), list(chroma)].join(' | '),
    );
  const head = `| Stage | px | PNG differs | brightness at ${times.join(' / ')} s, dB | colour, dB |`;
  console.log([head, '|---|---|---|---|---|', ...lines.map((line) => `| ${line} |`)].join('\n'));
});

describe('editor, PNG and video frame agree', () => {
  it.each(stages)('%s', { timeout: 120_000 }, async (name, stage) => {
    const scene = stage();
    const { width, height } = scene.canvasSize;
    const { editor, exported, frames } = await session.made(scene);
    const noise = exported.map((png, i) => psnr(planesOf(png), planesOfFrame(frames[i]!, width, height)));
    const row: Row = {
      name,
      size: `${width} × ${height}`,
      dots: editor.map((png, i) => shareOfDots(png, exported[i]!)),
      luma: noise.map(({ luma }) => luma),
      chroma: noise.map(({ chroma }) => chroma),
      worst: Math.min(...noise.flatMap(({ luma, chroma }) => [luma, chroma])),
    };
    rows.push(row);
    expect(Math.max(...row.dots)).toBeLessThan(dotsBound);
    expect(row.worst, JSON.stringify(row)).toBeGreaterThan(noiseBound);
  });
});

it('a picture and a frame of another moment are told apart', { timeout: 120_000 }, async () => {
  const scene = stageOf('snow_animation');
  const { width, height } = scene.canvasSize;
  const { exported, frames } = await session.made(scene);
  expect(shareOfDots(exported[0]!, exported[1]!)).toBeGreaterThan(dotsBound);
  const { luma } = psnr(planesOf(exported[0]!), planesOfFrame(frames[1]!, width, height));
  expect(luma).toBeLessThan(noiseBound);
});
