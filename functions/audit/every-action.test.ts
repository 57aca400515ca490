import { Secret, TOTP } from 'otpauth';
import { expect, it, onTestFinished, vi } from 'vitest';
import { noteRecording } from '#functions/calls/api.ts';
import { changeTranscript, findTranscript } from '#functions/calls/transcripts/store.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { saveTraining } from '#functions/leads/api.ts';
import { makeLink } from '#functions/platform/setup-link.ts';
import { retentionWork } from '#functions/privacy/api.ts';
import { createTenant } from '#functions/tenants/create.ts';
import { TestSandbox } from '#infra/sandbox/sandbox-testing.ts';
import { api } from '#shared/api/index.ts';
import { type AuditAction, auditActionNames } from '#shared/model/audit.ts';
import { noCalls } from '#shared/model/lead-score/best-hours.ts';
import { messageTo } from '#tests/isolation/pbx-things.ts';
import { withAccountMails } from '#tests/support/account-mails.ts';
import { smallPlan } from '#tests/support/deployed-plan.ts';
import { farEmergency } from '#tests/support/emergency.ts';
import { eventually } from '#tests/support/eventually.ts';
import { market } from '#tests/support/market.ts';
import { workRequest, workRetention } from '#tests/support/privacy.ts';
import { setQueue } from '#tests/support/queue.ts';
import { anybody, as, freshTenant, testPassword, withToken } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';

/*
 * Each action of the audit log is done once by its call, and read in the log. The table is typed by the actions, so
 * that a new one without its deed does not compile.
 */

const mails = withAccountMails();

async function world() {
  const [tenant, home] = await Promise.all([freshTenant(), freshTenant()]);
  const admin = as(tenant.admin);
  const visitor = anybody(tenant.address);
  const login = (password = testPassword) =>
    visitor.call(api.auth.login, { username: 'agent', password, tenantId: tenant.id });
  return {
    tenant,
    admin,
    visitor,
    login,
    operator: as(await home.user('operator')),
    agentId: tenant.agent.userId,
    project: async () => (await admin.call(api.content.create, { name: 'Sign' })).body.id,
    webhook: async () =>
      (await admin.call(api.webhooks.create, { name: 'Site', brand: 'B', source: 'S' })).body.id,
    key: async () =>
      (await admin.call(api.apiKeys.create, { name: 'Website', permissions: ['leads.view'] })).body,
    exchange: async () =>
      (
        await admin.call(api.telephony.createExchange, {
          name: 'Head office',
          phoneUrl: 'wss://pbx.example.com/ws',
        })
      ).body.id,
    privacyRequest: async () =>
      (
        await admin.call(api.privacy.create, {
          kind: 'access',
          phone: '+13055550123',
          askedBy: 'person',
          reason: 'A letter',
        })
      ).body.id,
    message: () => messageTo(tenant, 'ext_gone'),
    trial: (await createTenant({ name: 'Trial', timeZone: 'America/New_York', plan: 'trial' })).id,
  };
}
type World = Awaited<ReturnType<typeof world>>;
type Answer = { status: number; body: unknown };

async function addTotp({ tenant }: World) {
  const agent = as(tenant.agent);
  const { secret } = (await agent.call(api.auth.beginTotp, { password: testPassword })).body;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() });
  return agent.call(api.auth.confirmTotp, { code });
}

/** The sandbox in the place of carriers and the exchange, and a queue for what goes on in the background. */
async function withSandbox() {
  const sandbox = await TestSandbox.open();
  onTestFinished(() => sandbox.close());
  vi.stubEnv('SANDBOX_URL', sandbox.origin);
  vi.stubEnv('PUBLIC_URL', 'https://dealbell.example.com');
  await setQueue('MESSAGES');
}

const aNumber = () => `+1415555${String(1000 + Math.floor(Math.random() * 9000))}`;

async function boughtNumber({ admin }: World) {
  await withSandbox();
  return admin.call(api.carrierDids.twilioPurchase, { phoneNumber: aNumber() });
}

async function campaign({ admin }: World): Promise<string> {
  await withSandbox();
  const leadIds = [(await admin.call(api.leads.create, { firstName: 'Ann', phones: [aNumber()] })).body.id];
  return (await admin.call(api.campaigns.create, { name: 'Spring', message: 'Hello', leadIds })).body.id;
}

async function dialPlan({ admin }: World): Promise<string> {
  const fields = { name: 'Main line', config: smallPlan('normal') };
  return (await admin.call(api.dialplans.create, fields as never)).body.id;
}

async function deployedPlan(all: World) {
  await withSandbox();
  const id = await dialPlan(all);
  return { id, answer: await all.admin.call(api.dialplans.deploy, { id }) };
}

/** What is done; answers the call that must have left the entry. */
const deeds: Record<AuditAction, (world: World) => Promise<Answer>> = {
  'user.signedIn': ({ login }) => login(),
  'user.signInFailed': ({ login }) => login('not the password'),
  'user.signedOut': async ({ login, visitor }) => {
    const { refreshToken } = (await login()).body;
    return visitor.call(api.auth.logout, { refreshToken });
  },
  'session.ended': async ({ login }) => {
    await login();
    const here = withToken((await login()).body.token);
    const id = await eventually(async () => {
      const { sessions } = (await here.call(api.auth.listSessions)).body;
      expect(sessions).toHaveLength(2);
      return sessions[1]!.id;
    });
    return here.call(api.auth.endSession, { id });
  },

  'user.created': ({ admin }) =>
    admin.call(api.users.create, { username: 'anna', email: 'anna@example.com', password: testPassword }),
  'user.invited': ({ admin, tenant }) =>
    admin.call(api.users.invite, { email: `nora-${tenant.id}@example.com`, role: 'agent' }),
  'user.roleChanged': ({ admin, agentId }) =>
    admin.call(api.users.rolePermissions, { id: agentId, role: 'vendor', permissions: {} }),
  'user.permissionsChanged': ({ admin, agentId }) =>
    admin.call(api.users.rolePermissions, { id: agentId, permissions: { 'leads.edit': false } }),
  'user.changed': ({ admin, agentId }) => admin.call(api.users.update, { id: agentId, firstName: 'Anna' }),
  'user.deactivated': ({ admin, agentId }) => admin.call(api.users.update, { id: agentId, isActive: false }),
  'user.activated': async ({ admin, agentId }) => {
    await admin.call(api.users.update, { id: agentId, isActive: false });
    return admin.call(api.users.update, { id: agentId, isActive: true });
  },
  'user.removed': ({ admin, agentId }) => admin.call(api.users.remove, { id: agentId }),
  'user.passwordChanged': ({ admin, agentId }) =>
    admin.call(api.users.update, { id: agentId, password: 'seven small bells ring' }),
  'user.passwordReset': async ({ tenant, visitor }) => {
    const email = `forgetful-${tenant.id}-${process.pid}@example.com`;
    await tenant.user('agent', { username: 'forgetful', email });
    await visitor.call(api.auth.forgotPassword, { username: 'forgetful', tenantId: tenant.id });
    const token = await mails.linkTo(email);
    return visitor.call(api.auth.resetPassword, { token, password: 'seven small bells ring' });
  },
  'user.secondFactorAdded': addTotp,
  'user.secondFactorRemoved': async (all) => {
    await addTotp(all);
    return all.admin.call(api.auth.resetSecondFactor, { id: all.agentId });
  },

  'apiKey.created': async ({ admin }) =>
    admin.call(api.apiKeys.create, { name: 'Website', permissions: ['leads.view'] }),
  'apiKey.changed': async ({ admin, key }) =>
    admin.call(api.apiKeys.update, { id: (await key()).key.id, permissions: ['leads.create'] }),
  'apiKey.firstUsed': async ({ key }) => withToken((await key()).secret).call(api.leads.list, {}),
  'apiKey.rotated': async ({ admin, key }) =>
    admin.call(api.apiKeys.rotate, { id: (await key()).key.id, overlapDays: 0 }),
  'apiKey.revoked': async ({ admin, key }) => admin.call(api.apiKeys.revoke, { id: (await key()).key.id }),
  'exchange.tokenMade': async ({ admin, exchange }) =>
    admin.call(api.telephony.enrolExchange, { id: await exchange() }),
  'exchange.revoked': async ({ admin, exchange }) =>
    admin.call(api.telephony.revokeExchange, { id: await exchange() }),
  'exchange.chosen': ({ admin }) => {
    vi.stubEnv('SANDBOX_URL', 'http://127.0.0.1:1');
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    return admin.call(api.telephony.moveToExchange, { exchangeId: 'exc_builtin' });
  },
  'providerKey.changed': ({ admin }) => admin.call(api.signage.setConfig, { apiKey: 'a key of OptiSigns' }),
  'webhook.secretRotated': async ({ admin, webhook }) =>
    admin.call(api.webhooks.update, { id: await webhook(), securityToken: 'a-secret-of-the-webhook' }),

  'lead.exported': ({ admin }) => admin.call(api.leads.startExport, { format: 'csv', filter: { all: [] } }),
  'report.exported': ({ admin }) =>
    admin.call(api.reports.export, { report: { report: 'calls' }, format: 'csv' }),
  'report.scheduled': async ({ admin }) => {
    const { body } = await admin.call(api.reportTemplates.create, {
      name: 'Weekly',
      report: 'calls',
      parameters: { period: 'lastWeek' },
    });
    return admin.call(api.reportTemplates.schedule, {
      id: body.id,
      cadence: 'weekly',
      time: '08:00',
      zone: 'America/New_York',
      recipients: ['board@elsewhere.example'],
      format: 'csv',
    });
  },
  'privacy.requested': async ({ admin, privacyRequest }) => {
    await privacyRequest();
    return admin.call(api.privacy.list, {});
  },
  'privacy.completed': async ({ admin, tenant, privacyRequest }) => {
    const id = await privacyRequest();
    await asSystem(tenant.id, 'test', () => workRequest(id));
    return admin.call(api.privacy.certificate, { id });
  },
  'retention.changed': async ({ admin }) =>
    admin.call(api.privacy.setRetention, { kind: 'leads', term: { unit: 'months', count: 12 } }),
  'retention.ran': async ({ admin, tenant }) => {
    const time = timeTravel('2024-01-05T16:00:00.000Z');
    await admin.call(api.leads.create, { lastName: 'Forgotten' });
    await setQueue('JOBS');
    time.forward({ days: 400 });
    const term = { unit: 'months', count: 12 } as const;
    const { body } = await admin.call(api.privacy.setRetention, { kind: 'leads', term });
    time.forward({ seconds: (Date.parse(body.kinds[0]!.nextRunAt!) - clock.now()) / 1_000 + 1 });
    await asSystem(tenant.id, 'sweeper', () => retentionWork.look('turn'));
    await workRetention(tenant.id);
    return admin.call(api.privacy.retentionRuns, {});
  },
  'lead.hold': async ({ admin }) => {
    const { body } = await admin.call(api.leads.create, { lastName: 'Held' });
    return admin.call(api.privacy.setHold, { id: body.id, onHold: true, reason: 'A claim' });
  },
  'privacy.downloaded': async ({ admin, tenant, privacyRequest }) => {
    const id = await privacyRequest();
    await asSystem(tenant.id, 'test', () => workRequest(id));
    return admin.call(api.privacy.download, { id });
  },
  'call.exported': ({ admin }) => admin.call(api.calls.export, {}),
  'recording.heard': async ({ admin }) => {
    const recordingUrl = 'https://records.example.com/call.wav';
    const call = await admin.call(api.calls.create, { phone: '+13055550123', recordingUrl });
    return admin.call(api.calls.hearRecording, { id: call.body.id });
  },
  'transcript.read': async ({ admin, tenant }) => {
    const call = await admin.call(api.calls.create, { phone: '+13055550123', talkSeconds: 60 });
    const { id } = call.body;
    await admin.call(api.calls.updateRecordingSettings, { transcriber: 'transcribe' });
    await asSystem(tenant.id, 'test', async () => {
      await noteRecording(id, 'rec_first', 60);
      const record = await findTranscript(id, 'rec_first');
      await changeTranscript(record!, { state: 'done' });
    });
    return admin.call(api.calls.readTranscripts, { id });
  },
  'voicemail.heard': async ({ admin, message }) => admin.call(api.pbx.hearVoicemail, { id: await message() }),
  'voicemail.removed': async ({ admin, message }) =>
    admin.call(api.pbx.removeVoicemail, { id: await message() }),
  'call.supervised': async ({ admin, tenant }) => {
    const sandbox = await TestSandbox.open();
    onTestFinished(() => sandbox.close());
    vi.stubEnv('SANDBOX_URL', sandbox.origin);
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    // An hour at which the other side may be called.
    timeTravel('2026-06-10T16:00:00.000Z');
    await sandbox.ask('POST', '/sandbox/clock', { now: clock.iso() });
    const to = '+13055550123';
    await sandbox.script({ match: to, call: { result: 'answered', afterMs: 0 } });
    const agent = as(tenant.agent);
    for (const [caller, user, number] of [
      [agent, tenant.agent, '101'],
      [admin, tenant.admin, '100'],
    ] as const) {
      await admin.call(api.pbx.createExtension, { number, name: number, userId: user.userId });
      const { phone } = (await caller.call(api.pbx.startPhoneSession, {})).body;
      await sandbox.ask('POST', '/sandbox/phone/agent', { phone });
    }
    const { id } = (await agent.call(api.pbx.originateCall, { to })).body;
    await agent.call(api.pbx.answerCall, { id });
    return admin.call(api.pbx.superviseCall, { id, mode: 'listen' });
  },
  'submission.exported': async ({ admin, project }) =>
    admin.call(api.content.exportSubmissions, { id: await project() }),
  'content.exported': async ({ admin, project }) =>
    admin.call(api.content.createExport, { id: await project(), exportType: 'image' }),
  'audit.exported': ({ admin }) => admin.call(api.audit.export, {}),

  'lead.deleted': async ({ admin }) => {
    const { id } = (await admin.call(api.leads.create, { firstName: 'Ann' })).body;
    return admin.call(api.leads.remove, { id });
  },
  'project.deleted': async ({ admin, project }) => admin.call(api.content.remove, { id: await project() }),
  'journey.deleted': async ({ admin }) => {
    const { id } = (await admin.call(api.journeys.create, { name: 'Welcome' })).body;
    return admin.call(api.journeys.remove, { id });
  },
  'campaign.deleted': async (all) => all.admin.call(api.campaigns.remove, { id: await campaign(all) }),
  'plan.deleted': async (all) => all.admin.call(api.dialplans.remove, { id: await dialPlan(all) }),
  'number.ordered': boughtNumber,
  'number.remedyAsked': async ({ admin }) => {
    await withSandbox();
    const { body } = await admin.call(api.carrierDids.telnyxPurchase, { phoneNumber: aNumber() });
    await admin.call(api.dids.update, { id: body.id, spamLabel: 'flagged' });
    return admin.call(api.carrierDids.telnyxRemedy, { id: body.id, purpose: 'We call roof owners back.' });
  },
  'number.givenBack': async (all) => {
    const { id } = (await boughtNumber(all)).body as { id: string };
    return all.admin.call(api.carrierDids.twilioRelease, { id });
  },
  'market.ordered': async ({ admin, tenant, operator }) => {
    const { list } = await market();
    await operator.call(api.marketplace.recordReceipt, {
      tenantId: tenant.id,
      amountCents: 10_000,
      reference: 'Wire 2',
    });
    const { id, priceCents } = await list();
    return admin.call(api.marketplace.purchase, {
      id,
      priceCents,
      quantity: 1,
      requestId: 'a-request-of-this-test',
    });
  },
  'market.payment': async ({ admin }) => {
    await withSandbox();
    return admin.call(api.marketplace.pay, { amountCents: 2_500, requestId: 'a-request-of-this-test' });
  },
  'market.payoutAccount': async ({ admin, tenant }) => {
    await withSandbox();
    const ownerId = tenant.vendor.userId;
    const shop = await admin.call(api.marketplace.createProvider, { name: 'Shop', ownerId });
    return admin.call(api.marketplace.connectPayoutAccount, { id: shop.body.id });
  },
  'market.standingOrder': ({ admin }) =>
    admin.call(api.marketplace.createStandingOrder, {
      name: 'Solar',
      bidCents: 2_500,
      dailyBudgetCents: 10_000,
      dailyLeadCap: 4,
    }),
  'campaign.started': async (all) => all.admin.call(api.campaigns.start, { id: await campaign(all) }),
  'campaign.paused': async (all) => {
    const id = await campaign(all);
    await all.admin.call(api.campaigns.start, { id });
    return all.admin.call(api.campaigns.pause, { id });
  },
  'blast.begun': async (all) => {
    await withSandbox();
    const lead = await all.admin.call(api.leads.create, { firstName: 'Ann', phones: [aNumber()] });
    return all.admin.call(api.sms.sendBlast, { name: 'Spring', message: 'Hello', leadIds: [lead.body.id] });
  },
  'plan.deployed': async (all) => (await deployedPlan(all)).answer,
  'plan.deactivated': async (all) => {
    const { id } = await deployedPlan(all);
    return all.admin.call(api.dialplans.deactivate, { id });
  },
  'webhook.deleted': async ({ admin, webhook }) => admin.call(api.webhooks.remove, { id: await webhook() }),
  'endpoint.deleted': async ({ admin }) => {
    const endpoint = { name: 'CRM', url: 'https://example.com' };
    const { id } = (await admin.call(api.webhooks.createEndpoint, endpoint)).body;
    return admin.call(api.webhooks.removeEndpoint, { id });
  },

  'scores.trained': async ({ admin }) => {
    await setQueue('JOBS');
    return admin.call(api.leads.trainScores, {});
  },
  'scores.switched': async ({ admin, tenant }) => {
    await setQueue('JOBS');
    const training = { won: 150, lost: 150, model: null, evaluation: null, isBetter: true };
    const learned = { training, hours: noCalls(), isCapped: false };
    await asSystem(tenant.id, 'test', () => saveTraining('trn_of_this_test', learned));
    return admin.call(api.leads.updateScoring, { mode: 'learned' });
  },
  'tenant.settingsChanged': ({ admin, tenant }) =>
    admin.call(api.tenants.update, { id: tenant.id, timeZone: 'Europe/Paris' }),
  'emergency.settingsChanged': ({ admin }) =>
    admin.call(api.pbx.setEmergencySettings, { location: '1 Main Street, floor 3' }),
  'messages.settingsChanged': ({ admin }) =>
    admin.call(api.email.saveConfig, { postalAddress: '1 Main Street, Springfield', dailyLimit: 900 }),

  'optOut.lifted': async ({ admin }) => {
    const phone = '+13055550142';
    const { id } = (await admin.call(api.leads.create, { firstName: 'Ann', phones: [phone] })).body;
    const said = { leadId: id, channel: 'sms' as const };
    await admin.call(api.tcpa.optOut, { ...said, how: 'Told us' });
    const proof = { when: clock.iso(), evidence: 'Her mail of today' };
    return admin.call(api.tcpa.optOut, { ...said, state: 'given', how: 'By mail', proof });
  },

  'platform.bootstrapped': async ({ tenant, visitor }) => {
    const { token } = await makeLink(tenant.id);
    const admin = { username: 'susan', email: 'susan@example.com', password: 'seven small bells ring' };
    return visitor.call(api.platform.setup, { token, admin });
  },
  'operator.entered': ({ operator, tenant }) => operator.call(api.platform.getTenant, { id: tenant.id }),
  'operator.tenantCreated': ({ operator }) => operator.call(api.platform.createTenant, { name: 'Summit' }),
  'operator.planChanged': ({ operator, tenant }) =>
    operator.call(api.platform.setPlan, { id: tenant.id, plan: 'trial' }),
  'operator.trialExtended': ({ operator, trial }) =>
    operator.call(api.platform.extendTrial, { id: trial, days: 3 }),
  'operator.suspended': ({ operator, tenant }) =>
    operator.call(api.platform.suspend, { id: tenant.id, reason: 'Sends spam.' }),
  'operator.resumed': async ({ operator, tenant }) => {
    await operator.call(api.platform.suspend, { id: tenant.id, reason: 'Sends spam.' });
    return operator.call(api.platform.resume, { id: tenant.id });
  },
  'operator.limitChanged': ({ operator, tenant }) =>
    operator.call(api.platform.setCaps, { id: tenant.id, users: 5 }),
  'operator.market': ({ operator, tenant }) =>
    operator.call(api.marketplace.recordReceipt, {
      tenantId: tenant.id,
      amountCents: 100,
      reference: 'Wire 1',
    }),
  'operator.emergenciesDeclared': ({ operator }) =>
    operator.call(api.tcpa.declareEmergencies, { emergencies: [farEmergency] }),
  'operator.adminLinkMade': ({ operator, trial }) => operator.call(api.platform.adminLink, { id: trial }),
};

it.each(auditActionNames)('%s stands in the audit log once it is done', async (action) => {
  const all = await world();
  const isOperators = action.startsWith('operator.');
  // The platform's log is one for all tests: only this test's operator counts.
  const entries = async () => {
    const log = isOperators
      ? await all.operator.call(api.platform.activity, { limit: 100 })
      : await all.admin.call(api.audit.list, { limit: 200 });
    const operator = isOperators && (await all.operator.call(api.users.me)).body.userId;
    return log.body.entries.filter(
      (one) => one.action === action && (!operator || one.actor.id === operator),
    );
  };
  const { status, body } = await deeds[action](all);
  const refused = action === 'user.signInFailed';
  expect(status < 300, JSON.stringify(body)).toBe(!refused);
  await eventually(async () => expect((await entries()).length).toBeGreaterThan(0));
});
