import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoTemplates } from '#functions/demo/templates.ts';
import { closeBrowser, visit } from '#tests/support/browser.ts';
import { eventually } from '#tests/support/eventually.ts';
import type { Caller, Product } from '#tests/support/product.ts';
import { shareProduct } from '#tests/support/workspace.ts';

/* Deals on the office screens: by a webhook, by a journey, one after another; the public address tells of none. */

let product: Product;
let caller: Caller;
let displays: { id: string; name: string; previewUrl: string }[];
let projectId: string;
let hook: { id: string; url: string };
const token = 'a token that is long enough';

beforeAll(async () => {
  product = await shareProduct();
  caller = await product.signIn('admin');
  displays = (await caller.ask<{ displays: typeof displays }>('GET', '/optisigns/displays')).displays;
  const { data } = demoTemplates().find(({ fields }) => fields.name === 'Deal of the day')!;
  projectId = (
    await caller.ask<{ id: string }>('POST', '/content/projects', {
      name: 'Deal of the day',
      ...data,
    })
  ).id;
  hook = await caller.ask('POST', '/webhooks', {
    name: 'Shop',
    brand: 'Northwind',
    source: 'Shop',
    securityToken: token.replaceAll(' ', '-'),
    fieldMapping: { more: [{ path: 'amount', field: 'dealAmount' }] },
    announcement: { enabled: true, projectId, displayIds: [displays[0]!.id], minutes: 1 },
  });
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

const post = async (payload: object) => {
  const answer = await fetch(`${product.origin}${new URL(hook.url).pathname}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token.replaceAll(' ', '-')}` },
    body: JSON.stringify(payload),
  });
  expect(answer.status, await answer.clone().text()).toBe(202);
};

/** A page that hangs on a wall, as its display shows it. */
async function wall(display: { previewUrl: string }): Promise<Page> {
  const { context } = await visit(product.origin, { width: 1280, height: 720 });
  const page = await context.newPage();
  await page.goto(display.previewUrl);
  return page;
}

/** The picture on the wall that says something; its words are those that are drawn. While one follows another both are there. */
const saying = (page: Page, words: RegExp) =>
  page.frameLocator('iframe.on').last().getByRole('img', { name: words }).first();

const rep = { name: 'Sam Whitfield', email: 'sam@example.com' };

it('tell of each lead that a webhook gets, for its time, one after another', async () => {
  const floor = await wall(displays[0]!);
  await post({ name: 'Ada Lovelace', phone: '+17875550151', email: 'ada@example.com', amount: 4800, rep });
  const ada = saying(floor, /Ada Lovelace/);
  await ada.waitFor();
  await post({ name: 'Grace Hopper', phone: '+17875550152', email: 'grace@example.com', amount: 950, rep });
  const words = await ada.getAttribute('aria-label');
  expect(words).toContain('Sam Whitfield');
  expect(words).toContain('$4,800');
  expect(words).not.toContain('Grace');
  expect(words).not.toContain('No Image');
  if (process.env.PICTURES) await floor.screenshot({ path: `${process.env.PICTURES}/announcement.png` });
  // Its minute is a minute of the office's own clock.
  const grace = saying(floor, /Grace Hopper/);
  await grace.waitFor({ timeout: 90_000 });
  expect(await grace.getAttribute('aria-label')).toContain('$950');
  expect(await grace.getAttribute('aria-label')).not.toContain('Ada');
  await floor.context().close();
});

it('are taken off their screens with their lead', async () => {
  const { leads } = await caller.ask<{ leads: { id: string; fullName: string }[] }>(
    'GET',
    '/leads?limit=100',
  );
  const { id } = leads.find(({ fullName }) => fullName === 'Grace Hopper')!;
  const state = async () =>
    (await (await fetch(`${product.origin}/display/${displays[0]!.id}/state?preview=1`)).json()) as {
      url: string | null;
    };
  const { url } = await state();
  expect(url).toContain('/s/ann_');
  await caller.ask('DELETE', `/leads/${id}`);
  await eventually(async () => expect((await state()).url).toBeNull());
  const [address] = /ann_[\w-]+/.exec(url!)!;
  const left = await fetch(`${product.origin}/api/content/public/${address}`);
  expect(left.status).toBe(404);
});

it('tell of the lead of a journey’s Celebrate step, and of its owner', async () => {
  const lobby = await wall(displays[1]!);
  const config = { projectId, displayIds: [displays[1]!.id], minutes: 1 };
  const { id } = await caller.ask<{ id: string }>('POST', '/journeys', {
    name: 'Ring the bell',
    entry: 'stp_1',
    steps: [{ id: 'stp_1', type: 'celebrate', name: 'Ring', config, next: {} }],
  });
  await caller.ask('POST', `/journeys/${id}/publish`);
  const { id: ownerId } = await caller.ask<{ id: string }>('GET', '/users/me');
  const lead = await caller.ask<{ id: string }>('POST', '/leads', {
    firstName: 'Katherine',
    lastName: 'Johnson',
    phones: ['+17875550153'],
    dealAmount: 12_000,
    ownerId,
  });
  await caller.ask('POST', `/journeys/${id}/enroll`, { leadIds: [lead.id] });
  const picture = saying(lobby, /Katherine Johnson/);
  await picture.waitFor({ timeout: 60_000 });
  expect(await picture.getAttribute('aria-label')).toContain('$12,000');
  await lobby.context().close();
}, 90_000);

it('tell nothing under the project’s public address', async () => {
  await caller.ask('POST', `/content/projects/${projectId}/publish`, {
    displayIds: [displays[2]!.id],
    duration: 1,
  });
  const { publicUrl } = await caller.ask<{ publicUrl: string }>('GET', `/content/projects/${projectId}`);
  const { page, context } = await visit(product.origin, { width: 1280, height: 720 });
  await page.goto(publicUrl);
  await page.locator('canvas').first().waitFor();
  const words = (await page.locator('canvas').evaluateAll((all) => all.map((one) => one.ariaLabel))).join();
  for (const secret of ['Ada', 'Grace', 'Katherine', 'Sam', '4,800', '{'])
    expect(words).not.toContain(secret);
  if (process.env.PICTURES)
    await page.screenshot({ path: `${process.env.PICTURES}/announcement-public.png` });
  await context.close();
});
