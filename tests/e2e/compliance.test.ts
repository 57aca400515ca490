import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeBrowser, expectAccessible, type Visit, visit } from '#tests/support/browser.ts';
import { demoPassword, type Product } from '#tests/support/product.ts';
import { look } from '#tests/support/screens.ts';
import { shareProduct } from '#tests/support/workspace.ts';

/* An admin's morning: whom one may call, the list, the tenant's own rules, a call in the log and on the dashboard. */

let product: Product;
let admin: Visit;
let page: Page;
const listed = '(305) 555-0142';

beforeAll(async () => {
  product = await shareProduct();
  admin = await visit(product.origin);
  page = admin.page;
  await page.goto('/login');
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/dashboard');
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

/** A segment is chosen by its words. */
const choose = (where: Page | Locator, label: string) => where.getByText(label, { exact: true }).click();

const answer = () => page.getByRole('region', { name: 'Answer' });

it('says whom one may contact, and why not', async () => {
  await page.goto('/compliance');
  await choose(page, 'E-mail');
  await page.getByRole('textbox', { name: 'E-mail address' }).fill('ann@example.com');
  await page.getByRole('button', { name: 'May I?' }).click();
  // The law knows no hours for e-mail, so this holds whenever the test runs.
  await answer().getByText('Yes, you may write to ann@example.com now').waitFor();
  const map = page.getByRole('group', { name: 'States' });
  await map.getByRole('button', { name: /^NY, New York:/ }).focus();
  await page.keyboard.press('ArrowRight');
  await map.getByRole('button', { name: /^RI, Rhode Island:/, pressed: true }).waitFor();
  const slider = page.getByRole('slider', { name: 'Time of day' });
  await slider.focus();
  const before = await slider.getAttribute('aria-valuetext');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  expect(await slider.getAttribute('aria-valuetext')).not.toBe(before);
  await look(page, 'compliance-check');
});

it('keeps a list that is pasted and uploaded, and obeys it', async () => {
  await page.getByRole('tab', { name: 'Do not contact' }).click();
  await page.getByRole('button', { name: 'Add to the list' }).first().click();
  const panel = page.getByRole('dialog', { name: 'Add to the do-not-contact list' });
  await panel.getByRole('textbox', { name: 'Numbers and addresses' }).fill(listed);
  await panel.getByRole('textbox', { name: 'Reason' }).fill('Asked on the phone');
  await panel.getByRole('button', { name: 'Add', exact: true }).click();
  await panel.getByText('1 added').waitFor();
  await choose(panel, 'CSV file');
  const chooser = page.waitForEvent('filechooser');
  await panel.getByRole('button', { name: 'CSV file' }).click();
  await (await chooser).setFiles({
    name: 'list.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('name;phone\nBob;212 555 0143\nCarl;1.5551E+10\n'),
  });
  await panel.getByRole('button', { name: 'Add', exact: true }).click();
  await panel.getByText('1 could not be taken').waitFor();
  await panel.getByText(/^Row 3 \(1\.5551E\+10\)/).waitFor();
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Done' }).click();
  // What is fading out has no contrast.
  await panel.waitFor({ state: 'hidden' });
  await page.getByRole('row', { name: /\(212\) 555-0143/ }).waitFor();
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Check', exact: true }).click();
  await page.getByRole('textbox', { name: 'Phone number' }).fill(listed);
  await page.getByRole('button', { name: 'May I?' }).click();
  await answer().getByText(`No, do not call ${listed} now`).waitFor();
  await answer().getByText('The number is on the do-not-contact list.').waitFor();
  await answer().getByText('47 CFR 64.1200(d)').waitFor();
});

it('keeps the tenant’s own rules, the law, the holidays and every decision', async () => {
  await page.getByRole('tab', { name: 'Your rules' }).click();
  await page.getByRole('switch', { name: 'Sunday' }).click();
  await page.getByRole('button', { name: 'Save rules' }).click();
  await page.getByText('Your rules are saved').waitFor();
  await page.reload();
  await page.getByText('Nobody is contacted', { exact: true }).waitFor();
  await look(page, 'compliance-settings');
  await page.getByRole('tab', { name: 'The law' }).click();
  await page.getByRole('cell', { name: 'Fla. Stat. 501.616(6)(a), SB 1120' }).last().waitFor();
  await look(page, 'compliance-law');
  // On a phone the tabs scroll aside, and the one that is open is whole.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  const law = page.getByRole('tab', { name: 'The law', selected: true });
  await expect
    .poll(async () => {
      const { x, width } = (await law.boundingBox())!;
      return x >= 0 && x + width <= 390;
    })
    .toBe(true);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('tab', { name: 'Holidays' }).click();
  await page.getByRole('row', { name: /Mardi Gras/ }).waitFor();
  await page.getByRole('tab', { name: 'Decisions' }).click();
  await page
    .getByRole('row', { name: /\(305\) 555-0142/ })
    .first()
    .waitFor();
  await expectAccessible(page);
});

it('refuses to start a call that may not be made, logs one that was, and counts it', async () => {
  await page.goto('/dashboard');
  const today = page.getByRole('region', { name: 'Calls today' });
  await today.getByText(/yesterday/).waitFor();
  const figure = async () => Number(/\d+/.exec((await today.textContent()) ?? '')?.[0]);
  const before = await figure();
  await page.goto('/calls?call=new');
  const panel = page.getByRole('dialog', { name: 'Log a call' });
  await choose(panel, 'It begins now');
  await panel.getByRole('textbox', { name: 'Phone number' }).fill(listed);
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.getByText('This number may not be called now').waitFor();
  await panel.getByText('The number is on the do-not-contact list.').waitFor();
  await expectAccessible(page);
  await choose(panel, 'It has been');
  await panel.getByRole('textbox', { name: 'Talk time in minutes' }).fill('3');
  await panel.getByRole('textbox', { name: 'Disposition' }).fill('Complaint');
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.waitFor({ state: 'hidden' });
  const row = page.getByRole('row', { name: `${listed}, Completed` });
  await row.waitFor();
  await expectAccessible(page);
  await row.click();
  const call = page.getByRole('dialog', { name: `Call to ${listed}` });
  await call.getByText('3:00').first().waitFor();
  await call.getByRole('textbox', { name: 'Notes' }).fill('Called in error; apologised.');
  await call.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Call saved').waitFor();
  await expectAccessible(page);
  await page.goto('/dashboard');
  await expect.poll(figure, { interval: 500 }).toBe(before + 1);
  await page.getByRole('table', { name: 'Leaderboard' }).waitFor();
  await expectAccessible(page);
  expect(admin.problems).toEqual([]);
});
