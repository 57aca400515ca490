import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { TestSandbox } from '#infra/sandbox/sandbox-testing.ts';
import { closeBrowser, expectAccessible, type Visit, visit } from '#tests/support/browser.ts';
import { eventually } from '#tests/support/eventually.ts';
import { look } from '#tests/support/screens.ts';

/* The handset's page in a real browser. */

const phone = '+13055550123';
const authorization = 'Bearer sandbox-1';
let sandbox: TestSandbox;
let from: string;
let open: Visit | undefined;

beforeAll(async () => {
  sandbox = await TestSandbox.open();
  const { body } = await sandbox.ask<{ data: { phone_number: string; id: string }[] }>(
    'GET',
    '/telnyx/v2/phone_numbers',
    undefined,
    { authorization },
  );
  const [own] = body.data;
  from = own!.phone_number;
  const profile = await sandbox.ask<{ data: { id: string } }>(
    'POST',
    '/telnyx/v2/messaging_profiles',
    { name: 'Replies', webhook_url: `${sandbox.receiver}/replies` },
    { authorization },
  );
  await sandbox.ask(
    'PATCH',
    `/telnyx/v2/phone_numbers/${own!.id}/messaging`,
    { messaging_profile_id: profile.body.data.id },
    { authorization },
  );
});
afterEach(async () => {
  await open?.context.close();
  sandbox.told.length = 0;
});
afterAll(async () => {
  await closeBrowser();
  await sandbox.close();
});

const text = (body: string) =>
  sandbox.ask('POST', '/telnyx/v2/messages', { from, to: phone, text: body }, { authorization });

async function handset(path = `?number=${encodeURIComponent(phone)}`, size = { width: 1440, height: 900 }) {
  open = await visit(sandbox.origin, size);
  await open.page.goto(`/sandbox/phone${path}`);
  return open.page;
}

describe('the handset', () => {
  it('shows a text at once, and a reply typed there reaches the product', async () => {
    const page = await handset();
    await page.getByText('Nothing yet').waitFor();
    await text('Is today a good time?');
    await page.locator('.bubble', { hasText: 'Is today a good time?' }).waitFor();
    await page.getByText('Delivered', { exact: false }).first().waitFor();
    await page.getByRole('textbox', { name: 'Message' }).fill('Tomorrow');
    await page.keyboard.press('Enter');
    await page.getByText('Dealbell has it').waitFor();
    await page.getByRole('button', { name: 'STOP' }).click();
    await eventually(async () =>
      expect(sandbox.told.filter(({ path }) => path === '/replies')).toHaveLength(4),
    );
    const texts = sandbox.told.map(({ body }) => JSON.parse(body).data.payload.text);
    expect(texts.slice(-2)).toEqual(['Tomorrow', 'STOP']);
    await look(page, 'sandbox-phone', 'load');
    expect(open!.problems).toEqual([]);
  });

  it('rings, is answered and hung up', async () => {
    const page = await handset();
    await page.getByLabel('Messages and calls').waitFor();
    await sandbox.ask(
      'POST',
      '/exchange/v1/calls',
      {
        callId: 'cal_1',
        to: phone,
        maxRingSeconds: 30,
        callbackUrl: `${sandbox.receiver}/events`,
        secret: 'x'.repeat(20),
      },
      { authorization },
    );
    await page.getByText('Incoming call').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Answer' }).click();
    await page.getByText('In call').waitFor();
    await page.getByRole('button', { name: 'Hang up' }).click();
    await page.locator('.event', { hasText: 'Call, ' }).waitFor();
    await eventually(async () => {
      const events = sandbox.told.map(({ body }) => JSON.parse(body).event);
      expect(events).toEqual(['ringing', 'answered', 'ended']);
    });
  });

  it('hears music while it is on hold, and nothing of it afterwards', async () => {
    const ask = (method: string, path: string, body?: object) =>
      sandbox.ask(method, `/exchange/v1${path}`, body, { authorization });
    const callback = { callbackUrl: `${sandbox.receiver}/events`, secret: 'x'.repeat(20) };
    const agent = { phone: 't1-101' };
    await ask('PUT', '/phones/t1-101', { name: '101', password: 'password-of-a-phone' });
    await sandbox.ask('POST', '/sandbox/phone/agent', agent);
    const call = { callId: 'cal_held', to: phone, callerId: from, maxRingSeconds: 30, agent, ...callback };
    await ask('POST', '/calls', call);
    await sandbox.ask('POST', '/sandbox/phone/agent/calls', {
      ...agent,
      callId: 'cal_held',
      action: 'answer',
    });
    const page = await handset();
    await page.getByRole('button', { name: 'Answer' }).click();
    await page.getByText('In call').waitFor();
    const music = page.waitForRequest((request) => request.url().endsWith('/sounds/music.wav'));
    const hold = (key: string, held: boolean) =>
      ask('POST', '/calls/cal_held/commands', { key, command: { type: 'hold', hold: held } });
    await hold('a', true);
    expect((await (await music).response())?.status()).toBe(200);
    await page.getByText('On hold').waitFor();
    await expectAccessible(page);
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/handset-on-hold.png` });
    await hold('b', false);
    await page.getByText('In call').waitFor();
    await page.getByRole('button', { name: 'Hang up' }).click();
    await page.locator('.event', { hasText: 'Call, ' }).first().waitFor();
    expect(open!.problems).toEqual([]);
  });

  it('is opened by a number on a small screen, and told how to behave', async () => {
    const page = await handset('', { width: 390, height: 844 });
    await page.getByLabel('Phone number').fill('12');
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByText('This is not a phone number.').waitFor();
    await page.getByLabel('Phone number').fill('(305) 555-0144');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: '(305) 555-0144' }).waitFor();
    await page.getByText('How this phone behaves').click();
    await page.getByText('Busy').click();
    await page.getByText('calls: busy').waitFor();
    await expectAccessible(page);
    const { body } = await sandbox.ask('GET', '/sandbox/script');
    expect(body.scripts).toMatchObject([{ match: '+13055550144', call: { result: 'busy' } }]);
  });
});
