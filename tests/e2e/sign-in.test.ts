import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, type Visit, visit } from '#tests/support/browser.ts';
import { demoPassword, Product } from '#tests/support/product.ts';
import { look, signInOn } from '#tests/support/screens.ts';

/* How people sign in: a session that no script can steal, a second step by an app, and passkeys. */

let product: Product;

beforeAll(async () => {
  product = await Product.start();
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);

const refreshCookie = async ({ context }: Visit) =>
  (await context.cookies(`${product.origin}/api/auth/refresh`)).find(
    ({ name }) => name === 'dealbell_refresh',
  );

/** As when the access token has run out: the next call is refused and the session renews itself. */
const spoilToken = (page: Page) => page.evaluate(() => localStorage.setItem('token', 'over'));

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Profile of/ }).click();
  // It outlives its page; a page that is left before it was answered never counts as idle.
  const answered = page.waitForResponse('**/api/auth/logout');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/login');
  await answered;
}

async function enterPassword(page: Page, username: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const confirmPassword = async (page: Page, action: string) => {
  await page.getByLabel('Your password').fill(demoPassword);
  await page.getByRole('dialog').getByRole('button', { name: action }).click();
};

describe('a session in a browser', () => {
  let maya: Visit;
  beforeAll(async () => {
    maya = await visit(product.origin);
    await maya.page.goto('/login');
    await look(maya.page, 'sign-in');
    await signInOn(maya.page, 'agent');
  });
  afterAll(() => maya.context.close());

  it('keeps its refresh token in a cookie that no script reads and only sign-in is sent', async () => {
    expect(await stored(maya.page, 'refreshToken')).toBeNull();
    expect(await maya.page.evaluate(() => document.cookie)).toBe('');
    expect(await refreshCookie(maya)).toMatchObject({
      httpOnly: true,
      sameSite: 'Strict',
      path: '/api/auth',
    });
    const everyCall = await maya.context.cookies(`${product.origin}/api/users/me`);
    expect(everyCall).toEqual([]);
  });

  it('goes on after a reload when its access token has run out, in two tabs at once', async () => {
    const other = await maya.context.newPage();
    await other.goto('/dashboard');
    await other.getByRole('heading', { level: 1 }).waitFor();
    await spoilToken(maya.page);
    await Promise.all([maya.page.reload(), other.reload()]);
    for (const page of [maya.page, other]) {
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expect.poll(() => stored(page, 'token')).toMatch(/^ey/);
      expect(page.url()).toContain('/dashboard');
    }
    await other.close();
  });

  it('lists its devices and ends those one does not know', async () => {
    await product.signIn('agent');
    await maya.page.goto('/settings/sessions');
    const sessions = maya.page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
    await expect.poll(() => sessions.count()).toBeGreaterThan(1);
    await maya.page.getByText('This device').waitFor();
    await look(maya.page, 'sessions');
    await maya.page.getByRole('button', { name: 'End all other sessions' }).click();
    await maya.page.getByRole('button', { name: 'End all others' }).click();
    await maya.page.getByText('You are signed in nowhere else.').waitFor();
    expect(await sessions.count()).toBe(1);
  });

  it('is over in all tabs when one signs out, and its cookie is gone', async () => {
    const other = await maya.context.newPage();
    await other.goto('/leads');
    await signOut(maya.page);
    await other.waitForURL('**/login**');
    await expect.poll(() => refreshCookie(maya)).toBeUndefined();
    await expect.poll(() => stored(maya.page, 'signOutPending')).toBeNull();
    expect(maya.problems).toEqual([]);
  });

  it('of before the cookie moves into it by itself', async () => {
    const body = { username: 'agent', password: demoPassword };
    const {
      token: _,
      refreshToken,
      ...user
    } = (await product.call<Record<string, string>>('POST', '/auth/login', { body })).body;
    await maya.page.goto('/login');
    await maya.page.evaluate(
      (session) => {
        localStorage.setItem('user', session.user);
        localStorage.setItem('userId', session.userId);
        localStorage.setItem('tenantId', '1');
        localStorage.setItem('refreshToken', session.refreshToken);
        localStorage.setItem('token', 'over');
      },
      { user: JSON.stringify(user), userId: user.userId!, refreshToken: refreshToken! },
    );
    await maya.page.goto('/dashboard');
    await expect.poll(() => stored(maya.page, 'refreshToken')).toBeNull();
    await expect.poll(() => refreshCookie(maya)).toBeDefined();
    expect(maya.page.url()).toContain('/dashboard');
  });
});

describe('two-step sign-in', () => {
  let alex: Visit;
  let codes: string[] = [];
  let code: (steps?: number) => string;
  beforeAll(async () => {
    alex = await visit(product.origin);
    await signInOn(alex.page, 'admin');
  });
  afterAll(() => alex.context.close());

  it('is turned on by an app and its first code, and gives recovery codes', async () => {
    const { page } = alex;
    await page.goto('/settings/two-step');
    await page.getByRole('button', { name: 'Turn on two-step sign-in' }).waitFor();
    await look(page, 'two-step-off');
    await page.getByRole('button', { name: 'Turn on two-step sign-in' }).click();
    await confirmPassword(page, 'Go on');
    await page.getByRole('img', { name: /QR code/ }).waitFor();
    await look(page, 'two-step-scan');
    const secret = (await page.locator('code').innerText()).replace(/\s/g, '');
    const app = new TOTP({ secret: Secret.fromBase32(secret) });
    code = (steps = 0) => app.generate({ timestamp: Date.now() + steps * 30_000 });
    await page.getByLabel(/Enter the code/).fill('000000');
    await page.getByRole('button', { name: 'Turn on', exact: true }).click();
    await page.getByText('This code is not right.').waitFor();
    await page.getByLabel(/Enter the code/).fill(code());
    await page.getByRole('button', { name: 'Turn on', exact: true }).click();
    await page.getByRole('button', { name: 'I have kept them' }).waitFor();
    codes = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts();
    expect(codes).toHaveLength(10);
    await look(page, 'two-step-codes');
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByText('10 of 10 recovery codes are left.').waitFor();
    await look(page, 'two-step-on');
  });

  it('asks for the code after the password, and says so when it is wrong', async () => {
    const { page } = alex;
    await signOut(page);
    await enterPassword(page, 'admin');
    await page.getByRole('heading', { name: 'One more step' }).waitFor();
    await look(page, 'second-factor');
    await page.getByLabel('Code').fill('123456');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('This code is not right. Please try again.').waitFor();
    // The app's next code: this one has turned two-step sign-in on and works once.
    await page.getByLabel('Code').fill(code(1));
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL('**/dashboard');
  });

  it('takes a recovery code where the phone is not at hand', async () => {
    const { page } = alex;
    await signOut(page);
    await enterPassword(page, 'admin');
    await page.getByRole('button', { name: /recovery code/ }).click();
    await page.getByLabel('Recovery code').fill(codes[0]!.toLowerCase());
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL('**/dashboard');
    await page.goto('/settings/two-step');
    await page.getByText('9 of 10 recovery codes are left.').waitFor();
  });

  it('is turned off by the password and a code', async () => {
    const { page } = alex;
    await page.getByRole('button', { name: 'Turn off' }).click();
    await page.getByRole('dialog').getByLabel('Code').fill(codes[1]!);
    await confirmPassword(page, 'Turn off');
    await page.getByRole('button', { name: 'Turn on two-step sign-in' }).waitFor();
    await signOut(page);
    await enterPassword(page, 'admin');
    await page.waitForURL('**/dashboard');
    expect(alex.problems).toEqual([]);
  });
});

describe('a passkey', () => {
  let vera: Visit;
  beforeAll(async () => {
    vera = await visit(product.origin);
    const devtools = await vera.context.newCDPSession(vera.page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await signInOn(vera.page, 'agent');
  });
  afterAll(() => vera.context.close());

  it('is added by the password and the device', async () => {
    const { page } = vera;
    await page.goto('/settings/passkeys');
    await page.getByText('No passkeys yet').waitFor();
    await look(page, 'passkeys-none');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByLabel('Name').fill('Reception laptop');
    await confirmPassword(page, 'Go on');
    await page.getByText('Reception laptop').waitFor();
    await page.getByText('not used yet').waitFor();
    await look(page, 'passkeys');
  });

  it('signs in without a username or a password', async () => {
    const { page } = vera;
    await signOut(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL('**/dashboard');
    expect(JSON.parse((await stored(page, 'user'))!)).toMatchObject({ username: 'agent' });
    expect(await refreshCookie(vera)).toBeDefined();
    await page.goto('/settings/passkeys');
    await page.getByText(/last used/).waitFor();
  });

  it('no longer signs in once it is removed', async () => {
    const { page } = vera;
    await page.getByRole('button', { name: 'Remove Reception laptop' }).click();
    await page.getByRole('button', { name: 'Remove passkey' }).click();
    await page.getByText('No passkeys yet').waitFor();
    await signOut(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText('This passkey is not known here.').waitFor();
    expect(vera.problems).toEqual([]);
  });
});
