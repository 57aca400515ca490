import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '#tests/support/eventually.ts';
import { TestSandbox } from './sandbox-testing.ts';

/* Twilio's wire, as its own documentation has it. */

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await TestSandbox.open();
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  sandbox.told.length = 0;
  sandbox.answer = { status: 200, body: '' };
  await sandbox.ask('DELETE', '/sandbox/script');
});

let count = 0;

async function account() {
  const sid = `sandbox-${++count}`;
  const authorization = `Basic ${Buffer.from(`${sid}:${sid}`).toString('base64')}`;
  const base = `${sandbox.origin}/twilio/2010-04-01/Accounts/${sid}`;
  const ask = async (path: string, form?: Record<string, string>, method = form ? 'POST' : 'GET') => {
    const answer = await fetch(`${base}/${path}`, {
      method,
      headers: { authorization },
      ...(form ? { body: new URLSearchParams(form) } : {}),
    });
    const text = await answer.text();
    return { status: answer.status, body: text ? JSON.parse(text) : undefined };
  };
  const [own] = (await ask('IncomingPhoneNumbers.json')).body.incoming_phone_numbers;
  const from: string = own.phone_number;
  const callback = `${sandbox.receiver}/status/${count}`;
  const send = (form: Record<string, string> = {}) =>
    ask('Messages.json', {
      To: '+13055550123',
      From: from,
      Body: 'Hello',
      StatusCallback: callback,
      ...form,
    });
  return { sid, ask, own, from, send, path: `/status/${count}` };
}

/** The signature as Twilio's documentation says it is made. */
function signed({ headers }: { headers: object }, token: string, url: string, form: Record<string, string>) {
  const text =
    url +
    Object.keys(form)
      .sort()
      .map((name) => name + form[name])
      .join('');
  expect(headers).toMatchObject({
    'x-twilio-signature': createHmac('sha1', token).update(text).digest('base64'),
  });
}

describe('sending a text', () => {
  it('is answered as queued, and told as queued, sent and delivered, each signed', async () => {
    const { sid, send, from, path, ask } = await account();
    const { status, body } = await send({ Body: 'x'.repeat(161) });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      account_sid: sid,
      api_version: '2010-04-01',
      direction: 'outbound-api',
      error_code: null,
      from,
      num_segments: '2',
      status: 'queued',
      to: '+13055550123',
    });
    expect(body.sid).toMatch(/^SM[0-9a-f]{32}$/);
    expect(body.date_created).toMatch(/^\w{3}, \d\d \w{3} \d{4} [\d:]{8} \+0000$/);
    await eventually(async () => expect(sandbox.forms(path)).toHaveLength(3));
    const forms = sandbox.forms(path);
    expect(forms.map((form) => form.MessageStatus)).toEqual(['queued', 'sent', 'delivered']);
    for (const [n, form] of forms.entries()) {
      expect(form).toMatchObject({ MessageSid: body.sid, AccountSid: sid, To: '+13055550123', From: from });
      signed(sandbox.told.filter((one) => one.path === path)[n]!, sid, sandbox.receiver + path, form);
    }
    expect((await ask(`Messages/${body.sid}.json`)).body).toMatchObject({ status: 'delivered' });
  });

  it('is found again by number and day', async () => {
    const { send, ask } = await account();
    const { body } = await send();
    const day = new Date().toISOString().slice(0, 10);
    const found = await ask(`Messages.json?To=%2B13055550123&DateSent%3E=${day}`);
    expect(found.body).toMatchObject({ messages: [{ sid: body.sid, body: 'Hello' }], page: 0 });
    expect((await ask(`Messages.json?To=%2B13055550199&DateSent>=${day}`)).body.messages).toEqual([]);
    expect((await ask(`Messages.json?DateSent>=2099-01-01`)).body.messages).toEqual([]);
  });

  it.each([
    [{ To: '12' }, 21211],
    [{ To: '' }, 21604],
    [{ Body: '' }, 21602],
    [{ Body: 'x'.repeat(1_601) }, 21617],
    [{ From: '' }, 21603],
    [{ From: '+15005550006' }, 21606],
  ])('with %j is refused as %i', async (form, code) => {
    const { send } = await account();
    const { status, body } = await send(form);
    expect(status).toBe(400);
    expect(body).toEqual({
      code,
      message: expect.any(String),
      more_info: `https://www.twilio.com/docs/errors/${code}`,
      status: 400,
    });
  });

  it('needs the account’s own token', async () => {
    const { sid } = await account();
    const wrong = `Basic ${Buffer.from(`${sid}:other`).toString('base64')}`;
    for (const headers of [{}, { authorization: wrong }] as Record<string, string>[])
      expect(
        await sandbox.ask('GET', `/twilio/2010-04-01/Accounts/${sid}/Balance.json`, undefined, headers),
      ).toMatchObject({ status: 401, body: { code: 20003 } });
  });

  it('knows nothing of another account’s texts and numbers', async () => {
    const [one, other] = [await account(), await account()];
    const { body } = await one.send();
    expect((await other.ask(`Messages/${body.sid}.json`)).status).toBe(404);
    expect((await other.ask(`IncomingPhoneNumbers/${one.own.sid}.json`)).status).toBe(404);
    expect((await other.send({ From: one.from })).body.code).toBe(21606);
  });
});

describe('scripts', () => {
  it.each([
    ['undelivered', undefined, ['queued', 'sent', 'undelivered'], '30003'],
    ['failed', 30007, ['queued', 'failed'], '30007'],
  ])('make a text %s', async (outcome, errorCode, statuses, told) => {
    await sandbox.script({ match: '+1305*', sms: { outcome, ...(errorCode ? { errorCode } : {}) } });
    const { send, path } = await account();
    await send();
    await eventually(async () => expect(sandbox.forms(path)).toHaveLength(statuses.length));
    expect(sandbox.forms(path).map((form) => form.MessageStatus)).toEqual(statuses);
    expect(sandbox.forms(path).at(-1)).toMatchObject({ ErrorCode: told });
  });

  it('prefer the one that names the number, and delay by the sandbox’s clock', async () => {
    await sandbox.script({ match: '*', sms: { outcome: 'failed' } });
    await sandbox.script({ match: '+13055550123', sms: { delayMs: 86_400_000 } });
    const { send, path, ask } = await account();
    const { body } = await send();
    await eventually(async () => expect(sandbox.forms(path)).toHaveLength(2));
    expect((await ask(`Messages/${body.sid}.json`)).body.status).toBe('sent');
    await sandbox.forward(86_400);
    await eventually(async () => expect(sandbox.forms(path)).toHaveLength(3));
    expect(sandbox.forms(path).at(-1)).toMatchObject({ MessageStatus: 'delivered' });
    await sandbox.ask('POST', '/sandbox/clock', { now: null });
  });

  it('refuse the opted-out, and take the provider down', async () => {
    const { send, ask } = await account();
    await sandbox.script({ match: '+13055550123', sms: { outcome: 'optout' } });
    expect(await send()).toMatchObject({ status: 400, body: { code: 21610 } });
    await sandbox.ask('DELETE', '/sandbox/script');
    await sandbox.script({ match: 'twilio', provider: { down: true, status: 503, times: 1 } });
    expect((await send()).status).toBe(503);
    expect((await ask('Messages.json')).body.messages).toEqual([]);
    await sandbox.script({ match: 'twilio', provider: { down: true, lost: true, times: 1 } });
    expect((await send()).status).toBe(503);
    expect((await ask('Messages.json')).body.messages).toHaveLength(1);
    expect((await send()).status).toBe(201);
  });

  it('are refused when they are none', async () => {
    const { status } = await sandbox.ask('POST', '/sandbox/script', { match: '*', sms: { outcome: 'lost' } });
    expect(status).toBe(400);
  });
});

describe('numbers and balance', () => {
  it('lists, buys, changes and gives back', async () => {
    const { ask, own } = await account();
    const { body: free } = await ask('AvailablePhoneNumbers/US/Local.json?AreaCode=305');
    const [first] = free.available_phone_numbers;
    expect(first).toMatchObject({ iso_country: 'US', locality: 'Miami', region: 'FL' });
    const bought = await ask('IncomingPhoneNumbers.json', {
      PhoneNumber: first.phone_number,
      SmsUrl: 'http://a.test/',
    });
    expect(bought).toMatchObject({ status: 201, body: { sms_url: 'http://a.test/' } });
    expect((await ask('IncomingPhoneNumbers.json', { PhoneNumber: first.phone_number })).body.code).toBe(
      21422,
    );
    const changed = await ask(`IncomingPhoneNumbers/${bought.body.sid}.json`, { SmsUrl: 'http://b.test/' });
    expect(changed.body.sms_url).toBe('http://b.test/');
    expect((await ask('IncomingPhoneNumbers.json')).body.incoming_phone_numbers).toHaveLength(2);
    expect((await ask(`IncomingPhoneNumbers/${bought.body.sid}.json`, undefined, 'DELETE')).status).toBe(204);
    expect((await ask('IncomingPhoneNumbers.json')).body.incoming_phone_numbers).toMatchObject([
      { sid: own.sid },
    ]);
  });

  it('spends', async () => {
    const { ask, send } = await account();
    const before = (await ask('Balance.json')).body;
    await send();
    const after = (await ask('Balance.json')).body;
    expect(before).toMatchObject({ currency: 'USD', balance: '1000.0000' });
    expect(Number(after.balance)).toBeCloseTo(1000 - 0.0079, 4);
  });
});

describe('a reply from the phone', () => {
  const reply = (from: string, to: string, text: string) =>
    sandbox.ask('POST', '/sandbox/phone/messages', { from, to, text });

  it('is posted to the number’s SmsUrl, signed, again until it is taken', async () => {
    const { ask, own, sid, from } = await account();
    const url = `${sandbox.receiver}/inbound/${sid}?k=1`;
    await ask(`IncomingPhoneNumbers/${own.sid}.json`, { SmsUrl: url });
    sandbox.answer.status = 503;
    expect((await reply('+13055550123', from, 'Yes, call me')).status).toBe(201);
    const path = `/inbound/${sid}?k=1`;
    const told = () => sandbox.told.filter((one) => one.path === path);
    await eventually(async () => expect(told()).toHaveLength(1));
    sandbox.answer.status = 200;
    await sandbox.forward(2);
    await eventually(async () => expect(told()).toHaveLength(2));
    const [first, second] = sandbox.forms(path);
    expect(second).toEqual(first);
    expect(first).toMatchObject({
      From: '+13055550123',
      To: from,
      Body: 'Yes, call me',
      SmsStatus: 'received',
    });
    expect(first).not.toHaveProperty('OptOutType');
    signed(told()[1]!, sid, url, second!);
    await eventually(async () => {
      const { body } = await sandbox.ask<{ messages: object[] }>(
        'GET',
        '/sandbox/phone.json?number=%2B13055550123',
      );
      expect(body.messages.at(-1)).toMatchObject({ body: 'Yes, call me', taken: 'yes' });
    });
  });

  it('is answered by TwiML, too', async () => {
    const { ask, own, from } = await account();
    await ask(`IncomingPhoneNumbers/${own.sid}.json`, { SmsUrl: `${sandbox.receiver}/twiml` });
    sandbox.answer.body = '<?xml version="1.0"?><Response><Message>Fish &amp; chips</Message></Response>';
    await reply('+13055550160', from, 'Lunch?');
    await eventually(async () => {
      const { body } = await sandbox.ask<{ messages: object[] }>(
        'GET',
        '/sandbox/phone.json?number=%2B13055550160',
      );
      expect(body.messages).toMatchObject([{ direction: 'in' }, { direction: 'out', body: 'Fish & chips' }]);
    });
  });

  it('of STOP is the product’s affair, or the carrier’s where a script says so', async () => {
    const { ask, own, from, send } = await account();
    const phone = '+13055550170';
    await ask(`IncomingPhoneNumbers/${own.sid}.json`, { SmsUrl: `${sandbox.receiver}/stop` });
    await reply(phone, from, 'STOP');
    expect((await send({ To: phone })).status).toBe(201);
    await sandbox.script({ match: phone, sms: { stops: 'provider' } });
    await reply(phone, from, ' stop ');
    expect((await send({ To: phone })).body.code).toBe(21610);
    await reply(phone, from, 'Start');
    expect((await send({ To: phone })).status).toBe(201);
    await eventually(async () => expect(sandbox.forms('/stop')).toHaveLength(3));
    expect(sandbox.forms('/stop').map((form) => form.OptOutType)).toEqual([undefined, 'STOP', 'START']);
  });

  it('to a number that nobody listens on says so, and to nobody’s is refused', async () => {
    const { from } = await account();
    await reply('+13055550180', from, 'Hello?');
    const { body } = await sandbox.ask<{ messages: object[] }>(
      'GET',
      '/sandbox/phone.json?number=%2B13055550180',
    );
    expect(body.messages).toMatchObject([{ taken: 'nobody' }]);
    expect((await reply('+13055550180', '+19995550100', 'Hello?')).status).toBe(404);
  });
});

it('goes on after a restart with what it still had to tell', async () => {
  const { send, path, ask, sid } = await account();
  sandbox.answer.status = 500;
  const { body } = await send();
  await eventually(async () => expect(sandbox.forms(path).length).toBeGreaterThan(0));
  sandbox.restart();
  sandbox.answer.status = 200;
  await sandbox.forward(120);
  await eventually(async () =>
    expect(
      sandbox
        .forms(path)
        .map((form) => form.MessageStatus)
        .slice(-2),
    ).toEqual(['sent', 'delivered']),
  );
  expect((await ask(`Messages/${body.sid}.json`)).body).toMatchObject({
    account_sid: sid,
    status: 'delivered',
  });
});
