import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible } from '#tests/support/browser.ts';
import { eventually } from '#tests/support/eventually.ts';
import { drawn, Story } from './story.ts';

/* Lines, shapes and icons on the canvas. PICTURES=<folder> keeps pictures. */

let story: Story;
beforeAll(async () => {
  story = await Story.begin();
});
afterAll(() => story?.end());

const openTab = (name: string) => story.properties.getByRole('tab', { name, exact: true }).click();
const field = (name: string) => story.properties.getByLabel(name, { exact: true });

it('an icon is searched, chosen and saved with its own paths', async () => {
  const { page } = story;
  await story.open([drawn('icon', 300, 300, { size: { width: 240, height: 240 } })]);
  await page.keyboard.press('Tab');
  await story.tab('Properties');
  await field('Icon: star').click();
  const picker = page.getByRole('dialog', { name: /^Icon: / });
  await picker.getByText(/^84 of [\d,]+ icons$/).waitFor();
  await picker.getByLabel('Search icons').fill('phone call');
  await picker.getByRole('button', { name: 'phone call', exact: true }).waitFor();
  await expectAccessible(page);
  await story.picture('icon-picker');
  await picker.getByRole('button', { name: 'phone call', exact: true }).click();
  await field('Icon: phone-call').waitFor();
  await story.canvas.focus();
  await page.keyboard.press('Control+s');
  await story.says('Project saved successfully!');
  const { elements } = await story.caller.ask<{
    elements: { properties: { icon: { name: string; outline: string } } }[];
  }>('GET', `/content/projects/${story.projectId}/elements`);
  expect(elements[0]!.properties.icon.name).toBe('phone-call');
  expect(elements[0]!.properties.icon.outline).toMatch(/^M0 0M/);
});

it('a line is pulled at its end', async () => {
  const { page } = story;
  const shapes = ['heart', 'speech-bubble', 'block-arrow', 'hexagon', 'cross', 'chevron'];
  await story.open([
    drawn('arrow', 300, 300, { properties: { weight: 8, dash: 'dashed' } }),
    ...shapes.map((shape, index) =>
      drawn('shape', 100 + index * 280, 640, { properties: { shape, cornerRadius: index === 1 ? 12 : 0 } }),
    ),
  ]);
  await page.keyboard.press('Tab');
  await story.selected('Arrow');
  const end = await story.at(600, 312);
  const to = await story.at(300, 612);
  await page.mouse.move(end.x, end.y);
  await page.mouse.down();
  await page.keyboard.down('Shift');
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await story.tab('Properties');
  await openTab('Layout');
  await eventually(async () => expect(await field('Rotation °').inputValue()).toBe('90'));
  await story.picture('line-and-shapes');
  story.threwNothing();
});
