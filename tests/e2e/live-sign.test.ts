import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Sent } from '#infra/sandbox/outbox-store.ts';
import { newElement } from '#shared/scene/registry.ts';
import { closeBrowser, type Visit, visit } from '#tests/support/browser.ts';
import { eventually } from '#tests/support/eventually.ts';
import { type Caller, Product } from '#tests/support/product.ts';

/* A visitor before a published sign: what is live in it, by pointer and keyboard, and where its forms arrive. */

let product: Product;
let caller: Caller;
let visitor: Visit;
let page: Page;

let count = 0;
const place = (type: string, x: number, y: number, properties: Record<string, unknown> = {}) => {
  const {
    id: _id,
    version: _version,
    ...element
  } = newElement(type, { id: 'elm_x', x, y, layerOrder: count++ });
  return { ...element, properties: { ...element.properties, ...properties } };
};

const picture = (color: string) =>
  `data:image/svg+xml;base64,${Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"><rect width="80" height="40" fill="${color}"/></svg>`,
  ).toString('base64')}`;

beforeAll(async () => {
  product = await Product.start();
  caller = await product.signIn('admin');
  visitor = await visit(product.origin, { width: 1600, height: 900 });
  page = visitor.page;
  const project = await caller.ask<{ id: string }>('POST', '/content/projects', {
    name: 'Open house',
    canvasSize: { width: 1600, height: 900 },
    elements: [
      place('contact_form', 40, 40, { recipient: 'sales@example.com' }),
      place('survey_form', 480, 40, { webhookUrl: 'https://hooks.dealbell.test/lobby' }),
      place('accordion', 40, 560),
      place('tabs', 480, 480),
      place('image_hotspot', 1000, 480, { src: picture('#0ea5e9') }),
      place('image_carousel', 1120, 40, {
        autoPlay: false,
        slides: ['#f43f5e', '#22c55e'].map((color, i) => ({
          src: picture(color),
          alt: `Slide ${i + 1}`,
          caption: '',
        })),
      }),
      place('video_player', 480, 800, { src: `${product.origin}/media/1/nothing-of-this-name-is-there.mp4` }),
      place('weather', 1200, 660, { source: 'miami' }),
      place('button', 40, 480, { text: 'More', href: 'https://example.com/more' }),
    ],
  });
  const { displays } = await caller.ask<{ displays: { id: string }[] }>('GET', '/optisigns/displays');
  const published = await caller.ask<{ asset: { publicUrl: string } }>(
    'POST',
    `/content/projects/${project.id}/publish`,
    {
      displayIds: [displays[0]!.id],
    },
  );
  await page.goto(published.asset.publicUrl);
  await page.locator('form').first().waitFor();
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

const outbox = async () =>
  ((await (await fetch(`${product.origin}/sandbox/mail.json`)).json()) as { sent: Sent[] }).sent;

it('shows the weather of a place, in its words for a screen reader too', async () => {
  const words = page.locator('canvas[aria-label*="Miami"]');
  expect(await words.getAttribute('aria-label')).toMatch(/Miami \d+° Mostly (Sunny|Clear)/);
});

it('sends a contact form as an e-mail, after it has said what is missing', async () => {
  const form = page.getByRole('form', { name: 'Get in touch' });
  await form.getByRole('button', { name: 'Send message' }).click();
  expect(await form.locator('.problem:not(:empty)').allTextContents()).toEqual([
    'Please answer “Name”.',
    'Please answer “E-mail”.',
    'Please answer “Message”.',
  ]);
  await form.getByLabel('Name').fill('<b>Jo</b>');
  await form.getByLabel('E-mail').fill('jo@example.com');
  await form.getByLabel('Message').fill('Please call me.');
  await form.getByRole('button', { name: 'Send message' }).click();
  await page.getByText('Thank you. We will be in touch soon.').waitFor();
  const mail = await eventually(async () => {
    const found = (await outbox()).find(({ kind }) => kind === 'mail');
    expect(found).toBeDefined();
    return found!;
  });
  expect(mail).toMatchObject({ target: 'sales@example.com', subject: 'New message from “Open house”' });
  expect(mail.body).toContain('<b>Jo</b>');
});

it('takes a survey step by step with the keyboard, and calls its webhook', async () => {
  const form = page.getByRole('form', { name: 'Your opinion counts' });
  await form.getByRole('radio', { name: '4 of 5' }).focus();
  await page.keyboard.press('Space');
  await form.getByRole('radio', { name: 'Yes' }).check();
  await form.getByRole('button', { name: 'Next' }).press('Enter');
  await form.getByText('Step 2 of 2').waitFor();
  await form.getByRole('button', { name: 'Back' }).click();
  expect(await form.getByRole('radio', { name: '4 of 5' }).isChecked()).toBe(true);
  await form.getByRole('button', { name: 'Next' }).click();
  await form.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Thank you for your answers.').waitFor();
  const hook = await eventually(async () => {
    const found = (await outbox()).find(({ kind }) => kind === 'hook');
    expect(found).toBeDefined();
    return found!;
  });
  expect(JSON.parse(hook.body).answers).toEqual({ q1_1: 4, q1_2: 'Yes' });
});

it('opens accordion, tabs, points and slides', async () => {
  await page.getByRole('button', { name: 'What does it cost?' }).click();
  expect(await page.getByRole('button', { expanded: true }).allTextContents()).toEqual([
    'What does it cost?',
  ]);
  await page.getByRole('tab', { name: 'Overview' }).focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  expect(await page.getByRole('tabpanel').textContent()).toBe('What stands behind it.');
  await page.getByRole('button', { name: 'First point' }).click();
  await page.getByText('Visitors open a point to read more.').waitFor();
  await page.keyboard.press('Escape');
  expect(await page.getByText('Visitors open a point to read more.').count()).toBe(0);
  await page.getByRole('button', { name: 'Next picture' }).click();
  expect(await page.getByRole('button', { name: 'Picture 2' }).getAttribute('aria-current')).toBe('true');
});

it('says that a video cannot be loaded, and where from', async () => {
  const player = page.getByRole('group', { name: 'Video player' });
  await player.getByText('Failed to load video').waitFor();
  const shown = await player.locator('small').textContent();
  expect(shown).toHaveLength(51);
  expect(shown).toMatch(/…$/);
  await player.getByRole('button', { name: 'Retry' }).waitFor();
});

it('has links that can be followed, and nothing goes wrong on the way', async () => {
  const link = page.getByRole('link', { name: 'More' });
  expect(await link.getAttribute('href')).toBe('https://example.com/more');
  expect(await page.locator('canvas').count()).toBeGreaterThan(0);
  expect(
    visitor.problems.filter(
      (problem) => !problem.includes('nothing-of-this-name') && !/404|Failed to load resource/.test(problem),
    ),
  ).toEqual([]);
});
