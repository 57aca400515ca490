import { describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { readPartition } from '#functions/kernel/table.ts';
import { api } from '#shared/api/index.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';

/** The settings of a tenant as they lie in the table. */
async function storedSettings(tenantId: number) {
  const items = await asSystem(tenantId, 'test', () => readPartition(`$dealbell#tenantid_${tenantId}`));
  return items.find((item) => item.__edb_e__ === 'messageSettings')!.settings;
}

describe('the keys that providers declare', () => {
  it('are of providers that a call lists', async () => {
    const admin = as((await freshTenant()).admin);
    const { body } = await admin.call(api.sms.providers, {});
    expect(body.providers.map(({ provider, name, isDefault }) => [provider, name, isDefault])).toEqual([
      ['twilio', 'Twilio', true],
      ['telnyx', 'Telnyx', false],
    ]);
  });

  it('are answered as fields that a screen draws, without secrets', async () => {
    const admin = as((await freshTenant()).admin);
    const { body } = await admin.call(api.sms.setConfig, { provider: 'telnyx', apiKey: 'KEY0123' });
    expect(body.fields).toMatchObject([
      { name: 'apiKey', label: 'API key', kind: 'secret', value: null, isSet: true },
      { name: 'publicKey', label: 'Public key of its callbacks', kind: 'text', value: null, isSet: false },
      { name: 'messagingProfileId', label: 'Messaging profile', kind: 'text' },
      { name: 'enterpriseId', label: 'Enterprise of Number Reputation', kind: 'text', isSet: false },
    ]);
    expect(JSON.stringify(body)).not.toContain('KEY0123');
    const { body: mails } = await admin.call(api.email.config, {});
    expect(mails.providers.map(({ title }) => title)).toEqual(['Amazon SES', 'SMTP server']);
    expect(mails.smtp).toEqual({
      host: null,
      port: null,
      security: 'starttls',
      username: null,
      passwordSet: false,
    });
    expect(mails.ses).toEqual({ region: null, accessKeyId: null, secretAccessKeySet: false });
  });

  it('lie under the providers’ names, as earlier versions wrote them', async () => {
    const tenant = await freshTenant();
    const admin = as(tenant.admin);
    await admin.call(api.sms.setConfig, { provider: 'telnyx', apiKey: 'KEY', messagingProfileId: 'p-1' });
    await admin.call(api.email.saveConfig, {
      ses: { region: 'us-west-2' },
      smtp: { host: 'smtp.example.com', port: 2525, password: ' kept as typed ' },
    });
    expect(await storedSettings(tenant.id)).toMatchObject({
      telnyx: { sealedKey: expect.any(String), messagingProfileId: 'p-1' },
      email: {
        ses: { region: 'us-west-2' },
        smtp: { host: 'smtp.example.com', port: 2525, sealedPassword: expect.any(String) },
      },
    });
    const removed = await admin.call(api.email.saveConfig, { smtp: { host: null, password: null } });
    expect(removed.body.smtp).toMatchObject({ host: null, passwordSet: false, port: 2525 });
  });

  it.each([
    [{ ses: { region: 'here' } }, 'A region is such as us-east-1.'],
    [{ ses: { accessKeyId: 'A'.repeat(20) } }, 'Amazon SES wants an access key and its secret together.'],
    [{ smtp: { port: 8080 } }, 'A mail server listens on one of the ports 25, 465, 587, 2525.'],
    [
      { smtp: { security: 'none', username: 'ann' } },
      'A name and password may not travel without encryption.',
    ],
  ])('are refused when they are %j', async (change, sentence) => {
    const admin = as((await freshTenant()).admin);
    const { status, body } = await admin.call(api.email.saveConfig, change);
    expect([status, body.error]).toEqual([400, sentence]);
  });

  it.each([
    { provider: 'nobody' },
    { pigeon: { host: 'loft' } },
    { smtp: { security: null } },
    { smtp: { wings: 2 } },
  ])('that nobody knows are refused: %j', async (change) => {
    const admin = as((await freshTenant()).admin);
    const { status, body } = await admin.call(api.email.saveConfig, change);
    expect([status, body.code]).toEqual([400, 'invalid_input']);
  });

  it('cannot be asked for or set of a provider that is none', async () => {
    const admin = as((await freshTenant()).admin);
    for (const answer of [
      await admin.call(api.sms.config, { provider: 'nobody' }),
      await admin.call(api.sms.setConfig, { provider: 'nobody' }),
      await admin.call(api.sms.test, { provider: 'nobody' }),
      await admin.call(api.sms.setDefaultProvider, { provider: 'nobody' }),
      await admin.call(api.sms.syncNumbers, { provider: 'nobody' }),
    ])
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input']);
  });
});
