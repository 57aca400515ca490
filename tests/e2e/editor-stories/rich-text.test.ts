import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JsonMap } from '#shared/model/bounded-map.ts';
import type { Element } from '#shared/model/content.ts';
import { expectAccessible } from '#tests/support/browser.ts';
import { eventually } from '#tests/support/eventually.ts';
import { drawn, Story } from './story.ts';

/* One text of several styles, typed and styled in place. */

let story: Story;
beforeAll(async () => {
  story = await Story.begin();
});
afterAll(() => story?.end());

const field = () => story.canvas.getByRole('textbox', { name: 'Text' });
const bar = () => story.page.getByRole('group', { name: 'Style of the selected letters' });
const button = (name: string) => bar().getByRole('button', { name, exact: true });
const pressed = (name: string) => button(name).getAttribute('aria-pressed');

async function type(text = 'Save today', changes: Partial<Element> = {}): Promise<void> {
  await story.open([
    drawn('text', 400, 300, {
      size: { width: 700, height: 200 },
      styles: { fontFamily: 'Inter', fontSize: 60, fontWeight: 400, lineHeight: 1.3, color: '#111827' },
      ...changes,
      properties: { text, ...changes.properties },
    }),
  ]);
  const place = await story.at(750, 340);
  await story.page.mouse.dblclick(place.x, place.y);
  await field().waitFor();
}

/** Selects characters by the keyboard. */
async function mark(from: number, to: number): Promise<void> {
  const { keyboard } = story.page;
  await keyboard.press('Control+Home');
  for (let at = 0; at < from; at++) await keyboard.press('ArrowRight');
  for (let at = from; at < to; at++) await keyboard.press('Shift+ArrowRight');
}

/** What is kept of the text after saving. */
async function saved(): Promise<{ text: string; runs: unknown[] }> {
  await story.page.keyboard.press('Escape');
  await story.canvas.focus();
  await story.page.keyboard.press('Control+s');
  await story.says('Project saved successfully!');
  const { elements } = await story.caller.ask<{ elements: Element[] }>(
    'GET',
    `/content/projects/${story.projectId}/elements`,
  );
  const { text, runs } = elements[0]!.properties;
  return { text: String(text), runs: runs as unknown[] };
}

it('gives a word its own weight, slant, line, colour, size and font, kept with the project', async () => {
  const { page } = story;
  await type();
  await mark(5, 10);
  await page.keyboard.press('Control+b');
  await page.keyboard.press('Control+i');
  await page.keyboard.press('Control+u');
  expect([await pressed('Bold'), await pressed('Italic'), await pressed('Underline')]).toEqual(
    Array.from({ length: 3 }, () => 'true'),
  );
  await button('Strike through').click();
  await bar().getByLabel('Size in px').fill('90');
  await page.keyboard.press('Enter');
  await button('Colour of the letters').click();
  // Letter by letter, as a hand types it, and gone at once.
  const color = page.getByLabel('Colour as CSS writes it');
  await color.press('Control+a');
  await color.pressSequentially('#d6336c');
  await page.keyboard.press('Escape');

  await expectAccessible(page);
  // What was selected is selected again.
  expect(await bar().getByLabel('Size in px').inputValue()).toBe('90');
  await mark(0, 4);
  expect(await pressed('Bold')).toBe('false');
  expect(await saved()).toEqual({
    text: 'Save today',
    runs: [
      {
        start: 5,
        end: 10,
        weight: 700,
        italic: true,
        underline: true,
        strike: true,
        color: '#d6336c',
        scale: 1.5,
      },
    ],
  });
  story.threwNothing();
});

it('is one step of the history, and has steps of its own while one types', async () => {
  const { page } = story;
  await type('One two');
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' three');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('four');
  expect(await field().innerText()).toBe('One two three\nfour');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  expect(await field().innerText()).toBe('One two three');
  await page.keyboard.press('Control+y');
  await page.keyboard.press('Control+Shift+z');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Control+Backspace');
  expect(await field().innerText()).toBe('One two three\n\n');
  await page.keyboard.type('5');
  expect(await saved()).toEqual({
    text: 'One two three\n5',
    runs: [],
  });
  await page.keyboard.press('Control+z');
  await story.tab('Properties');
  await eventually(async () =>
    expect(await story.properties.getByLabel('Text', { exact: true }).inputValue()).toBe('One two'),
  );
});

it('takes bold, slant and colour of what is pasted, and runs none of it', async () => {
  const { page } = story;
  await type('Now: ');
  await page.keyboard.press('Control+End');
  const html =
    '<meta charset="utf-8"><b style="font-weight:normal"><p>Plain <strong>bold</strong> <i>slanted</i></p>' +
    '<p><span style="color: rgb(214, 51, 108); font-size: 80px; background: url(https://elsewhere.test/x)">red</span></p></b>' +
    '<script>window.stolen = 1</script><img src="x" onerror="window.stolen = 1"><svg onload="window.stolen = 1"></svg>';
  await field().evaluate((element, given) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', given);
    clipboardData.setData('text/plain', 'Plain bold slanted\nred');
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, html);
  expect(await field().locator('script, img, svg, [onerror]').count()).toBe(0);
  expect(await page.evaluate(() => 'stolen' in window)).toBe(false);
  expect(await saved()).toEqual({
    text: 'Now: Plain bold slanted\nred',
    runs: [
      { start: 11, end: 15, weight: 700 },
      { start: 16, end: 23, italic: true },
      { start: 24, end: 27, color: '#d6336c' },
    ],
  });
  story.threwNothing();
});

it('is reached by Tab and by Alt+F10, and Escape leads back to the letters', async () => {
  const { page } = story;
  await type('Keys only');
  await mark(0, 4);
  await page.keyboard.press('Alt+F10');
  expect(await button('Bold').evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  expect(await pressed('Bold')).toBe('true');
  await page.keyboard.press('Escape');
  expect(await field().evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.type('Only');
  await page.keyboard.press('Tab');
  expect(await bar().evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  expect(await saved()).toEqual({ text: 'Only only', runs: [{ start: 0, end: 4, weight: 700 }] });
});

it('stands while one types where the canvas draws it', async () => {
  const { page } = story;
  const runs: JsonMap[] = [
    { start: 0, end: 3, scale: 2, weight: 800 },
    { start: 8, end: 14, italic: true, scale: 0.5 },
  ];
  await type('Big and little in lines that wrap', {
    // As high as its lines: a text that does not fit bears a mark, which would be taken for its dots.
    size: { width: 700, height: 260 },
    properties: { textAlign: 'center', runs },
    styles: { fontFamily: 'Inter', fontSize: 60, lineHeight: 1.2, verticalAlign: 'middle', color: '#111827' },
  });
  const dark = async () => {
    const area = (await story.canvas.boundingBox())!;
    const from = await story.at(400, 300);
    const to = await story.at(1100, 560);
    const clip = { x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y };
    expect(clip.x + clip.width).toBeLessThan(area.x + area.width);
    const png = (await page.screenshot({ clip })).toString('base64');
    // The middle and the spread of the dark dots, in px.
    return page.evaluate(async (given) => {
      const bytes = Uint8Array.from(atob(given), (byte) => byte.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const ctx = canvas.getContext('2d')!;
      ctx.drawImage(bitmap, 0, 0);
      const { data } = ctx.getImageData(0, 0, bitmap.width, bitmap.height);
      const rows = new Array<number>(bitmap.height).fill(0);
      const columns = new Array<number>(bitmap.width).fill(0);
      for (let i = 0; i < data.length; i += 4) {
        if (data[i]! + data[i + 1]! + data[i + 2]! > 240) continue;
        rows[Math.floor(i / 4 / bitmap.width)]! += 1;
        columns[(i / 4) % bitmap.width]! += 1;
      }
      const ends = (sums: number[]) => [sums.findIndex(Boolean), sums.findLastIndex(Boolean)];
      return [...ends(rows), ...ends(columns)];
    }, png);
  };
  await page.keyboard.press('Control+Home');

  const typed = await dark();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await story.page.mouse.move(5, 5);

  await eventually(async () => {
    const shown = await dark();
    for (const [at, edge] of shown.entries()) expect(Math.abs(edge - typed[at]!)).toBeLessThanOrEqual(2);
  });
});
