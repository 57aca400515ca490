import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Visit } from '#tests/support/browser.ts';
import { openMarket } from '#tests/support/market-story.ts';
import { look } from '#tests/support/screens.ts';

/*
 * A vendor promises certificates of consent and hands leads over with them; the buyer's workspace has each checked, and both
 * sides see on the order what came of it.
 */

/** A check begins half a minute after a lead has come, by the sweeper's minute, and is counted by the next; ms. */
const checkedMs = 240_000;

let shop: Visit;
let office: Visit;
let close: () => Promise<string[]>;

const title = 'Kayak owners in Oregon, certified';
const certificate = (end: string) => `https://cert.trustedform.com/${'c4'.repeat(18)}${end}`;
const leadId = (end: string) => `58990313-03FB-43B8-AD0B-08CEF791${end}`;

beforeAll(async () => {
  ({ shop, office, close } = await openMarket({
    vendorName: 'Vic Lane',
    shopName: 'Paddle Leads',
    balanceCents: 50_000,
  }));
});
afterAll(async () => expect(await close()).toEqual([]));

describe('certificates of consent', () => {
  it('are promised by a listing', async () => {
    const { page } = shop;
    await page.goto('/marketplace/vendor/listings/create');
    await page.getByLabel('Title').fill(title);
    await page.getByRole('combobox', { name: 'Category' }).fill('Kayaks');
    await page.getByLabel('Price of a lead').fill('15');
    await page.getByLabel('Leads on offer').fill('40');
    await page.getByRole('combobox', { name: 'Certificate of consent' }).click();
    await page.getByRole('option', { name: 'TrustedForm or Jornaya' }).click();
    await look(page, 'certificates-create');
    await page.getByRole('button', { name: 'Create listing' }).click();
    await page.getByRole('row', { name: title }).waitFor();
  });

  it('are found by buyers, who see the promise before they buy', async () => {
    const { page } = office;
    await page.goto('/marketplace');
    await page.getByLabel('Search', { exact: true }).fill('Kayak owners');
    await page.waitForURL(/search=Kayak/);
    await page.getByRole('button', { name: 'Open Roof repairs, asked of several firms' }).waitFor({
      state: 'detached',
    });
    await page.getByLabel('With a certificate').click();
    // Both filters hold.
    for (const other of ['Roof repairs, asked of several firms', 'Home owners who asked for a solar quote'])
      await page.getByRole('button', { name: `Open ${other}` }).waitFor({ state: 'detached' });
    await page.getByRole('checkbox', { name: 'With a certificate', checked: true }).waitFor();
    const card = page.getByRole('article', { name: title });
    await card.getByText('TrustedForm or Jornaya').waitFor();
    await look(page, 'certificates-listings');
    await card.getByRole('button', { name: `Open ${title}` }).click();
    const panel = page.getByRole('dialog', { name: title });
    await panel.getByText('It is checked when the lead arrives').waitFor();
    await look(page, 'certificates-buy');
    await panel.getByLabel('Leads to buy').fill('3');
    await panel.getByRole('button', { name: 'Buy 3 leads' }).click();
    await page.getByRole('button', { name: 'Buy for $45' }).click();
    await page.waitForURL(/\/marketplace\/orders\?order=mor/);
  });

  it('come with the leads, and one without is not taken', async () => {
    const { page } = shop;
    await page.goto('/marketplace/vendor/orders');
    await page.getByRole('row', { name: new RegExp(title) }).click();
    const panel = page.getByRole('dialog');
    await panel.locator('input[type=file]').setInputFiles({
      name: 'leads.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        [
          'First name,Last name,Phone,TrustedForm URL,Jornaya LeadiD',
          `Ann,Paddle,(503) 555-0171,${certificate('beef')},`,
          `Ben,Paddle,(503) 555-0172,${certificate('0bad')},`,
          `Cy,Paddle,(503) 555-0173,,${leadId('BEEF')}`,
          'Di,Paddle,(503) 555-0174,,',
          '',
        ].join('\n'),
      ),
    });
    await panel.getByLabel('Agreed on').fill('2026-01-02');
    await panel.getByLabel('Words that the person agreed to').fill('Yes, you may call me about kayaks.');
    await panel.getByRole('button', { name: 'Hand over' }).click();
    await panel.getByText(/Row 5 .*promises a certificate of TrustedForm or Jornaya/).waitFor();
    await panel.getByText('3 of 3 certificates are being checked').waitFor();
    await look(page, 'certificates-handed-over');
  });

  it('are checked by themselves, and told on the order to both sides', async () => {
    const { page } = office;
    await page.getByRole('dialog').getByText('3 of 3 certificates are being checked').waitFor();
    for (const side of [page, shop.page])
      await side.getByText('1 of 3 certificates did not match, 2 are valid').waitFor({ timeout: checkedMs });
    await look(page, 'certificates-order');
    await look(shop.page, 'certificates-vendor-order');
    await page.getByRole('combobox', { name: 'Reason' }).click();
    await page.getByRole('option', { name: 'Certificates of consent that prove nothing' }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('stand beside the lead: what proves its consent, and what has it fall away', async () => {
    const { page } = office;
    await page.goto('/leads');
    await page.getByText('Ann Paddle').first().click();
    const consent = page.getByRole('region', { name: 'Consent' });
    await consent.getByText('TrustedForm certificate', { exact: true }).waitFor();
    await consent.getByText('Valid', { exact: true }).waitFor();
    await consent.getByRole('button', { name: 'Calls: Agreed' }).waitFor();
    await page.getByText(/TrustedForm certificate of the purchase from Paddle Leads: valid/).waitFor();
    await look(page, 'certificates-lead');
    await page.goto('/leads');
    await page.getByText('Ben Paddle').first().click();
    await consent.getByText('Does not match', { exact: true }).waitFor();
    await consent.getByRole('button', { name: 'Calls: Not asked' }).waitFor();
    await look(page, 'certificates-lead-failed');
  });

  it('are checked by the buyer’s own accounts, once it has set their keys', async () => {
    const { page } = office;
    await page.goto('/marketplace/certificates');
    const card = page.getByRole('region', { name: 'Jornaya' });
    await card.getByText('Sandbox', { exact: true }).waitFor();
    await look(page, 'certificates-keys');
    await card.getByLabel('Account code (lac)').fill('x');
    await card.getByLabel('Audit key (lak)').fill('a-key-that-is-never-shown');
    await card.getByRole('button', { name: 'Save' }).click();
    await card.getByText('This is made of letters, digits and hyphens.').waitFor();
    await card.getByLabel('Account code (lac)').fill('58990313-03FB-43B8-AD0B');
    await card.getByRole('button', { name: 'Save' }).click();
    await card.getByText('Connected', { exact: true }).waitFor();
    expect(await page.content()).not.toContain('a-key-that-is-never-shown');
    await look(page, 'certificates-keys-set');
  });
});
