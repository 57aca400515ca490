import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Element } from '#shared/model/content.ts';
import { newElement } from '#shared/scene/registry.ts';
import { closeBrowser, type Visit, visit } from '#tests/support/browser.ts';
import { type Caller, demoPassword, type Product } from '#tests/support/product.ts';
import { look } from '#tests/support/screens.ts';
import { shareProduct } from '#tests/support/workspace.ts';

/* A landing page on a phone: one column in place of a desktop sign between black bars, and what a designer sets of it. */

const pictures = process.env.PICTURES;
const phone = { width: 390, height: 844 };

let product: Product;
let caller: Caller;
let projectId: string;
let publicUrl: string;
let visitor: Visit;
let page: Page;

let count = 0;
function place(
  type: string,
  box: [number, number, number, number],
  properties: Element['properties'] = {},
  styles: Element['styles'] = {},
): Omit<Element, 'id' | 'version'> {
  const [x, y, width, height] = box;
  const { id: _id, version: _version, ...element } = newElement(type, { id: 'e', x, y, layerOrder: count++ });
  return {
    ...element,
    size: { width, height },
    properties: { ...element.properties, ...properties },
    styles: { ...element.styles, ...styles },
  };
}

const elements = [
  place('shape', [0, 0, 1920, 1080], { fill: '#0f2a43' }),
  place(
    'text',
    [120, 120, 900, 240],
    { text: 'A bigger home, without the wait' },
    { fontSize: 96, fontWeight: 800, color: '#ffffff' },
  ),
  place(
    'text',
    [120, 400, 860, 160],
    { text: 'Tell us what you are looking for, and one of our people calls you back today.' },
    { fontSize: 34, color: '#cbd5e1' },
  ),
  place('shape', [120, 600, 860, 300], { fill: '#1b4a75', cornerRadius: 24 }),
  place(
    'text',
    [170, 640, 760, 60],
    { text: 'Open house on Saturday' },
    { fontSize: 40, fontWeight: 700, color: '#fbbf24' },
  ),
  place(
    'text',
    [170, 720, 760, 60],
    { text: '12 Harbour Street, 10 am to 4 pm' },
    { fontSize: 30, color: '#ffffff' },
  ),
  place('button', [120, 940, 360, 80], { text: 'See all homes', href: 'https://example.com/homes' }),
  {
    ...place('button', [560, 940, 360, 80], { text: 'Ask at the desk', href: 'https://example.com/desk' }),
    constraints: { phone: { hidden: true } },
  },
  place('contact_form', [1120, 160, 680, 760], { recipient: 'sales@example.com' }, { fontSize: 24 }),
];

beforeAll(async () => {
  product = await shareProduct();
  caller = await product.signIn('admin');
  ({ id: projectId } = await caller.ask<{ id: string }>('POST', '/content/projects', {
    name: 'Bigger homes',
    canvasBackground: { type: 'solid', color: '#0b1f33' },
    elements,
  }));
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

const publish = async () => {
  const { displays } = await caller.ask<{ displays: { id: string; previewUrl: string }[] }>(
    'GET',
    '/optisigns/displays',
  );
  const { asset } = await caller.ask<{ asset: { publicUrl: string } }>(
    'POST',
    `/content/projects/${projectId}/publish`,
    { displayIds: [displays[0]!.id] },
  );
  publicUrl = asset.publicUrl;
  return displays[0]!;
};

it('is laid out in one column, as wide as the phone, with every field of the form whole', async () => {
  await publish();
  visitor = await visit(product.origin, phone);
  page = visitor.page;
  await page.goto(publicUrl);
  const form = page.getByRole('form', { name: 'Get in touch' });
  await form.waitFor();
  if (pictures) await page.screenshot({ path: join(pictures, 'phone-sign.png') });
  const box = (await form.boundingBox())!;
  expect(box.width).toBeGreaterThan(340);
  expect(box.x + box.width).toBeLessThanOrEqual(phone.width);
  const field = (await form.getByLabel('Message').boundingBox())!;
  expect(field.height).toBeGreaterThan(40);
  // Nothing of the form is cut: it needs no scrolling of its own.
  expect(await form.evaluate((node) => node.scrollHeight <= node.clientHeight + 1)).toBe(true);
  expect(
    await form.evaluate((node) => Number.parseFloat(getComputedStyle(node).fontSize)),
  ).toBeGreaterThanOrEqual(16);
  const link = page.getByRole('link', { name: 'See all homes' });
  expect((await link.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  // What a designer has taken off phones is not there.
  expect(await page.getByRole('link', { name: 'Ask at the desk' }).count()).toBe(0);
  // What is read first stands first.
  expect((await link.boundingBox())!.y).toBeLessThan(box.y + box.height);
});

it('sends its form from the phone', async () => {
  const form = page.getByRole('form', { name: 'Get in touch' });
  await form.getByLabel('Name').fill('Jo');
  await form.getByLabel('E-mail').fill('jo@example.com');
  await form.getByLabel('Message').fill('Please call me.');
  await form.scrollIntoViewIfNeeded();
  if (pictures) await page.screenshot({ path: join(pictures, 'phone-form.png') });
  await form.getByRole('button', { name: 'Send message' }).click();
  await page.getByText('Thank you. We will be in touch soon.').waitFor();
  expect(visitor.problems).toEqual([]);
});

it('is the drawing as it is on a wide screen, and on a display however narrow', async () => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.reload();
  const form = page.getByRole('form', { name: 'Get in touch' });
  await form.waitFor();
  expect((await form.boundingBox())!.x).toBeGreaterThan(700);
  expect(await page.getByRole('link', { name: 'Ask at the desk' }).count()).toBe(1);
  const { previewUrl } = await publish();
  const display = await visit(product.origin, { width: 600, height: 900 });
  await display.page.goto(previewUrl);
  const onDisplay = display.page.frameLocator('iframe.on').getByRole('form', { name: 'Get in touch' });
  await onDisplay.waitFor();
  // A third of the drawing's width, and so of the display's.
  expect((await onDisplay.boundingBox())!.width).toBeLessThan(260);
});

it('is previewed in the editor as a phone shows it, and changed there', async () => {
  const editor = await visit(product.origin, { width: 1440, height: 900 });
  const { page: desk } = editor;
  await desk.goto('/login');
  await desk.getByLabel('Username').fill('admin');
  await desk.getByLabel('Password', { exact: true }).fill(demoPassword);
  await desk.getByRole('button', { name: 'Sign in', exact: true }).click();
  await desk.waitForURL('**/dashboard');
  await desk.goto(`/content-creator/${projectId}`);
  await desk.getByRole('button', { name: 'Preview', exact: true }).click();
  const dialog = desk.getByRole('dialog', { name: 'Preview' });
  await dialog.getByLabel('Mobile').click({ force: true });
  await dialog.getByRole('img', { name: 'Preview on a phone' }).waitFor();
  const settings = dialog.getByRole('region', { name: 'On phones' });
  await look(desk, 'phone-preview', 'load');
  await settings.getByRole('button', { name: 'Hide See all homes on phones' }).click();
  const heading = 'A bigger home, without the wait';
  await settings.getByRole('button', { name: `Move ${heading} down on phones` }).click();
  await settings.getByRole('combobox', { name: `Size of ${heading} on phones` }).click();
  await desk.getByRole('option', { name: 'Large' }).click();
  await desk.keyboard.press('Escape');
  await desk.getByRole('button', { name: 'Save', exact: true }).click();
  await desk.getByText('Project saved successfully!').waitFor();
  const saved = await caller.ask<{ elements: Element[] }>('GET', `/content/projects/${projectId}`);
  const named = (text: string) =>
    saved.elements.find(({ properties }) => properties.text === text)!.constraints.phone;
  expect(named('See all homes')).toMatchObject({ hidden: true });
  expect(named(heading)).toMatchObject({ order: 1, size: 'large' });
  expect(editor.problems).toEqual([]);
});

it('has a form scroll within its box where that is drawn too small for it', async () => {
  const { id } = await caller.ask<{ id: string }>('POST', '/content/projects', {
    name: 'Small form',
    canvasSize: { width: 1280, height: 720 },
    elements: [place('contact_form', [100, 100, 400, 220], { recipient: 'sales@example.com' })],
  });
  const { displays } = await caller.ask<{ displays: { id: string }[] }>('GET', '/optisigns/displays');
  const { asset } = await caller.ask<{ asset: { publicUrl: string } }>(
    'POST',
    `/content/projects/${id}/publish`,
    { displayIds: [displays[1]!.id] },
  );
  const { page: wide } = await visit(product.origin, { width: 1280, height: 720 });
  await wide.goto(asset.publicUrl);
  const form = wide.getByRole('form', { name: 'Get in touch' });
  const box = (await form.boundingBox())!;
  const send = form.getByRole('button', { name: 'Send message' });
  const within = async () => {
    const { y, height } = (await send.boundingBox())!;
    return y >= box.y && y + height <= box.y + box.height + 1;
  };
  expect(await within()).toBe(false);
  await form.hover();
  await wide.mouse.wheel(0, 2_000);
  await expect.poll(within).toBe(true);
  await send.click();
  expect(await form.locator('.problem:not(:empty)').count()).toBe(3);
});

it('is not published with a form that reaches nobody, and says which', async () => {
  const { id } = await caller.ask<{ id: string }>('POST', '/content/projects', {
    name: 'No address',
    elements: [place('contact_form', [100, 100, 500, 600], { title: 'Call me' })],
  });
  const desk = (await visit(product.origin, { width: 1440, height: 900 })).page;
  await desk.goto('/login');
  await desk.getByLabel('Username').fill('admin');
  await desk.getByLabel('Password', { exact: true }).fill(demoPassword);
  await desk.getByRole('button', { name: 'Sign in', exact: true }).click();
  await desk.waitForURL('**/dashboard');
  await desk.goto(`/content-creator/${id}`);
  await desk.getByRole('button', { name: 'Publish', exact: true }).first().click();
  const dialog = desk.getByRole('dialog', { name: 'Publish' });
  await dialog.getByText('“Call me”: It has no e-mail address to write to.').waitFor();
  await dialog.getByRole('checkbox').first().check();
  expect(await dialog.getByRole('button', { name: /^Publish/ }).isDisabled()).toBe(true);
  if (pictures) await desk.screenshot({ path: join(pictures, 'form-problem.png') });
  await dialog.getByRole('button', { name: 'Mend the form Call me' }).click();
  await desk.getByRole('tabpanel', { name: 'Properties' }).getByLabel('E-mail to').waitFor();
});
