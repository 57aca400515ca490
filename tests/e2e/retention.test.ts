import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, type Visit, visit } from '#tests/support/browser.ts';
import type { Product } from '#tests/support/product.ts';
import { letTermsRunNow } from '#tests/support/retention-night.ts';
import { look, signInOn } from '#tests/support/screens.ts';
import { shareProduct } from '#tests/support/workspace.ts';

/* An admin sets how long notes of calls are kept, and sees what went, what stayed and why. */

let product: Product;
let admin: Visit;
let leadId: string;

/** The sweeper looks each minute, and a busy machine takes its time; ms. */
const nightMs = 180_000;
const dayMs = 86_400_000;

beforeAll(async () => {
  product = await shareProduct();
  const caller = await product.signIn('admin');
  const lead = await caller.ask<{ id: string }>('POST', '/leads', {
    firstName: 'Philippa',
    lastName: 'Ravensworth',
    phones: ['+13055550164'],
  });
  leadId = lead.id;
  const startedAt = new Date(Date.now() - 200 * dayMs).toISOString();
  const call = { status: 'completed', notes: 'Wants a quote', startedAt, direction: 'outbound' };
  await caller.ask('POST', '/calls', { ...call, leadId });
  for (const end of ['101', '102', '103'])
    await caller.ask('POST', '/calls', { ...call, phone: `+13055550${end}` });
  admin = await visit(product.origin);
  await signInOn(admin.page, 'admin');
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

async function openRule(title: string) {
  const { page } = admin;
  await page.getByRole('row', { name: title }).click();
  return page.getByRole('dialog', { name: title });
}

async function choose(panel: Awaited<ReturnType<typeof openRule>>, option: string) {
  await panel.getByRole('combobox', { name: 'Kept for' }).click();
  await admin.page.getByRole('option', { name: option, exact: true }).click();
}

describe('how long data is kept', () => {
  it('is shown for each kind, also what the law has kept and why', async () => {
    const { page } = admin;
    await page.goto('/settings/privacy');
    await page.getByRole('tab', { name: 'How long data is kept' }).click();
    await page.getByText('Nothing has gone by itself yet').waitFor();
    await page
      .getByRole('table', { name: 'Kept by law' })
      .getByText('47 CFR 64.1200', { exact: false })
      .first()
      .waitFor();
    await look(page, 'retention-none');
    const panel = await openRule('Who was called');
    await panel.getByText('60 months at least: Who makes telemarketing calls', { exact: false }).waitFor();
    await panel.getByRole('combobox', { name: 'Kept for' }).click();
    expect(await page.getByRole('option').allTextContents()).toEqual([
      'For good',
      '60 months',
      'Another number of days',
    ]);
    await page.getByRole('option', { name: 'Another number of days' }).click();
    // Five years have two leap days at most.
    await panel.getByLabel('Days').fill('100');
    await panel.getByLabel('Days').press('Enter');
    await panel.getByText('From 1,827 to 3,650').waitFor();
    await look(page, 'retention-least');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  }, 240_000);

  it('a lead is put on legal hold on its own page, and cannot be deleted then', async () => {
    const { page } = admin;
    await page.goto(`/leads/${leadId}`);
    await page.getByRole('switch', { name: 'On legal hold' }).click();
    await page.getByLabel('Why').fill('Claim 2026-12');
    await page.getByLabel('Why').blur();
    await page.getByText('by admin', { exact: false }).first().waitFor();
    await look(page, 'retention-hold');
    await page.reload();
    await expect.poll(() => page.getByLabel('Why').inputValue()).toBe('Claim 2026-12');
    await page.getByRole('button', { name: 'Actions for this lead' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByText('This lead is on legal hold and cannot be deleted.', { exact: false }).waitFor();
  }, 120_000);

  it('is set after a preview and a question, and waits a day', async () => {
    const { page } = admin;
    await page.goto('/settings/privacy?tab=retention');
    const panel = await openRule('Notes and transcripts of calls');
    await choose(panel, '6 months');
    await panel.getByText('3 would go now.').waitFor();
    await panel.getByText('1 old enough would stay: 1 on legal hold.').waitFor();
    await panel.getByText('First run on', { exact: false }).waitFor();
    await look(page, 'retention-preview');
    await panel.getByRole('button', { name: 'Save' }).click();
    const question = page.getByRole('dialog', { name: 'Erase after 6 months?' });
    await question.getByText('3 would go now', { exact: false }).waitFor();
    await look(page, 'retention-question');
    await question.getByRole('button', { name: 'Set the term' }).click();
    await page.getByRole('row', { name: 'Notes and transcripts of calls' }).getByText('6 months').waitFor();
    await look(page, 'retention-set');
  }, 240_000);

  it('tells after its run what was erased, what was passed over and why', async () => {
    const { page } = admin;
    await letTermsRunNow(product);
    await page.goto('/settings/privacy?tab=retention');
    const runs = page.getByRole('table', { name: 'Runs' });
    await runs.getByText('Done').waitFor({ timeout: nightMs });
    await look(page, 'retention-run');
    await runs.getByRole('row', { name: /Run of/ }).click();
    const panel = page.getByRole('dialog', { name: /Run of/ });
    await panel.getByText('Passed over: 1 on legal hold.').waitFor();
    await look(page, 'retention-certificate');
    await page.keyboard.press('Escape');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^retention .*\.csv$/);
    const caller = await product.signIn('admin');
    const { calls } = await caller.ask<{ calls: { notes: string; leadId: string | null }[] }>(
      'GET',
      '/calls',
    );
    expect(calls.filter(({ notes }) => notes !== '').map((call) => call.leadId)).toEqual([leadId]);
    expect(admin.problems).toEqual([]);
  }, 360_000);
});
