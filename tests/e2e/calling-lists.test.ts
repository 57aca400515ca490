import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toneOf, wavOf } from '#infra/wav.ts';
import { closeBrowser, type Visit, visit } from '#tests/support/browser.ts';
import type { Product } from '#tests/support/product.ts';
import { look, signInOn } from '#tests/support/screens.ts';
import { shareProduct } from '#tests/support/workspace.ts';

/* An admin makes a calling list; an agent is given its leads. */

let product: Product;
let admin: Visit;

beforeAll(async () => {
  product = await shareProduct();
  const caller = await product.signIn('admin');
  const isNew = { field: 'status', op: 'is', value: 'new' };
  await caller.ask('POST', '/calling-lists', { name: 'New leads', filter: isNew });
  await caller.ask('POST', '/leads', { firstName: 'Ivy', phones: ['+13055550177'] });
  admin = await visit(product.origin);
  await signInOn(admin.page, 'admin');
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

describe('calling lists', () => {
  it('are added with leads, order and agents, changed and removed', async () => {
    const { page } = admin;
    await page.goto('/calling-lists');
    await page.getByRole('button', { name: 'Add list' }).first().click();
    const panel = page.getByRole('dialog', { name: 'Add calling list' });
    await panel.getByRole('button', { name: 'Add list' }).click();
    await panel.getByText('Please enter a name.').waitFor();
    await panel.getByLabel('Name').fill('Website leads');
    await panel.getByRole('button', { name: 'Choose leads' }).click();
    const filter = page.getByRole('dialog', { name: 'Filter leads' });
    await filter.waitFor();
    await look(page, 'calling-list-filter');
    await filter.getByRole('button', { name: 'Show all leads' }).click();
    await panel.getByText('All leads').waitFor();
    await panel.getByRole('combobox', { name: 'Dialling' }).click();
    await page.getByRole('option', { name: 'Progressive' }).click();
    await panel.getByText('By law not less than 15.').scrollIntoViewIfNeeded();
    await look(page, 'calling-list');
    await panel.getByRole('button', { name: 'Add list' }).click();
    const row = page.getByRole('row', { name: /Website leads/ });
    await row.getByText(/due now of/).waitFor();
    await row.getByText('Progressive').waitFor();
    await look(page, 'calling-lists');

    await row.click();
    const open = page.getByRole('dialog', { name: 'Website leads' });
    await open.getByText(/waiting/).waitFor();
    await open.getByText('0.0 % of at most 3.0 %').waitFor();
    await open.getByRole('combobox', { name: 'Dialling' }).click();
    await page.getByRole('option', { name: 'Power' }).click();
    await open.getByRole('button', { name: 'Save' }).click();
    await open.getByText('Please enter the name that the message says.').waitFor();
    await open.getByLabel('Name of the caller').fill('Northwind Solar');
    await open.getByLabel('Number to call').fill('(305) 555-0199');
    const sound = { name: 'message.wav', mimeType: 'audio/wav', buffer: wavOf(toneOf(440, 2)) };
    await open.locator('input[type=file]').setInputFiles(sound);
    await open.getByLabel('The message', { exact: true }).waitFor();
    await open.getByText('When nobody is free').scrollIntoViewIfNeeded();
    await look(page, 'calling-list-power');
    await open.getByRole('button', { name: 'Save' }).click();
    await row.getByText('Power').waitFor();
    await row.click();
    await open.getByText(/0 lines open/).waitFor();
    await look(page, 'calling-list-gauge');
    await open.getByRole('switch', { name: 'Active' }).click();
    await open.getByRole('button', { name: 'Save' }).click();
    await row.getByText('Inactive').waitFor();

    // The demo's list, made one that dials, has its gauge on the live floor.
    const manager = await product.signIn('admin');
    const { lists } = await manager.ask<{ lists: { id: string }[] }>('GET', '/calling-lists?search=new');
    await manager.ask('PUT', `/calling-lists/${lists[0]!.id}`, { mode: 'progressive' });
    await page.goto('/exchange');
    const gauges = page.getByRole('region', { name: 'Lists that dial' });
    await gauges.getByText('0.0 % of at most 3.0 %').waitFor();
    await gauges.getByText('Nobody has answered in 30 days').waitFor();
    await look(page, 'live-floor-gauges');
    await manager.ask('PUT', `/calling-lists/${lists[0]!.id}`, { mode: 'preview' });
    await page.goto('/calling-lists');

    await row.getByRole('button', { name: 'Actions for Website leads' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await row.waitFor({ state: 'detached' });
    expect(admin.problems).toEqual([]);
  });

  it('are read by agents, who cannot change them and are given a lead', async () => {
    const caller = await product.signIn('agent');
    const agent = await visit(product.origin);
    await signInOn(agent.page, 'agent');
    await agent.page.goto('/calling-lists');
    await agent.page.getByRole('row', { name: /New leads/ }).waitFor();
    expect(await agent.page.getByRole('button', { name: 'Add list' }).count()).toBe(0);
    const { lists } = await caller.ask<{ lists: { id: string }[] }>('GET', '/calling-lists?search=new');
    const path = `/calling-lists/${lists[0]!.id}`;
    type Next = { turn: { leadId: string } | null; passedOver: unknown[]; lookAgainAt: string | null };
    const { turn, passedOver } = await caller.ask<Next>('POST', `${path}/next`);
    // By night the law lets nobody be called: then the leads are passed over, with reasons.
    if (turn) await caller.ask('POST', `${path}/leads/${turn.leadId}/result`, { result: 'finished' });
    else expect(passedOver.length).toBeGreaterThan(0);
    await agent.context.close();
  });
});
