import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commit } from '#functions/kernel/table.ts';
import { timeline } from '#functions/leads/timeline.ts';
import type { SesEvent } from '#infra/sandbox/index.ts';
import { api } from '#shared/api/index.ts';
import { eventually } from '#tests/support/eventually.ts';
import { lambdaContext } from '#tests/support/gateway.ts';
import { officeOf, outboxOf } from '#tests/support/mailing.ts';
import { Messaging } from '#tests/support/messaging.ts';
import { handler as feedbackWorker } from '../feedback-worker.ts';
import { optIn } from '../opt-out/opt-out.ts';
import { saysNoMailbox } from '../providers/smtp/index.ts';
import { advance } from '../record/advance.ts';
import { findMessage, replaceMessage } from '../record/message-store.ts';
import { messageIdOf } from '../send/send.ts';

const { email } = api;
let world: Messaging;
beforeAll(async () => {
  world = await Messaging.open();
});
afterAll(() => world.close());

const outbox = (to: string) => outboxOf(world, to);
const office = (provider: 'ses' | 'smtp' = 'ses') => officeOf(world, provider);

const ofMail = (told: SesEvent, by: (detail: Told) => object): SesEvent => ({
  ...told,
  detail: { ...told.detail, ...by(told.detail as unknown as Told) },
});

/** An office whose mails' feedback is heard, as the rule of the bus has it. */
async function heard(script: { outcome?: 'bounce' | 'complaint'; bounceType?: string }) {
  const all = await office();
  const { to, send, system, admin } = all;
  await world.sandbox.script({ match: to.email, mail: { delayMs: 0, outcome: 'accept', ...script } });
  const about = ({ detail }: SesEvent, key: string) => {
    const { messageId, tenantId } = (detail as unknown as Told).mail.tags;
    return messageId[0] === messageIdOf(key) && tenantId[0] === String(all.tenant.id);
  };
  /** What SES told of a mail last; what is marked as spam has arrived before. */
  const told = (key: string) =>
    eventually(async () => {
      const found = world.sandbox.sesEvents.find(
        (event) => about(event, key) && event.matching !== (script.outcome ? 'DELIVERY' : undefined),
      );
      if (!found) throw new Error('SES has told nothing yet.');
      return found;
    });
  /** Hands an event to its worker, as the queue does. */
  const hear = async ({ detailType, detail }: SesEvent) => {
    const body = JSON.stringify({ source: 'aws.ses', 'detail-type': detailType, detail });
    const answer = await feedbackWorker({ Records: [{ messageId: 'one', body }] } as never, lambdaContext());
    expect(answer.batchItemFailures).toEqual([]);
  };
  const message = (key: string) => system(() => findMessage(messageIdOf(key)));
  const consent = async () => (await admin.call(api.leads.get, { id: to.id })).body.consent.email;
  const total = async () => (await admin.call(email.stats, {})).body.total;
  const told1 = async () => {
    await send('one');
    return told('one');
  };
  return { ...all, told, hear, message, consent, total, told1 };
}

interface Told {
  mail: { messageId: string; tags: { messageId: string[]; tenantId: string[] } };
  complaint: object;
}

describe('a mail that came back', () => {
  it('for good is the last to its address, with when and how', async () => {
    const { send, to, told1, hear, message, consent, total, system } = await heard({ outcome: 'bounce' });
    const bounce = await told1();
    expect(await message('one')).toMatchObject({ status: 'sent' });
    await hear(bounce);
    await hear(bounce);
    expect(await message('one')).toMatchObject({
      status: 'bounced',
      error: 'There is no such mailbox. The server said: 550 5.1.1 No such mailbox.',
      errorCode: 'Permanent/NoEmail',
    });
    expect(await consent()).toMatchObject({ state: 'withdrawn', how: 'A mail came back for good' });
    expect(await total()).toMatchObject({ sent: 1, bounced: 1, failed: 0, complained: 0, optedOut: 0 });
    const { entries } = await system(() => timeline(to.id, { limit: 20, kinds: ['email'] }));
    expect(entries.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^Mail came back \(There is no such mailbox\./),
      'Mail sent: Your roof',
    ]);
    expect(await send('two')).toMatchObject({ kind: 'refused', optedOut: true });
    expect(await outbox(to.email)).toHaveLength(1);
    // Who is sent the first one once more, with its key, is told that it did not arrive.
    expect(await send('one')).toMatchObject({ kind: 'failed' });
  });

  it('for now says why, and the next one goes out', async () => {
    const { send, told1, hear, message, consent } = await heard({
      outcome: 'bounce',
      bounceType: 'Transient',
    });
    await hear(await told1());
    expect(await message('one')).toMatchObject({
      status: 'bounced',
      error: 'The mailbox is full. The server said: 452 4.2.2 The mailbox is full.',
    });
    expect((await consent()).state).toBe('unknown');
    expect(await send('two')).toMatchObject({ kind: 'sent' });
  });

  it('before anybody knew that it had gone out, has gone out and come back, once', async () => {
    const { told1, hear, system, total, message, send } = await heard({ outcome: 'bounce' });
    const bounce = await told1();
    await system(async () => {
      const sent = (await findMessage(messageIdOf('one')))!;
      const asked = { ...sent, status: 'sending' as const, sentAt: null, providerId: null };
      await commit(replaceMessage(sent, { ...asked, leaseUntil: 0, version: sent.version + 1 }));
    });
    await hear(bounce);
    expect(await message('one')).toMatchObject({ status: 'bounced', sentAt: expect.any(String) });
    await system(() => advance(messageIdOf('one'), { status: 'sent', providerId: 'late' }));
    expect((await message('one'))?.status).toBe('bounced');
    expect(await send('one')).toMatchObject({ kind: 'failed' });
    expect((await total()).bounced).toBe(1);
  });

  it('long ago does not opt out again somebody who wants mails again', async () => {
    const { system, to, told1, hear, consent, send } = await heard({ outcome: 'bounce' });
    const bounce = await told1();
    await hear(bounce);
    await system(() => optIn({ leadId: to.id, address: to.email }, 'email', 'New mailbox'));
    await hear(bounce);
    expect((await consent()).state).toBe('given');
    expect(await send('two')).toMatchObject({ kind: 'sent' });
  });

  it('of somebody else, or of another send, changes nothing', async () => {
    const { told1, hear, message } = await heard({ outcome: 'bounce' });
    const bounce = await told1();
    await hear(ofMail(bounce, ({ mail }) => ({ mail: { ...mail, messageId: 'another' } })));
    const nobody = { messageId: ['msg_nobody'] };
    await hear(ofMail(bounce, ({ mail }) => ({ mail: { ...mail, tags: { ...mail.tags, ...nobody } } })));
    expect((await message('one'))?.status).toBe('sent');
  });

  it('at the door of an SMTP server has not gone out, and is the last as well', async () => {
    const { send, system, admin, to } = await office('smtp');
    await world.sandbox.script({ match: to.email, mail: { outcome: 'bounce' } });
    expect(await send('one')).toMatchObject({ kind: 'failed', error: expect.stringMatching(/5\.1\.1/) });
    expect(await system(() => findMessage(messageIdOf('one')))).toMatchObject({
      status: 'bounced',
      sentAt: null,
      errorCode: '550',
    });
    expect((await admin.call(email.stats, {})).body.total).toMatchObject({ sent: 0, bounced: 1, failed: 0 });
    expect(await send('two')).toMatchObject({ kind: 'refused', optedOut: true });
  });

  it('by the policy of an SMTP server says nothing of the mailbox', async () => {
    const { send, system, admin, to } = await office('smtp');
    await world.sandbox.script({ match: to.email, mail: { outcome: 'reject' } });
    expect(await send('one')).toMatchObject({ kind: 'failed' });
    expect((await system(() => findMessage(messageIdOf('one'))))?.status).toBe('failed');
    expect((await admin.call(api.leads.get, { id: to.id })).body.consent.email.state).toBe('unknown');
  });
});

describe('a mail that arrived', () => {
  it('is delivered, once, and opts nobody out', async () => {
    const { told1, hear, message, consent, total } = await heard({});
    const delivery = await told1();
    expect(await message('one')).toMatchObject({ status: 'sent' });
    await hear(delivery);
    await hear(delivery);
    expect(await message('one')).toMatchObject({ status: 'delivered', sentAt: expect.any(String) });
    expect(await total()).toMatchObject({ sent: 1, delivered: 1, bounced: 0 });
    expect((await consent()).state).toBe('unknown');
  });
});

describe('a mail that was marked as spam', () => {
  it('is the last to its address, also when it had come back before', async () => {
    const { send, told1, hear, message, consent, total } = await heard({ outcome: 'complaint' });
    const complaint = await told1();
    await hear(complaint);
    await hear(complaint);
    expect(await message('one')).toMatchObject({ status: 'complained', errorCode: 'abuse' });
    expect(await consent()).toMatchObject({ state: 'withdrawn', how: 'A mail was marked as spam' });
    expect(await total()).toMatchObject({ sent: 1, complained: 1, bounced: 0, optedOut: 1 });
    expect(await send('two')).toMatchObject({ kind: 'refused', optedOut: true });
    const late = {
      ...complaint.detail,
      eventType: 'Bounce',
      bounce: { bounceType: 'Permanent', bounceSubType: 'General', bouncedRecipients: [] },
    };
    await hear({ ...complaint, detail: late });
    expect((await message('one'))?.status).toBe('complained');
  });

  it('and taken out of the spam folder again is welcome', async () => {
    const { told1, hear, consent } = await heard({ outcome: 'complaint' });
    const complaint = await told1();
    await hear(
      ofMail(complaint, (detail) => ({
        complaint: { ...detail.complaint, complaintFeedbackType: 'not-spam' },
      })),
    );
    expect((await consent()).state).toBe('unknown');
  });
});

it.each([
  [{ responseCode: 550, response: '550 5.1.1 <a@b.example>: Recipient address rejected' }, true],
  [{ responseCode: 550, response: '550 5.2.1 The email account that you tried to reach is disabled' }, true],
  [{ responseCode: 556, response: '556 5.1.10 Recipient address has null MX' }, true],
  [{ responseCode: 550, response: '550 No such user here' }, true],
  [{ responseCode: 550, response: '550 5.7.1 Relaying denied' }, false],
  [{ responseCode: 550, response: '550 relay not permitted' }, false],
  [{ responseCode: 552, response: '552 5.2.2 Mailbox full' }, false],
  [{ responseCode: 450, response: '450 4.1.1 Try again' }, false],
  [{ responseCode: 550, response: '550 5.1.1 No such user', command: 'DATA' }, false],
])('whether a server says that there is no such mailbox: %j', (said, expected) =>
  expect(saysNoMailbox({ command: 'RCPT TO', message: '', ...said })).toBe(expected),
);
