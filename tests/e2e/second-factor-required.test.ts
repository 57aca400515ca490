import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeBrowser, type Visit, visit } from '#tests/support/browser.ts';
import { demoPassword, type Product } from '#tests/support/product.ts';
import { look, signInOn } from '#tests/support/screens.ts';
import { shareProduct } from '#tests/support/workspace.ts';

/* A workspace that asks a second step of everybody, and an agent who has none when they sign in. */

let product: Product;
let alex: Visit;
let maya: Visit;

beforeAll(async () => {
  product = await shareProduct();
  [alex, maya] = [await visit(product.origin), await visit(product.origin)];
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

it('is asked for by an admin in the settings of the workspace', async () => {
  const { page } = alex;
  await signInOn(page, 'admin');
  await page.goto('/settings/workspace');
  await page.getByRole('switch', { name: 'Everybody needs a second step' }).click();
  await look(page, 'second-step-for-everybody');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Workspace saved').first().waitFor();
  // The admin, who is signed in, goes on working.
  await page.goto('/leads');
  await page.getByRole('heading', { name: 'Leads', level: 1 }).waitFor();
});

it('is set up by an agent before anything else, who then goes on', async () => {
  const { page } = maya;
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(new URL(response.url()).pathname);
  });
  await signInOn(page, 'agent');
  await page.getByRole('heading', { name: 'Set up a second step' }).waitFor();
  await page.goto('/leads');
  await page.getByRole('heading', { name: 'Set up a second step' }).waitFor();
  expect(await page.getByRole('button', { name: 'Go on', exact: true }).isDisabled()).toBe(true);
  // No page was opened that would have been refused.
  expect(refused).toEqual([]);
  await look(page, 'add-factor');
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('button', { name: 'Turn on two-step sign-in' }).click();
  await page.getByLabel('Your password').fill(demoPassword);
  await page.getByRole('dialog').getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('img', { name: /QR code/ }).waitFor();
  const secret = (await page.locator('code').innerText()).replace(/\s/g, '');
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() });
  await page.getByLabel(/Enter the code/).fill(code);
  await page.getByRole('button', { name: 'Turn on', exact: true }).click();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await page.getByRole('button', { name: 'Go on', exact: true }).click();
  await page.getByRole('heading', { name: 'Leads', level: 1 }).waitFor();
});
