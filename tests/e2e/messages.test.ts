import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, expectAccessible, type Visit, visit } from '#tests/support/browser.ts';
import { eventually } from '#tests/support/eventually.ts';
import { type Caller, demoPassword, Product } from '#tests/support/product.ts';

/* A day in the inbox: a text goes out, is answered on a handset, STOP ends it; a blast; and how it all is set up. */

/** Where texts may go out now: New York, or Guam while New York sleeps. Between them lies an hour of none. */
const hour = new Date().getUTCHours();
const place = hour >= 13 || hour === 0 ? { area: '212', state: 'NY' } : { area: '671', state: 'GU' };
const isOpen = hour >= 22 || hour < 10 || place.area === '212';

let product: Product;
let admin: Caller;
let desk: Visit;
let leadIds: string[];
let page: Page;

const people = ['Ada', 'Grace', 'Hedy', 'Mary', 'Joan', 'Rosa'].map((firstName, at) => ({
  firstName,
  lastName: 'Tester',
  phones: [`+1${place.area}555${2000 + at}`],
  emails: [`${firstName.toLowerCase()}@example.com`],
  address: { street: '', city: '', state: place.state, postcode: '', country: 'US' },
  tags: firstName === 'Ada' ? [] : ['spring'],
}));
const numberOf = (at: number) => people[at]!.phones[0]!;

/** Pictures of what is tested, where a folder for them is named. */
const folder = process.env.PICTURES;
async function picture(name: string, of: Page = page) {
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  for (const scheme of ['light', 'dark'] as const) {
    await of.emulateMedia({ colorScheme: scheme });
    for (const size of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      await of.setViewportSize(size);
      await of.waitForTimeout(400);
      await of.screenshot({ path: `${folder}/${name}-${size.width}-${scheme}.png` });
    }
  }
  await of.emulateMedia({ colorScheme: 'light' });
  await of.setViewportSize({ width: 1440, height: 900 });
}

async function signIn(of: Page, username: string, path: string) {
  of.setDefaultTimeout(15_000);
  await of.goto(path);
  await of.getByLabel('Username').fill(username);
  await of.getByLabel('Password', { exact: true }).fill(demoPassword);
  await of.getByRole('button', { name: 'Sign in', exact: true }).click();
}

beforeAll(async () => {
  product = await Product.start();
  admin = await product.signIn('admin');
  const { results } = await admin.ask<{ results: { id: string }[] }>('POST', '/leads/bulk', {
    leads: people,
  });
  leadIds = results.map(({ id }) => id);
  await admin.ask('POST', '/templates', {
    name: 'Hello',
    channel: 'sms',
    body: 'Hi {{ lead.firstName }}, is today a good time?',
  });
  desk = await visit(product.origin);
  page = desk.page;
  await signIn(page, 'admin', '/messages');
  await page.getByText('No messages yet').waitFor();
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

async function handset(number: string): Promise<Visit> {
  const phone = await visit(product.origin, { width: 390, height: 844 });
  await phone.page.goto(`/sandbox/phone?number=${encodeURIComponent(number)}`);
  return phone;
}
const messages = () => page.getByRole('log', { name: 'Messages' });
const box = () => page.getByRole('textbox', { name: 'Message', exact: true });
const conversations = () => page.getByRole('region', { name: 'Conversations' });
const row = (name: string) => conversations().getByRole('link', { name: new RegExp(name) });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

describe.runIf(isOpen)('a conversation', () => {
  it('begins on the page of a lead, with a template and its values', async () => {
    await expectAccessible(page);
    await picture('inbox-empty');
    await page.goto('/leads');
    await page.getByRole('grid', { name: 'Leads' }).getByRole('link', { name: 'Ada Tester' }).click();
    await page.getByRole('link', { name: 'Text', exact: true }).waitFor();
    await picture('lead');
    await page.getByRole('link', { name: 'Text', exact: true }).click();
    await page.getByText('Nobody has written to Ada Tester yet.').waitFor();
    await page.getByRole('complementary', { name: 'Lead' }).getByText('May be texted now').waitFor();
    await press('Templates');
    await page.getByRole('button', { name: /^Hello/ }).click();
    await page.getByText('1 segment · 29 characters').waitFor();
    expect(await box().inputValue()).toBe('Hi Ada, is today a good time?');
  });

  it('shows at once what is sent, and on the handset', async () => {
    const phone = await handset(numberOf(0));
    await phone.page.getByText('Nothing yet').waitFor();
    await box().press('End');
    await box().press('Shift+Enter');
    await box().pressSequentially('Yours, {{ rep.firstName }}');
    await page
      .getByTestId('composer-preview')
      .getByText(/Yours, \w+/)
      .waitFor();
    await box().press('Enter');
    await messages().getByText('Hi Ada, is today a good time?').waitFor();
    expect(await box().inputValue()).toBe('');
    await phone.page.locator('.bubble', { hasText: 'Hi Ada, is today a good time?' }).waitFor();
    await messages().getByText('Delivered').waitFor();
    await page.waitForURL(/\/messages\/cnv_/);
    expect(await messages().locator('[data-message]').count()).toBe(1);
    await phone.page.getByRole('textbox', { name: 'Message' }).fill('Tomorrow, please');
    await phone.page.keyboard.press('Enter');
    await messages().getByText('Tomorrow, please').waitFor();
    await phone.context.close();
  });

  it('counts what comes in while another page is open, until somebody reads it', async () => {
    await page.goto('/templates');
    await page.getByRole('heading', { name: 'Templates', exact: true }).waitFor();
    const phone = await handset(numberOf(0));
    await phone.page.getByRole('textbox', { name: 'Message' }).fill('Or at noon?');
    await phone.page.keyboard.press('Enter');
    await phone.page.getByText('Dealbell has it').first().waitFor();
    const inbox = page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: /^Inbox/ });
    await inbox.getByText('1').waitFor();
    await inbox.click();
    await row('Ada Tester').getByText('Or at noon?').waitFor();
    await row('Ada Tester').getByText('1 unread').waitFor();
    // The filter stands in the address, so the switch follows a moment later.
    await page.getByLabel('Unread only').click();
    await expect.poll(() => page.getByLabel('Unread only').isChecked()).toBe(true);
    await expectAccessible(page);
    await picture('inbox-list');
    await row('Ada Tester').press('Enter');
    await messages().getByText('Or at noon?').waitFor();
    await page.getByText('Everything is read').waitFor();
    await press('Show all conversations');
    await row('Ada Tester').waitFor();
    await expectAccessible(page);
    await picture('thread');
    await eventually(async () => expect(await inbox.getByText('1').count()).toBe(0));
    await phone.context.close();
  });

  it('says why the law refuses a text, and keeps what was written', async () => {
    await page.getByRole('button', { name: 'New message' }).first().click();
    await page.getByRole('combobox', { name: 'To' }).fill('Rosa');
    await page.getByRole('option', { name: /Rosa Tester/ }).click();
    await page.getByText('Nobody has written to Rosa Tester yet.').waitFor();
    await admin.ask('POST', '/tcpa/do-not-contact', { addresses: [numberOf(5)], reason: 'Asked' });
    await box().fill('One more thing');
    await press('Send text');
    const refused = messages().getByRole('alert');
    await refused.getByText('Not sent.').waitFor();
    await refused.getByText('Waiting does not change that.').waitFor();
    await expectAccessible(page);
    await picture('refused');
    await refused.getByRole('button', { name: 'Edit' }).click();
    expect(await box().inputValue()).toBe('One more thing');
    await box().fill('');
  });

  it('goes out once, where the answer to the first try was lost', async () => {
    await row('Ada Tester').click();
    await messages().getByText('Or at noon?').waitFor();
    let tries = 0;
    await page.route('**/api/sms/send?**', async (route) => {
      tries += 1;
      if (tries > 1) return route.continue();
      await route.fetch();
      await route.abort('connectionreset');
    });
    await box().fill('Noon it is');
    await box().press('Enter');
    await press('Try again');
    await messages().getByRole('alert').waitFor({ state: 'detached' });
    expect(tries).toBe(2);
    await page.unroute('**/api/sms/send?**');
    const heard = await admin.ask<{ messages: { body: string }[] }>(
      'GET',
      `/sms/messages?leadId=${leadIds[0]}`,
    );
    expect(heard.messages.filter(({ body }) => body === 'Noon it is')).toHaveLength(1);
    await eventually(async () => expect(await messages().getByText('Noon it is').count()).toBe(1));
  });

  it('ends with STOP, which shuts the composer', async () => {
    await row('Ada Tester').click();
    await messages().getByText('Or at noon?').waitFor();
    const phone = await handset(numberOf(0));
    await phone.page.getByRole('button', { name: 'STOP' }).click();
    await page.getByText('They opted out of texts.').waitFor();
    await messages().getByText('Opted out of texts').waitFor();
    expect(await box().isDisabled()).toBe(true);
    await row('Ada Tester').getByText('opted out').waitFor();
    await expectAccessible(page);
    await picture('opted-out');
    await phone.context.close();
  });

  it('goes on by mail in the same thread', async () => {
    await page.getByText('Mail', { exact: true }).last().click();
    await page.getByRole('textbox', { name: 'Subject' }).fill('Your quote');
    await page
      .getByRole('textbox', { name: 'Text of the mail' })
      .fill('Dear {{ lead.firstName }}, here it is.');
    await page.getByText('Dear Ada, here it is.').waitFor();
    await press('Send mail');
    await messages().getByText('Your quote').waitFor();
    await messages().getByText('Dear Ada, here it is.').waitFor();
    await messages().locator('[data-message]', { hasText: 'Your quote' }).getByText('Delivered').waitFor();
    await expectAccessible(page);
    await picture('mail');
  });

  it('shows a mail that came back, and mails nobody there any more', async () => {
    const rosa = leadIds[5]!;
    const script = { match: 'rosa@example.com', mail: { outcome: 'bounce', delayMs: 100 } };
    const set = await fetch(`${product.origin}/sandbox/script`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(script),
    });
    expect(set.status).toBe(200);
    const mail = { leadId: rosa, subject: 'Your quote', body: 'Here it is.' };
    const sent = await admin.ask<{ message: { conversationId: string } }>('POST', '/email/send', mail);
    await page.goto(`/messages/${sent.message.conversationId}`);
    await messages()
      .getByText(/Came back: There is no such mailbox/)
      .waitFor();
    await expectAccessible(page);
    await picture('mail-came-back');
    const { consent } = await admin.ask<{ consent: { email: object } }>('GET', `/leads/${rosa}`);
    expect(consent.email).toMatchObject({ state: 'withdrawn', how: 'A mail came back for good' });
    await page.goto('/messages/statistics');
    await page.getByText('Came back', { exact: true }).first().waitFor();
    await expectAccessible(page);
    await picture('statistics-came-back');
    await page.goto('/');
    const card = page.getByRole('region', { name: 'Texts and mails' });
    await card.getByRole('table', { name: 'Texts and mails, by day' }).waitFor({ state: 'attached' });
    await card.getByText('30 days', { exact: true }).click();
    await expectAccessible(page);
    await picture('dashboard');
  });

  it('with a stranger is the lead’s as soon as there is one, and goes with the lead', async () => {
    const stranger = `+1${place.area}5552999`;
    const { numbers } = await admin.ask<{ numbers: { number: string }[] }>('GET', '/sms/numbers');
    const written = await fetch(`${product.origin}/sandbox/phone/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ from: stranger, to: numbers[0]!.number, text: 'Do you do roofs?' }),
    });
    expect(written.status).toBeLessThan(300);
    await page.goto('/messages');
    await row('555-2999').click();
    await messages().getByText('Do you do roofs?').waitFor();
    const before = page.url();
    const { id } = await admin.ask<{ id: string }>('POST', '/leads', {
      firstName: 'Nora',
      lastName: 'Newcomer',
      phones: [stranger],
    });
    // Whoever has the thread open is led to the lead's.
    await page.getByRole('heading', { name: 'Nora Newcomer' }).waitFor();
    expect(page.url()).not.toBe(before);
    await messages().getByText('Do you do roofs?').waitFor();
    await row('Nora Newcomer').waitFor();
    expect(await row('555-2999').count()).toBe(0);
    await expectAccessible(page);
    await picture('stranger-joined');
    await page.goto('/messages');
    await row('Nora Newcomer').waitFor();
    await admin.ask('DELETE', `/leads/${id}?force=true`);
    await row('Nora Newcomer').waitFor({ state: 'detached' });
    await expect.poll(() => row('555-2999').count()).toBe(0);
  });
});

/* Mails have no calling hours. */
describe('a conversation by mail', () => {
  it('goes on with what is answered, under its subject', async () => {
    await page.goto(`/messages/${leadIds[1]}?channel=email`);
    await page.getByRole('textbox', { name: 'Subject' }).fill('Your roof');
    await page.getByRole('textbox', { name: 'Text of the mail' }).fill('Here is what it would cost.');
    await press('Send mail');
    await messages().getByText('Here is what it would cost.').waitFor();
    const outbox = await visit(product.origin);
    await outbox.page.goto('/sandbox/mail');
    const mail = outbox.page.getByRole('article').filter({ hasText: 'Your roof' });
    await mail.getByText('Reply', { exact: true }).click();
    await mail.getByRole('textbox').fill('Is that with the gutters?');
    await mail.getByRole('button', { name: 'Send reply' }).click();
    await outbox.context.close();
    await messages().getByText('Is that with the gutters?').waitFor();
    const subject = page.getByRole('textbox', { name: 'Subject' });
    await expect.poll(() => subject.inputValue()).toBe('Re: Your roof');
    await page.getByRole('textbox', { name: 'Text of the mail' }).fill('It is, both sides.');
    await press('Send mail');
    await messages()
      .locator('[data-message]', { hasText: 'It is, both sides.' })
      .getByText('Delivered')
      .waitFor();
    await expectAccessible(page);
    await picture('mail-answered');
  });

  it('with a stranger is answered by mail', async () => {
    const sam = 'sam@stranger.example';
    const mail = { to: sam, subject: 'About your roof', body: 'Shall we look at it?' };
    await admin.ask('POST', '/email/send', mail);
    const listed = await fetch(`${product.origin}/sandbox/mail.json?to=${sam}`);
    const { sent } = (await listed.json()) as { sent: { id: string }[] };
    await fetch(`${product.origin}/sandbox/mail/replies`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: sent[0]!.id, text: 'Yes, on Monday.' }),
    });
    await page.goto('/messages');
    await row(sam).click();
    await messages().getByText('Yes, on Monday.').waitFor();
    expect(await page.getByRole('radiogroup', { name: 'Channel' }).count()).toBe(0);
    const subject = page.getByRole('textbox', { name: 'Subject' });
    await expect.poll(() => subject.inputValue()).toBe('Re: About your roof');
    await page.getByRole('textbox', { name: 'Text of the mail' }).fill('Monday it is.');
    await press('Send mail');
    await messages().locator('[data-message]', { hasText: 'Monday it is.' }).getByText('Delivered').waitFor();
    await expectAccessible(page);
    await picture('stranger-by-mail');
  });
});

describe.runIf(isOpen)('a blast', () => {
  it('goes to those of a filter in four steps', async () => {
    await page.goto('/messages/blasts');
    await page.getByText('No blasts yet').waitFor();
    await page.getByRole('link', { name: 'New blast' }).first().click();
    await page.getByRole('button', { name: 'Add condition' }).first().click();
    await page.getByRole('combobox', { name: 'Field' }).first().click();
    await page.getByRole('option', { name: 'Tags', exact: true }).click();
    await page.getByLabel('Value of Tags').first().fill('spring');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.getByText('5 people').waitFor();
    await expectAccessible(page);
    await picture('blast-who');
    await press('Next');
    await press('Next');
    await page.getByText('Please write a message.').waitFor();
    await page.getByRole('textbox', { name: 'Text' }).fill('Hi {{ lead.firstName }}, spring is here.');
    await page.getByText('5 segments').waitFor();
    await picture('blast-what');
    await press('Next');
    await page.getByRole('textbox', { name: 'Name' }).fill('Spring offer');
    await expectAccessible(page);
    await press('Next');
    await page.getByRole('region', { name: 'Review' }).getByText('less than a minute').waitFor();
    await expectAccessible(page);
    await picture('blast-review');
    await press('Send to 5 people');
    await page.getByRole('heading', { name: 'Spring offer' }).waitFor();
    await page.getByText('Completed').waitFor();
    await page.goto('/messages/blasts');
    await page.getByRole('progressbar', { name: 'Progress of Spring offer' }).waitFor();
    await expectAccessible(page);
    await picture('blasts');
    await page.getByRole('row', { name: /Spring offer/ }).click();
    const figure = (name: string) => page.locator(`[data-figure="${name}"] dd`).innerText();
    expect([await figure('people'), await figure('sent'), await figure('refused')]).toEqual(['5', '4', '1']);
    await page.getByRole('region', { name: 'Why some got no text' }).waitFor();
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
    await page.getByText('Tell me more, 2').waitFor();
    await page.getByLabel('Select all').check();
    await page.getByRole('textbox', { name: 'Answer 2 people' }).fill('We call you today.');
    await expectAccessible(page);
    await picture('blast');
    await press('Send 2 replies');
    await page.getByText('2 sent').waitFor();
    await page.getByText('Nobody waits for an answer').waitFor();
    const heard = await admin.ask<{ messages: { body: string }[] }>('GET', '/sms/messages?limit=2');
    expect(heard.messages.map(({ body }) => body)).toEqual(['We call you today.', 'We call you today.']);
  });

  it('shows the first rows of a list before it is texted', async () => {
    await page.goto('/messages/blasts/new');
    await page.getByText('A list from a file').click();
    const rows = Array.from({ length: 7 }, (_, at) => `Guest ${at},${place.area}555${3000 + at}`);
    await page.locator('input[type=file]').setInputFiles({
      name: 'guests.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['First name,Phone', ...rows].join('\n')),
    });
    await page.getByRole('table', { name: 'First rows' }).getByText('Guest 4').waitFor();
    expect(await page.getByRole('table', { name: 'First rows' }).getByRole('row').count()).toBe(6);
    await page.getByText('7 rows').waitFor();
    await press('Next');
    await press('Previous');
    await page.getByRole('table', { name: 'First rows' }).getByText('Guest 4').waitFor();
    await expectAccessible(page);
    await picture('blast-file');
  });
});

describe('how it is set up', () => {
  it('tests a provider and says that it is the sandbox', async () => {
    await page.goto('/messages/settings');
    const twilio = page.getByRole('region', { name: 'Twilio' });
    await twilio.getByText('In the sandbox').waitFor();
    await twilio.getByRole('link', { name: 'Open the virtual handset' }).waitFor();
    await twilio.getByText('Balance').waitFor();
    await twilio.getByRole('button', { name: 'Test' }).click();
    await twilio.getByRole('status').waitFor();
    await page.getByRole('region', { name: 'Telnyx' }).getByRole('button', { name: 'Use for texts' }).click();
    await page.getByRole('region', { name: 'Telnyx' }).getByText('Texts go out by it').waitFor();
    await expectAccessible(page);
    await picture('settings');
  });

  it('rents a number of an area and gives it back', async () => {
    await page.getByText('Numbers', { exact: true }).click();
    await press('Sync');
    await page.getByRole('table', { name: 'Numbers' }).waitFor();
    await press('Rent a number');
    await page.getByRole('textbox', { name: 'Area code' }).fill('1');
    await press('Search');
    await page.getByText('An area code has three digits, such as 212.').waitFor();
    await page.getByRole('textbox', { name: 'Area code' }).fill('305');
    await press('Search');
    const first = page.getByRole('list', { name: 'Numbers to rent' }).getByRole('button').first();
    const name = (await first.getAttribute('aria-label'))!.replace('Rent ', '');
    await expectAccessible(page);
    await picture('rent');
    await first.click();
    await page.getByRole('table', { name: 'Numbers' }).getByText(name).waitFor();
    await picture('numbers');
    await press(`Give back ${name}`);
    await press('Give number back');
    await page.getByRole('table', { name: 'Numbers' }).getByText(name).waitFor({ state: 'detached' });
  });

  it('sends a test mail and saves the daily limit', async () => {
    await page.getByText('Mails', { exact: true }).first().click();
    await press('Send a test');
    await page.getByRole('region', { name: 'Test mail' }).getByRole('status').waitFor();
    await page.getByRole('textbox', { name: 'Mails a day' }).fill('500');
    await page.getByRole('textbox', { name: 'Postal address' }).fill('1 Main Street, New York, NY 10001');
    await expectAccessible(page);
    await picture('mail-settings');
    await page
      .getByRole('region', { name: 'Mails', exact: true })
      .getByRole('button', { name: 'Save' })
      .click();
    await page.getByText(/of 500 used/).waitFor();
    await page.goto('/messages/statistics');
    await page.getByRole('heading', { name: 'Texts sent, by day' }).waitFor();
    await expectAccessible(page);
    await picture('statistics');
  });
});

describe('an agent, on a phone', () => {
  let agent: Visit;
  beforeAll(async () => {
    agent = await visit(product.origin, { width: 390, height: 844 });
  });
  afterAll(() => agent.context.close());

  it('sees the own leads alone, and no settings', async () => {
    await signIn(agent.page, 'agent', '/messages');
    await agent.page.getByText('No messages yet').waitFor();
    await expectAccessible(agent.page);
    await agent.page.goto('/messages/settings');
    await agent.page.getByText('Access denied.', { exact: false }).waitFor();
  });

  it.runIf(isOpen)('answers a lead that was handed over, from the list to the thread and back', async () => {
    const { userId } = await (await product.signIn('agent')).ask<{ userId: string }>('GET', '/users/me');
    await admin.ask('POST', '/lead-assignments/assign', { leadId: leadIds[3], agentId: userId });
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
  });
});

it.runIf(isOpen)('is walked through by arrow keys', async () => {
  await page.goto('/messages');
  await row('Ada Tester').waitFor();
  const links = conversations().locator('a[data-conversation]');
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  await links.first().focus();
  const first = await focused();
  await page.keyboard.press('ArrowDown');
  expect(await focused()).not.toBe(first);
  await page.keyboard.press('Home');
  expect(await focused()).toBe(first);
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await messages().waitFor();
  await picture('inbox');
});

it('leaves the console clean', () => {
  expect(desk.problems).toEqual([]);
});
