import { afterAll, beforeAll, expect, it } from 'vitest';
import { editorConstants } from '#shared/model/editor-constants.ts';
import { expectAccessible } from '#tests/support/browser.ts';
import { drawn, Story } from './story.ts';

/* Saving as it goes when nothing is wrong, and a project that cannot be opened. */

let story: Story;
beforeAll(async () => {
  story = await Story.begin();
  await story.page.clock.install();
});
afterAll(() => story?.end());

const places = async () => {
  const { elements } = await story.caller.ask<{ elements: { position: { x: number } }[] }>(
    'GET',
    `/content/projects/${story.projectId}`,
  );
  return elements.map(({ position }) => position.x).sort((a, b) => a - b);
};
const moveBy10 = async () => {
  await story.canvas.focus();
  await story.page.keyboard.press('Alt+ArrowDown');
  await story.page.keyboard.press('Shift+ArrowRight');
  await story.page.getByText('Unsaved', { exact: true }).waitFor();
};

it('saves by itself 30 s after a change, and says when it did', async () => {
  await story.open([drawn('text', 100, 100)]);
  await moveBy10();
  await story.page.clock.fastForward(editorConstants.autoSave - 5_000);
  expect(await places()).toEqual([100]);
  await story.page.clock.fastForward(5_000);
  await story.page
    .getByRole('status')
    .getByText(/^Auto-saved \d/)
    .waitFor();
  await story.page.getByText('Unsaved', { exact: true }).waitFor({ state: 'detached' });
  expect(await places()).toEqual([110]);
});

it('saves nothing twice when the save button is pressed twice', async () => {
  await story.open([drawn('text', 100, 100)]);
  await moveBy10();
  const sent: string[] = [];
  story.page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // A save is told to all who have the project open, and answered by a sign of life.
    if (request.method() !== 'GET' && !pathname.endsWith('/presence'))
      sent.push(`${request.method()} ${pathname}`);
  });
  await story.page.keyboard.press('Control+s');
  await story.page.keyboard.press('Control+s');
  await story.says('Project saved successfully!');
  expect(sent).toEqual([`PUT /api/content/projects/${story.projectId}/elements`]);
  expect(await places()).toEqual([110]);
});

it('says so where a project cannot be opened, and tries again', async () => {
  const { page } = story;
  const missing = '**/api/content/projects/*/preview*';
  await page.route(missing, (route) =>
    route.fulfill({
      status: 404,
      contentType: 'application/json',
      body: '{"error":"There is no such project."}',
    }),
  );
  await page.goto(`/content-creator/${story.projectId}`);
  await page.getByText('Failed to initialize content creator').waitFor();
  await page.getByText('There is no such project.').waitFor();
  await expectAccessible(page);
  await page.unroute(missing);
  await page.getByRole('button', { name: /again/i }).click();
  await story.has(1);
});

it('threw nothing and broke no content security policy on the way', () => story.threwNothing());
