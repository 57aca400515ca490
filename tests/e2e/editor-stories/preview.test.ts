import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible } from '#tests/support/browser.ts';
import { drawn, Story } from './story.ts';

/* The preview: devices, bounds, sample data, and what does not load. */

let story: Story;
beforeAll(async () => {
  story = await Story.begin();
  await story.visit.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await story.open([
    drawn('shape', 400, 300, {
      size: { width: 200, height: 100 },
      properties: { shape: 'rectangle', fillType: 'solid', fill: '#000000' },
    }),
  ]);
  await story.page.getByRole('button', { name: 'Preview', exact: true }).click();
});
afterAll(() => story?.end());

const dialog = () => story.page.getByRole('dialog', { name: 'Preview' });
const picture = () => dialog().getByRole('img', { name: 'Preview' });
const shown = async () => {
  const { width, height } = (await picture().boundingBox())!;
  return [Math.round(width), Math.round(height)];
};

it('is the canvas at 60 % of the window at the most, and says size and scale', async () => {
  // 1440 × 900: 864 wide at the most, 540 high; 1920 × 1080 then is 864 × 486.
  await dialog().getByText('1920 × 1080, 45 %').waitFor();
  expect(await shown()).toEqual([864, 486]);
  await expectAccessible(story.page);
});

it('is never larger than 1200 × 800 on a large screen', async () => {
  await story.page.setViewportSize({ width: 2560, height: 1440 });
  await expect.poll(shown).toEqual([1200, 675]);
  await story.page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(shown).toEqual([864, 486]);
});

it('has a tablet of 768 × 1024 and a phone of 375 × 667', async () => {
  await story.choose(dialog(), 'Tablet');
  await dialog().getByText('768 × 1024, 53 %').waitFor();
  await story.choose(dialog(), 'Mobile');
  await dialog().getByText('375 × 667, 81 %').waitFor();
  await story.choose(dialog(), 'Desktop');
});

it('shows what is exported with 20 px around, and the whole canvas again', async () => {
  await dialog().getByRole('button', { name: 'Export Bounds' }).click();
  await dialog().getByText('240 × 140, 100 %').waitFor();
  await dialog().getByRole('button', { name: 'Center Content' }).click();
  await dialog().getByText('1920 × 1080, 45 %').waitFor();
});

it('fills in sample data of a lead, a call and a company, and lists five variables to copy', async () => {
  const tab = (name: string) => dialog().getByRole('tab', { name }).click();
  expect(await dialog().getByLabel('Name', { exact: true }).inputValue()).not.toBe('');
  for (const label of ['Phone', 'Email']) await dialog().getByLabel(label, { exact: true }).waitFor();
  await tab('Call');
  for (const label of ['Status', 'Duration in seconds']) await dialog().getByLabel(label).waitFor();
  await expectAccessible(story.page);
  await tab('Company');
  await dialog().getByLabel('Company name').waitFor();
  for (const name of ['lead.name', 'lead.phone', 'lead.email', 'call.status', 'company.name'])
    await dialog().getByRole('button', { name }).waitFor();
  await dialog().getByRole('button', { name: 'lead.email' }).click();
  await story.says('Copied to clipboard');
  expect(await story.page.evaluate(() => navigator.clipboard.readText())).toBe('{lead.email}');
});

it('leads on to exporting and to publishing', async () => {
  await dialog().getByRole('button', { name: 'Export', exact: true }).click();
  await story.page.getByRole('dialog', { name: 'Export' }).waitFor();
  await story.page.keyboard.press('Escape');
  await story.page.getByRole('button', { name: 'Preview', exact: true }).click();
  await dialog().getByRole('button', { name: 'Share' }).click();
  await story.page.getByRole('dialog', { name: 'Publish' }).waitFor();
});

it('draws the words of the sample lead', async () => {
  await story.open([
    drawn('text', 100, 100, {
      properties: { text: '{lead.name}' },
      size: { width: 900, height: 200 },
      styles: { fontSize: 120 },
    }),
  ]);
  await story.page.getByRole('button', { name: 'Preview', exact: true }).click();
  const pixels = () => picture().evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  await dialog().getByLabel('Name', { exact: true }).fill('Ida');
  // Drawn once more with the same words, as when the font has come, it is the same picture.
  let before = '';
  await expect
    .poll(async () => {
      const last = before;
      before = await pixels();
      return before === last;
    })
    .toBe(true);
  await dialog().getByLabel('Name', { exact: true }).fill('Bartholomew Longwood');
  await expect.poll(pixels).not.toBe(before);
});

it('leaves out images and videos that do not load', async () => {
  const nowhere = `${story.product.origin}/media/1/no-such-file`;
  await story.open([
    drawn('image', 100, 100, { properties: { src: `${nowhere}.png` } }),
    drawn('standard_photo', 600, 100, { properties: { imageUrl: `${nowhere}.jpg` } }),
    drawn('video', 100, 600, { properties: { src: `${nowhere}.mp4` } }),
    drawn('shape', 1200, 100),
  ]);
  await story.page.getByRole('button', { name: 'Preview', exact: true }).click();
  await dialog().getByText('3 elements are left out: their images or videos do not load.').waitFor();
  await expect
    .poll(() =>
      picture().evaluate((canvas: HTMLCanvasElement) => {
        const scale = canvas.width / 1920;
        const at = (x: number, y: number) => [
          ...canvas
            .getContext('2d')!
            .getImageData(x * scale, y * scale, 1, 1)
            .data.slice(0, 3),
        ];
        return [at(300, 250), at(800, 250), at(400, 780)];
      }),
    )
    .toEqual(Array(3).fill([255, 255, 255]));
});

it('is a whole page on a phone', async () => {
  await story.page.setViewportSize({ width: 390, height: 844 });
  await dialog().getByText(/ %$/).waitFor();
  // The dialog grows into its new place.
  await expect
    .poll(async () => {
      const { width, height } = (await dialog().boundingBox())!;
      return [width, height];
    })
    .toEqual([390, 844]);
  expect((await shown())[0]).toBeLessThanOrEqual(350);
  expect(await story.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(story.page);
});

it('threw nothing and broke no content security policy on the way', () => story.threwNothing());
