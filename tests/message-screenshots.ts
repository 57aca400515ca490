import type { Page } from 'playwright-core';
import { eventually } from './support/eventually.ts';
import type { Caller } from './support/product.ts';

/** Leads that a blast goes to, and what they answer on the handset. */
const talks = [
  { name: 'Ada Lovelace', answers: ['Yes please, tomorrow at noon'] },
  { name: 'Grace Hopper', answers: ['What would it cost for a flat roof?'] },
  { name: 'Hedy Lamarr', answers: ['STOP'] },
  { name: 'Mary Jackson', answers: [] },
  { name: 'Joan Clarke', answers: [] },
];

interface Sent {
  messages: { ownAddress: string; direction: string }[];
}

/** The pictures of the inbox, a blast and the settings of messages. */
export async function takeMessagePictures(
  page: Page,
  caller: Caller,
  settle: () => Promise<void>,
  file: (name: string) => string,
): Promise<void> {
  const origin = new URL(page.url()).origin;
  const leads = await Promise.all(
    talks.map(async ({ name, answers }, at) => {
      const [firstName, lastName] = name.split(' ');
      const phone = `+1212555${7000 + at}`;
      const { id } = await caller.ask<{ id: string }>('POST', '/leads', {
        firstName,
        lastName,
        phones: [phone],
        emails: [`${firstName!.toLowerCase()}@example.com`],
        tags: ['rooftop'],
      });
      return { id, phone, answers };
    }),
  );
  await caller.ask('POST', '/tcpa/do-not-contact', { addresses: [leads.at(-1)!.phone], reason: 'Asked' });
  const blast = await caller.ask<{ id: string }>('POST', '/sms/send-blast', {
    name: 'Spring offer',
    message: 'Hi {{ lead.firstName }}, solar panels are 15% off until Friday. Shall we call you?',
    filter: { all: [{ field: 'tags', op: 'in', value: ['rooftop'] }] },
  });
  const textsOf = (id: string) => caller.ask<Sent>('GET', `/sms/messages?leadId=${id}`);
  await page.goto(`/campaigns/${blast.id}`);
  await page.getByText(/^(Completed|Waiting)$/).waitFor();
  for (const { id, phone, answers } of leads)
    for (const text of answers) {
      // Outside of the hours for texts nothing went out that could be answered.
      const [sent] = (await textsOf(id)).messages;
      if (!sent) continue;
      await page.request.post(`${origin}/sandbox/phone/messages`, {
        data: { from: phone, to: sent.ownAddress, text },
      });
      await eventually(async () => {
        const { messages } = await textsOf(id);
        if (!messages.some(({ direction }) => direction === 'inbound')) throw new Error('No answer yet.');
      });
    }
  await page.reload();
  await page.getByRole('region', { name: 'Replies that wait' }).waitFor();
  await settle();
  await page.screenshot({ path: file('blast') });
  await page.goto(`/messages/lead/${leads[0]!.id}`);
  await page.getByText(/^May (not )?be texted now$/).waitFor();
  await settle();
  await page.screenshot({ path: file('inbox') });
  await page.goto('/messages/settings');
  await page.getByText('Balance').waitFor();
  await settle();
  await page.screenshot({ path: file('messaging') });
}
