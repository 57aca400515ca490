import { afterEach, describe, expect, it, vi } from 'vitest';
import { withSandbox } from '#tests/support/sandbox.ts';
import { Undecided } from '../../ask-provider.ts';
import { certificateChecks, checkOf } from './index.ts';
import type { CertificateQuestion } from './types.ts';

const sandbox = withSandbox();
afterEach(() => vi.restoreAllMocks());

const token = (end: string) => `${'a1b2c3d4'.repeat(4)}0000${end}`;
const leadId = (end: string) => `58990313-03FB-43B8-AD0B-08CEF791${end.toUpperCase()}`;
const question: CertificateQuestion = {
  certificate: '',
  phone: '+12175550142',
  email: 'june@example.com',
  reference: 'mho_1',
  vendor: { name: 'Acme Leads', code: 'mpr1' },
};

/** How a provider is asked in the sandbox; `keys` are the sandbox's own unless said otherwise. */
const asked = (name: 'trustedform' | 'jornaya', end: string, keys = 'sandbox-7') => {
  const check = checkOf(name);
  const certificate = name === 'trustedform' ? `https://cert.trustedform.com/${token(end)}` : leadId(end);
  return check
    .check(
      { url: `${sandbox().origin}/${name}`, keys: check.sandboxKeys(keys) },
      { ...question, certificate },
    )
    .catch((error: unknown) => {
      expect(error).toBeInstanceOf(Undecided);
      return error as Undecided;
    });
};

/** An answer of the provider instead of the sandbox's. */
const answering = (status: number, body: unknown) =>
  vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(
      async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }),
    );

describe('TrustedForm', () => {
  it('decides by its outcome, and tells the age', async () => {
    expect(await asked('trustedform', 'f00d')).toEqual({ outcome: 'valid', detail: '', ageSeconds: 5_400 });
    expect(await asked('trustedform', '0bad')).toMatchObject({ outcome: 'mismatch' });
    expect(await asked('trustedform', '0410')).toMatchObject({ outcome: 'expired' });
    answering(200, { outcome: 'failure', reason: 'Certificate has expired' });
    expect(await asked('trustedform', 'f00d')).toMatchObject({ outcome: 'expired' });
  });

  it('is asked again where it decides nothing', async () => {
    expect((await asked('trustedform', '0503')) as Undecided).toMatchObject({ refusesAccount: false });
    expect(await asked('trustedform', 'f00d', 'wrong')).toMatchObject({ refusesAccount: true });
    for (const [status, body] of [
      [400, { outcome: 'error', reason: 'bad request' }],
      [200, { outcome: 'error' }],
      [200, 'no JSON'],
      [200, '[]'],
      [429, {}],
    ] as const) {
      answering(status, body);
      expect(await asked('trustedform', 'f00d')).toBeInstanceOf(Undecided);
    }
    answering(200, 'x'.repeat(600_000));
    expect(await asked('trustedform', 'f00d')).toBeInstanceOf(Undecided);
  });

  it('follows no redirect, so that its key stays where it belongs', async () => {
    expect(((await asked('trustedform', '0301')) as Undecided).message).toMatch(/not followed/);
  });

  it('is sent its key at its own host alone, whatever the certificate says', async () => {
    const check = checkOf('trustedform');
    const sent = answering(200, { outcome: 'success' });
    const account = { url: check.url, keys: { apiKey: 'secret' } };
    const good = `https://cert.trustedform.com/${token('f00d')}`;
    await check.check(account, { ...question, certificate: good });
    const [address, init] = sent.mock.calls[0]!;
    expect(address).toBe(good);
    expect(init).toMatchObject({ method: 'POST', redirect: 'manual' });
    const headers = init!.headers as Record<string, string>;
    expect(headers['api-version']).toBe('4.0');
    expect(headers.authorization).toBe(`Basic ${Buffer.from('API:secret').toString('base64')}`);
    expect(JSON.parse(String(init!.body))).toEqual({
      match_lead: { email: 'june@example.com', phone: '+12175550142' },
      retain: { reference: 'mho_1', vendor: 'Acme Leads' },
      insights: { properties: ['age_seconds'] },
    });
    for (const certificate of [
      `https://evil.example/${token('f00d')}`,
      `https://cert.trustedform.com@evil.example/x`,
    ]) {
      sent.mockClear();
      await check.check(account, { ...question, certificate }).catch(() => undefined);
      for (const [other] of sent.mock.calls) expect(new URL(String(other)).origin).toBe(check.url);
    }
  });
});

describe('Jornaya', () => {
  it('decides by the body alone, for its failures are answered with 200', async () => {
    expect(await asked('jornaya', 'F00D')).toEqual({ outcome: 'valid', detail: '', ageSeconds: 7_200 });
    expect(await asked('jornaya', '0bad')).toMatchObject({ outcome: 'mismatch' });
    expect(await asked('jornaya', '0410')).toMatchObject({ outcome: 'expired' });
    for (const [reason, outcome] of [
      [2, 'unchecked'],
      [3, 'expired'],
      [4, 'mismatch'],
    ] as const) {
      answering(200, { audit: { authentic: 0, reason } });
      expect(await asked('jornaya', 'f00d')).toMatchObject({ outcome, detail: expect.stringMatching(/\.$/) });
    }
  });

  it('lets the number decide where it is known, else the whole', async () => {
    const said = async (audit: object) => {
      answering(200, { audit: { authentic: 1, ...audit } });
      return ((await asked('jornaya', 'f00d')) as { outcome: string }).outcome;
    };
    expect(await said({ data_integrity: 0, fields: { phone1: 1, email: 0 } })).toBe('valid');
    expect(await said({ data_integrity: '3' })).toBe('valid');
    expect(await said({ data_integrity: 2 })).toBe('mismatch');
    expect(await said({ data_integrity: 1, fields: { phone1: '0' } })).toBe('mismatch');
  });

  it('is asked again where it decides nothing', async () => {
    for (const end of ['0200', '0503']) expect(await asked('jornaya', end)).toBeInstanceOf(Undecided);
    expect(await asked('jornaya', 'f00d', 'wrong')).toBeInstanceOf(Undecided);
    for (const body of [{}, { audit: { authentic: 1 } }, { audit: { authentic: 0, reason: 9 } }]) {
      answering(200, body);
      expect(await asked('jornaya', 'f00d')).toBeInstanceOf(Undecided);
    }
  });

  it('has its keys in the address, which no error tells', async () => {
    const check = checkOf('jornaya');
    const sent = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('failed at lak=top-secret'));
    const keys = { accountCode: 'code-1234', auditKey: 'top-secret' };
    const error = await check
      .check(
        { url: check.url, keys },
        { ...question, email: 'a|b;c@example.com', certificate: leadId('f00d') },
      )
      .catch((thrown: Error) => thrown);
    expect(error).toBeInstanceOf(Undecided);
    expect(JSON.stringify([error, (error as Error).message, (error as Error).stack])).not.toContain(
      'top-secret',
    );
    expect((error as Error).cause).toBeUndefined();
    const url = new URL(String(sent.mock.calls[0]![0]));
    expect(url.origin + url.pathname).toBe('https://api.leadid.com/SingleQuery');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      lac: 'code-1234',
      id: leadId('f00d'),
      lak: 'top-secret',
      lpc: 'mpr1',
      data: 'phone1;2175550142|email;abc@example.com',
      recordid: 'mho_1',
      format: 'json',
    });
  });
});

it('each provider seals what is secret and says what it needs', () => {
  expect(certificateChecks.map(({ name }) => name)).toEqual(['trustedform', 'jornaya']);
  for (const { fields, url } of certificateChecks) {
    expect(fields.some(({ sealedFor, isRequired }) => sealedFor && isRequired)).toBe(true);
    expect(url).toMatch(/^https:\/\/[a-z.]+$/);
  }
});
