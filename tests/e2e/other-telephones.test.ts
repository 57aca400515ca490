import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, type Visit, visit } from '#tests/support/browser.ts';
import { askSandbox, removeExtensionsOf, shareOffice } from '#tests/support/calling.ts';
import { openPlace } from '#tests/support/open-hours.ts';
import type { Caller, Product } from '#tests/support/product.ts';
import { look, signInOn } from '#tests/support/screens.ts';

/* An agent on the road: an admin enters her mobile, she signs in with it, and the exchange rings it by its number. */

let product: Product;
let admin: Caller;
let agent: Caller;
let office: Visit;
let road: Visit;
const { area, state } = openPlace ?? { area: '340', state: 'VI' };
const mobile = `+1${area}5553377`;
const leadPhone = `+1${area}5553378`;

const script = (match: string, call: object) => askSandbox(product, 'script', { match, call });

beforeAll(async () => {
  product = await shareOffice();
  [admin, agent] = await Promise.all([product.signIn('admin'), product.signIn('agent')]);
  const { userId } = await agent.ask<{ userId: string }>('GET', '/users/me');
  await removeExtensionsOf(admin, userId);
  await admin.ask('POST', '/pbx/extensions', { number: '7377', name: 'On the road', userId });
  [office, road] = await Promise.all([visit(product.origin), visit(product.origin)]);
  await Promise.all([signInOn(office.page, 'admin'), signInOn(road.page, 'agent')]);
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

describe.runIf(openPlace)('another telephone than the browser', () => {
  it('is entered by an admin, with the reason where it is no number', async () => {
    const { page } = office;
    await page.goto('/exchange/extensions');
    await page
      .getByRole('row', { name: /7377/ })
      .getByRole('button', { name: /^Actions/ })
      .click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const panel = page.getByRole('dialog', { name: 'Extension 7377' });
    await panel.getByLabel('Another telephone').fill('900 555 0100');
    await panel.getByRole('button', { name: 'Save' }).click();
    await panel.getByText(/cannot be called/).waitFor();
    await panel.getByLabel('Another telephone').fill(mobile);
    await look(page, 'other-telephones-extension', 'load');
    await panel.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Extension 7377 is saved').waitFor();
    expect(office.problems.filter((problem) => !problem.includes('400'))).toEqual([]);
  });

  it('is signed in with, rings first when she calls a lead, and is left again', async () => {
    const { page } = road;
    const { id } = await agent.ask<{ id: string }>('POST', '/leads', {
      firstName: 'Rosa',
      lastName: 'Marin',
      phones: [leadPhone],
      address: { state },
      source: 'other telephones story',
      ownerId: (await agent.ask<{ userId: string }>('GET', '/users/me')).userId,
    });
    await script(leadPhone, { result: 'answered', afterMs: 500 });
    await script(mobile, { result: 'answered', afterMs: 1_500 });
    await page.goto(`/console?lead=${id}`);
    await page.getByRole('button', { name: 'Choose a telephone' }).click();
    await page.getByText('Press 1 there to take a call').waitFor();
    await look(page, 'other-telephones-menu', 'load');
    await page.getByRole('menuitem', { name: /^With \(/ }).click();
    await page.getByText('Calls ring your other telephone').waitFor();
    const phone = page.getByRole('button', { name: /^Phone, extension 7377\. Calls ring \(/ });
    await phone.waitFor();
    await page.getByText(/^May be called/).waitFor();
    await page.locator('body').press('c');
    await page.getByText('Talking with', { exact: true }).waitFor();
    await look(page, 'other-telephones-talking', 'load');
    await page
      .getByRole('button', { name: /^Hang up/ })
      .first()
      .click();
    await page.getByText('Talking with', { exact: true }).waitFor({ state: 'detached' });
    await phone.click();
    await page.getByRole('menuitem', { name: 'Sign out of phone' }).click();
    await page.getByRole('button', { name: 'Sign in to phone' }).waitFor();
    expect(road.problems).toEqual([]);
  });
});
