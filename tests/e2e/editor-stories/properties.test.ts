import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ffmpegPath } from '#infra/local/mediaconvert/ffmpeg.ts';
import { editorConstants } from '#shared/model/editor-constants.ts';
import { elementTypes } from '#shared/scene/registry.ts';
import { expectAccessible } from '#tests/support/browser.ts';
import { drawn, Story } from './story.ts';

/* The properties: four tabs for every type of element, pickers, layers, and where pictures and videos come from. */

let story: Story;
const folder = mkdtempSync(join(tmpdir(), 'dealbell-properties-'));
const clip = join(folder, 'tour.webm');
beforeAll(async () => {
  execFileSync(ffmpegPath(folder), [
    ...['-loglevel', 'error', '-f', 'lavfi', '-i', 'testsrc=size=160x90:rate=5:duration=1'],
    ...['-c:v', 'libvpx', '-pix_fmt', 'yuv420p', clip],
  ]);
  writeFileSync(join(folder, 'notes.txt'), 'not a video');
  story = await Story.begin();
});
afterAll(async () => {
  await story?.end();
  rmSync(folder, { recursive: true, force: true });
});

const tab = (name: string) => story.properties.getByRole('tab', { name, exact: true });
const field = (name: string) => story.properties.getByLabel(name, { exact: true });
/** Pictures of other hosts come through the image proxy. */
const picturesElsewhere = '**/api/proxy/image?*';
const selectAll = async () => {
  await story.canvas.focus();
  await story.page.keyboard.press('Control+a');
  await story.selection.waitFor();
};

it('says that nothing is selected', async () => {
  await story.open([
    drawn('text', 100, 100),
    drawn('shape', 100, 100),
    drawn('button', 900, 600, { properties: { text: 'Call us' } }),
  ]);
  await story.tab('Properties');
  await story.properties.getByText('No Element Selected').waitFor();
  await expectAccessible(story.page);
});

it('has Content, Style, Layout and Effects, and points to the layers in Layout', async () => {
  await selectAll();
  await story.properties.getByText('These elements are of different types.', { exact: false }).waitFor();
  await story.select('Call us');
  expect(await story.properties.getByRole('tab').allInnerTexts()).toEqual([
    'Content',
    'Style',
    'Layout',
    'Effects',
  ]);
  for (const name of ['Content', 'Style', 'Effects']) {
    await tab(name).click();
    await expectAccessible(story.page);
  }
  await story.properties.getByRole('button', { name: 'Layers' }).click();
  await story.says('Layer controls in Layout tab below!');
  expect(await tab('Layout').getAttribute('aria-selected')).toBe('true');
  await expectAccessible(story.page);
});

it('moves through the layers, and disables what leads no further', async () => {
  const { properties } = story;
  const button = (name: string) => properties.getByRole('button', { name, exact: true });
  await story.select('Shape');
  await tab('Layout').click();
  await button('Bring forward').click();
  await story.says('Moved forward');
  expect(await button('Bring forward').isDisabled()).toBe(true);
  await button('Bring to front').click();
  await story.says('Already at the front');
  await button('Send to back').click();
  await story.says('Moved to back');
  expect(await button('Send backward').isDisabled()).toBe(true);
  await button('Send to back').click();
  await story.says('Already at the back');
  await button('Bring to front').click();
  await story.says('Moved to front');
  await button('Send backward').click();
  await story.says('Moved backward');
});

it('picks colours and fonts in popovers', async () => {
  const { page } = story;
  await story.select('Your text here');
  await tab('Style').click();
  await field('Font').click();
  const options = page.getByRole('listbox');
  for (const group of ['Sans serif', 'Serif', 'Display', 'Monospace', 'Handwriting', 'Decorative'])
    await options.getByText(group, { exact: true }).waitFor();
  await expectAccessible(page);
  await field('Font').fill('Oswald');
  await page.getByRole('option', { name: 'Oswald', exact: true }).click();
  expect(await field('Font').inputValue()).toBe('Oswald');
  const color = story.properties.getByRole('textbox', { name: /colou?r/i }).first();
  await color.click();
  await page.locator('.mantine-ColorInput-dropdown').waitFor();
  await expectAccessible(page);
  await color.fill('#12ab34');
  await color.press('Enter');
  expect(await color.inputValue()).toMatch(/^#12ab34/i);
});

it('checks the address of an image for 5 s, and keeps it when nothing answers', async () => {
  const { page } = story;
  await story.open([drawn('image', 100, 100)]);
  await story.tab('Properties');
  await selectAll();
  await page.route(picturesElsewhere, (route) =>
    route.request().url().includes('slow.png') ? undefined : route.abort(),
  );
  const address = field('Image address');
  await address.fill('https://pictures.dealbell.test/gone.png');
  await address.press('Enter');
  await story.says('No image was found at this address');
  expect(await address.inputValue()).toBe('https://pictures.dealbell.test/gone.png');
  await story.selection.getByRole('button', { name: 'Retry loading the image' }).waitFor();
  await expectAccessible(page);
  await page.clock.install();
  await address.fill('https://pictures.dealbell.test/slow.png');
  await address.press('Enter');
  await story.properties.getByLabel('Checking the image').waitFor();
  await page.clock.fastForward(editorConstants.imageCheck);
  await story.properties.getByLabel('Checking the image').waitFor({ state: 'detached' });
  await story.says('The address is kept all the same.');
  expect(await address.inputValue()).toBe('https://pictures.dealbell.test/slow.png');
  await address.fill('   ');
  await address.press('Enter');
  expect(await address.inputValue()).toBe('https://pictures.dealbell.test/slow.png');
});

it('loads a picture again by Retry', async () => {
  const { page } = story;
  await field('Image address').fill('https://pictures.dealbell.test/late.png');
  await field('Image address').press('Enter');
  const retry = story.selection.getByRole('button', { name: 'Retry loading the image' });
  await retry.waitFor();
  await page.unroute(picturesElsewhere);
  await page.route(picturesElsewhere, (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30"/></svg>',
    }),
  );
  await retry.click();
  await retry.waitFor({ state: 'detached' });
});

it('opens the video upload by its window event, and takes videos only', async () => {
  const { page } = story;
  await story.open([drawn('video', 100, 100)]);
  await story.tab('Properties');
  await selectAll();
  await field('Video address').waitFor();
  const choose = async (file: string) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.evaluate(() => window.dispatchEvent(new Event('trigger-video-upload'))),
    ]);
    await chooser.setFiles(file);
  };
  await choose(join(folder, 'notes.txt'));
  await story.says('Please select a video file');
  await choose(clip);
  await story.says('Video uploaded successfully!');
  expect(await field('Video address').inputValue()).toMatch(/\/media\//);
});

it('has a form for every type of element', async () => {
  await story.open(elementTypes.map(({ type }, index) => drawn(type, (index % 8) * 200, index * 20)));
  await story.tab('Properties');
  const categories = new Set<string>();
  for (const { label, category, form } of elementTypes) {
    await story.canvas.focus();
    await story.page.keyboard.press('Alt+ArrowDown');
    await story.selected(label);
    const content = story.properties.getByRole('tabpanel', { name: 'Content' });
    if (form.some(({ tab: where, showWhen }) => where === 'content' && !showWhen))
      await content
        .locator('input:visible, textarea:visible, button:visible, label:visible, [role=slider]')
        .first()
        .waitFor();
    else await content.getByText('Nothing to set here for this element.').waitFor();
    if (categories.has(category)) continue;
    categories.add(category);
    if (['Charts', 'Media', 'Forms'].includes(category)) await expectAccessible(story.page);
    for (const name of ['Style', 'Layout', 'Effects', 'Content']) {
      await tab(name).click();
      await story.properties.getByRole('tabpanel', { name }).waitFor();
    }
  }
});

it('threw nothing and broke no content security policy on the way', () => story.threwNothing());
