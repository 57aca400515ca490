import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProjectWithElements } from '#shared/api/content.ts';
import { contentLimits } from '#shared/model/content.ts';
import { drawn, Story } from './story.ts';

/* What must not come in, or must not run when it does: a sentence for each, and nothing executed. */

let story: Story;
const folder = mkdtempSync(join(tmpdir(), 'dealbell-bad-'));
/** How many files the server was asked to take. */
let asked = 0;

beforeAll(async () => {
  writeFiles();
  story = await Story.begin();
  story.page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('/content/assets/uploads')) asked += 1;
  });
  await story.open();
  await story.tab('Assets');
});
afterAll(async () => {
  await story?.end();
  rmSync(folder, { recursive: true, force: true });
});

const stored = () => story.caller.ask<ProjectWithElements>('GET', `/content/projects/${story.projectId}`);
const panel = () => story.page.getByRole('tabpanel', { name: 'Assets' });
const choose = (name: string) => panel().locator('input[type=file]').setInputFiles(join(folder, name));
const executed = () =>
  Promise.all(story.page.frames().map((frame) => frame.evaluate('window.pwned').catch(() => undefined)));

const script = '<script>window.pwned = 1; parent.pwned = 1; top.pwned = 1</script>';

function writeFiles(): void {
  const write = (name: string, content: string | Buffer) => writeFileSync(join(folder, name), content);
  write('large.mp4', '');
  // Sparse: it takes no room on the disk.
  truncateSync(join(folder, 'large.mp4'), contentLimits.upload.video + 1);
  write('setup.png', Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), Buffer.alloc(2_000)]));
  write(
    'badge.svg',
    `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40" onload="window.pwned = 2">${script}` +
      '<rect width="80" height="40" fill="#f59e0b"/></svg>',
  );
  write('empty.png', '');
  write('poster.png', png(12_000, 12_000));
}

/** A PNG of one colour, with one bit for each px. */
function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const check = Buffer.alloc(4);
    check.writeUInt32BE(crc(body));
    return Buffer.concat([length, body, check]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function crc(bytes: Buffer): number {
  let value = ~0;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return ~value >>> 0;
}

describe('a file', () => {
  it('of 100 MB and a byte is told how large a video may be, and is not sent', async () => {
    await choose('large.mp4');
    await story.says('Video file is too large. Maximum size is 100MB.');
    expect(asked).toBe(0);
  });

  it('without a byte is told that it is empty', async () => {
    await choose('empty.png');
    await story.says('"empty.png" is empty.');
    expect(asked).toBe(0);
  });

  it('of 12,000 × 12,000 px is told how large an image may be, and is not sent', async () => {
    await choose('poster.png');
    await story.says(
      '"poster.png" is 12000 × 12000 px. An image may have 10000 px on a side and 64 megapixels at most.',
    );
    expect(asked).toBe(0);
  });

  it('that is a program under the name of an image is looked into, and refused', async () => {
    await choose('setup.png');
    await story.says(
      'This file is not an image, video, audio, PDF, DOC or DOCX file, whatever its name says.',
    );
    expect(asked).toBe(1);
    expect(await panel().getByRole('button', { name: 'Add setup.png to the canvas' }).count()).toBe(0);
  });

  it('that is a drawing with a script is an image in which nothing runs, wherever it is opened', async () => {
    const { page } = story;
    await choose('badge.svg');
    await panel().getByRole('button', { name: 'Add badge.svg to the canvas' }).click();
    await story.says('badge.svg added to canvas');
    await page.keyboard.press('Control+s');
    await page.getByText('Unsaved', { exact: true }).waitFor({ state: 'detached' });
    const [image] = (await stored()).elements;
    expect(await executed()).toEqual([undefined]);
    // Opened by itself, as somebody does who was sent its address.
    const alone = await story.visit.context.newPage();
    await alone.goto(String(image!.properties.src));
    expect(await alone.evaluate('window.pwned')).toBeUndefined();
    await alone.close();
  });
});

describe('a canvas', () => {
  it.each([
    ['99', '100 × 1080'],
    ['10001', '10000 × 1080'],
  ])('of %s px becomes one within the bounds', async (typed, size) => {
    const { page } = story;
    await story.toolbar.getByRole('button', { name: /^Canvas size/ }).click();
    const width = page.getByLabel('Width', { exact: true });
    await width.fill(typed);
    await width.press('Enter');
    await story.toolbar
      .getByRole('button', { name: /^Canvas size/ })
      .getByText(size)
      .waitFor();
    await page.keyboard.press('Escape');
  });

  it.each([
    [99, 'canvasSize.width: At least 100.'],
    [10_001, 'canvasSize.width: At most 10,000.'],
  ])('of %i px is refused by the server', async (width, error) => {
    const { product, caller } = story;
    const answer = await product.call('POST', '/content/projects', {
      body: { name: 'Odd', canvasSize: { width, height: 500 } },
      token: caller.token,
    });
    expect(answer).toMatchObject({ status: 400, body: { error } });
  });
});

describe('a layer order', () => {
  it('is a whole number from 0', async () => {
    const { page } = story;
    await story.open([drawn('shape', 100, 100)]);
    await page.keyboard.press('Control+a');
    await story.tab('Properties');
    await story.properties.getByRole('tab', { name: 'Layout' }).click();
    const order = story.properties.getByLabel('Layer order');
    // Set, as a program for dictation does it: the input kept the caret of what was bounded, and dropped what came next.
    for (const key of ['Enter', 'Tab']) {
      await order.fill('-300');
      await order.press(key);
      await expect.poll(() => order.inputValue()).toBe('0');
      await order.fill('2.6');
      await order.press(key);
      await expect.poll(() => order.inputValue()).toBe('3');
    }
    await story.canvas.focus();
    await page.keyboard.press('Control+s');
    await story.says('Project saved successfully!');
    expect((await stored()).elements).toMatchObject([{ layerOrder: 3 }]);
  });
});

describe('pasted text', () => {
  const paste = (data: Record<string, string>) =>
    story.canvas.evaluate((area, given) => {
      const clipboardData = new DataTransfer();
      for (const [type, text] of Object.entries(given)) clipboardData.setData(type, text);
      area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, data);
  const words = async () => {
    await story.tab('Properties');
    return story.properties.getByLabel('Text', { exact: true }).inputValue();
  };

  it('with markup and scripts is its words', async () => {
    await story.open();
    await paste({
      'text/html':
        `<h1>Sale</h1>${script}<img src=x onerror="window.pwned = 3"><a href="javascript:window.pwned = 4">today</a>` +
        '<iframe srcdoc="<script>parent.pwned = 5</script>"></iframe><svg onload="window.pwned = 6"></svg>',
    });
    await story.has(1);
    expect((await words()).replace(/\s+/g, ' ').trim()).toBe('Sale today');
    expect(await executed()).toEqual([undefined]);
  });

  it('of 100,000 characters is cut to what a text holds, and says so', async () => {
    await story.canvas.focus();
    await paste({ 'text/plain': 'Deal! '.repeat(20_000).slice(0, 100_000) });
    await story.says(`Only the first ${contentLimits.textLength} characters were pasted.`);
    await story.has(2);
    expect(await words()).toHaveLength(contentLimits.textLength);
    await story.canvas.focus();
    await story.page.keyboard.press('Control+s');
    await story.says('Project saved successfully!');
  });

  it('of 100,000 characters is cut where it is typed, too, and refused by the server', async () => {
    const { product, caller, projectId } = story;
    const [element] = (await stored()).elements;
    const field = story.properties.getByLabel('Text', { exact: true });
    await field.fill('');
    await field.evaluate((area: HTMLTextAreaElement) => area.focus());
    await story.page.keyboard.insertText('x'.repeat(100_000));
    expect((await field.inputValue()).length).toBeLessThanOrEqual(contentLimits.textLength);
    const answer = await product.call('PUT', `/content/projects/${projectId}/elements`, {
      body: {
        edits: [
          {
            op: 'update',
            id: element!.id,
            version: element!.version,
            patch: { properties: { ...element!.properties, text: 'x'.repeat(100_000) } },
          },
        ],
      },
      token: caller.token,
    });
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringMatching(/^.{10,}$/) } });
  });
});

it('threw nothing on the way', () => story.threwNothing());
