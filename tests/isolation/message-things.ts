import { didIdOf, putTextNumbers } from '#functions/dids/api.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { receive } from '#functions/messages/inbound/inbound.ts';
import type { SmsAccount } from '#functions/messages/providers/types.ts';
import { conversationIdOf } from '#functions/messages/threads/recipient.ts';
import { api } from '#shared/api/index.ts';
import type { as, TestTenant } from '#tests/support/tenant.ts';

/** One thing of each kind that the calls of texts and mails name, owned by a tenant; `leadId` is one of its leads. */
export async function messageThings(
  tenant: TestTenant,
  admin: ReturnType<typeof as>,
  leadId: string,
): Promise<Record<string, string>> {
  const number = `+1561555${String(tenant.id).padStart(4, '0').slice(-4)}`;
  const stranger = `+1786555${String(tenant.id).padStart(4, '0').slice(-4)}`;
  await asSystem(tenant.id, 'test', async () => {
    await putTextNumbers([
      {
        number,
        provider: 'twilio',
        providerId: `PN${tenant.id}`,
        sandbox: false,
        label: `Number of tenant ${tenant.id}`,
        sms: true,
        mms: false,
        voice: false,
        isActive: true,
        replies: 'here',
        syncedAt: '2026-01-05T12:00:00.000Z',
        registration: null,
        registrationAt: null,
      },
    ]);
    const body = `Text to tenant ${tenant.id}`;
    await receive(
      { providerId: `SM${tenant.id}`, from: stranger, to: number, body, mediaUrls: [], answered: null },
      { provider: 'twilio', sandbox: false } as SmsAccount,
    );
  });
  const blast = await admin.call(api.sms.sendBlast, {
    name: `Blast of tenant ${tenant.id}`,
    message: 'Hello',
    leadIds: [leadId],
  });
  const cnv = conversationIdOf(null, stranger);
  const note = await admin.call(api.conversations.addNote, { id: cnv, text: `Note of tenant ${tenant.id}` });
  await admin.call(api.conversations.setTags, { id: cnv, tags: [`Tag of tenant ${tenant.id}`] });
  const view = await admin.call(api.conversations.saveView, {
    name: `Inbox view of tenant ${tenant.id}`,
    filter: {},
    shared: true,
  });
  return {
    did: didIdOf(number),
    cnv,
    cno: note.body.id,
    ivw: view.body.id,
    cmp: blast.body.id,
  };
}

/** What a tenant's admin can list of texts and mails. */
export const everythingOfMessages = (admin: ReturnType<typeof as>) =>
  Promise.all([
    admin.call(api.sms.messages, {}),
    admin.call(api.sms.unified, {}),
    admin.call(api.conversations.list, {}),
    admin.call(api.conversations.counts, {}),
    admin.call(api.conversations.tags, {}),
    admin.call(api.conversations.views, {}),
    admin.call(api.sms.unreadCount, {}),
    admin.call(api.sms.blasts, {}),
    admin.call(api.campaigns.list, {}),
    admin.call(api.sms.numbers, {}),
    admin.call(api.sms.stats, { days: 1 }),
    admin.call(api.sms.config, { provider: 'twilio' }),
    admin.call(api.sms.config, { provider: 'telnyx' }),
    admin.call(api.email.config, {}),
    admin.call(api.email.stats, { days: 1 }),
  ]);
