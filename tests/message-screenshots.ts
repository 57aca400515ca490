import type { Page } from 'playwright-core';
import { eventually } from './support/eventually.ts';
import type { Caller } from './support/product.ts';

/** What three leads and the desk say to each other, by turns; the leads answer on the handset. */
const talks = [
  {
    name: 'Ada Lovelace',
    said: ['Hi Ada, your quote is ready. Is today a good time?', 'Tomorrow at noon, please'],
  },
  { name: 'Grace Hopper', said: ['Hi Grace, did our offer reach you?', 'Yes. What would the roof cost?'] },
  { name: 'Hedy Lamarr', said: ['Hi Hedy, shall we call you today?', 'STOP'] },
];

/** The pictures of the inbox, a blast and the settings of messages. */
export async function takeMessagePictures(
  page: Page,
  caller: Caller,
  settle: () => Promise<void>,
  file: (name: string) => string,
): Promise<void> {
  const origin = new URL(page.url()).origin;
  for (const [at, { name, said }] of talks.entries()) {
    const [firstName, lastName] = name.split(' ');
    const phone = `+1212555${7000 + at}`;
    const lead = await caller.ask<{ id: string }>('POST', '/leads', {
      firstName,
      lastName,
      phones: [phone],
      emails: [`${firstName!.toLowerCase()}@example.com`],
      tags: ['spring', 'solar'],
    });
    const { message } = await caller.ask<{ message: { ownAddress: string; conversationId: string } }>(
      'POST',
      '/sms/send',
      { leadId: lead.id, message: said[0] },
    );
    await page.request.post(`${origin}/sandbox/phone/messages`, {
      data: { from: phone, to: message.ownAddress, text: said[1] },
    });
    await eventually(async () => {
      const { messages } = await caller.ask<{ messages: unknown[] }>(
        'GET',
        `/sms/messages?leadId=${lead.id}`,
      );
      if (messages.length < 2) throw new Error('The answer is not there yet.');
    });
  }
  await page.goto('/messages');
  await page
    .getByRole('link', { name: /Ada Lovelace/ })
    .first()
    .click();
  await page.getByText('Tomorrow at noon, please').last().waitFor();
  await settle();
  await page.screenshot({ path: file('inbox') });
  const blast = await caller.ask<{ id: string }>('POST', '/sms/send-blast', {
    name: 'Spring offer',
    message: 'Hi {{ lead.firstName }}, solar panels are 15% off until Friday. Shall we call you?',
    filter: { all: [{ field: 'tags', op: 'in', value: ['solar', 'referral'] }] },
  });
  await page.goto(`/messages/blasts/${blast.id}`);
  await page.getByText('Sent', { exact: true }).waitFor();
  await settle();
  await page.screenshot({ path: file('blast') });
  await page.goto('/messages/settings');
  await page.getByText('Balance').waitFor();
  await settle();
  await page.screenshot({ path: file('messaging') });
}
