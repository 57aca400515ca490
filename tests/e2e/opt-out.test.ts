import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeBrowser, expectAccessible, type Visit, visit } from '#tests/support/browser.ts';
import { signIn } from '#tests/support/inbox.ts';
import type { Caller, Product } from '#tests/support/product.ts';
import { look } from '#tests/support/screens.ts';
import { shareProduct } from '#tests/support/workspace.ts';

/* Somebody opts out: the agent notes it and cannot lift what the person said themselves; an admin can, with a proof. */

let product: Product;
let admin: Caller;
let agent: Visit;
let boss: Visit;
let leadId: string;
const phone = '+12125550177';

beforeAll(async () => {
  product = await shareProduct();
  admin = await product.signIn('admin');
  const lead = {
    firstName: 'Rosa',
    lastName: 'Optima',
    phones: [phone],
    emails: ['rosa.optima@example.com'],
  };
  leadId = (await admin.ask<{ id: string }>('POST', '/leads', lead)).id;
  agent = await visit(product.origin);
  boss = await visit(product.origin);
  await signIn(agent.page, 'agent', `/leads/${leadId}`);
  await signIn(boss.page, 'admin', `/leads/${leadId}`);
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

const dialogOf = ({ page }: Visit) => page.getByRole('dialog');

it('an agent notes an opt-out, and lifts what was noted only with its source', async () => {
  const { page } = agent;
  await page.getByRole('button', { name: 'Calls: Not asked' }).click();
  await page.getByRole('menuitem', { name: 'They opted out' }).click();
  await page.getByRole('button', { name: 'Opt them out' }).click();
  await page.getByRole('button', { name: 'Calls: Opted out' }).click();
  await page.getByRole('menuitem', { name: 'They agreed' }).click();
  const dialog = dialogOf(agent);
  await dialog.getByRole('textbox', { name: 'How they agreed' }).fill('Web form');
  expect(await dialog.getByRole('button', { name: 'Note the consent' }).isDisabled()).toBe(true);
  await dialog.getByRole('textbox', { name: 'Where it can be seen' }).fill('https://example.com/forms/7');
  // A consent from before the opt-out is none.
  await dialog.getByLabel('When they agreed').fill('2026-01-05T10:00');
  await dialog.getByRole('button', { name: 'Note the consent' }).click();
  await page.getByText(/^They opted out after that/).waitFor();
  await look(page, 'opt-out-dialog');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
});

it('an agent cannot lift an opt-out of the person, and sees why', async () => {
  // Another system said so, as a STOP of the person does.
  const webhook = await admin.ask<{ id: string }>('POST', '/webhooks', {
    name: 'Stops',
    brand: 'B',
    source: 'S',
    webhookType: 'stop',
    stopConfig: { optOut: ['sms'], reasonField: 'why' },
  });
  await fetch(`${product.origin}/api/hooks/${webhook.id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ phone, why: 'STOP by text' }),
  });
  const { page } = agent;
  await expect
    .poll(async () => (await admin.ask<{ consent: { sms: object } }>('GET', `/leads/${leadId}`)).consent.sms)
    .toMatchObject({ state: 'withdrawn', by: 'person' });
  await page.reload();
  await page.getByText('They opted out themselves: only an admin can note a new consent.').waitFor();
  await page.getByRole('button', { name: 'Texts: Opted out' }).click();
  const agreed = page.getByRole('menuitem', { name: 'They agreed' });
  expect(await agreed.isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  await look(page, 'opt-out-agent');
});

it('an admin notes the new consent, which the lead, its timeline and the decisions show', async () => {
  const { page } = boss;
  await page.reload();
  await page.getByRole('button', { name: 'Texts: Opted out' }).click();
  await page.getByRole('menuitem', { name: 'They agreed' }).click();
  const dialog = dialogOf(boss);
  await dialog.getByRole('textbox', { name: 'How they agreed' }).fill('Web form');
  await dialog.getByRole('textbox', { name: 'Where it can be seen' }).fill('https://example.com/forms/8');
  await dialog.getByLabel('When they agreed').fill(await page.evaluate(thisMinute));
  await dialog.getByRole('button', { name: 'Note the consent' }).click();
  await page.getByRole('button', { name: 'Texts: Agreed' }).waitFor();
  await page.getByRole('link', { name: 'https://example.com/forms/8' }).first().waitFor();
  await page
    .getByText(/Texts: the opt-out of .* is lifted/)
    .first()
    .waitFor();
  await dialog.waitFor({ state: 'hidden' });
  await look(page, 'opt-out-lifted');
  await expectAccessible(page);
  await page.goto('/compliance?tab=log');
  await page.getByRole('tab', { name: 'Decisions' }).click();
  await page.getByText('Lifted', { exact: true }).first().waitFor();
  await look(page, 'opt-out-decisions');
});

it('an admin takes a number off the list only with the source of the consent', async () => {
  const { page } = boss;
  await admin.ask('POST', '/tcpa/do-not-contact', { addresses: [phone], reason: 'Asked on the phone' });
  await page.goto('/compliance');
  await page.getByRole('tab', { name: 'Do not contact' }).click();
  await page.getByRole('button', { name: 'Remove (212) 555-0177' }).click();
  const dialog = dialogOf(boss);
  expect(await dialog.getByRole('button', { name: 'Take off the list' }).isDisabled()).toBe(true);
  await dialog.getByRole('textbox', { name: 'How they agreed' }).fill('Signed paper');
  await dialog.getByRole('textbox', { name: 'Where it can be seen' }).fill('Folder 12, page 3');
  await dialog.getByLabel('When they agreed').fill(await page.evaluate(thisMinute));
  await look(page, 'opt-out-list');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Take off the list' }).click();
  await page.getByText(/^It is off the list/).waitFor();
  expect([...agent.problems, ...boss.problems]).toEqual([]);
});

/** This minute in the browser's own time. */
function thisMinute(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
