import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible } from '#tests/support/browser.ts';
import { eventually } from '#tests/support/eventually.ts';
import { drawn, Story } from './story.ts';

/* A group and several elements as one thing, and copies of them. PICTURES=<folder> keeps pictures. */

let story: Story;
beforeAll(async () => {
  story = await Story.begin();
  await story.visit.context.grantPermissions(['clipboard-read', 'clipboard-write']);
});
afterAll(() => story?.end());

const press = (key: string) => story.page.keyboard.press(key);
const field = (name: string) => story.properties.getByLabel(name, { exact: true });
const shows = (values: Record<string, string>) =>
  eventually(async () => {
    for (const [name, value] of Object.entries(values)) expect(await field(name).inputValue()).toBe(value);
  });
const type = async (name: string, value: string) => {
  await field(name).fill(value);
  await press('Enter');
};
const openTab = (name: string) => story.properties.getByRole('tab', { name, exact: true }).click();

it('a group has one place, size and angle, changed as one step', async () => {
  const size = { width: 100, height: 100 };
  await story.open([drawn('shape', 300, 300, { size }), drawn('shape', 500, 400, { size, rotation: 0 })]);
  await press('Control+a');
  await press('Control+Alt+g');
  await story.tab('Properties');
  await openTab('Layout');
  await shows({ X: '300', Y: '300', Width: '300', Height: '200', 'Rotation °': '0' });
  // Its fields are seen without scrolling in a slit.
  expect((await story.properties.getByRole('tabpanel').boundingBox())!.height).toBeGreaterThan(300);
  await type('X', '400');
  await type('Width', '600');
  await shows({ X: '400', Y: '300', Width: '600', Height: '200' });
  await type('Rotation °', '90');
  await shows({ X: '600', Y: '100', Width: '200', Height: '600', 'Rotation °': '90' });
  await expectAccessible(story.page);
  await story.picture('group-layout');
  await story.canvas.focus();
  await press('Control+z');
  await shows({ X: '400', Width: '600', 'Rotation °': '0' });
  await press('Control+z');
  await press('Control+z');
  await shows({ X: '300', Width: '300' });
  await press('Shift+ArrowRight');
  await shows({ X: '310', Width: '300' });
});

it('what differs between several elements says Mixed, and typing sets all', async () => {
  await story.open([
    drawn('button', 300, 300, { properties: { text: 'One' }, rotation: 10 }),
    drawn('button', 600, 300, { properties: { text: 'Two' } }),
  ]);
  await press('Control+a');
  await story.tab('Properties');
  await openTab('Layout');
  expect(await field('Rotation °').getAttribute('placeholder')).toBe('Mixed');
  await type('Rotation °', '20');
  await shows({ 'Rotation °': '20' });
  await openTab('Content');
  const label = story.properties.getByPlaceholder('Mixed').first();
  expect(await label.inputValue()).toBe('');
  await story.picture('mixed-content');
  await label.fill('Both');
  await story.canvas.focus();
  await press('Control+s');
  await story.says('Project saved successfully!');
  const { elements } = await story.caller.ask<{
    elements: { properties: { text: string }; rotation: number }[];
  }>('GET', `/content/projects/${story.projectId}/elements`);
  expect(elements.map(({ properties, rotation }) => [properties.text, rotation])).toEqual([
    ['Both', 20],
    ['Both', 20],
  ]);
});

it('a text that is added, copied and pasted makes two texts, the second 20 px beside', async () => {
  await story.open();
  await press('1');
  await story.has(1);
  await press('Control+c');
  await press('Control+v');
  await story.has(2);
  await story.selected('120, 120');
  await press('Control+v');
  await story.has(3);
  await story.selected('140, 140');
});

it('the copy button says that it copied', async () => {
  await story.page.getByRole('button', { name: /^Copy/ }).first().click();
  await story.says('Copied to clipboard');
  await story.has(3);
  story.threwNothing();
});
