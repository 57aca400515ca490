import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, type Visit, visit } from '#tests/support/browser.ts';
import { eventually } from '#tests/support/eventually.ts';
import { numberOf, place, signIn, withInbox } from '#tests/support/inbox.ts';
import { openPlace } from '#tests/support/open-hours.ts';

/* A day in the inbox: a text goes out, is answered on a handset, STOP ends it; and a blast. */

const inbox = withInbox();
beforeAll(async () => {
  await inbox.admin.ask('POST', '/templates', {
    name: 'Hello',
    channel: 'sms',
    body: 'Hi {{ lead.firstName }}, is today a good time?',
  });
});

async function handset(number: string): Promise<Visit> {
  const phone = await visit(inbox.product.origin, { width: 390, height: 844 });
  await phone.page.goto(`/sandbox/phone?number=${encodeURIComponent(number)}`);
  return phone;
}
const box = () => inbox.page.getByRole('textbox', { name: 'Message', exact: true });

describe.runIf(openPlace)('a conversation', () => {
  it('begins on the page of a lead, with a template and its values', async () => {
    await expectAccessible(inbox.page);
    await inbox.picture('inbox-empty');
    await inbox.page.goto('/leads');
    await inbox.page.getByRole('grid', { name: 'Leads' }).getByRole('link', { name: 'Ada Tester' }).click();
    await inbox.page.getByRole('link', { name: 'Text', exact: true }).waitFor();
    await inbox.picture('lead');
    await inbox.page.getByRole('link', { name: 'Text', exact: true }).click();
    await inbox.page.getByText('Nobody has written to Ada Tester yet.').waitFor();
    await inbox.page.getByRole('complementary', { name: 'Lead' }).getByText('May be texted now').waitFor();
    await inbox.press('Templates');
    await inbox.page.getByRole('button', { name: /^Hello/ }).click();
    await inbox.page.getByText('1 segment · 29 characters').waitFor();
    expect(await box().inputValue()).toBe('Hi Ada, is today a good time?');
  });

  it('shows at once what is sent, and on the handset', async () => {
    const phone = await handset(numberOf(0));
    await phone.page.getByText('Nothing yet').waitFor();
    await box().press('End');
    await box().press('Shift+Enter');
    await box().pressSequentially('Yours, {{ rep.firstName }}');
    await inbox.page
      .getByTestId('composer-preview')
      .getByText(/Yours, \w+/)
      .waitFor();
    await box().press('Enter');
    await inbox.messages().getByText('Hi Ada, is today a good time?').waitFor();
    expect(await box().inputValue()).toBe('');
    await phone.page.locator('.bubble', { hasText: 'Hi Ada, is today a good time?' }).waitFor();
    await inbox.messages().getByText('Delivered').waitFor();
    await inbox.page.waitForURL(/\/messages\/cnv_/);
    expect(await inbox.messages().locator('[data-message]').count()).toBe(1);
    await phone.page.getByRole('textbox', { name: 'Message' }).fill('Tomorrow, please');
    await phone.page.keyboard.press('Enter');
    await inbox.messages().getByText('Tomorrow, please').waitFor();
    await phone.context.close();
  });

  it('counts what comes in while another page is open, until somebody reads it', async () => {
    await inbox.page.goto('/templates');
    await inbox.page.getByRole('heading', { name: 'Templates', exact: true }).waitFor();
    const phone = await handset(numberOf(0));
    await phone.page.getByRole('textbox', { name: 'Message' }).fill('Or at noon?');
    await phone.page.keyboard.press('Enter');
    await phone.page.getByText('Dealbell has it').first().waitFor();
    const link = inbox.page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: /^Inbox/ });
    await link.getByText('1').waitFor();
    await link.click();
    await inbox.row('Ada Tester').getByText('Or at noon?').waitFor();
    await inbox.row('Ada Tester').getByText('1 unread').waitFor();
    // The filter stands in the address, so the switch follows a moment later.
    await inbox.page.getByLabel('Unread only').click();
    await expect.poll(() => inbox.page.getByLabel('Unread only').isChecked()).toBe(true);
    await expectAccessible(inbox.page);
    await inbox.picture('inbox-list');
    await inbox.row('Ada Tester').press('Enter');
    await inbox.messages().getByText('Or at noon?').waitFor();
    await inbox.page.getByText('Everything is read').waitFor();
    await inbox.press('Show all conversations');
    await inbox.row('Ada Tester').waitFor();
    await expectAccessible(inbox.page);
    await inbox.picture('thread');
    await eventually(async () => expect(await link.getByText('1').count()).toBe(0));
    await phone.context.close();
  });

  it('says why the law refuses a text, and keeps what was written', async () => {
    await inbox.page.getByRole('button', { name: 'New message' }).first().click();
    await inbox.page.getByRole('combobox', { name: 'To' }).fill('Rosa');
    await inbox.page.getByRole('option', { name: /Rosa Tester/ }).click();
    await inbox.page.getByText('Nobody has written to Rosa Tester yet.').waitFor();
    await inbox.admin.ask('POST', '/tcpa/do-not-contact', { addresses: [numberOf(5)], reason: 'Asked' });
    await box().fill('One more thing');
    await inbox.press('Send text');
    const refused = inbox.messages().getByRole('alert');
    await refused.getByText('Not sent.').waitFor();
    await refused.getByText('Waiting does not change that.').waitFor();
    await expectAccessible(inbox.page);
    await inbox.picture('refused');
    await refused.getByRole('button', { name: 'Edit' }).click();
    expect(await box().inputValue()).toBe('One more thing');
    await box().fill('');
  });

  it('goes out once, where the answer to the first try was lost', async () => {
    await inbox.row('Ada Tester').click();
    await inbox.messages().getByText('Or at noon?').waitFor();
    let tries = 0;
    await inbox.page.route('**/api/sms/send?**', async (route) => {
      tries += 1;
      if (tries > 1) return route.continue();
      await route.fetch();
      await route.abort('connectionreset');
    });
    await box().fill('Noon it is');
    await box().press('Enter');
    await inbox.press('Try again');
    await inbox.messages().getByRole('alert').waitFor({ state: 'detached' });
    expect(tries).toBe(2);
    await inbox.page.unroute('**/api/sms/send?**');
    const heard = await inbox.admin.ask<{ messages: { body: string }[] }>(
      'GET',
      `/sms/messages?leadId=${inbox.leadIds[0]}`,
    );
    expect(heard.messages.filter(({ body }) => body === 'Noon it is')).toHaveLength(1);
    await eventually(async () => expect(await inbox.messages().getByText('Noon it is').count()).toBe(1));
  });

  it('keeps what is half written, and finds canned replies behind a slash', async () => {
    await inbox.row('Ada Tester').click();
    await inbox.messages().getByText('Or at noon?').waitFor();
    await box().fill('Half a thought');
    await inbox.page.reload();
    await inbox.messages().getByText('Or at noon?').waitFor();
    await expect.poll(() => box().inputValue()).toBe('Half a thought');
    await box().fill('So: /hel');
    await inbox.page.getByRole('option', { name: /^Hello/ }).waitFor();
    await inbox.picture('canned');
    await box().press('Enter');
    await expect.poll(() => box().inputValue()).toBe('So: Hi Ada, is today a good time?');
    await box().fill('');
  });

  it('is noted on, given away, put off and closed by keys', async () => {
    await box().press('Escape');
    await inbox.page.keyboard.press('n');
    const note = inbox.page.getByRole('textbox', { name: 'Note' });
    await note.pressSequentially('Who called her? @');
    const people = inbox.page.getByRole('listbox', { name: 'People' }).getByRole('option');
    await people.first().waitFor();
    const named = (await people.first().innerText()).trim();
    await note.press('Enter');
    expect(await note.inputValue()).toBe(`Who called her? @${named} `);
    await note.press('Control+Enter');
    await inbox.messages().getByText(`@${named}`).waitFor();

    const { userId } = await (await inbox.product.signIn('agent')).ask<{ userId: string }>(
      'GET',
      '/users/me',
    );
    const id = /cnv_[^/?]+/.exec(inbox.page.url())![0];
    const agent = await inbox.product.signIn('agent');
    await agent.ask('POST', `/conversations/${id}/presence`, { isWriting: true });
    await inbox.page.getByText('is writing').waitFor();
    await expectAccessible(inbox.page);
    await inbox.picture('desk');

    await note.press('Escape');
    await inbox.page.keyboard.press('g');
    await inbox.page.getByRole('option', { name: /^Me \(/ }).waitFor();
    await inbox.picture('assign');
    await inbox.page.keyboard.press('ArrowDown');
    await inbox.page.keyboard.press('Enter');
    await inbox.page.getByRole('button', { name: /^(?!Assign).*: who answers$/ }).waitFor();
    const given = await agent.ask<{ conversation: { assigneeId: string } }>('GET', `/conversations/${id}`);
    expect(given.conversation.assigneeId).toMatch(/^usr_/);
    expect(given.conversation.assigneeId).not.toBe(userId);

    await inbox.page.keyboard.press('Escape');
    await inbox.page.keyboard.press('s');
    await inbox.page.getByRole('menuitem', { name: /^Tomorrow/ }).click();
    await inbox.row('Ada Tester').waitFor({ state: 'detached' });
    await inbox.page.getByRole('combobox', { name: 'State' }).selectOption('snoozed');
    await inbox.row('Ada Tester').getByText('snoozed').waitFor();
    await inbox.picture('snoozed');
    await inbox.page.getByRole('combobox', { name: 'State' }).selectOption('open');
    const phone = await handset(numberOf(0));
    await phone.page.getByRole('textbox', { name: 'Message' }).fill('Can you ring me in 5 hours?');
    await phone.page.keyboard.press('Enter');
    await inbox.row('Ada Tester').getByText('Can you ring me in 5 hours?').waitFor();
    await phone.context.close();
    await inbox.page.getByRole('button', { name: /^Callback: snooze until/ }).waitFor();
    await inbox.page.getByText('They wrote “in 5 hours”. It asks something.').waitFor();
    await expectAccessible(inbox.page);
    await inbox.picture('suggestions');

    // Out of the filter, where keys choose a state.
    await inbox.page.keyboard.press('Escape');
    await inbox.page.keyboard.press('?');
    await inbox.page.getByRole('dialog', { name: 'Keys of the inbox' }).waitFor();
    await inbox.page.keyboard.press('Escape');
    await inbox.page.getByRole('dialog', { name: 'Keys of the inbox' }).waitFor({ state: 'detached' });
    await inbox.page.keyboard.press('e');
    await inbox.row('Ada Tester').waitFor({ state: 'detached' });
    await inbox.press('Open again');
    await inbox.row('Ada Tester').waitFor();
    await inbox.page.keyboard.press('r');
    await box().waitFor();
  });

  it('says why a text came from its number', async () => {
    const why = inbox.message('Noon it is').getByRole('button', { name: 'Why from this number' });
    await why.click();
    await inbox.page.getByText('They know it from earlier texts.').waitFor();
    await expectAccessible(inbox.page);
    await inbox.picture('why-this-number');
    await why.click();
    await inbox.page.getByText('They know it from earlier texts.').waitFor({ state: 'detached' });
  });

  it('is drafted for once an admin allows it, and sends nothing by itself', async () => {
    const { page } = inbox;
    const address = page.url();
    expect(await page.getByRole('button', { name: 'Draft', exact: true }).count()).toBe(0);
    await page.goto('/messages/settings/drafts');
    await page.getByRole('switch', { name: 'Draft replies in the inbox' }).check();
    await page
      .getByRole('textbox', { name: 'About the company' })
      .fill('We mend roofs. We write in short sentences.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Drafts are on').waitFor();
    await expectAccessible(page);
    await inbox.picture('drafts-settings');
    await page.goto(address);
    await inbox.messages().getByText('Can you ring me in 5 hours?').waitFor();
    const shown = await inbox.messages().locator('[data-message]').count();
    await inbox.press('Draft');
    await expect.poll(() => box().inputValue()).toMatch(/^Good question, Ada\./);
    await expectAccessible(page);
    await inbox.picture('drafted');
    expect(await inbox.messages().locator('[data-message]').count()).toBe(shown);
    await box().fill('');
  });

  it('ends with STOP, which shuts the composer', async () => {
    await inbox.row('Ada Tester').click();
    await inbox.messages().getByText('Or at noon?').waitFor();
    const phone = await handset(numberOf(0));
    await phone.page.getByRole('button', { name: 'STOP' }).click();
    await inbox.page.getByText('They opted out of texts.').waitFor();
    await inbox.messages().getByText('Opted out of texts').waitFor();
    expect(await box().isDisabled()).toBe(true);
    await inbox.row('Ada Tester').getByText('opted out').waitFor();
    await expectAccessible(inbox.page);
    await inbox.picture('opted-out');
    await phone.context.close();
  });

  it('goes on by mail in the same thread', async () => {
    await inbox.page.getByText('Mail', { exact: true }).last().click();
    await inbox.page.getByRole('textbox', { name: 'Subject' }).fill('Your quote');
    await inbox.page
      .getByRole('textbox', { name: 'Text of the mail' })
      .fill('Dear {{ lead.firstName }}, here it is.');
    await inbox.page.getByText('Dear Ada, here it is.').waitFor();
    await inbox.press('Send mail');
    await inbox.messages().getByText('Your quote').waitFor();
    await inbox.messages().getByText('Dear Ada, here it is.').waitFor();
    await inbox.message('Your quote').getByText('Delivered').waitFor();
    await expectAccessible(inbox.page);
    await inbox.picture('mail');
  });

  it('with a stranger is the lead’s as soon as there is one, and goes with the lead', async () => {
    const stranger = `+1${place.area}5552999`;
    const { numbers } = await inbox.admin.ask<{ numbers: { number: string }[] }>('GET', '/sms/numbers');
    await inbox.sandbox('phone/messages', {
      from: stranger,
      to: numbers[0]!.number,
      text: 'Do you do roofs?',
    });
    await inbox.page.goto('/messages');
    await inbox.row('555-2999').click();
    await inbox.messages().getByText('Do you do roofs?').waitFor();
    const before = inbox.page.url();
    const { id } = await inbox.admin.ask<{ id: string }>('POST', '/leads', {
      firstName: 'Nora',
      lastName: 'Newcomer',
      phones: [stranger],
    });
    // Whoever has the thread open is led to the lead's.
    await inbox.page.getByRole('heading', { name: 'Nora Newcomer' }).waitFor();
    expect(inbox.page.url()).not.toBe(before);
    await inbox.messages().getByText('Do you do roofs?').waitFor();
    await inbox.row('Nora Newcomer').waitFor();
    expect(await inbox.row('555-2999').count()).toBe(0);
    await expectAccessible(inbox.page);
    await inbox.picture('stranger-joined');
    await inbox.page.goto('/messages');
    await inbox.row('Nora Newcomer').waitFor();
    await inbox.admin.ask('DELETE', `/leads/${id}?force=true`);
    await inbox.row('Nora Newcomer').waitFor({ state: 'detached' });
    await expect.poll(() => inbox.row('555-2999').count()).toBe(0);
  });
});

describe.runIf(openPlace)('a blast', () => {
  it('goes to those of a filter in four steps', async () => {
    await inbox.page.goto('/messages/blasts');
    await inbox.page.getByRole('row', { name: /Solar check-up/ }).waitFor();
    await inbox.page.getByRole('link', { name: 'New campaign' }).first().click();
    await inbox.page.getByRole('button', { name: 'Add condition' }).first().click();
    await inbox.page.getByRole('combobox', { name: 'Field' }).first().click();
    await inbox.page.getByRole('option', { name: 'Tags', exact: true }).click();
    await inbox.page.getByLabel('Value of Tags').first().fill('spring');
    await inbox.page.keyboard.press('Enter');
    await inbox.page.keyboard.press('Escape');
    await inbox.page.getByText('Would be texted now: 4 people, and 1 is left out.').waitFor();
    await expectAccessible(inbox.page);
    await inbox.picture('blast-who');
    await inbox.press('Next');
    await inbox.press('Next');
    await inbox.press('Previous');
    await inbox.page.getByText('Please write a message.').waitFor();
    await inbox.page.getByRole('textbox', { name: 'Text' }).fill('Hi {{ lead.firstName }}, spring is here.');
    await inbox.page.getByText('4 segments').waitFor();
    await inbox.picture('blast-what');
    await inbox.press('Next');
    await inbox.page.getByRole('textbox', { name: 'Name' }).fill('Spring offer');
    await expectAccessible(inbox.page);
    await inbox.press('Next');
    await inbox.page.getByLabel('Begins at').waitFor();
    await inbox.press('Next');
    await inbox.page.getByRole('region', { name: 'Review' }).getByText('less than a minute').waitFor();
    await expectAccessible(inbox.page);
    await inbox.picture('blast-review');
    await inbox.press('Send to 4 people');
    await inbox.page.getByRole('heading', { name: 'Spring offer' }).waitFor();
    await inbox.page.getByText('Completed').waitFor();
    await inbox.page.goto('/messages/blasts');
    await inbox.page.getByRole('progressbar', { name: 'Progress of Spring offer' }).waitFor();
    await expectAccessible(inbox.page);
    await inbox.picture('blasts');
    await inbox.page.getByRole('row', { name: /Spring offer/ }).click();
    const figure = (name: string) => inbox.page.locator(`[data-figure="${name}"] dd`).innerText();
    expect([await figure('people'), await figure('sent'), await figure('skipped')]).toEqual(['5', '4', '1']);
    await inbox.page.getByRole('region', { name: 'Why some got no text' }).waitFor();
  });

  it('gathers the answers, for one text to several', async () => {
    for (const at of [1, 2]) {
      const phone = await handset(numberOf(at));
      await phone.page.locator('.bubble', { hasText: 'spring is here' }).waitFor();
      await phone.page.getByRole('textbox', { name: 'Message' }).fill(`Tell me more, ${at}`);
      await phone.page.keyboard.press('Enter');
      await phone.page.getByText('Dealbell has it').waitFor();
      await phone.context.close();
    }
    await inbox.page.getByText('Tell me more, 2').waitFor();
    await inbox.page.getByLabel('Select all').check();
    await inbox.page.getByRole('textbox', { name: 'Answer 2 people' }).fill('We call you today.');
    await expectAccessible(inbox.page);
    await inbox.picture('blast');
    await inbox.press('Send 2 replies');
    await inbox.page.getByText('2 sent').waitFor();
    await inbox.page.getByText('Nobody waits for an answer').waitFor();
    const heard = await inbox.admin.ask<{ messages: { body: string }[] }>('GET', '/sms/messages?limit=2');
    expect(heard.messages.map(({ body }) => body)).toEqual(['We call you today.', 'We call you today.']);
  });

  it('shows the first rows of a list before it is texted', async () => {
    await inbox.page.goto('/campaigns/new');
    await inbox.page.getByText('A list from a file').click();
    const rows = Array.from({ length: 7 }, (_, at) => `Guest ${at},${place.area}555${3000 + at}`);
    await inbox.page.locator('input[type=file]').setInputFiles({
      name: 'guests.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['First name,Phone', ...rows, 'Nobody,'].join('\n')),
    });
    await inbox.page.getByRole('table', { name: 'First rows' }).getByText('Guest 4').waitFor();
    expect(await inbox.page.getByRole('table', { name: 'First rows' }).getByRole('row').count()).toBe(6);
    await inbox.page.getByText('8 rows').waitFor();
    await inbox.page.getByText('Would be texted now: 7 people, and 1 is left out.').waitFor();
    await inbox.press('Next');
    await inbox.press('Previous');
    await inbox.page.getByRole('table', { name: 'First rows' }).getByText('Guest 4').waitFor();
    await expectAccessible(inbox.page);
    await inbox.picture('blast-file');
  });
});

describe('an agent, on a phone', () => {
  let agent: Visit;
  beforeAll(async () => {
    agent = await visit(inbox.product.origin, { width: 390, height: 844 });
  });
  afterAll(() => agent.context.close());

  it('sees the own leads alone, and no settings', async () => {
    await signIn(agent.page, 'agent', '/messages');
    await agent.page.getByText('No messages yet').waitFor();
    await expectAccessible(agent.page);
    await agent.page.goto('/messages/settings');
    await agent.page.getByText('Access denied.', { exact: false }).waitFor();
  });

  it.runIf(openPlace)(
    'answers a lead that was handed over, from the list to the thread and back',
    async () => {
      const { userId } = await (await inbox.product.signIn('agent')).ask<{ userId: string }>(
        'GET',
        '/users/me',
      );
      await inbox.admin.ask('POST', '/lead-assignments/assign', {
        leadId: inbox.leadIds[3],
        agentId: userId,
      });
      const own = agent.page;
      await own.goto('/messages');
      const list = own.getByRole('region', { name: 'Conversations' });
      const mary = list.getByRole('link', { name: /Mary Tester/ });
      await mary.waitFor();
      expect(await list.getByRole('link', { name: /Tester/ }).count()).toBe(1);
      await mary.click();
      const log = own.getByRole('log', { name: 'Messages' });
      await log.getByText('spring is here').waitFor();
      expect(await list.isVisible()).toBe(false);
      await own.getByRole('textbox', { name: 'Message', exact: true }).fill('Mary, may I call you?');
      await own.keyboard.press('Enter');
      await log.locator('[data-message]', { hasText: 'may I call' }).getByText('Delivered').waitFor();
      await expectAccessible(own);
      await own.getByRole('link', { name: 'All conversations' }).click();
      await mary.getByText('may I call you?').waitFor();
      expect(agent.problems).toEqual([]);
    },
  );
});

it.runIf(openPlace)('is walked through by arrow keys', async () => {
  await inbox.page.goto('/messages');
  await inbox.row('Ada Tester').waitFor();
  const links = inbox.conversations().locator('a[data-conversation]');
  const focused = () => inbox.page.evaluate(() => document.activeElement?.textContent ?? '');
  await links.first().focus();
  const first = await focused();
  await inbox.page.keyboard.press('ArrowDown');
  expect(await focused()).not.toBe(first);
  await inbox.page.keyboard.press('Home');
  expect(await focused()).toBe(first);
  await inbox.page.keyboard.press('End');
  await inbox.page.keyboard.press('Enter');
  await inbox.messages().waitFor();
  await inbox.picture('inbox');
});

it.runIf(openPlace)('goes on by keys where it was when one is closed, and selects all that fit', async () => {
  const { page } = inbox;
  const links = inbox.conversations().locator('a[data-conversation]');
  await page.goto('/messages');
  await links.nth(3).waitFor();
  const count = await links.count();
  await links.nth(2).click();
  await inbox.messages().waitFor();
  const next = (await links.nth(3).getAttribute('href'))!;
  await page.getByRole('button', { name: 'Close', exact: true }).waitFor();
  await page.keyboard.press('e');
  await expect.poll(() => links.count()).toBe(count - 1);
  await page.keyboard.press('j');
  await page.waitForURL(`**${next}`);
  await page.keyboard.press('a');
  await page.getByText(`${count - 1} selected`).waitFor();
  await page.keyboard.press('b');
  const focused = await page.evaluate(() => document.activeElement?.textContent);
  expect(focused).toBe('Close');
  // Another filter leaves nothing selected that is not seen.
  await page.keyboard.press('u');
  await page.getByText('selected').waitFor({ state: 'detached' });
});

it('leaves the console clean', () => {
  expect(inbox.desk.problems).toEqual([]);
});
