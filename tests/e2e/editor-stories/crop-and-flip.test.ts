import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ProjectWithElements } from '#shared/api/content.ts';
import type { Element } from '#shared/model/content.ts';
import { expectAccessible } from '#tests/support/browser.ts';
import { eventually } from '#tests/support/eventually.ts';
import { drawn, Story } from './story.ts';

/* An image is cropped on the canvas, and anything is mirrored. */

const picture = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200">' +
    '<rect width="400" height="200" fill="#228be6"/><circle cx="100" cy="100" r="80" fill="#fab005"/></svg>',
)}`;

let story: Story;
beforeAll(async () => {
  story = await Story.begin();
  await story.open([
    drawn('image', 400, 300, { size: { width: 800, height: 400 }, properties: { src: picture, alt: 'Sun' } }),
    drawn('shape', 1400, 300, { rotation: 30 }),
  ]);
});
afterAll(() => story?.end());

const frame = () => story.page.getByRole('button', { name: 'Move the crop frame with the arrow keys' });
const bar = () => story.page.getByRole('toolbar', { name: 'Crop', exact: true });

/** Saves, and looks at an element as the server has it until `check` holds. */
async function saved(type: string, check: (element: Element) => void): Promise<void> {
  await story.page.getByRole('button', { name: 'Save', exact: true }).click();
  await eventually(async () => {
    const { elements } = await story.caller.ask<ProjectWithElements>(
      'GET',
      `/content/projects/${story.projectId}`,
    );
    check(elements.find(({ elementType }) => elementType === type)!);
  });
}

it('a double click opens the frame; a drag of a side crops, and the picture stays in its place', async () => {
  const middle = await story.at(800, 500);
  await story.page.mouse.dblclick(middle.x, middle.y);
  await frame().waitFor();
  await expectAccessible(story.page);
  const side = story.page.getByRole('button', { name: 'Crop at the left side' });
  const box = (await side.boundingBox())!;
  const zoom = (await story.zoom()) / 100;
  await story.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await story.page.mouse.down();
  await story.page.mouse.move(box.x + box.width / 2 + 200 * zoom, box.y + box.height / 2, { steps: 4 });
  await story.page.mouse.up();
  await bar().getByRole('button', { name: 'Crop', exact: true }).click();
  await frame().waitFor({ state: 'detached' });
  await saved('image', ({ position, size, styles }) => {
    expect(Math.abs(position.x - 600)).toBeLessThanOrEqual(4);
    expect(Math.abs(size.width - 600)).toBeLessThanOrEqual(4);
    expect(size.height).toBe(400);
    const crop = styles.crop as { x: number; width: number };
    expect(crop.x).toBeCloseTo(0.25, 1);
    expect(crop.width).toBeCloseTo(0.75, 1);
  });
});

it('the keyboard crops too, Escape leaves it, and one undo takes it back', async () => {
  await story.select('Sun');
  await story.selection.getByRole('button', { name: 'Crop' }).click();
  await frame().waitFor();
  await story.page.getByRole('button', { name: 'Crop at the lower side' }).focus();
  for (let presses = 0; presses < 10; presses++) await story.page.keyboard.press('Shift+ArrowUp');
  await story.page.keyboard.press('Enter');
  await frame().waitFor({ state: 'detached' });
  await saved('image', ({ size }) => expect(size.height).toBe(300));
  await story.canvas.focus();
  await story.page.keyboard.press('Control+z');
  await saved('image', ({ size }) => expect(size.height).toBe(400));

  await story.selection.getByRole('button', { name: 'Crop' }).click();
  await bar().getByRole('button', { name: 'Whole picture' }).click();
  await frame().press('Escape');
  await frame().waitFor({ state: 'detached' });
  await saved('image', ({ styles }) => expect(styles).toHaveProperty('crop'));
});

it('Shift+H and Shift+V mirror what is selected, and the button does', async () => {
  await story.select('Shape');
  await story.canvas.focus();
  await story.page.keyboard.press('Shift+h');
  await story.page.keyboard.press('Shift+v');
  const both = { rotation: 30, styles: { flipX: true, flipY: true } };
  await saved('shape', (shape) => expect(shape).toMatchObject(both));
  await story.tab('Properties');
  await story.properties.getByRole('tab', { name: 'Layout', exact: true }).click();
  await story.properties.getByRole('button', { name: 'Flip horizontally' }).click();
  await saved('shape', ({ rotation, styles }) => {
    expect(rotation).toBe(-30);
    expect(styles).not.toHaveProperty('flipX');
  });
  story.threwNothing();
});
