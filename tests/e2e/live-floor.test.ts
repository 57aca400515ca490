import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, type Visit, visit } from '#tests/support/browser.ts';
import { Product } from '#tests/support/product.ts';
import { look, signInOn } from '#tests/support/screens.ts';

/* An admin sets which statuses there are, and watches the floor while an agent works. */

let product: Product;
let admin: Visit;

beforeAll(async () => {
  product = await Product.start();
  admin = await visit(product.origin);
  await signInOn(admin.page, 'admin');
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

describe('the live floor', () => {
  it('shows agents and calls as they come and go, by state and by name', async () => {
    const { page } = admin;
    await page.goto('/exchange');
    const agents = page.getByRole('table', { name: 'Agents' });
    await agents
      .getByRole('row', { name: /, Signed out$/ })
      .first()
      .waitFor();
    const agent = await product.signIn('agent');
    const call = await agent.ask<{ id: string }>('POST', '/calls', {
      direction: 'inbound',
      phone: '+13055550147',
      start: true,
    });
    const ongoing = page.getByRole('table', { name: 'Calls that go on' });
    const row = ongoing.getByRole('row', { name: '(305) 555-0147' });
    await row.waitFor();
    await agent.ask('PUT', `/calls/${call.id}/status`, { status: 'ringing' });
    await agent.ask('PUT', `/calls/${call.id}/status`, { status: 'in-progress' });
    await row.getByText('in progress').waitFor();
    await agents.getByText('In progress', { exact: false }).waitFor();
    await look(page, 'live-floor');
    await agent.ask('PUT', `/calls/${call.id}/status`, { status: 'completed' });
    await row.waitFor({ state: 'detached' });

    await page.getByLabel('Search agents').fill('nobody of this name');
    await page.getByText('Nobody matches').waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    const signedOut = page.getByRole('button', { name: /Signed out/ });
    await signedOut.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/state=offline/);
    await page.getByRole('button', { name: /Signed out/, pressed: true }).waitFor();
    expect(admin.problems).toEqual([]);
  });
});

describe('the statuses of agents', () => {
  it('are added, changed and removed by an admin, and read by agents', async () => {
    const { page } = admin;
    await page.goto('/exchange/statuses');
    await page.getByRole('button', { name: 'Add statuses' }).click();
    const panel = page.getByRole('dialog');
    const add = panel.getByRole('button', { name: 'Add', exact: true });
    await add.click();
    await panel.getByText('Please enter a name.').waitFor();
    await panel.getByLabel('Name').fill('Closers');
    await panel.getByRole('button', { name: 'Add a status' }).click();
    await panel.getByLabel('Label of status 5').fill('Back office');
    await panel.getByLabel('Longest time in status 5, minutes').fill('30');
    await panel.getByLabel('For everybody else').click();
    await look(page, 'agent-statuses-form');
    await add.click();
    const row = page.getByRole('row', { name: 'Closers' });
    await row.getByText('Everybody else').waitFor();
    await row.getByText('Back office').waitFor();
    await look(page, 'agent-statuses');
    await row.click();
    await panel.getByLabel('Wrap-up, s').fill('45');
    await panel.getByRole('button', { name: 'Save' }).click();
    await row.getByText('45 s').waitFor();

    const agent = await visit(product.origin);
    await signInOn(agent.page, 'agent');
    await agent.page.goto('/exchange/statuses');
    await agent.page.getByRole('row', { name: 'Closers' }).click();
    await agent.page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().waitFor();
    expect(await agent.page.getByRole('dialog').getByRole('button', { name: 'Save' }).count()).toBe(0);
    await agent.context.close();

    await row.getByRole('button', { name: 'Actions for Closers' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Everybody has the usual statuses').waitFor();
    expect(admin.problems).toEqual([]);
  });
});
