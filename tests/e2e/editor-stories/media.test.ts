import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ffmpegPath } from '#infra/local/mediaconvert/ffmpeg.ts';
import type { ProjectWithElements } from '#shared/api/content.ts';
import { expectAccessible } from '#tests/support/browser.ts';
import { eventually } from '#tests/support/eventually.ts';
import { drawn, Story } from './story.ts';

/* Files come onto the canvas by dropping and by choosing; what fails on the way says so, and what is left stays. */

let story: Story;
const folder = mkdtempSync(join(tmpdir(), 'dealbell-media-'));
const files: Record<'tour' | 'logo' | 'offer' | 'notes', Given> = {
  tour: { name: 'tour.webm', mimeType: 'video/webm', buffer: Buffer.alloc(0) },
  logo: {
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: PNG.sync.write(new PNG({ width: 40, height: 20 })),
  },
  offer: { name: 'offer.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF\n') },
  notes: { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('call them') },
};
type Given = { name: string; mimeType: string; buffer: Buffer };

beforeAll(async () => {
  execFileSync(ffmpegPath(folder), [
    ...['-loglevel', 'error', '-f', 'lavfi', '-i', 'testsrc=size=160x90:rate=10:duration=1'],
    ...['-c:v', 'libvpx', '-pix_fmt', 'yuv420p', join(folder, 'tour.webm')],
  ]);
  files.tour.buffer = readFileSync(join(folder, 'tour.webm'));
  story = await Story.begin();
});
afterAll(async () => {
  await story?.end();
  rmSync(folder, { recursive: true, force: true });
});

const uploads = '**/api/content/assets/uploads?*';
const stored = () => story.caller.ask<ProjectWithElements>('GET', `/content/projects/${story.projectId}`);

async function saysOnce(sentence: string): Promise<void> {
  const said = story.page.getByRole('alert').getByText(sentence, { exact: true });
  await said.waitFor();
  expect(await said.count()).toBe(1);
  expect(await story.page.getByRole('alert').count()).toBe(1);
}

/** Drops files on the middle of the canvas, as from the desktop. */
const drop = (...given: readonly Given[]) =>
  story.canvas.evaluate(
    (area, list) => {
      const dataTransfer = new DataTransfer();
      for (const { name, mimeType, bytes } of list)
        dataTransfer.items.add(new File([Uint8Array.from(bytes)], name, { type: mimeType }));
      const { left, top, width, height } = area.getBoundingClientRect();
      const at = { clientX: left + width / 2, clientY: top + height / 2, bubbles: true, cancelable: true };
      area.dispatchEvent(new DragEvent('dragover', { ...at, dataTransfer }));
      area.dispatchEvent(new DragEvent('drop', { ...at, dataTransfer }));
    },
    given.map(({ name, mimeType, buffer }) => ({ name, mimeType, bytes: [...buffer] })),
  );

async function save(): Promise<void> {
  await story.canvas.focus();
  await story.page.keyboard.press('Control+s');
  await story.page.getByText('Unsaved', { exact: true }).waitFor({ state: 'detached' });
}

describe('a video dropped on the canvas', () => {
  it('is shown at once, and gets its lasting address when it has arrived', async () => {
    const { page } = story;
    await story.open();
    let arrive: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route(uploads, async (route) => {
      await held;
      await route.continue();
    });
    await drop(files.tour);
    await story.has(1);
    await saysOnce('Video "tour.webm" dropped! Use Properties panel to upload permanently.');
    arrive();
    await saysOnce('Video uploaded successfully!');
    await page.unroute(uploads);
    await save();
    const [video] = (await stored()).elements;
    expect(video).toMatchObject({ elementType: 'video', assetId: expect.stringMatching(/^ast_/) });
    expect(video!.properties.src).toMatch(/\/media\/.*webm$/);
    // One step: undoing takes the video away, and redoing brings the uploaded one back.
    await page.keyboard.press('Control+z');
    await story.has(0);
    await page.keyboard.press('Control+Shift+z');
    await save();
    expect((await stored()).elements[0]!.properties.src).toMatch(/\/media\//);
  });

  it('stays as a local preview when the upload fails', async () => {
    const { page } = story;
    await story.open();
    await page.route(uploads, (route) => route.abort());
    await drop(files.tour);
    await story.has(1);
    await saysOnce('Failed to upload video. Please try again.');
    await page.getByText('Using local preview (video will need to be re-uploaded on save)').waitFor();
    await page.unroute(uploads);
    await story.tab('Properties');
    expect(await story.properties.getByLabel('Video address').inputValue()).toMatch(/^blob:/);
  });

  it('is told when it is none', async () => {
    await story.open();
    await drop({ ...files.notes, name: 'tour.mp4' });
    await saysOnce('Please drop a valid video file (MP4, WebM, OGV)');
    await drop({ ...files.notes, name: 'setup.mp4', mimeType: 'video/mp4' });
    await story.says('Please drop a valid video file (MP4, WebM, OGV)');
    await story.has(0);
  });
});

describe('other files dropped on the canvas', () => {
  it('all come to lie there, each in its place', async () => {
    await story.open();
    await drop(files.logo, { ...files.logo, name: 'second.png' });
    await story.has(2);
    await save();
    // Whichever is loaded first comes first.
    const [left, right] = (await stored()).elements.map(({ position }) => position.x).sort((a, b) => a - b);
    expect(right! - left!).toBe(40);
    await story.says(/\.png added to canvas|Project saved/);
  });

  it('that cannot be uploaded say so', async () => {
    const { page } = story;
    await page.route(uploads, (route) => route.abort(), { times: 1 });
    await drop(files.logo);
    await saysOnce('Failed to add asset to canvas');
    await story.has(2);
  });

  it('that cannot lie there say so', async () => {
    await drop(files.offer);
    await saysOnce('Asset type "document" is not supported yet');
    await story.has(2);
  });
});

describe('a video chosen in the properties', () => {
  const choose = (given: Given) => story.properties.locator('input[type=file]').first().setInputFiles(given);

  it('has to be one', async () => {
    await story.open([drawn('video', 100, 100)]);
    await story.page.keyboard.press('Control+a');
    await story.tab('Properties');
    await choose(files.notes);
    await saysOnce('Please select a video file');
  });

  it('says that it is uploading, and that it has arrived', async () => {
    const { page } = story;
    let arrive: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route(uploads, async (route) => {
      await held;
      await route.continue();
    });
    await choose(files.tour);
    await saysOnce('Uploading video...');
    arrive();
    await saysOnce('Video uploaded successfully!');
    await page.unroute(uploads);
    expect(await story.properties.getByLabel('Video address').inputValue()).toMatch(/\/media\//);
  });

  it('keeps a local preview when it does not arrive', async () => {
    const { page } = story;
    await page.route(uploads, (route) => route.abort(), { times: 1 });
    await choose(files.tour);
    await saysOnce('Failed to upload video. Please try again.');
    await page.getByText('Using local preview (video will need to be re-uploaded on save)').waitFor();
    expect(await story.properties.getByLabel('Video address').inputValue()).toMatch(/^blob:/);
  });

  it('can be one of the library', async () => {
    await story.properties.getByRole('button', { name: 'Use tour.webm' }).first().click();
    await saysOnce('Selected video: tour.webm');
    await expectAccessible(story.page);
  });
});

describe('an image chosen in the properties', () => {
  it('has to be one, and an address has to say something', async () => {
    await story.open([drawn('image', 100, 100, { properties: { src: '/media/kept.png' } })]);
    await story.page.keyboard.press('Control+a');
    await story.tab('Properties');
    await story.properties.locator('input[type=file]').first().setInputFiles(files.notes);
    await saysOnce('Please select an image file');
    const address = story.properties.getByLabel('Image address');
    await address.fill('   ');
    await address.press('Enter');
    expect(await address.inputValue()).toBe('/media/kept.png');
  });
});

describe('the asset library', () => {
  it('takes the rest of a batch when one of it fails, and puts no document on the canvas', async () => {
    const { page } = story;
    await story.open();
    await story.tab('Assets');
    const fake = { ...files.notes, name: 'fake.png', mimeType: 'image/png' };
    await page
      .getByRole('tabpanel', { name: 'Assets' })
      .locator('input[type=file]')
      .setInputFiles([{ ...files.logo, name: 'first.png' }, fake, files.offer]);
    await page.getByRole('button', { name: 'Add first.png to the canvas' }).waitFor();
    await page.getByRole('button', { name: 'Add offer.pdf to the canvas' }).click();
    await saysOnce('Asset type "document" is not supported yet');
    expect(await page.getByRole('button', { name: 'Add fake.png to the canvas' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Add first.png to the canvas' }).click();
    await saysOnce('first.png added to canvas');
  });

  it('only logs that a video has no picture', async () => {
    const { page } = story;
    const logged = page.waitForEvent('console', (message) =>
      message.text().startsWith('No thumbnail could be made of a video.'),
    );
    // Its first bytes are those of a video, and nothing follows.
    const broken = { ...files.tour, name: 'broken.webm', buffer: files.tour.buffer.subarray(0, 300) };
    await page.getByRole('tabpanel', { name: 'Assets' }).locator('input[type=file]').setInputFiles(broken);
    expect((await logged).type()).toBe('warning');
    await page.getByRole('button', { name: 'Add broken.webm to the canvas' }).waitFor();
    expect(
      await page
        .getByRole('alert')
        .getByText(/thumbnail/i)
        .count(),
    ).toBe(0);
  });
});

it('threw nothing on the way', () => story.threwNothing());

it('shows a frame of a video on the canvas, and its poster instead where it has one', async () => {
  const film = join(folder, 'green.webm');
  execFileSync(ffmpegPath(folder), [
    ...['-loglevel', 'error', '-f', 'lavfi', '-i', 'color=c=0x00a000:size=160x90:rate=10:duration=2'],
    ...['-c:v', 'libvpx', '-pix_fmt', 'yuv420p', film],
  ]);
  const src = `data:video/webm;base64,${readFileSync(film).toString('base64')}`;
  const red = PNG.sync.write(
    Object.assign(new PNG({ width: 1, height: 1 }), { data: Buffer.from([200, 0, 0, 255]) }),
  );
  const poster = `data:image/png;base64,${red.toString('base64')}`;
  const plain = { src, controls: false };
  await story.open([
    drawn('video', 0, 0, { properties: plain }),
    drawn('video', 800, 0, { properties: { ...plain, poster, objectFit: 'fill' } }),
  ]);
  const colourAt = async (x: number, y: number) => {
    const at = await story.at(x, y);
    const area = (await story.canvas.boundingBox())!;
    return story.canvas
      .locator('canvas')
      .first()
      .evaluate(
        (canvas: HTMLCanvasElement, [left, top]) => {
          const ratio = canvas.width / canvas.clientWidth;
          return [
            ...canvas
              .getContext('2d')!
              .getImageData(left! * ratio, top! * ratio, 1, 1)
              .data.slice(0, 3),
          ];
        },
        [at.x - area.x, at.y - area.y],
      );
  };
  await eventually(async () => {
    const [r, g, b] = await colourAt(320, 180);
    expect(r! < 40 && g! > 130 && b! < 40).toBe(true);
    expect((await colourAt(1120, 180))[0]).toBeGreaterThan(170);
  });
});
