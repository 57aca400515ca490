import { asSystem } from '#functions/kernel/actor.ts';
import { sendMessage } from '#functions/messages/send/send.ts';
import { api } from '#shared/api/index.ts';
import { type Messaging, texting } from './messaging.ts';

interface Sent {
  target: string;
  subject: string;
  body: string;
  html: string;
  headers: string;
  notes: string;
}
/** The mails to an address that reached the sandbox, newest first. */
export const outboxOf = async (world: Messaging, to: string) => {
  const { body } = await world.sandbox.ask<{ sent: Sent[] }>('GET', '/sandbox/mail.json');
  return body.sent.filter(({ target }) => target === to);
};

/** A tenant with a lead who is mailed. */
export async function officeOf(world: Messaging, provider: 'ses' | 'smtp' = 'ses') {
  const time = await world.clock();
  const all = await texting();
  await all.admin.call(api.email.saveConfig, {
    provider,
    fromName: 'Northwind Solar',
    postalAddress: '1 Main Street, Miami, FL 33130',
  });
  const to = await all.lead();
  const system = <T>(work: () => Promise<T>) => asSystem(all.tenant.id, 'journeys', work);
  const send = (key: string, leadId = to.id) =>
    system(() =>
      sendMessage({
        channel: 'email',
        leadId,
        subject: 'Your roof',
        body: '<p>Hello <b>Ann</b></p>',
        source: { kind: 'journey', id: 'jrn_1' },
        key,
      }),
    );
  const linkOf = async () => {
    const [mail] = await outboxOf(world, to.email);
    const list = JSON.parse(mail!.headers)['list-unsubscribe'] as string;
    return { mail: mail!, path: new URL(list.slice(1, -1)).pathname.replace(/^\/api/, '') };
  };
  return { ...all, time, to, system, send, linkOf };
}
