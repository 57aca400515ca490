import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DialPlan } from '#shared/model/dialplan/plan.ts';
import { closeBrowser, expectAccessible, type Visit, visit } from '#tests/support/browser.ts';
import { askSandbox } from '#tests/support/calling.ts';
import { eventually } from '#tests/support/eventually.ts';
import { openPlace } from '#tests/support/open-hours.ts';
import { demoPassword, type Product } from '#tests/support/product.ts';
import { look, signInOn } from '#tests/support/screens.ts';
import { shareProduct } from '#tests/support/workspace.ts';

/* Two draw one plan at once: its caller is asked in Spanish, says something that is kept, and is sent a text. */

const number = '+19545550165';
let product: Product;
let asAdmin: Awaited<ReturnType<Product['signIn']>>;
let admin: Visit;
let maria: Visit;
let planId: string;

const place = (y: number) => ({ x: 0, y });
const card = (page: Page, text: string) => page.locator('.react-flow__node-step', { hasText: text });
const settings = (page: Page) => page.getByRole('complementary', { name: 'Settings of what is selected' });
const choose = async (page: Page, field: string, option: string | RegExp) => {
  await settings(page).getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option }).click();
};
const kept = () => asAdmin.ask<DialPlan>('GET', `/dialplans/${planId}`);

beforeAll(async () => {
  product = await shareProduct({ admin: 'Alex Morgan' });
  asAdmin = await product.signIn('admin');
  const second = { username: 'maria', firstName: 'Maria', lastName: 'Lopez', email: 'maria@stories.example' };
  await asAdmin.ask('POST', '/users', { ...second, password: demoPassword, role: 'admin' });
  const { id: userId } = await asAdmin.ask<{ id: string }>('GET', '/users/me');
  const desk = { number: '302', name: 'Spanish desk', userId, voicemail: true };
  await asAdmin.ask('POST', '/pbx/extensions', desk);
  const directions = { name: 'Where we are', channel: 'sms', body: 'Find us at 12 Harbor Street.' };
  await asAdmin.ask('POST', '/templates', directions);
  const plan = await asAdmin.ask<DialPlan>('POST', '/dialplans', {
    name: 'En español',
    config: {
      nodes: [
        { id: 'start', type: 'start', position: place(0) },
        { id: 'hello', type: 'playback', position: place(160), data: { type: 'file', filePath: 'beep' } },
      ],
      edges: [{ id: 'one', source: 'start', sourceHandle: 'next', target: 'hello' }],
    },
  });
  planId = plan.id;
  [admin, maria] = await Promise.all([visit(product.origin), visit(product.origin)]);
  await signInOn(admin.page, 'admin');
  await signInOn(maria.page, 'maria');
  for (const { page } of [admin, maria]) {
    await page.goto(`/dialplan/builder/enhanced/${planId}`);
    await card(page, 'A tone').waitFor();
  }
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

describe('a dial plan that two draw', () => {
  it('shows each the other, and what the other draws', async () => {
    const also = maria.page.getByRole('list', { name: 'Also here' });
    await also.getByRole('button', { name: /Alex Morgan/ }).waitFor();
    await card(admin.page, 'A tone').click();
    await also.getByRole('button', { name: 'Alex Morgan, 1 node selected' }).waitFor();
    await card(maria.page, 'A tone').getByText('Alex Morgan').waitFor();

    await admin.page.getByRole('button', { name: 'Add Language' }).click();
    await choose(admin.page, 'The call goes on in', 'Spanish');
    await card(maria.page, 'Spanish').waitFor();
    await maria.page.getByRole('button', { name: 'Add Record a message' }).click();
    await choose(maria.page, 'Callers hear', 'Sound of the exchange');
    await choose(maria.page, 'Sound', 'Please hold while I try');
    await choose(maria.page, 'Kept in the mailbox of', /Spanish desk/);
    await card(admin.page, 'Spanish desk').waitFor();
    await expectAccessible(admin.page);
    await look(maria.page, 'dialplan-together');
  });

  it('keeps what both change at the same instant, and asks where that was the same', async () => {
    for (const { page } of [admin, maria]) await page.getByText('Saved', { exact: true }).first().waitFor();
    await admin.page.getByRole('button', { name: 'Add Send a text' }).click();
    await choose(admin.page, 'Template', 'Where we are');
    await maria.page.getByRole('button', { name: 'Add Hangup' }).click();
    await expect
      .poll(async () => (await kept()).config.nodes.map(({ type }) => type).toSorted())
      .toEqual(['hangup', 'language', 'playback', 'record', 'sms', 'start']);
    await card(admin.page, 'Hangup').waitFor();
    await card(maria.page, 'Where we are').waitFor();
    await admin.page.getByText('Find us at 12 Harbor Street.').first().waitFor();
    await look(admin.page, 'dialplan-text');

    // One who was away changes what another has changed meanwhile.
    const mine = admin.page;
    await card(mine, 'Spanish desk').click();
    const seconds = settings(mine).getByLabel('Longest message, s (# ends early)');
    await seconds.waitFor();
    await mine.route(/\/presence$/, (route) => route.abort());
    const { version, config } = await kept();
    const nodes = config.nodes.map((node) =>
      node.type === 'record' ? { ...node, data: { ...node.data, seconds: 20 } } : node,
    );
    await asAdmin.ask('PUT', `/dialplans/${planId}`, { version, config: { ...config, nodes } });
    await seconds.fill('40');
    const alert = mine.getByRole('alert').filter({ hasText: 'Somebody else changed this plan meanwhile.' });
    await alert.getByRole('button', { name: 'Save mine over it' }).click();
    await alert.waitFor({ state: 'detached' });
    await mine.unroute(/\/presence$/);
    await card(maria.page, 'At most 40 s').waitFor();
  });

  it.skipIf(!openPlace)('is deployed, and a caller is recorded and texted', async () => {
    const { version, config } = await kept();
    const idOf = (type: string) => config.nodes.find((node) => node.type === type)!.id;
    const way = (source: string, sourceHandle: string, target: string) => ({
      id: `${source}:${sourceHandle}`,
      source,
      sourceHandle,
      target,
    });
    const edges = [
      way('start', 'next', idOf('language')),
      way(idOf('language'), 'next', idOf('record')),
      way(idOf('record'), 'recorded', idOf('sms')),
      way(idOf('sms'), 'sent', idOf('playback')),
      way(idOf('playback'), 'next', idOf('hangup')),
    ];
    await asAdmin.ask('PUT', `/dialplans/${planId}`, { version, config: { ...config, edges } });
    const { page } = maria;
    await page.getByRole('button', { name: 'Deploy', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Deploy plan' }).click();
    await page.getByText('Dial plan deployed successfully').last().waitFor();
    const route = { kind: 'plan', planId };
    await asAdmin.ask('POST', '/dids', { phoneNumber: number, label: 'Spanish line', route });

    // The text is held back where it is night.
    const caller = `+1${openPlace!.area}5550177`;
    await askSandbox(product, 'script', { match: caller, call: { result: 'answered', messageSeconds: 3 } });
    const phone = async () => {
      const url = `${product.origin}/sandbox/phone.json?number=${encodeURIComponent(caller)}`;
      const { messages } = (await (await fetch(url)).json()) as { messages: { body: string }[] };
      return messages.map(({ body }) => body);
    };
    // The exchange hears of the number within the minute, and a caller whom the product keeps waiting calls again.
    await eventually(async () => {
      await askSandbox(product, 'phone/call', { from: caller, to: number });
      await expect
        .poll(phone, { timeout: 45_000 })
        .toContainEqual(expect.stringContaining('12 Harbor Street'));
    }, 200_000);
    await page.goto('/voicemail');
    const row = page.getByRole('table', { name: 'Messages' }).getByRole('row', { name: /555-0177/ });
    await row.first().waitFor();
    expect(await row.first().textContent()).toContain('Spanish desk');
  });
});
