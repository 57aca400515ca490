import { randomUUID } from 'node:crypto';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { enrol } from '#functions/journeys/enrol.ts';
import { handler as journeyListener } from '#functions/journeys/listener.ts';
import { enrolmentsOfLead, findEnrolment } from '#functions/journeys/store/enrolments.ts';
import { Events } from '#functions/kernel/events.ts';
import { timeline } from '#functions/leads/timeline.ts';
import { removeLead } from '#functions/leads/write.ts';
import type { Answer } from '#infra/sandbox/answers.ts';
import { api } from '#shared/api/index.ts';
import { eventually } from '#tests/support/eventually.ts';
import { lambdaContext } from '#tests/support/gateway.ts';
import { hours, line } from '#tests/support/journeys.ts';
import { officeOf, outboxOf } from '#tests/support/mailing.ts';
import { Messaging } from '#tests/support/messaging.ts';
import { handler } from '../inbound-mail-worker.ts';
import * as optOuts from '../opt-out/opt-out.ts';
import { findMessage } from '../record/message-store.ts';
import { messageIdOf } from '../send/send.ts';
import { forgetThread } from '../threads/delete.ts';
import { conversationIdOf } from '../threads/recipient.ts';

const { sms, email, leads, journeys } = api;
const s3 = new S3Client({});
const Bucket = process.env.BUCKET_NAME!;

let world: Messaging;
beforeAll(async () => {
  world = await Messaging.open();
  vi.stubEnv('MAIL_INBOUND_DOMAIN', 'reply.example.com');
  vi.stubEnv('INBOUND_BUCKET_NAME', Bucket);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await world.close();
});

/** Puts a mail where SES puts it. */
async function arrive(raw: Buffer): Promise<string> {
  const Key = `mail/${randomUUID()}`;
  await s3.send(new PutObjectCommand({ Bucket, Key, Body: raw }));
  return Key;
}
const isThere = (Key: string) =>
  s3.send(new GetObjectCommand({ Bucket, Key })).then(
    () => true,
    () => false,
  );

/** Tells the worker of a file, as S3 and the queue do; answers whether it is to come again. */
async function tell(key: string): Promise<boolean> {
  const detail = { bucket: { name: Bucket }, object: { key, size: 1 } };
  const body = JSON.stringify({ source: 'aws.s3', 'detail-type': 'Object Created', detail });
  const answer = await handler({ Records: [{ messageId: 'one', body }] } as never, lambdaContext());
  return answer.batchItemFailures.length > 0;
}

/** An office that has mailed a lead, who answers by the sandbox. */
async function office(provider: 'ses' | 'smtp' = 'ses') {
  const all = await officeOf(world, provider);
  const { to, send, admin, tenant, system } = all;
  const mailed = async (key: string) => {
    expect(await send(key)).toMatchObject({ kind: 'sent' });
    return (await outboxOf(world, to.email))[0] as unknown as { id: string; headers: string };
  };
  const first = await mailed('first');
  /** The raw mail of an answer. */
  const answer = async (given: Partial<Answer>, id = first.id) => {
    const before = world.sandbox.received.length;
    const { status, body } = await world.sandbox.ask('POST', '/sandbox/mail/replies', { id, ...given });
    expect(status, JSON.stringify(body)).toBe(202);
    return eventually(async () => {
      const mail = world.sandbox.received[before];
      if (!mail) throw new Error('No mail has come in.');
      return mail.raw;
    });
  };
  const reply = async (given: Partial<Answer>, id?: string) => {
    const key = await arrive(await answer(given, id));
    expect(await tell(key)).toBe(false);
    return key;
  };
  const cnv = conversationIdOf(to.id, '');
  const thread = async (id = cnv) => (await admin.call(sms.unifiedConversation, { id })).body;
  const came = async (id?: string) =>
    (await thread(id)).messages.filter(({ direction }) => direction === 'inbound');
  const consent = async () => (await admin.call(leads.get, { id: to.id })).body.consent.email;
  const told = (id: string) =>
    system(async () => {
      const query = Events.query.byEntity({ tenantId: tenant.id, entityId: id });
      return (await query.go({ consistent: true })).data;
    });
  return { ...all, first, mailed, answer, reply, thread, came, consent, told, cnv };
}

const heads = ({ headers }: { headers: string }) => JSON.parse(headers) as Record<string, string>;

describe.each(['ses', 'smtp'] as const)('a mail by %s', (provider) => {
  it('says where answers to it go, and an answer stands in its thread, once', async () => {
    const { first, reply, answer, came, thread, to, admin, told, system } = await office(provider);
    const address = heads(first)['reply-to']!;
    expect(address).toMatch(/^reply\+[0-9a-z]+-[a-z2-7]{48}@reply\.example\.com$/);
    const id = heads(first)[provider === 'ses' ? 'references' : 'message-id'];
    expect(id).toBe(`<${address}>`);

    const raw = await answer({ text: 'Yes, call me at five', messageId: '<one@example.com>' });
    const [one, two] = [await arrive(raw), await arrive(raw)];
    for (const key of [one, one, two]) expect(await tell(key)).toBe(false);
    expect(await isThere(one)).toBe(false);
    await eventually(async () =>
      expect(await came()).toMatchObject([
        {
          channel: 'email',
          leadId: to.id,
          address: to.email,
          subject: 'Re: Your roof',
          body: 'Yes, call me at five',
          quoted: expect.stringContaining('> Hello Ann'),
          status: 'received',
          kind: 'text',
          provider,
          sandbox: true,
        },
      ]),
    );
    expect((await thread()).conversation).toMatchObject({
      unread: 1,
      waitingSince: expect.any(String),
      lastMessage: { direction: 'inbound', channel: 'email', text: 'Yes, call me at five' },
    });
    expect((await admin.call(sms.unifiedUnread, {})).body).toEqual({ count: 1, conversations: 1 });
    expect((await admin.call(email.stats, {})).body.total).toMatchObject({ received: 1, optedOut: 0 });
    const [message] = await came();
    expect(await told(message!.id)).toMatchObject([
      {
        type: 'message.received',
        data: { channel: 'email', kind: 'text', leadId: to.id, source: { kind: 'journey', id: 'jrn_1' } },
      },
    ]);
    const { entries } = await system(() => timeline(to.id, { limit: 20, kinds: ['email'] }));
    expect(entries[0]!.text).toBe('Mail received: Re: Your roof');
    await reply({ text: 'And another' });
    await eventually(async () => expect(await came()).toHaveLength(2));
  });
});

describe('an answer to a mail', () => {
  it('goes where the tenant has said, and nowhere else, when it has said so', async () => {
    // By a server of their own, where the address for answers wants no confirmation.
    const { admin, mailed } = await office('smtp');
    await admin.call(email.saveConfig, { fromEmail: 'sales@northwind.example' });
    expect(heads(await mailed('second'))['reply-to']).toMatch(/^reply\+/);
    const set = await admin.call(email.saveConfig, { replyTo: 'office@northwind.example' });
    expect(set.body).toMatchObject({ receives: true, replyTo: 'office@northwind.example' });
    expect(heads(await mailed('third'))['reply-to']).toBe('office@northwind.example');
  });

  it('has no address of ours where the stage receives no mails', async () => {
    vi.stubEnv('MAIL_INBOUND_DOMAIN', '');
    onTestFinished(() => void vi.stubEnv('MAIL_INBOUND_DOMAIN', 'reply.example.com'));
    const { first, admin } = await office();
    expect(heads(first)['reply-to']).toBeUndefined();
    expect(heads(first).references).toBeUndefined();
    expect((await admin.call(email.config, {})).body.receives).toBe(false);
  });

  it('that a program wrote is in the thread as such, and is no reply', async () => {
    const { reply, came, thread, told, consent } = await office();
    await reply({ text: 'STOP! I am out of the office until Monday.', automatic: true });
    const [message] = await eventually(async () => {
      const all = await came();
      expect(all).toMatchObject([{ kind: 'auto', subject: 'Automatic reply: Your roof' }]);
      return all;
    });
    expect((await thread()).conversation).toMatchObject({ unread: 0, waitingSince: null });
    expect(await told(message!.id)).toMatchObject([{ data: { kind: 'auto' } }]);
    expect((await consent()).state).toBe('unknown');
  });

  it('that says STOP is the last mail to the address, whoever wrote it', async () => {
    const { reply, send, consent, came, admin } = await office();
    await reply({ text: 'Unsubscribe', from: 'annie@home.example' });
    expect(await consent()).toMatchObject({ state: 'withdrawn', how: 'STOP by mail' });
    expect(await send('second')).toMatchObject({ kind: 'refused', optedOut: true });
    await eventually(async () =>
      expect(await came()).toMatchObject([{ kind: 'stop', address: 'annie@home.example' }]),
    );
    expect((await admin.call(email.stats, {})).body.total).toMatchObject({ received: 1, optedOut: 1 });
  });

  it('is in the inbox of the agent whose lead wrote it, as it counts there', async () => {
    const { lead, send, agent, tenant } = await office();
    const own = await lead({ ownerId: tenant.agent.userId });
    expect(await send('own', own.id)).toMatchObject({ kind: 'sent' });
    const listed = async () => (await agent.call(sms.agentConversations, {})).body.conversations;
    expect(await listed()).toEqual([]);
    const [mail] = (await outboxOf(world, own.email)) as unknown as { id: string }[];
    const before = world.sandbox.received.length;
    await world.sandbox.ask('POST', '/sandbox/mail/replies', { id: mail!.id, text: 'Yes' });
    await eventually(async () => expect(world.sandbox.received).toHaveLength(before + 1));
    expect(await tell(await arrive(world.sandbox.received[before]!.raw))).toBe(false);
    await eventually(async () => expect(await listed()).toMatchObject([{ leadId: own.id, unread: 1 }]));
    expect((await agent.call(sms.agentUnread, {})).body).toMatchObject({ count: 1 });
  });

  it('names its attachments, which are not kept', async () => {
    const { reply, came } = await office();
    await reply({ text: 'See this', attachment: { name: 'roof.jpg', bytes: 200_000 } });
    await eventually(async () =>
      expect(await came()).toMatchObject([
        { body: 'See this', attachments: [{ name: 'roof.jpg', bytes: 200_000 }] },
      ]),
    );
  });

  it.each(['SPAM', 'VIRUS'] as const)('is not taken when SES says %s', async (verdict) => {
    const { reply, came } = await office();
    const key = await reply({ text: 'Buy this', verdict });
    expect(await isThere(key)).toBe(true);
    expect(await came()).toEqual([]);
  });

  it('is another tenant’s nowhere: its address is worth nothing with another number or signature', async () => {
    const [ours, theirs] = [await office(), await office()];
    const raw = String(await ours.answer({ text: 'Yes' }));
    const own = ours.tenant.id.toString(36);
    const other = theirs.tenant.id.toString(36);
    const forged = [
      raw.replaceAll(`reply+${own}-`, `reply+${other}-`),
      raw.replace(/reply\+[0-9a-z]+-[a-z2-7]{48}@/g, (address) => address.replace(/.{5}@$/, 'aaaaa@')),
    ];
    for (const mail of forged) {
      const key = await arrive(Buffer.from(mail));
      expect(await tell(key)).toBe(false);
      expect(await isThere(key)).toBe(true);
    }
    expect(await theirs.came()).toEqual([]);
    expect(await ours.came()).toEqual([]);
    await ours.reply({ text: 'Yes', from: theirs.to.email });
    await eventually(async () => expect(await ours.came()).toHaveLength(1));
    expect(await theirs.came()).toEqual([]);
  });

  it('of a lead that was deleted is a stranger’s, and of one whose thread is gone as well', async () => {
    const { reply, came, to, system } = await office();
    await system(() => removeLead(to.id, false));
    await reply({ text: 'Still there?' });
    const stranger = conversationIdOf(null, to.email);
    await eventually(async () =>
      expect(await came(stranger)).toMatchObject([{ leadId: null, body: 'Still there?' }]),
    );
    await system(() => removeLead(to.id, true));
    await system(() => forgetThread(to.id));
    expect(await system(() => findMessage(messageIdOf('first')))).toBeUndefined();
    await reply({ text: 'Hello?' });
    await eventually(async () => expect(await came(stranger)).toHaveLength(2));
  });

  it('is taken by the next try when its worker dies on the way', async () => {
    const { answer, came, consent } = await office();
    const key = await arrive(await answer({ text: 'STOP' }));
    const dies = vi.spyOn(optOuts, 'optOut').mockRejectedValueOnce(new Error('Killed.'));
    expect(await tell(key)).toBe(true);
    dies.mockRestore();
    expect(await isThere(key)).toBe(true);
    expect(await tell(key)).toBe(false);
    expect((await consent()).state).toBe('withdrawn');
    await eventually(async () => expect(await came()).toHaveLength(1));
  });

  it('that nobody can read is passed over', async () => {
    const key = await arrive(Buffer.from(`X: ${'y'.repeat(3_000_000)}\r\n\r\n`));
    expect(await tell(key)).toBe(false);
    expect(await tell('mail/gone')).toBe(false);
  });
});

describe('a journey', () => {
  it.each([
    [{ text: 'Yes, call me' }, 'exited'],
    [{ text: 'I am away', automatic: true }, 'active'],
  ])('that ends with a reply, at the mail %o, is %s', async (given, status) => {
    const { reply, came, told, to, admin, system, tenant } = await office();
    const rules = { exitOnReply: true };
    const { body: made } = await admin.call(journeys.create, { name: 'Roofs', ...line(hours(1)), rules });
    expect((await admin.call(journeys.publish, { id: made.id })).status).toBe(200);
    const [entered] = await system(() => enrol(made.id, [to.id], { how: 'manual' }));
    const now = () => system(async () => (await findEnrolment(entered!.enrolmentId!))!);
    expect((await now()).status).toBe('active');
    await eventually(async () => expect(await system(() => enrolmentsOfLead(to.id))).toHaveLength(1));
    await reply(given);
    const [message] = await eventually(async () => {
      const all = await came();
      expect(all).toHaveLength(1);
      return all;
    });
    const [heard] = await told(message!.id);
    const detail = { ...heard, tenantId: tenant.id };
    await eventually(async () => {
      const body = JSON.stringify({ source: 'dealbell', 'detail-type': heard!.type, detail });
      const answer = await journeyListener(
        { Records: [{ messageId: 'one', body }] } as never,
        lambdaContext(),
      );
      expect(answer.batchItemFailures).toEqual([]);
      expect((await now()).status).toBe(status);
    });
  });
});
