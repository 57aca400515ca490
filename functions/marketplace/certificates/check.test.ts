import { afterEach, describe, expect, it, vi } from 'vitest';
import { clock } from '#functions/kernel/clock.ts';
import { api } from '#shared/api/index.ts';
import { eventually } from '#tests/support/eventually.ts';
import { market, type Side } from '#tests/support/market.ts';
import {
  askedBy,
  certificate,
  certificatesIn,
  leadiD,
  look,
  minutes,
  sold,
  withConsent,
} from '#tests/support/market-certificates.ts';
import { withSandbox } from '#tests/support/sandbox.ts';
import { timeTravel } from '#tests/support/time.ts';

const sandbox = withSandbox();
const { marketplace } = api;
afterEach(async () => {
  vi.restoreAllMocks();
  await sandbox().ask('DELETE', '/sandbox/script');
});

describe('a check', () => {
  it('counts once however often it is looked at, and asks again under the same reference after a kill', async () => {
    const { buyer, order, timeline } = await sold([withConsent(1, { trustedFormUrl: certificate() })]);
    const [one] = await certificatesIn(buyer, order.id);
    const name = `${order.id}/${one!.certificateId}`;
    // Killed after it was asked: the provider has kept it, and nothing is noted.
    const time = timeTravel();
    const original = globalThis.fetch;
    const killed = vi.spyOn(globalThis, 'fetch').mockImplementationOnce(async (...given) => {
      await original(...given);
      // The function is gone: what it would have noted is never written.
      return new Promise<never>(() => undefined);
    });
    void look(buyer, name);
    await eventually(async () => expect(killed).toHaveBeenCalled());
    const [claimed] = await certificatesIn(buyer, order.id);
    expect(claimed).toMatchObject({ outcome: 'checking', tries: 1 });
    // While it is claimed nobody else asks.
    expect(await look(buyer, name)).toBe(claimed!.claimedUntil);
    killed.mockRestore();
    time.forward({ minutes: 2 });
    await Promise.all([look(buyer, name), look(buyer, name), look(buyer, name)]);
    await look(buyer, name);
    const own = await askedBy(sandbox(), buyer);
    expect(own.map(({ again }) => again)).toEqual([true, false]);
    expect(new Set(own.map(({ reference }) => reference)).size).toBe(1);
    const told = (await timeline()).filter((text: string) => text.includes('TrustedForm'));
    expect(told).toHaveLength(1);
  });

  it('waits for a provider that is down, and is done when it answers', async () => {
    const time = timeTravel();
    await sandbox().script({ match: 'trustedform', provider: { down: true } });
    const { seller, buyer, see, certificates, handed } = await sold([
      withConsent(1, { trustedFormUrl: certificate() }),
    ]);
    expect(handed.body.order).toMatchObject({ status: 'completed', delivered: 1 });
    await minutes(time, 3, buyer, seller);
    expect((await certificates())[0]).toMatchObject({
      outcome: 'checking',
      detail: 'TrustedForm has a fault of its own (503).',
    });
    await sandbox().ask('DELETE', '/sandbox/script');
    await minutes(time, 8, buyer, seller);
    expect((await certificates())[0]).toMatchObject({ outcome: 'valid', detail: '' });
    expect((await see(buyer.admin)).certificates).toMatchObject({ checking: 0, valid: 1 });
  });

  it('stays unchecked after 72 hours, says so, and leaves the consent as it is', async () => {
    const time = timeTravel();
    await sandbox().script({ match: 'jornaya', provider: { down: true } });
    const { seller, buyer, see, lead, certificates, order } = await sold([
      withConsent(1, { jornayaLeadId: leadiD() }),
    ]);
    const [one] = await certificatesIn(buyer, order.id);
    const name = `${order.id}/${one!.certificateId}`;
    let tries = 0;
    for (let next = await look(buyer, name); next !== undefined; next = await look(buyer, name)) {
      expect(++tries).toBeLessThan(60);
      time.forward({ seconds: (Number(next) - clock.now()) / 1000 + 1 });
    }
    expect(tries).toBeGreaterThan(10);
    expect((await certificates())[0]).toMatchObject({
      outcome: 'unchecked',
      checkedAt: null,
      detail: expect.stringMatching(/within 72 hours/),
    });
    expect((await lead()).consent.call.state).toBe('given');
    await minutes(time, 2, buyer, seller);
    expect((await see(seller.vendor)).certificates).toMatchObject({ unchecked: 1 });
  });
});

describe('the keys of a buyer', () => {
  it('are sealed, never answered, an admin’s alone, and used for that workspace alone', async () => {
    const time = timeTravel();
    const world = await market();
    const { buyer, third, payIn, seller } = world;
    const set = (by: Side['admin'], provider: string, keys: object, more: object = {}) =>
      by.call(marketplace.setCertificateProvider, { provider, ...keys, ...more } as never);
    expect((await set(buyer.agent, 'trustedform', { apiKey: 'x' })).status).toBe(403);
    expect((await buyer.vendor.call(marketplace.certificateProviders, {})).status).toBe(403);
    expect((await set(buyer.admin, 'trustedform', { secret: 'x' })).status).toBe(400);
    const { body } = await set(buyer.admin, 'trustedform', { apiKey: 'buyers-own-key' });
    expect(body).toMatchObject({ connected: true, sandbox: false, version: 1 });
    expect(JSON.stringify(body)).not.toContain('buyers-own-key');
    expect((await set(buyer.admin, 'trustedform', { apiKey: 'y' }, { version: 0 })).status).toBe(409);
    const jornaya = { accountCode: 'code-1234', auditKey: 'a key of Jornaya' };
    expect((await set(third.admin, 'jornaya', jornaya)).body).toMatchObject({ accountCode: 'code-1234' });
    // What is left out stays, and null takes away.
    expect((await set(third.admin, 'jornaya', { accountCode: 'code-5678' })).body).toMatchObject({
      accountCode: 'code-5678',
      auditKeySet: true,
      connected: true,
      sandbox: false,
    });
    expect((await set(third.admin, 'jornaya', { auditKey: null })).body).toMatchObject({
      auditKeySet: false,
      sandbox: true,
    });
    const { body: all } = await buyer.admin.call(marketplace.certificateProviders, {});
    expect(all.providers.map(({ provider, sandbox: stands }) => [provider, stands])).toEqual([
      ['trustedform', false],
      ['jornaya', true],
    ]);
    const others = await third.admin.call(marketplace.certificateProviders, {});
    expect(others.body.providers.every(({ sandbox: stands }) => stands)).toBe(true);
    await payIn(100_000, third);
    const original = globalThis.fetch;
    const sent: { url: string; key: string }[] = [];
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
      const authorization = (init?.headers as Record<string, string> | undefined)?.authorization;
      if (!authorization) return original(address, init);
      sent.push({ url: String(address), key: Buffer.from(authorization.slice(6), 'base64').toString() });
      return new Response(JSON.stringify({ outcome: 'error', reason: 'no' }), { status: 401 });
    });
    for (const by of [buyer, third]) {
      const { body: order } = await world.buy(await world.list(), 1, by);
      const given = withConsent(by === buyer ? 1 : 2, { trustedFormUrl: certificate() });
      await seller.vendor.call(marketplace.fulfil, { id: order.id, leads: [given] } as never);
    }
    await minutes(time, 1, buyer, third);
    expect(sent.map(({ url, key }) => [new URL(url).host, key]).sort()).toEqual(
      [
        ['cert.trustedform.com', 'API:buyers-own-key'],
        [new URL(sandbox().origin).host, `API:sandbox-${third.tenant.id}`],
      ].sort(),
    );
    const after = (await buyer.admin.call(marketplace.certificateProviders, {})).body.providers[0]!;
    expect(after.trouble).toBe('TrustedForm does not take the keys that are set.');
  });

  it('are missing without a sandbox, and the certificate waits and says so', async () => {
    const time = timeTravel();
    const { buyer, certificates } = await sold([withConsent(1, { trustedFormUrl: certificate() })]);
    const before = process.env.SANDBOX_URL;
    vi.stubEnv('SANDBOX_URL', '');
    await minutes(time, 1, buyer);
    vi.stubEnv('SANDBOX_URL', before!);
    expect((await certificates())[0]).toMatchObject({
      outcome: 'checking',
      detail: 'No keys of TrustedForm are set.',
    });
  });
});
