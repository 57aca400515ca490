import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, type Visit, visit } from '#tests/support/browser.ts';
import { eventually } from '#tests/support/eventually.ts';
import { demoPassword, Product } from '#tests/support/product.ts';
import { look } from '#tests/support/screens.ts';

let product: Product;
let desk: Visit;
beforeAll(async () => {
  product = await Product.start();
  desk = await visit(product.origin);
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

interface Sent {
  target: string;
  subject: string;
  body: string;
}

/** The path of the link in the newest mail to an address that bears a subject. */
const linkTo = (address: string, subject: string): Promise<string> =>
  eventually(async () => {
    const answer = await fetch(`${product.origin}/sandbox/mail.json`);
    const { sent } = (await answer.json()) as { sent: Sent[] };
    const mail = sent.find((one) => one.target === address && one.subject.startsWith(subject));
    const url = /https?:\/\/\S+\?token=\S+/.exec(mail?.body ?? '')?.[0];
    if (!url) throw new Error(`There is no mail “${subject}” to ${address} yet.`);
    const { pathname, search } = new URL(url);
    return pathname + search;
  });

const press = (name: string) => desk.page.getByRole('button', { name, exact: true }).click();

async function signOut(): Promise<void> {
  await desk.page.evaluate(() => localStorage.clear());
  await desk.page.context().clearCookies();
}

describe('a trial that somebody opens', () => {
  const email = 'mia@harbor.example';

  it('says that the address is to be confirmed, and that nothing leaves until then', async () => {
    const { page } = desk;
    await page.goto('/trial');
    await page.getByLabel('Company').fill('Harbor Roofing');
    await page.getByLabel('First name').fill('Mia');
    await page.getByLabel('Last name').fill('Lund');
    await page.getByLabel('Work e-mail').fill(email);
    await page.getByLabel('Username').fill('mia');
    await page.getByLabel('Password', { exact: true }).fill('a long enough one');
    await press('Start the trial');
    const banner = page.getByRole('status', { name: 'Your workspace' });
    await banner.getByText('Confirm your e-mail address.').waitFor();
    expect(await banner.textContent()).toContain(`We mailed a link to ${email}`);
    await look(desk.page, 'unverified');
    await page.goto('/messages/settings');
    await page.goto('/users');
    await press('Invite by mail');
    await page.getByRole('dialog').getByLabel('E-mail').fill('friend@example.com');
    await press('Send the invitation');
    await page.getByRole('alert').getByText('Nothing leaves this workspace').waitFor();
  });

  it('is confirmed by the link of the mail, also of one sent again', async () => {
    const { page } = desk;
    const first = await linkTo(email, 'Confirm your e-mail address');
    await page.goto('/dashboard');
    await press('Send it again');
    await page.getByText(`A new link is on its way to ${email}.`).waitFor();
    const link = await eventually(async () => {
      const newest = await linkTo(email, 'Confirm your e-mail address');
      expect(newest).not.toBe(first);
      return newest;
    });
    await page.goto(first);
    await press('Confirm my address');
    await page.getByRole('alert').getByText('This link is not valid').waitFor();
    await page.goto(link);
    await look(desk.page, 'confirm');
    await press('Confirm my address');
    await page.getByText('Thank you. Your e-mail address is confirmed.').waitFor();
    await page.goto('/dashboard');
    await page.getByRole('navigation').first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('status', { name: 'Your workspace' }).count()).toBe(0);
  });
});

describe('an invitation', () => {
  const email = 'nora@harbor.example';

  it('is sent, stands among the pending ones, and becomes an account', async () => {
    const { page } = desk;
    await page.goto('/users');
    await press('Invite by mail');
    const panel = page.getByRole('dialog');
    await panel.getByLabel('E-mail').fill(email);
    await panel.getByLabel('First name').fill('Nora');
    await panel.getByLabel('Last name').fill('Quist');
    await look(desk.page, 'invite');
    await press('Send the invitation');
    const pending = page.getByRole('region', { name: 'Pending invitations' });
    await pending.getByText(email).waitFor();
    await panel.waitFor({ state: 'detached' });
    await look(desk.page, 'pending');
    const link = await linkTo(email, 'An invitation to Harbor Roofing');
    await signOut();
    await page.goto(link);
    await page.getByText('Mia Lund has invited').waitFor();
    await look(desk.page, 'accept');
    await page.getByLabel('Username').fill('nora');
    await page.getByLabel('Password', { exact: true }).fill('chosen by herself');
    await press('Join');
    await page.waitForURL(/\/dashboard/);
  });
});

describe('a forgotten password', () => {
  it('is replaced by a link that is mailed', async () => {
    const { page } = desk;
    await signOut();
    await page.goto('/login');
    await look(desk.page, 'login');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByLabel('Username or e-mail address').fill('agent');
    await page.getByLabel('Workspace number').fill('1');
    await look(desk.page, 'forgot');
    await press('Mail me a link');
    await page.getByText('If there is an account of this name').waitFor();
    const link = await linkTo('agent@brightside.example', 'Choose a new password');
    await page.goto(link);
    await page.getByLabel('New password').fill('a wholly new password');
    await look(desk.page, 'reset');
    await press('Set the password');
    await page.getByText('You can sign in with it now').waitFor();
    await page.getByRole('link', { name: 'Go to the sign-in' }).click();
    const signIn = async (password: string) => {
      await page.getByLabel('Username').fill('agent');
      await page.getByLabel('Password', { exact: true }).fill(password);
      await press('Sign in');
    };
    await signIn(demoPassword);
    await page.getByRole('alert').getByText('Invalid username or password.').waitFor();
    await signIn('a wholly new password');
    await page.waitForURL(/\/dashboard/);
  });
});
