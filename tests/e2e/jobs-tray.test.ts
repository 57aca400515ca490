import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginImport } from '#tests/support/begin-import.ts';
import { closeBrowser, expectAccessible, type Visit, visit } from '#tests/support/browser.ts';
import type { Caller, Product } from '#tests/support/product.ts';
import { look, signInOn } from '#tests/support/screens.ts';
import { shareProduct } from '#tests/support/workspace.ts';

/* Somebody stops what runs in the background from the list that is on every page. */

let product: Product;
let admin: Caller;
let visitor: Visit;

beforeAll(async () => {
  product = await shareProduct();
  admin = await product.signIn('admin');
  visitor = await visit(product.origin);
  await signInOn(visitor.page, 'admin');
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

const tray = () => visitor.page.getByRole('dialog', { name: 'Work in the background' });
const openTray = () => visitor.page.getByRole('button', { name: /^Work in the background/ }).click();

/** Stops the work of a title, and waits until the list says so. */
async function stop(title: string): Promise<void> {
  await openTray();
  const work = tray().getByRole('listitem', { name: title });
  await work.getByRole('button', { name: 'Stop' }).click();
  await work.getByText(/^Stopped: /).waitFor();
  expect(await work.getByRole('button', { name: 'Stop' }).count()).toBe(0);
  // The button had the focus, which stays with the work.
  await expect.poll(() => work.evaluate((card) => card.contains(document.activeElement))).toBe(true);
}

describe('the list of background work', () => {
  it('stops an import, which keeps what is in', async () => {
    const { page } = visitor;
    const rows = 3_000;
    const list = [
      'First name,Last name,Phone,State',
      ...Array.from({ length: rows }, (_, n) => `First${n},Last${n},+1212${2_000_000 + n},NY`),
    ].join('\n');
    await beginImport(page, 'Fair.csv', list);
    const id = new URL(page.url()).pathname.split('/').at(-1)!;
    await page.goto('/leads');
    await stop('Import “Fair.csv”');
    await expectAccessible(page);
    await look(page, 'stopped-import');
    const { status, created } = await admin.ask<{ status: string; created: number }>(
      'GET',
      `/leads/imports/${id}`,
    );
    expect(status).toBe('cancelled');
    expect(created).toBeLessThan(rows);
  });

  it('stops a text blast, of which no more texts go out', async () => {
    const { results } = await admin.ask<{ results: { id: string }[] }>('POST', '/leads/bulk', {
      leads: Array.from({ length: 5 }, (_, n) => ({
        firstName: `Guest${n}`,
        phones: [`+1340555${4000 + n}`],
      })),
    });
    // One text a minute, or none at this hour: it cannot be over before it is stopped.
    const { id } = await admin.ask<{ id: string }>('POST', '/sms/send-blast', {
      name: 'Slow offer',
      message: 'Spring is here.',
      ratePerMinute: 1,
      leadIds: results.map((lead) => lead.id),
    });
    await visitor.page.goto('/leads');
    await stop('Text blast “Slow offer”');
    const { status, sent } = await admin.ask<{ status: string; sent: number }>(
      'GET',
      `/sms/blast/${id}/status`,
    );
    expect(status).toBe('cancelled');
    expect(sent).toBeLessThan(5);
  });
});
