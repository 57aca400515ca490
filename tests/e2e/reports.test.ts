import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, type Visit, visit } from '#tests/support/browser.ts';
import { eventually } from '#tests/support/eventually.ts';
import type { Product } from '#tests/support/product.ts';
import { download, look, signInOn } from '#tests/support/screens.ts';
import { shareProduct } from '#tests/support/workspace.ts';

/* An admin reads last week's calls, asks for figures of their own, and has them mailed each morning. */

/** Calls are counted behind a queue; ms. */
const countedMs = 60_000;
let product: Product;
let admin: Visit;

const daysAgo = (days: number, hour: number) => {
  const at = new Date(Date.now() - days * 86_400_000);
  at.setUTCHours(hour, 0, 0, 0);
  return at.toISOString();
};

beforeAll(async () => {
  product = await shareProduct();
  const [boss, agent] = [await product.signIn('admin'), await product.signIn('agent')];
  for (const [n, who] of [boss, agent, agent, agent, boss, agent].entries())
    await who.ask('POST', '/calls', {
      phone: `+1305555020${n}`,
      startedAt: daysAgo(2 + (n % 3) * 2, 15 + n),
      talkSeconds: n * 40,
      ...(n % 2 ? { disposition: 'Interested' } : {}),
    });
  await eventually(async () => {
    const { totals } = await boss.ask<{ totals: Record<string, number> }>(
      'GET',
      `/reports/calls?from=${daysAgo(8, 0).slice(0, 10)}&to=${daysAgo(0, 0).slice(0, 10)}`,
    );
    expect(totals.calls).toBe(6);
  }, countedMs);
  admin = await visit(product.origin);
  await signInOn(admin.page, 'admin');
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

describe('reports', () => {
  it('show a period beside the one before, sorted by any column', async () => {
    const { page } = admin;
    await page.goto('/reports');
    await page.getByRole('heading', { name: 'Calls', level: 1 }).waitFor();
    await page.getByRole('switch', { name: 'Compare with before' }).click();
    await page.getByText('0 before, new').first().waitFor();
    const table = page.getByRole('table', { name: /, table$/ });
    await table
      .getByRole('row', { name: /^Total/ })
      .getByText('6', { exact: true })
      .first()
      .waitFor();
    await table.getByRole('button', { name: 'Calls', exact: true }).click();
    await table
      .getByRole('columnheader', { name: 'Calls', exact: true })
      .and(page.locator('[aria-sort=descending]'))
      .waitFor();
    await page.getByRole('table', { name: /, \d{4}-\d\d-\d\d to / }).waitFor({ state: 'attached' });
    await look(page, 'reports-calls');
    await page.getByRole('combobox', { name: 'Group by' }).click();
    await page.getByRole('option', { name: 'Agent' }).click();
    await table.getByRole('columnheader', { name: 'Agent' }).waitFor();
    expect(page.url()).toContain('group=agent');
  });

  it('are empty in words where nothing happened', async () => {
    const { page } = admin;
    await page.goto('/reports/sms?period=yesterday');
    await page.getByText('No texts yet').waitFor();
    await look(page, 'reports-empty');
  });

  it('count what one chooses, with filters as chips, and are downloaded', async () => {
    const { page } = admin;
    await page.goto('/reports/custom?of=calls&by=day,hour&figures=calls,talkSeconds&period=last7Days');
    await page.getByRole('region', { name: /Calls by weekday and hour/ }).waitFor();
    await look(page, 'reports-heat');
    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.getByRole('combobox', { name: 'Filter by' }).click();
    await page.getByRole('option', { name: 'Disposition' }).click();
    await page.getByRole('combobox', { name: 'Values' }).fill('Interested');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Add filter' }).click();
    await page.getByText('Disposition is Interested').waitFor();
    const table = page.getByRole('table', { name: /, table$/ });
    await table
      .getByRole('row', { name: /^Total/ })
      .getByText('3', { exact: true })
      .waitFor();
    await page.getByRole('button', { name: 'Download' }).click();
    const file = await download(page, page.getByRole('menuitem', { name: /^CSV/ }));
    expect(file.name).toMatch(/\.csv$/);
    expect(file.text).toMatch(/Talk time/);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /Take away the filter Disposition/ }).click();
    await table
      .getByRole('row', { name: /^Total/ })
      .getByText('6', { exact: true })
      .waitFor();
  });

  it('are kept as templates and mailed by a schedule', async () => {
    const { page } = admin;
    await page.goto('/reports/calls?period=lastWeek&group=agent');
    await page.getByRole('button', { name: 'Save as template' }).click();
    const form = page.getByRole('dialog', { name: /template/i });
    await form.getByLabel('Name').fill('Calls of last week');
    await form.getByRole('button', { name: 'Add template' }).click();
    const panel = page.getByRole('dialog', { name: 'Calls of last week' });
    await panel.getByRole('heading', { name: 'Schedule' }).waitFor();
    await panel.getByRole('combobox', { name: 'How often' }).click();
    await page.getByRole('option', { name: 'Every week' }).click();
    await panel.getByText(/^Next:/).waitFor();
    await panel.getByRole('button', { name: 'Schedule', exact: true }).click();
    await panel.getByRole('button', { name: 'Save schedule' }).waitFor();
    await panel.getByText('None yet.').waitFor();
    await look(page, 'reports-schedule');
    await panel.getByRole('button', { name: 'Close' }).click();
    const row = page.getByRole('row', { name: /Calls of last week/ });
    await row.getByText('Every Monday at 08:00').waitFor();
    await row.getByRole('button', { name: /Calls of last week/ }).click();
    await page.getByRole('menuitem', { name: 'Send now' }).click();
    await row.getByText('On its way').waitFor();
    await look(page, 'reports-templates');
    await row.getByRole('button', { name: /Calls of last week/ }).click();
    await page.getByRole('menuitem', { name: 'Open the report' }).click();
    await page.waitForURL(/\/reports\/calls\?.*period=lastWeek/);
  });
});
