import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '#tests/support/eventually.ts';
import { TestSandbox } from './sandbox-testing.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await TestSandbox.open();
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  await sandbox.ask('DELETE', '/sandbox/script');
  sandbox.sesEvents.length = 0;
});

const send = async (to: string, more: object = { ConfigurationSetName: 'dealbell-dev' }) => {
  const { status, body } = await sandbox.ask<{ MessageId: string }>('POST', '/ses/v2/email/outbound-emails', {
    FromEmailAddress: 'sales@northwind.example',
    Destination: { ToAddresses: [to] },
    Content: { Simple: { Subject: { Data: 'Hello' }, Body: { Text: { Data: 'Hi' } } } },
    EmailTags: [{ Name: 'messageId', Value: 'msg_1' }],
    ...more,
  });
  expect(status).toBe(200);
  return body.MessageId;
};
const haveEvents = (count: number) => eventually(async () => expect(sandbox.sesEvents).toHaveLength(count));

describe('SES', () => {
  it('tells of a bounce in its own words, after its time', async () => {
    await sandbox.script({ match: 'gone@example.com', mail: { outcome: 'bounce', delayMs: 60_000 } });
    const messageId = await send('gone@example.com');
    await sandbox.forward(59);
    expect(sandbox.sesEvents).toEqual([]);
    await sandbox.forward(2);
    await haveEvents(1);
    expect(sandbox.sesEvents[0]).toMatchObject({
      configurationSet: 'dealbell-dev',
      matching: 'BOUNCE',
      detailType: 'Email Bounced',
      detail: {
        eventType: 'Bounce',
        bounce: {
          bounceType: 'Permanent',
          bounceSubType: 'NoEmail',
          bouncedRecipients: [{ emailAddress: 'gone@example.com', action: 'failed', status: '5.1.1' }],
        },
        mail: {
          messageId,
          destination: ['gone@example.com'],
          source: 'sales@northwind.example',
          tags: { messageId: ['msg_1'], 'ses:configuration-set': ['dealbell-dev'] },
        },
      },
    });
  });

  it('tells of a complaint after the mail has arrived, also after a restart', async () => {
    await sandbox.script({ match: '*@angry.example', mail: { outcome: 'complaint', delayMs: 60_000 } });
    await send('ann@angry.example');
    sandbox.restart();
    await sandbox.forward(61);
    await haveEvents(2);
    expect(sandbox.sesEvents[0]!.detailType).toBe('Email Delivered');
    expect(sandbox.sesEvents[1]).toMatchObject({
      detailType: 'Email Complaint Received',
      detail: {
        eventType: 'Complaint',
        complaint: {
          complaintFeedbackType: 'abuse',
          complainedRecipients: [{ emailAddress: 'ann@angry.example' }],
        },
      },
    });
  });

  it('has its mailbox simulator', async () => {
    await send('bounce@simulator.amazonses.com');
    await send('complaint@simulator.amazonses.com');
    await haveEvents(3);
    expect(sandbox.sesEvents.map(({ matching }) => matching).sort()).toEqual([
      'BOUNCE',
      'COMPLAINT',
      'DELIVERY',
    ]);
  });

  it('tells of a mail that arrived, and nothing of one without a configuration set', async () => {
    await send('bounce@simulator.amazonses.com', {});
    const messageId = await send('fine@example.com');
    await haveEvents(1);
    expect(sandbox.sesEvents[0]).toMatchObject({
      matching: 'DELIVERY',
      detailType: 'Email Delivered',
      detail: { eventType: 'Delivery', delivery: { recipients: ['fine@example.com'] }, mail: { messageId } },
    });
  });
});
