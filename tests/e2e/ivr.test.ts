import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, type Visit, visit } from '#tests/support/browser.ts';
import type { Product } from '#tests/support/product.ts';
import { look, signInOn } from '#tests/support/screens.ts';
import { shareProduct } from '#tests/support/workspace.ts';

/* An admin makes a menu beside a phone's keys; a plan that plays it keeps it from being removed. */

let product: Product;
let admin: Visit;

beforeAll(async () => {
  product = await shareProduct();
  await (await product.signIn('admin')).ask('POST', '/pbx/queues', { number: '640', name: 'Support' });
  admin = await visit(product.origin);
  await signInOn(admin.page, 'admin');
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

describe('IVR menus', () => {
  it('are made key by key, and not removed while a plan plays them', async () => {
    const { page } = admin;
    await page.goto('/ivr');
    await page.getByRole('button', { name: 'Add menu' }).first().click();
    const panel = page.getByRole('dialog');
    await panel.getByLabel('Name').fill('Night menu');
    await panel.getByLabel('Callers hear').fill('We are closed. For support, press 2.');
    await panel.getByRole('button', { name: 'Key 2 does nothing' }).click();
    await panel.getByLabel('When it is pressed').click();
    await page.getByRole('option', { name: 'Wait in a queue' }).click();
    await panel.getByRole('button', { name: 'Add menu' }).click();
    await panel.getByRole('alert').getByText('Key 2: Please choose a queue.').waitFor();
    await panel.getByLabel('Queue', { exact: true }).click();
    await page.getByRole('option', { name: 'Support (640)' }).click();
    await panel.getByLabel('Label').fill('Support');
    await panel.getByRole('button', { name: 'Key 2 Support' }).waitFor();
    await look(page, 'ivr-menu');
    await panel.getByRole('button', { name: 'Add menu' }).click();
    const row = page.getByRole('row', { name: /Night menu/ });
    await row.getByText('No plan yet').waitFor();

    const asAdmin = await product.signIn('admin');
    const { menus } = await asAdmin.ask<{ menus: { id: string }[] }>('GET', '/ivr?search=night');
    const position = { x: 0, y: 0 };
    await asAdmin.ask('POST', '/dialplans', {
      name: 'After hours',
      config: {
        nodes: [
          { id: 'start', type: 'start', position },
          { id: 'menu', type: 'ivr', position, data: { ivrId: menus[0]!.id } },
        ],
        edges: [],
      },
    });
    await page.reload();
    await row.getByText('After hours').waitFor();
    await look(page, 'ivr');
    await row.getByRole('button', { name: 'Actions for Night menu' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('This menu is used by “After hours”. Take it out there first.').waitFor();
    expect(await row.count()).toBe(1);
    expect(admin.problems.filter((problem) => !problem.includes('409'))).toEqual([]);
  });
});
