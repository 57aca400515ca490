import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, type Visit, visit } from '#tests/support/browser.ts';
import { openPlace } from '#tests/support/open-hours.ts';
import type { Caller, Product } from '#tests/support/product.ts';
import { look, signInOn } from '#tests/support/screens.ts';
import { shareProduct } from '#tests/support/workspace.ts';

/* An agent works through a list of leads, by the keyboard alone. */

let product: Product;
let agent: Caller;
let maya: Visit;
/** The leads of the list, in its order. */
const leads: { id: string; name: string }[] = [];

interface Call {
  id: string;
  status: string;
  disposition: string;
  notes: string;
  leadId: string;
}
const callsOf = async (at: number) =>
  (await agent.ask<{ calls: Call[] }>('GET', `/calls?leadId=${leads[at]!.id}`)).calls;

beforeAll(async () => {
  product = await shareProduct();
  agent = await product.signIn('agent');
  const { area, state } = openPlace ?? { area: '340', state: 'VI' };
  const { userId } = await agent.ask<{ userId: string }>('GET', '/users/me');
  for (const [at, name] of ['Alma Rivera', 'Bruno Ortiz', 'Carla Colón', 'Diego Vega'].entries()) {
    const [firstName, lastName] = name.split(' ');
    const { id } = await agent.ask<{ id: string }>('POST', '/leads', {
      firstName,
      lastName,
      phones: [`+1${area}555${3100 + at}`],
      address: { state },
      source: 'console story',
      score: 90 - at,
      ownerId: userId,
    });
    leads.push({ id, name });
  }
  await agent.ask('POST', '/leads/views', {
    name: 'Story',
    filter: { all: [{ field: 'source', op: 'is', value: 'console story' }] },
    sort: { field: 'score', direction: 'desc' },
  });
  maya = await visit(product.origin);
  await signInOn(maya.page, 'agent');
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

const heading = (at: number) => maya.page.getByRole('heading', { name: leads[at]!.name });

describe.runIf(openPlace)('the console', () => {
  it('calls a lead, notes how the call ended and goes to the next one by the keyboard', async () => {
    const { page } = maya;
    await page.goto('/console');
    await page.getByRole('combobox', { name: 'List' }).click();
    await page.getByRole('option', { name: 'Story' }).click();
    await heading(0).waitFor();
    await page.getByText(/^May be called/).waitFor();
    await look(page, 'console');
    await page.locator('body').press('Shift+?');
    await page.getByRole('dialog', { name: 'Keys of the console' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.keyboard.press('c');
    await page.getByText('Calling', { exact: true }).waitFor();
    await look(page, 'console-dialling', 'load');
    await page.keyboard.press('a');
    await page.getByText('Talking with', { exact: true }).waitFor();
    expect((await callsOf(0))[0]!.status).toBe('in-progress');

    // A note in the middle of the call; its letters end nothing.
    await page.keyboard.press('w');
    await page.keyboard.type('Cares about the east roof, answers in the evening');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('list', { name: 'Timeline' }).getByText('Cares about the east roof').waitFor();
    await page.getByText('Talking with', { exact: true }).waitFor();
    await look(page, 'console-talking', 'load');
    await page.keyboard.press('Escape');
    await page.locator('body').press('e');

    await page.getByRole('radiogroup', { name: 'How did it end?' }).waitFor();
    await look(page, 'console-wrap-up', 'load');
    await page.locator('body').press('2');
    await page.keyboard.type('Send the offer');
    await page.keyboard.press('Control+Enter');
    await heading(1).waitFor();
    expect((await callsOf(0))[0]).toMatchObject({
      status: 'completed',
      disposition: 'interested',
      notes: 'Send the offer',
    });
    expect(maya.problems).toEqual([]);
  });
});
