import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ffmpegPath, runFfmpeg } from '#infra/local/mediaconvert/ffmpeg.ts';
import type { Element } from '#shared/model/content.ts';
import { planesOf, planesOfFrame, psnr } from '#tests/fidelity/compare.ts';
import { expectAccessible } from '#tests/support/browser.ts';
import { eventually } from '#tests/support/eventually.ts';
import { drawn, Story } from './story.ts';

/* The timeline: what is animated as bars, the moment on the canvas, and the video that shows the same. */

let story: Story;
beforeAll(async () => {
  story = await Story.begin();
});
afterAll(() => story?.end());

const panel = () => story.page.getByRole('region', { name: 'Timeline' });
const bars = () => panel().locator('[data-bar]');
const bar = (name: RegExp | string) => panel().getByRole('button', { name });
const form = () => panel().getByRole('complementary', { name: 'Animation' });
const openPanel = async () => {
  await story.toolbar.getByRole('button', { name: 'Timeline' }).click();
  await panel().waitFor();
};
const moment = () => story.canvas.getAttribute('data-moment');
/** The canvas is painted with the next frame. */
const showsMoment = (wanted: string) => expect.poll(moment).toBe(wanted);
/** What the server has of the elements' animations, after a save. */
const saved = async (): Promise<Element['animations'][]> => {
  await story.page.getByRole('button', { name: 'Save', exact: true }).click();
  await story.says('Project saved successfully!');
  const { elements } = await story.caller.ask<{ elements: Element[] }>(
    'GET',
    `/content/projects/${story.projectId}`,
  );
  return elements.sort((a, b) => a.layerOrder - b.layerOrder).map(({ animations }) => animations);
};

/** Pulls from the middle, or from an end, of a bar. */
async function pull(name: RegExp, from: 'middle' | 'end', by: number): Promise<void> {
  const box = (await bar(name).boundingBox())!;
  const x = box.x + (from === 'middle' ? box.width / 2 : box.width - 3);
  const y = box.y + box.height / 2;
  await story.page.mouse.move(x, y);
  await story.page.mouse.down();
  await story.page.mouse.move(x + by / 2, y, { steps: 2 });
  await story.page.mouse.move(x + by, y, { steps: 2 });
  await story.page.mouse.up();
}

describe('animating a sign', () => {
  beforeAll(async () => {
    await story.open([
      drawn('shape', 200, 200),
      drawn('text', 700, 300, { properties: { text: 'Sold' } }),
      drawn('button', 300, 700, { isLocked: true }),
    ]);
    await openPanel();
  });

  it('has a row for each element, front first, and says how to begin', async () => {
    const names = await panel().getByRole('list', { name: 'Elements' }).getByRole('listitem').allInnerTexts();
    expect(names).toHaveLength(3);
    expect(names[1]).toContain('Sold');
    await panel().getByText('Choose a bar to change it.').waitFor();
    expect(await panel().getByRole('img', { name: 'Locked' }).count()).toBe(1);
    await expectAccessible(story.page);
  });

  it('adds one of ten, shown on the element itself before it is chosen', async () => {
    await panel().getByRole('button', { name: 'Add an animation to Sold' }).click();
    const choice = story.page.getByRole('dialog');
    const names = () => choice.getByRole('group').getByRole('button').allInnerTexts();
    await expect
      .poll(names)
      .toEqual([
        ...['Fade in', 'Slide in', 'Zoom in'],
        ...['Bounce', 'Pulse', 'Shake', 'Flip'],
        ...['Fade out', 'Slide out', 'Zoom out'],
      ]);
    await choice.getByRole('button', { name: 'Zoom in' }).hover();
    await choice.getByRole('img', { name: 'Preview of Zoom in' }).waitFor();
    await expectAccessible(story.page);
    await choice.getByRole('button', { name: 'Slide in' }).click();
    await bar(/^Slide in of Sold, starts at 0 s, lasts 0.7 s/).waitFor();
    await form().getByLabel('Start').waitFor();
  });

  it('is pulled along and made longer, on tenths of a second', async () => {
    await pull(/^Slide in/, 'middle', 90);
    // 84 px are a second: 90 px are 1.07 s, which lands on 1.1.
    await bar(/starts at 1.1 s, lasts 0.7 s/).waitFor();
    await pull(/^Slide in/, 'end', 45);
    await bar(/starts at 1.1 s, lasts 1.2 s/).waitFor();
  });

  it('is moved, made longer and taken away by the keyboard', async () => {
    await bar(/^Slide in/).focus();
    await story.page.keyboard.press('ArrowRight');
    await story.page.keyboard.press('Shift+ArrowLeft');
    await bar(/starts at 1.2 s, lasts 1.1 s/).waitFor();
    await story.page.keyboard.press('Delete');
    await eventually(async () => expect(await bars().count()).toBe(0));
    expect(await story.page.getByText('3 elements', { exact: true }).count()).toBe(1);
    await story.page.keyboard.press('Control+z');
    await bar(/starts at 1.2 s, lasts 1.1 s/).waitFor();
  });

  it('is changed in figures, and everything is stored', async () => {
    await bar(/^Slide in/).click();
    await form().getByLabel('Duration').fill('2');
    await form().getByLabel('Times').fill('2');
    await story.choose(form().getByRole('radiogroup', { name: 'Direction' }), 'Up');
    await bar(/starts at 1.2 s, lasts 2 s, 2 times/).waitFor();
    await expectAccessible(story.page);
    expect(await saved()).toEqual([
      [],
      [{ type: 'slideIn', delay: 1.2, duration: 2, iterations: 2, direction: 'up' }],
      [],
    ]);
  });

  it('shows a moment where the ruler is pulled to, and the design again after it', async () => {
    const ruler = panel().getByRole('slider', { name: 'Moment shown' });
    const { x, y } = (await ruler.boundingBox())!;
    await story.page.mouse.click(x + 2 * 84 + 2, y + 8);
    await showsMoment('2');
    await story.page.keyboard.press('ArrowRight');
    await showsMoment('2.1');
    await story.page.keyboard.press('Shift+ArrowLeft');
    await showsMoment('1.1');
    await expectAccessible(story.page);
    await story.canvas.getByRole('button', { name: 'Back to design' }).click();
    await showsMoment('rest');
  });

  it('plays while Space is pressed in the panel, and pauses', async () => {
    await panel().getByRole('slider', { name: 'Moment shown' }).focus();
    await story.page.keyboard.press(' ');
    await panel().getByRole('button', { name: 'Pause' }).waitFor();
    await eventually(async () => expect(Number(await moment())).toBeGreaterThan(0.2));
    await story.page.keyboard.press(' ');
    await panel().getByRole('button', { name: 'Play', exact: true }).waitFor();
    const at = await moment();
    await story.page.keyboard.press('Escape');
    expect(at).not.toBe('rest');
    await showsMoment('rest');
  });

  it('puts a preset on a selection and lets it begin one after the other', async () => {
    await story.canvas.focus();
    await story.page.keyboard.press('Control+a');
    await panel().getByRole('button', { name: 'Presets' }).click();
    await story.page.getByRole('menuitem', { name: /^Rise/ }).click();
    await eventually(async () => expect(await bars().count()).toBe(2));
    await panel().getByRole('button', { name: 'Stagger', exact: true }).click();
    const dialog = story.page.getByRole('dialog');
    await dialog.getByLabel('Seconds between two').fill('0.5');
    await dialog.getByRole('button', { name: 'Stagger 2 elements' }).click();
    await bar(/^Fade in of Sold, starts at 0.5 s/).waitFor();
    await bar(/^Fade in of Shape, starts at 0 s/).waitFor();
    story.threwNothing();
  });
});

it('keeps the length that was set, and a video takes it', async () => {
  await panel().getByLabel('Length in seconds').fill('14');
  await saved();
  await story.page.reload();
  await story.has(3);
  await openPanel();
  await expect.poll(() => panel().getByLabel('Length in seconds').inputValue()).toBe('14 s');
  await story.page.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = story.page.getByRole('dialog');
  await story.choose(dialog.getByRole('radiogroup', { name: 'Format' }), 'MP4');
  expect(await dialog.getByLabel('Length in seconds').inputValue()).toContain('14');
  await story.page.keyboard.press('Escape');
});

it('a video shows what the timeline shows at the same moment', { timeout: 300_000 }, async () => {
  const size = { width: 320, height: 180 };
  const at = (x: number, y: number, width: number, height: number, animations: Element['animations']) => ({
    position: { x, y, z: 0 },
    size: { width, height },
    animations,
  });
  await story.open(
    [
      drawn('shape', 0, 0, at(20, 20, 110, 70, [{ type: 'slideIn', delay: 0.2, duration: 1 }])),
      drawn('text', 0, 0, {
        ...at(150, 30, 150, 50, [{ type: 'zoomIn', delay: 0.5, duration: 1, easing: 'easeOutBack' }]),
        properties: { text: 'Sold' },
      }),
      drawn('button', 0, 0, at(60, 110, 160, 50, [{ type: 'pulse' }, { type: 'fadeOut', delay: 1.2 }])),
    ],
    { canvasSize: size, canvasBackground: { type: 'solid', color: '#f2f4f8' } },
  );
  const { id } = await story.caller.ask<{ id: string }>(
    'POST',
    `/content/projects/${story.projectId}/exports`,
    { exportType: 'video', dimensions: size, duration: 2, fps: 30, quality: 'high' },
  );

  await openPanel();
  // One px of the sign is one of the screen.
  await story.canvas.focus();
  await story.page.keyboard.press('Control+0');
  const ruler = panel().getByRole('slider', { name: 'Moment shown' });
  const shown = async (tenths: number): Promise<PNG> => {
    await ruler.focus();
    await story.page.keyboard.press('Home');
    for (let i = 0; i < tenths; i++) await story.page.keyboard.press('ArrowRight');
    await showsMoment(String(tenths / 10));
    await story.page.locator('[data-picture="whole"]').waitFor();
    const { left, top } = await story.page.evaluate(() => {
      const canvas = document.querySelector<HTMLElement>('[role="application"] canvas')!;
      return { left: canvas.clientWidth, top: canvas.clientHeight };
    });
    const url = await story.page.evaluate(
      ({ width, height, x, y }) => {
        const source = document.querySelector<HTMLCanvasElement>('[role="application"] canvas')!;
        const part = document.createElement('canvas');
        Object.assign(part, { width, height });
        part.getContext('2d')!.drawImage(source, -x, -y);
        return part.toDataURL('image/png');
      },
      { ...size, x: Math.round((left - size.width) / 2), y: Math.round((top - size.height) / 2) },
    );
    return PNG.sync.read(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'));
  };

  const tenths = [1, 5, 8, 14, 19];
  const seen: PNG[] = [];
  for (const one of tenths) seen.push(await shown(one));

  await expect
    .poll(() => story.caller.ask('GET', `/content/exports/${id}/status`), { timeout: 240_000 })
    .toMatchObject({ export: { status: 'completed' } });
  const { downloadUrl } = await story.caller.ask<{ downloadUrl: string }>(
    'GET',
    `/content/exports/${id}/download`,
  );
  const folder = mkdtempSync(join(tmpdir(), 'dealbell-timeline-'));
  try {
    const [file, raw] = [join(folder, 'clip.mp4'), join(folder, 'frames.raw')];
    writeFileSync(file, Buffer.from(await (await fetch(downloadUrl)).arrayBuffer()));
    const select = tenths.map((one) => `eq(n\\,${one * 3})`).join('+');
    await runFfmpeg(
      [
        '-y',
        '-i',
        file,
        '-vf',
        `select=${select}`,
        '-vsync',
        '0',
        '-f',
        'rawvideo',
        '-pix_fmt',
        'yuv420p',
        raw,
      ],
      { path: ffmpegPath(folder), signal: new AbortController().signal, child: () => undefined },
    );
    const bytes = readFileSync(raw);
    const each = size.width * size.height * 1.5;
    expect(bytes.length).toBe(each * tenths.length);
    const frames = tenths.map((_, i) =>
      planesOfFrame(bytes.subarray(i * each, (i + 1) * each), size.width, size.height),
    );
    const planes = seen.map(planesOf);
    for (const [i, frame] of frames.entries()) {
      const { luma, chroma } = psnr(planes[i]!, frame);
      console.log(
        `timeline: ${tenths[i]! / 10} s, brightness ${luma.toFixed(1)} dB, colour ${chroma.toFixed(1)} dB`,
      );
      expect(luma).toBeGreaterThan(36);
      expect(chroma).toBeGreaterThan(36);
      // And no other moment would pass for it.
      const other = psnr(planes[(i + 1) % planes.length]!, frame);
      expect(other.luma).toBeLessThan(luma - 6);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
