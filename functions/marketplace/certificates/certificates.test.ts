import { afterEach, describe, expect, it, vi } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { noteNewConsent } from '#functions/tcpa/api.ts';
import { api } from '#shared/api/index.ts';
import { trustedFormUrl } from '#shared/model/certificate.ts';
import { eventually } from '#tests/support/eventually.ts';
import { leadNumber, market } from '#tests/support/market.ts';
import {
  certificate,
  certificatesIn,
  leadiD,
  minutes,
  sold,
  withConsent,
} from '#tests/support/market-certificates.ts';
import { withSandbox } from '#tests/support/sandbox.ts';
import { timeTravel } from '#tests/support/time.ts';

const sandbox = withSandbox();
const { marketplace, leads, tcpa } = api;
afterEach(async () => {
  vi.restoreAllMocks();
  await sandbox().ask('DELETE', '/sandbox/script');
});

describe('a lead with a certificate', () => {
  it('arrives at once, and its certificate is checked then and proves the consent', async () => {
    const time = timeTravel();
    const url = certificate();
    const { seller, buyer, handed, see, lead, certificates, timeline } = await sold([
      withConsent(1, { trustedFormUrl: url }),
    ]);
    expect(handed.body.order).toMatchObject({
      status: 'completed',
      certificates: { checking: 1, valid: 0, mismatch: 0, expired: 0, unchecked: 0 },
    });
    expect((await certificates())[0]).toMatchObject({
      outcome: 'checking',
      checkedAt: null,
      ageSeconds: null,
    });
    expect((await lead()).consent.call).toMatchObject({ state: 'given', how: 'Bought from Acme Leads' });
    await minutes(time, 2, buyer, seller);
    expect((await certificates())[0]).toMatchObject({
      provider: 'trustedform',
      providerName: 'TrustedForm',
      certificate: url,
      outcome: 'valid',
      detail: '',
      from: 'Acme Leads',
      ageSeconds: 5_400,
      checkedAt: expect.any(String),
    });
    const { call, sms } = (await lead()).consent;
    expect(call).toMatchObject({
      state: 'given',
      proof: {
        when: '2026-01-05T15:00:00Z',
        evidence: expect.stringMatching(/^TrustedForm certificate https:\/\/cert.*“You may call me/),
      },
    });
    expect(sms.state).toBe('unknown');
    expect(await timeline()).toContain(
      'TrustedForm certificate of the purchase from Acme Leads: valid, 90 minutes old.',
    );
    // Texts stay the person's own to allow.
    const { body } = await buyer.admin.call(tcpa.check, {
      phone: '+12175550001',
      channel: 'sms',
      state: 'IL',
    });
    expect(body.reasons.map(({ code }) => code)).toContain('bought_lead');
    for (const by of [buyer.admin, seller.vendor])
      expect((await see(by)).certificates).toMatchObject({ checking: 0, valid: 1 });
    expect((await certificatesIn(buyer, (await see(buyer.admin)).id))[0]).toMatchObject({
      phone: '',
      email: '',
    });
  });

  it('has the consent of the purchase fall away where it is of somebody else or has expired', async () => {
    const time = timeTravel();
    for (const [end, outcome, words] of [
      ['0bad', 'mismatch', /does not match/],
      ['0410', 'expired', /expired/],
    ] as const) {
      const { seller, buyer, see, lead, certificates, timeline, order } = await sold([
        withConsent(1, { jornayaLeadId: leadiD(end) }),
      ]);
      expect((await lead()).consent.call.state).toBe('given');
      await minutes(time, 2, buyer, seller);
      expect((await certificates())[0]).toMatchObject({ provider: 'jornaya', outcome });
      expect((await lead()).consent.call).toEqual({ state: 'unknown', at: null, how: '' });
      expect((await timeline()).join('\n')).toMatch(words);
      const { body: log } = await buyer.admin.call(tcpa.logs, { phone: '+12175550001' } as never);
      expect(log.logs.map(({ reasons }) => reasons[0]?.code)).toContain('certificate_failed');
      // Either side sees how many, and a dispute may stand on it.
      for (const by of [buyer.admin, seller.vendor])
        expect((await see(by)).certificates).toMatchObject({ checking: 0, [outcome]: 1 });
      const disputed = await buyer.admin.call(marketplace.dispute, { id: order.id, reason: 'certificate' });
      expect(disputed.body.status).toBe('disputed');
    }
  });

  it('is no ground for a dispute while none has failed', async () => {
    const { buyer, order } = await sold([withConsent(1, { trustedFormUrl: certificate() })]);
    const { status, body } = await buyer.admin.call(marketplace.dispute, {
      id: order.id,
      reason: 'certificate',
    });
    expect([status, (body as { error?: string }).error]).toEqual([
      400,
      expect.stringMatching(/No certificate/),
    ]);
  });

  it('never touches a consent that the person gave in another way, nor an opt-out', async () => {
    const time = timeTravel();
    const world = await market();
    const { buyer } = world;
    const own = { state: 'given' as const, how: 'Our own form' };
    const known = await buyer.admin.call(leads.create, {
      firstName: 'June',
      phones: ['+12175550001'],
      consent: { call: own },
    } as never);
    const out = await buyer.admin.call(leads.create, { firstName: 'Out', phones: ['+12175550002'] });
    await buyer.admin.call(tcpa.optOut, {
      leadId: out.body.id,
      channel: 'call',
      state: 'withdrawn',
      how: 'Told the agent',
    } as never);
    const given = [
      withConsent(1, { trustedFormUrl: certificate('0bad') }),
      withConsent(2, { trustedFormUrl: certificate() }),
    ];
    const { seller, order, lead, certificates } = await sold(given, world);
    // Those whom the buyer has are refused, and brought when the order has said so of as many as it has.
    await seller.vendor.call(api.marketplace.fulfil, { id: order.id, leads: given } as never);
    expect((await lead()).consent.call).toMatchObject(own);
    await minutes(time, 2, buyer, seller);
    expect((await certificates())[0]).toMatchObject({ outcome: 'mismatch' });
    expect((await buyer.admin.call(leads.get, { id: known.body.id })).body.consent.call).toMatchObject(own);
    expect((await buyer.admin.call(leads.get, { id: out.body.id })).body.consent.call.state).toBe(
      'withdrawn',
    );
  });

  it('keeps what the person consents to between the purchase and the check', async () => {
    const time = timeTravel();
    const { seller, buyer, lead } = await sold([withConsent(1, { trustedFormUrl: certificate('0bad') })]);
    const { id } = await lead();
    await asSystem(buyer.tenant.id, 'test', () =>
      noteNewConsent(
        { leadIds: [id], addresses: ['+12175550001'], channel: 'call', how: 'Web form', by: 'person' },
        () => undefined,
      ),
    );
    await minutes(time, 2, buyer, seller);
    expect((await lead()).consent.call).toMatchObject({ state: 'given', how: 'Web form' });
  });

  it('stays without consent where one certificate has failed and another is valid', async () => {
    const time = timeTravel();
    const { seller, buyer, lead, see } = await sold([
      withConsent(1, { trustedFormUrl: certificate('0bad'), jornayaLeadId: leadiD() }),
    ]);
    await minutes(time, 2, buyer, seller);
    expect((await see(seller.vendor)).certificates).toMatchObject({ valid: 1, mismatch: 1 });
    expect((await lead()).consent.call.state).toBe('unknown');
  });

  it('is refused where the listing promises what it lacks, and where the address is another', async () => {
    const world = await market();
    const { handed } = await sold([leadNumber(1)], world, { certificate: 'either' });
    expect(handed.body.results[0]).toMatchObject({
      accepted: false,
      reason: 'The listing promises a certificate of TrustedForm or Jornaya with each lead.',
    });
    const good = certificate();
    for (const address of [
      good.replace('https', 'http'),
      good.replace('cert.trustedform.com', 'cert.trustedform.com.evil.example'),
      good.replace('cert.', 'user:pass@cert.'),
      good.replace('cert.trustedform.com', 'evil.example@cert.trustedform.com'),
      good.replace('.com/', '.com:8443/'),
      `${good}/../x`,
      `${good}?to=https://evil.example`,
      good.slice(0, -1),
    ]) {
      const { handed: refused } = await sold([withConsent(1, { trustedFormUrl: address })], world);
      expect([address, refused.status]).toEqual([address, 400]);
      expect(trustedFormUrl.safeParse(address).error?.issues[0]?.message).toMatch(
        /TrustedForm certificate is/,
      );
    }
    const { handed: short } = await sold([withConsent(1, { jornayaLeadId: 'abc' })], world);
    expect(short.status).toBe(400);
  });
});

it('certificates are the buyer’s: another workspace, the seller and vendors see none', async () => {
  const { seller, buyer, lead, see, order } = await sold([withConsent(1, { trustedFormUrl: certificate() })]);
  const { id } = await lead();
  for (const by of [seller.admin, seller.vendor, buyer.vendor])
    expect([403, 404]).toContain((await by.call(marketplace.leadCertificates, { id })).status);
  expect(JSON.stringify(await see(seller.vendor))).not.toMatch(/cert\.trustedform|led_/);
  expect(await certificatesIn(seller, order.id)).toEqual([]);
});

it('the market finds listings that promise a certificate', async () => {
  const { buyer, list } = await market();
  const title = `Certified ${Date.now()}`;
  const certified = await list({ title, certificate: 'trustedform' });
  await list({ title });
  await eventually(async () => {
    const found = (more: object) =>
      buyer.admin.call(marketplace.listings, { search: title, limit: 10, ...more } as never);
    expect((await found({})).body.listings).toHaveLength(2);
    const { body } = await found({ certificate: 'true' });
    expect(body.listings.map(({ id, certificate: promise }) => [id, promise])).toEqual([
      [certified.id, 'trustedform'],
    ]);
  });
});
