import { describe, expect, it } from 'vitest';
import { expectAccessible, visit } from '#tests/support/browser.ts';
import { withInbox } from '#tests/support/inbox.ts';

/* Mails of a conversation, which know no calling hours: answered, come back, and with strangers. */

const inbox = withInbox();

/** Answers the mail that the thread shows, whose subject stands there already. */
async function answer(subject: string, text: string): Promise<void> {
  const given = inbox.page.getByRole('textbox', { name: 'Subject' });
  await expect.poll(() => given.inputValue()).toBe(subject);
  await inbox.page.getByRole('textbox', { name: 'Text of the mail' }).fill(text);
  await inbox.press('Send mail');
  await inbox.message(text).getByText('Delivered').waitFor();
  await expectAccessible(inbox.page);
}

describe('a conversation by mail', () => {
  it('goes on with what is answered, under its subject', async () => {
    await inbox.page.goto(`/messages/${inbox.leadIds[1]}?channel=email`);
    await inbox.page.getByRole('textbox', { name: 'Subject' }).fill('Your roof');
    await inbox.page.getByRole('textbox', { name: 'Text of the mail' }).fill('Here is what it would cost.');
    await inbox.press('Send mail');
    await inbox.messages().getByText('Here is what it would cost.').waitFor();
    const outbox = await visit(inbox.product.origin);
    await outbox.page.goto('/sandbox/mail');
    const mail = outbox.page.getByRole('article').filter({ hasText: 'Your roof' });
    await mail.getByText('Reply', { exact: true }).click();
    await mail.getByRole('textbox').fill('Is that with the gutters?');
    await mail.getByRole('button', { name: 'Send reply' }).click();
    await outbox.context.close();
    await inbox.messages().getByText('Is that with the gutters?').waitFor();
    await answer('Re: Your roof', 'It is, both sides.');
    await inbox.picture('mail-answered');
  });

  it('with a stranger is answered by mail', async () => {
    const sam = 'sam@stranger.example';
    const mail = { to: sam, subject: 'About your roof', body: 'Shall we look at it?' };
    await inbox.admin.ask('POST', '/email/send', mail);
    const listed = await inbox.sandbox(`mail.json?to=${sam}`);
    const { sent } = (await listed.json()) as { sent: { id: string }[] };
    await inbox.sandbox('mail/replies', { id: sent[0]!.id, text: 'Yes, on Monday.' });
    await inbox.page.goto('/messages');
    await inbox.row(sam).click();
    await inbox.messages().getByText('Yes, on Monday.').waitFor();
    const channels = inbox.page.getByRole('radiogroup', { name: 'Channel' });
    expect(
      await channels
        .getByRole('radio')
        .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)),
    ).toEqual(['email', 'note']);
    await answer('Re: About your roof', 'Monday it is.');
    await inbox.picture('stranger-by-mail');
  });

  it('shows a mail that came back, and mails nobody there any more', async () => {
    const rosa = inbox.leadIds[5]!;
    const script = { match: 'rosa@example.com', mail: { outcome: 'bounce', delayMs: 100 } };
    await inbox.sandbox('script', script);
    const mail = { leadId: rosa, subject: 'Your quote', body: 'Here it is.' };
    const sent = await inbox.admin.ask<{ message: { conversationId: string } }>('POST', '/email/send', mail);
    await inbox.page.goto(`/messages/${sent.message.conversationId}`);
    await inbox
      .messages()
      .getByText(/Came back: There is no such mailbox/)
      .waitFor();
    await expectAccessible(inbox.page);
    await inbox.picture('mail-came-back');
    const { consent } = await inbox.admin.ask<{ consent: { email: object } }>('GET', `/leads/${rosa}`);
    expect(consent.email).toMatchObject({ state: 'withdrawn', how: 'A mail came back for good' });
    await inbox.page.goto('/messages/statistics');
    await inbox.page.getByText('Came back', { exact: true }).first().waitFor();
    await expectAccessible(inbox.page);
    await inbox.picture('statistics-came-back');
    await inbox.page.goto('/');
    const card = inbox.page.getByRole('region', { name: 'Texts and mails' });
    await card.getByRole('table', { name: 'Texts and mails, by day' }).waitFor({ state: 'attached' });
    await card.getByText('30 days', { exact: true }).click();
    await expectAccessible(inbox.page);
    await inbox.picture('dashboard');
  });
});

describe('without a postal address', () => {
  const notice = () => inbox.page.getByRole('status').filter({ hasText: 'No mail goes out yet' });

  it('the composer, the settings and a journey with a mail say what to do, until it is entered', async () => {
    await inbox.admin.ask('POST', '/email/config', { postalAddress: '' });
    const { journeys } = await inbox.admin.ask<{ journeys: { id: string }[] }>('GET', '/journeys');
    await inbox.page.goto(`/journeys/${journeys[0]!.id}`);
    await notice().waitFor();
    await inbox.picture('no-postal-address-journey');
    await inbox.page.goto(`/messages/${inbox.leadIds[2]}?channel=email`);
    await notice().waitFor();
    const body = inbox.page.getByRole('textbox', { name: 'Text of the mail' });
    expect(await body.isDisabled()).toBe(true);
    await expectAccessible(inbox.page);
    await inbox.picture('no-postal-address');
    await notice().getByRole('link', { name: 'Enter it in the settings' }).click();
    const address = inbox.page.getByRole('textbox', { name: 'Postal address' });
    await address.waitFor();
    await expectAccessible(inbox.page);
    await inbox.picture('no-postal-address-settings');
    await address.fill('1 Main Street, Springfield');
    await inbox.press('Save');
    await notice().waitFor({ state: 'detached' });
    await inbox.page.goBack();
    await expect.poll(() => body.isDisabled()).toBe(false);
    expect(await notice().count()).toBe(0);
  });
});

it('leaves the console clean', () => {
  expect(inbox.desk.problems).toEqual([]);
});
