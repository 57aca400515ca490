import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DialPlan } from '#shared/model/dialplan/plan.ts';
import { closeBrowser, type Visit, visit } from '#tests/support/browser.ts';
import type { Product } from '#tests/support/product.ts';
import { look, signInOn } from '#tests/support/screens.ts';
import { shareProduct } from '#tests/support/workspace.ts';

/* An admin draws a plan, names it at its first save, lets it save itself, walks a call through it, and is shown what goes wrong. */

let product: Product;
let admin: Visit;

beforeAll(async () => {
  product = await shareProduct();
  await (await product.signIn('admin')).ask('POST', '/pbx/queues', { number: '650', name: 'Billing' });
  admin = await visit(product.origin);
  await signInOn(admin.page, 'admin');
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

const isPut = (request: { method(): string; url(): string }) =>
  request.method() === 'PUT' && request.url().includes('/dialplans/');
const mainNumber = '+19545550163';
const mainShown = '(954) 555-0163';
const isPutUrl = /\/api\/dialplans\/dlp_/;
/** An earlier toast of the same words may be there still. */
const shows = (page: Page, text: string) => page.getByText(text, { exact: true }).last().waitFor();
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');
const isDone = (page: Page, method: string, path: RegExp) =>
  page.waitForResponse(
    (response) => response.request().method() === method && path.test(response.url()) && response.ok(),
  );
const tab = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'Parts of the plan' }).getByText(name, { exact: true }).click();
const settings = (page: Page) => page.getByRole('complementary', { name: 'Settings of what is selected' });

describe('the dial plan builder', () => {
  it('draws a plan from its start to its first save', async () => {
    const { page } = admin;
    await page.goto('/dialplan');
    await page.getByRole('button', { name: 'New plan' }).first().click();
    await page.waitForURL('**/dialplan/builder/enhanced/new');
    await page.getByRole('button', { name: 'Deploy' }).click();
    await shows(page, 'Please save the dial plan first');
    await tab(page, 'Analytics');
    await page.getByText('No calls yet').waitFor();
    await tab(page, 'Builder');

    for (const group of ['Call control', 'Media and IVR', 'Routing'])
      await page.getByRole('group', { name: group }).waitFor();
    await page.getByRole('button', { name: 'Add Answer' }).click();
    await page.getByRole('button', { name: 'Add Queue' }).click();
    await settings(page).getByLabel('Queue', { exact: true }).click();
    await page.getByRole('option', { name: 'Billing (650)' }).click();
    await settings(page).getByRole('button', { name: 'Done' }).click();
    await shows(page, 'Node updated successfully');
    await expect.poll(() => focused(page)).toContain('Billing');

    await page.locator('.react-flow__node-start').click();
    await page.keyboard.press('Delete');
    await shows(page, 'Cannot delete start node');
    expect(await page.locator('.react-flow__node-start').count()).toBe(1);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add Hangup' }).click();
    await page.keyboard.press('Delete');
    await shows(page, 'Node deleted');

    await page.reload();
    await page.locator('.react-flow__node', { hasText: 'Billing' }).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Daytime');
    await page.getByRole('dialog').getByRole('button', { name: 'Save plan' }).click();
    await shows(page, 'Dial plan created successfully');
    await page.waitForURL(/\/dialplan\/builder\/enhanced\/dlp_/);
    await expect.poll(() => focused(page)).toBe('Deploy');
  });

  it('saves by itself once it has an id, and tells what became of a save', async () => {
    const { page } = admin;
    const silent = page.waitForRequest(isPut);
    await page.getByRole('button', { name: 'Add Condition' }).click();
    await silent;
    await page.getByText('Saved', { exact: true }).last().waitFor();
    await settings(page).getByLabel('Asks for').click();
    await page.getByRole('option', { name: 'Caller’s area code' }).click();
    await settings(page).getByLabel('Area codes').fill('305');
    await page.keyboard.press('Enter');
    await page.locator('.react-flow__node', { hasText: 'Caller from 305' }).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await shows(page, 'Dial plan saved successfully');

    await page.route(isPutUrl, (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({
            status: 400,
            json: { error: 'The disk is full.', code: 'invalid_input', details: {} },
          })
        : route.continue(),
    );
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await shows(page, 'Failed to save dial plan');
    await page.unroute(isPutUrl);
    const again = isDone(page, 'PUT', isPutUrl);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await again;
    await shows(page, 'Dial plan saved successfully');
    await page.getByRole('button', { name: 'Redo' }).click();
  });

  it('walks a call through the drawing, and is worked on a phone and by keys', async () => {
    const { page } = admin;
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Simulate' }).click();
    const panel = page.getByRole('complementary', { name: 'Simulator' });
    await panel.getByRole('button', { name: 'Timeout' }).waitFor();
    await look(page, 'dialplan-simulator');
    await panel.getByRole('button', { name: 'Answered' }).click();
    expect(await focused(page)).toContain('what happens?');
    await panel.getByRole('button', { name: 'True' }).click();
    await panel.getByText('The call ends: no way leads on.').waitFor();
    await panel.getByRole('button', { name: 'Close' }).click();
    await page.getByText('Outline', { exact: true }).click();
    await page.getByRole('button', { name: 'Move Billing up' }).press('Enter');
    await page.getByRole('button', { name: 'Undo' }).click();
    await look(page, 'dialplan-builder');
    await tab(page, 'Settings');
    // What is typed into the one stays while the other is still being saved.
    let letGo = () => {};
    const isHeld = new Promise<void>((done) => {
      letGo = done;
    });
    await page.route(isPutUrl, async (route) => {
      await isHeld;
      await route.continue();
    });
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Daytime calls');
    const isNamed = isDone(page, 'PUT', isPutUrl);
    await page.getByLabel('Description').fill('Nine to five.');
    letGo();
    await isNamed;
    await page.getByRole('textbox', { name: 'Name of the dial plan' }).waitFor();
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Name of the dial plan' }).inputValue())
      .toBe('Daytime calls');
    expect(await page.getByLabel('Description').inputValue()).toBe('Nine to five.');
    await page.unroute(isPutUrl);
    await page.getByRole('combobox', { name: 'Goal' }).click();
    await page.getByRole('option', { name: 'Billing' }).click();
    const asAdmin = await product.signIn('admin');
    // The description was saved as it was left: the goal comes after it.
    const kept = () => asAdmin.ask<DialPlan>('GET', `/dialplans/${page.url().split('/').at(-1)}`);
    await expect
      .poll(kept)
      .toMatchObject({ description: 'Nine to five.', goalNodeId: expect.stringMatching(/^n_/) });
    await look(page, 'dialplan-settings');
  });

  it('is deployed once its saved walks end as they are to, counts its callers, and goes back a version', async () => {
    const { page } = admin;
    const asAdmin = await product.signIn('admin');
    await asAdmin.ask('POST', '/dids', { phoneNumber: mainNumber, label: 'Main line' });
    await page.reload();
    await tab(page, 'Settings');
    await page.getByRole('combobox', { name: 'Let a number ring this plan' }).click();
    await page.getByRole('option', { name: /555-0163/ }).click();
    await shows(page, `Calls to ${mainShown} ring this plan`);

    await tab(page, 'Builder');
    await page.getByRole('button', { name: 'Simulate' }).click();
    const simulator = page.getByRole('complementary', { name: 'Simulator' });
    await simulator.getByRole('button', { name: 'Answered' }).click();
    await simulator.getByRole('button', { name: 'True' }).click();
    await simulator.getByRole('button', { name: 'Save this walk' }).click();
    await simulator.getByLabel('Name of the walk').fill('Served');
    await page.keyboard.press('Enter');
    await simulator.getByLabel('Ends as expected').waitFor();
    await look(page, 'dialplan-walks');
    const deploy = async () => {
      await page.getByRole('button', { name: 'Deploy', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Deploy plan' }).click();
    };
    const first = isDone(page, 'POST', /\/deploy/);
    await deploy();
    await first;
    await shows(page, 'Dial plan deployed successfully');

    await fetch(`${product.origin}/sandbox/phone/call`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ from: '+13055550141', to: mainNumber }),
    });
    const calls = page.getByText('Calls', { exact: true }).locator('xpath=following-sibling::dd');
    const shownCalls = async () => {
      await page.reload();
      await tab(page, 'Analytics');
      await page
        .getByText(/^(Calls|No calls yet)$/)
        .first()
        .waitFor();
      return (await calls.count()) === 0 ? '' : calls.textContent();
    };
    await expect.poll(shownCalls).toBe('1');
    await look(page, 'dialplan-analytics');

    await tab(page, 'Builder');
    await page.locator('.react-flow__node', { hasText: 'Caller from 305' }).click();
    await page.keyboard.press('Delete');
    await deploy();
    await page.getByText('Served', { exact: true }).waitFor();
    // A second Enter does not deploy: the safe button has the focus.
    await expect.poll(() => focused(page)).toBe('Cancel');
    const anyway = isDone(page, 'POST', /\/deploy/);
    await page.getByRole('dialog').getByRole('button', { name: 'Deploy anyway' }).click();
    await anyway;
    await page.getByRole('button', { name: 'More for this plan' }).click();
    await page.getByRole('menuitem', { name: 'Versions' }).click();
    const version = page.getByRole('region', { name: 'Version 1' });
    await look(page, 'dialplan-versions');
    await version.getByRole('button', { name: 'Roll back to it' }).click();
    await page.getByRole('button', { name: 'Deploy version' }).click();
    await version.getByText('Takes calls').waitFor();
    await version.getByRole('link', { name: 'Compare' }).click();
    await page.getByText('Not in the draft').waitFor();
    await look(page, 'dialplan-compare');
    await page.getByRole('button', { name: 'Restore as draft' }).click();
    await page.locator('.react-flow__node', { hasText: 'Caller from 305' }).waitFor();
  });

  it('asks before it deploys, and says what failed', async () => {
    const { page } = admin;
    await page.route('**/api/dialplans/*/deploy*', (route) =>
      route.fulfill({ status: 409, json: { error: 'No exchange is there.', code: 'conflict', details: {} } }),
    );
    await page.getByRole('button', { name: 'Deploy' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Deploy plan' }).click();
    await shows(page, 'Failed to deploy dial plan');
    const builder = page.url();
    await page.route('**/api/pbx/queues?*', (route) =>
      route.fulfill({ status: 403, json: { error: 'Not yours.', code: 'forbidden', details: {} } }),
    );
    await page.reload();
    await page.locator('.react-flow__node').getByText('A queue', { exact: true }).click();
    await settings(page).getByRole('combobox', { name: 'Queue', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Back' }).click();
    await page.getByRole('row', { name: /Daytime/ }).waitFor();
    await look(page, 'dialplan-list');
    await page.goto(builder.replace(/dlp_\w+/, 'dlp_none'));
    await shows(page, 'Failed to load dial plan');
    await page.getByText('There is no such dial plan').waitFor();
  });
});
