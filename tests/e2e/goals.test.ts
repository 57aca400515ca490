import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeBrowser, type Visit, visit } from '#tests/support/browser.ts';
import type { Product } from '#tests/support/product.ts';
import { look, signInOn } from '#tests/support/screens.ts';
import { shareProduct } from '#tests/support/workspace.ts';

/* An admin sets an alert about unanswered calls, sees it fire with its chart, snoozes it, and sets a goal. */

let product: Product;
let admin: Visit;
let boss: Awaited<ReturnType<Product['signIn']>>;

beforeAll(async () => {
  product = await shareProduct();
  boss = await product.signIn('admin');
  for (let n = 0; n < 12; n++)
    await boss.ask('POST', '/calls', {
      phone: `+1305555020${n % 10}`,
      startedAt: new Date(Date.now() - (n % 4) * 86_400_000 - 60_000 * (n + 1)).toISOString(),
      talkSeconds: n < 2 ? 40 : 0,
      status: n < 2 ? 'completed' : 'no-answer',
    });
  admin = await visit(product.origin);
  await signInOn(admin.page, 'admin');
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

it('watches a figure, tells when it crosses its number, and shows how far a goal is', async () => {
  const { page } = admin;
  await page.goto('/reports/goals');
  await page.getByText('No goals and alerts yet').waitFor();
  await page.getByRole('button', { name: 'Add goal or alert' }).first().click();
  const panel = page.getByRole('dialog', { name: 'Add goal or alert' });
  await panel.getByText('Alert: to be told of').click();
  await panel.getByLabel('Name').fill('Nobody picks up');
  await panel.getByRole('combobox', { name: 'Figure' }).click();
  await page.getByRole('option', { name: 'Answer rate' }).click();
  await panel.getByRole('textbox', { name: 'Number', exact: true }).fill('50');
  await panel.getByRole('combobox', { name: 'In', exact: true }).click();
  await page.getByRole('option', { name: 'Day', exact: true }).click();
  await panel.getByRole('textbox', { name: 'Smallest number of records' }).fill('2');
  await panel.getByText('Answer rate below 50% a day.').waitFor();
  // With a filter its records are read: no counter is waited for.
  await panel.getByRole('button', { name: 'Add filter' }).click();
  const filter = page.getByRole('dialog').filter({ hasText: 'Type one and press Enter' }).last();
  await filter.getByRole('combobox', { name: 'Filter by' }).click();
  await page.getByRole('option', { name: 'Direction' }).click();
  await filter.getByRole('combobox', { name: 'Values' }).fill('outbound');
  await page.keyboard.press('Enter');
  // The list of values would cover the button.
  await page.keyboard.press('Tab');
  await filter.getByRole('button', { name: 'Add filter' }).click();
  await panel.getByText('Direction is outbound').waitFor();
  await look(page, 'goals-form');
  await panel.getByRole('button', { name: 'Add', exact: true }).click();

  const row = page.getByRole('row', { name: /Nobody picks up/ });
  await row.getByText('Alert', { exact: true }).waitFor();
  await row.getByText('Nobody picks up').click();
  const opened = page.getByRole('dialog', { name: 'Nobody picks up' });
  await opened.getByRole('heading', { name: 'History' }).waitFor();
  await opened
    .getByText(/not told yet|told/)
    .first()
    .waitFor();
  await look(page, 'goals-alert');
  await opened.getByRole('button', { name: 'Snooze' }).click();
  await page.getByRole('menuitem', { name: 'For an hour' }).click();
  await opened.getByText(/^Snoozed until/).waitFor();
  await opened.getByRole('button', { name: 'Cancel' }).click();
  await row.getByText('Snoozed', { exact: true }).waitFor();

  const goal = {
    name: 'Calls of the week',
    source: 'calls',
    measure: 'calls',
    span: 'week',
    condition: 'reach',
  };
  const filters = [{ field: 'direction', values: ['outbound'] }];
  await boss.ask('POST', '/goals', { ...goal, target: 40, filter: filters, shared: true });
  await page.goto('/reports/goals');
  await page.getByRole('progressbar', { name: /^Calls of the week/ }).waitFor();
  await look(page, 'goals-list');
  await page.goto('/');
  const card = page.getByRole('region', { name: 'Goals and alerts' });
  await card.getByText('Calls of the week').waitFor();
  await card.scrollIntoViewIfNeeded();
  await look(page, 'goals-dashboard');
  expect(await card.getByRole('listitem').count()).toBe(2);

  // Wherever somebody is, a toast says that it was reached.
  await page.goto('/leads');
  await page.getByRole('heading', { name: 'Leads', exact: true }).waitFor();
  const { goals } = await boss.ask<{ goals: { id: string; name: string }[] }>('GET', '/goals');
  const { id } = goals.find(({ name }) => name === goal.name)!;
  await boss.ask('PUT', `/goals/${id}`, { target: 1 });
  await page.getByText('Goal reached: Calls of the week').waitFor({ timeout: 75_000 });
});
