import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, type Visit, visit } from '#tests/support/browser.ts';
import { askSandbox } from '#tests/support/calling.ts';
import { eventually } from '#tests/support/eventually.ts';
import type { Product } from '#tests/support/product.ts';
import { look, signInOn } from '#tests/support/screens.ts';
import { shareProduct } from '#tests/support/workspace.ts';

/* After hours: a plan says a text, and callers are called back or leave a message. */

const number = '+19545550164';
const position = { x: 0, y: 0 };
let product: Product;
let admin: Visit;

beforeAll(async () => {
  product = await shareProduct();
  admin = await visit(product.origin);
  await signInOn(admin.page, 'admin');
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

/** A plan whose text leads to a mailbox, that extension, and a queue. */
async function afterHours() {
  const asAdmin = await product.signIn('admin');
  const { id: userId } = await asAdmin.ask<{ id: string }>('GET', '/users/me');
  const desk = { number: '301', name: 'Front desk', userId };
  const extension = await asAdmin.ask<{ id: string; version: number }>('POST', '/pbx/extensions', desk);
  await asAdmin.ask('POST', '/pbx/queues', { number: '651', name: 'Support' });
  const plan = await asAdmin.ask<{ id: string }>('POST', '/dialplans', {
    name: 'After hours',
    config: {
      nodes: [
        { id: 'start', type: 'start', position },
        { id: 'hello', type: 'playback', position: { x: 0, y: 160 }, data: { text: 'We are closed.' } },
        { id: 'box', type: 'voicemail', position: { x: 0, y: 320 }, data: { mailbox: extension.id } },
      ],
      edges: [
        { id: 'one', source: 'start', sourceHandle: 'next', target: 'hello' },
        { id: 'two', source: 'hello', sourceHandle: 'next', target: 'box' },
      ],
    },
  });
  return { asAdmin, extension, planId: plan.id };
}

describe('a dial plan after hours', () => {
  it('is drawn with a mailbox and a callback, and walked to the message', async () => {
    const { page } = admin;
    const { asAdmin, extension, planId } = await afterHours();
    await page.goto(`/dialplan/builder/enhanced/${planId}`);
    const box = page.locator('.react-flow__node', { hasText: 'Front desk' });
    await page.getByText(/Extension 301 takes no messages/).waitFor();
    await asAdmin.ask('PUT', `/pbx/extensions/${extension.id}`, {
      voicemail: true,
      version: extension.version,
    });
    await page.reload();
    await box.waitFor();
    expect(await page.getByText(/takes no messages/).count()).toBe(0);

    await page.getByRole('button', { name: 'Add Callback' }).click();
    const settings = page.getByRole('complementary', { name: 'Settings of what is selected' });
    await settings.getByRole('combobox', { name: 'Queue', exact: true }).click();
    await page.getByRole('option', { name: 'Support (651)' }).click();
    await look(page, 'dialplan-callback');
    await page.keyboard.press('Escape');
    await box.click();
    await settings.getByRole('combobox', { name: 'Mailbox of' }).waitFor();
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Simulate' }).click();
    const simulator = page.getByRole('complementary', { name: 'Simulator' });
    await simulator.getByRole('button', { name: 'Hear it' }).click();
    await simulator.getByRole('button', { name: 'Play' }).waitFor();
    await simulator.getByRole('button', { name: 'Noted' }).click();
    await simulator.getByText('The caller leaves a message.').waitFor();
    await look(page, 'dialplan-message');
    await simulator.getByRole('button', { name: 'Close' }).click();
  });

  it('is deployed with its text read, and a caller’s message is in the box', async () => {
    const { page } = admin;
    await page.getByRole('button', { name: 'Deploy', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Deploy plan' }).click();
    await page.getByText('Dial plan deployed successfully').last().waitFor();
    const asAdmin = await product.signIn('admin');
    const planId = new URL(page.url()).pathname.split('/').at(-1);
    const route = { kind: 'plan', planId };
    await asAdmin.ask('POST', '/dids', { phoneNumber: number, label: 'After hours', route });

    const caller = '+17865550198';
    const call = { result: 'answered', messageSeconds: 3 };
    await askSandbox(product, 'script', { match: caller, call });
    await page.goto('/voicemail');
    const row = page.getByRole('table', { name: 'Messages' }).getByRole('row', { name: /555-0198/ });
    // The exchange hears of the number within the minute, and a caller whom the product keeps waiting calls again.
    await eventually(async () => {
      await askSandbox(product, 'phone/call', { from: caller, to: number });
      await row.first().waitFor({ timeout: 45_000 });
    }, 200_000);
    expect(await row.first().textContent()).toContain('Front desk');
  });
});
