import { putListed } from '#functions/compliance/store.ts';
import { receive } from '#functions/messages/inbound/inbound.ts';
import type { SmsAccount } from '#functions/messages/providers/types.ts';
import { conversationIdOf } from '#functions/messages/threads/recipient.ts';
import { keepSending } from '#functions/webhookEndpoints/send.ts';
import { api } from '#shared/api/index.ts';
import { isGrantable, permissionNames, roleHas } from '#shared/model/permissions.ts';
import { eventually } from '#tests/support/eventually.ts';
import { as, freshTenant, type TestTenant, type TestUser } from '#tests/support/tenant.ts';
import { withWebhook } from '#tests/support/webhooks.ts';
import { thingsOf } from './things.ts';

/** A lead of one agent with something of every kind that can tell of it, and another agent who asks. */
export interface Colleague {
  tenant: TestTenant;
  /** Whose lead it is. */
  owner: TestUser;
  /** Another agent of the same tenant. */
  other: TestUser;
  /** A vendor who was granted all that an agent may. */
  granted: TestUser;
  /** One thing of each kind, by the prefix of its id; what can belong to the lead does. */
  things: Record<string, string>;
  lead: { id: string; name: string; phone: string; email: string };
  /** What no answer to anybody else may hold. */
  markers: string[];
}

const firstName = 'Zebulonia';
const lastName = 'Quagmiretti';
const email = 'zebulonia.quagmiretti@example.org';
const phone = '+13055550187';

export async function colleague(): Promise<Colleague> {
  const tenant = await freshTenant();
  const other = await tenant.user('agent', { username: 'other' });
  const granted = await tenant.user('vendor', { username: 'granted' });
  const agents = permissionNames.filter((name) => roleHas('agent', name) && isGrantable(name));
  const permissions = Object.fromEntries(agents.map((name) => [name, true]));
  const grant = await as(tenant.admin).call(api.users.rolePermissions, { id: granted.userId, permissions });
  if (grant.status !== 200) throw new Error(JSON.stringify(grant.body));
  const owner = tenant.agent;
  const [admin, own] = [as(tenant.admin), as(owner)];
  const others = await thingsOf(tenant);

  const hook = await withWebhook({}, tenant);
  const name = `${firstName} ${lastName}`;
  const delivery = await hook.deliver({ name, phone, email });
  const leadId = delivery.results[0]!.leadId!;
  await admin.call(api.leadAssignments.assign, { leadId, agentId: owner.userId });
  await own.call(api.leads.addNote, { id: leadId, text: `${firstName} wants a roof` });
  await own.call(api.tcpa.check, { leadId });
  await own.call(api.celebrations.ring, { requestId: 'bell-of-the-owner', leadId, amount: 1 });

  const call = await own.call(api.calls.create, { leadId, notes: `${firstName} was in` });
  const missed = await admin.call(api.calls.create, { direction: 'inbound', phone, leadId, start: true });
  await admin.call(api.calls.setStatus, { id: missed.body.id, status: 'ringing' });
  await admin.call(api.calls.setStatus, { id: missed.body.id, status: 'no-answer' });

  const endpoint = others.whe!;
  const { jrn } = others as { jrn: string };
  const enrolled = await own.call(api.journeys.enroll, { id: jrn, leadIds: [leadId] });
  const ljn = enrolled.body.results[0]!.enrolmentId!;
  const whm = await hook.system(async () => {
    await putListed([
      { address: email, reason: 'Asked', addedAt: '2026-01-05T12:00:00.000Z', addedBy: 'test' },
    ]);
    const body = `This is ${firstName}`;
    const text = { providerId: `SMz${tenant.id}`, from: phone, to: '+15615550100', body, mediaUrls: [] };
    await receive({ ...text, answered: null }, { provider: 'twilio', sandbox: false } as SmsAccount);
    return keepSending({ endpointId: endpoint, type: 'lead.created', payload: { leadId, name }, key: 'z' });
  });
  const blast = await own.call(api.sms.sendBlast, {
    name: `For ${firstName}`,
    message: 'Hello',
    leadIds: [leadId],
  });
  const exported = await own.call(api.leads.startExport, {});
  const jex = await eventually(async () => {
    const { body } = await own.call(api.journeys.pending, { journeyId: jrn, limit: 100 });
    const found = body.executions.find(({ enrolment }) => enrolment.leadId === leadId);
    if (!found) throw new Error('The step to come is not in its index yet.');
    const { body: inbox } = await own.call(api.sms.agentConversations, {});
    if (inbox.conversations.length === 0) throw new Error('The thread is not in its list yet.');
    return found.id;
  });
  return {
    tenant,
    owner,
    other,
    granted,
    things: {
      ...others,
      led: leadId,
      whk: hook.webhook.id,
      dlv: delivery.id,
      cal: call.body.id,
      ljn,
      jex,
      whm,
      cnv: conversationIdOf(leadId, phone),
      cmp: blast.body.id,
      lex: exported.body.id,
      address: email,
      missed: missed.body.id,
    },
    lead: { id: leadId, name, phone, email },
    markers: [firstName, lastName, phone, phone.slice(2), email, leadId],
  };
}
