import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Visit, visit } from '#tests/support/browser.ts';
import { signIn, withInbox } from '#tests/support/inbox.ts';
import { listening, withoutPolls } from '#tests/support/live-pages.ts';

/* Open pages hear of changes: none of them asks by a timer here. */

const inbox = withInbox();
let list: Visit;
let elsewhere: Visit;
let ours: string;
const stranger = '+13055550177';

const write = (text: string) => inbox.sandbox('phone/messages', { from: stranger, to: ours, text });

/** Opens a page that is told of changes, and waits until it listens. */
async function openPage(path: string): Promise<Visit> {
  const one = await visit(inbox.product.origin);
  await withoutPolls(one.page);
  const subscribed = listening(one.page);
  await signIn(one.page, 'admin', path);
  await subscribed;
  return one;
}

const unread = ({ page }: Visit, count: number) =>
  page
    .getByRole('navigation', { name: 'Areas' })
    .getByRole('link', { name: /^Inbox/ })
    .getByText(`${count} unread`, { exact: true })
    .waitFor();

beforeAll(async () => {
  await inbox.admin.ask('POST', '/sms/twilio/numbers', { areaCode: '305' });
  const { numbers } = await inbox.admin.ask<{ numbers: { number: string }[] }>('GET', '/sms/numbers');
  ours = numbers[0]!.number;
  list = await openPage('/messages');
  await list.page.getByText('No messages yet').waitFor();
  elsewhere = await openPage('/leads');
});
afterAll(async () => {
  for (const one of [list, elsewhere]) await one?.context.close();
});

describe('a text that comes in', () => {
  it('shows at once in the list of one page and in the count of another', async () => {
    await write('Is anybody there?');
    await list.page.getByRole('region', { name: 'Conversations' }).getByText('Is anybody there?').waitFor();
    await unread(list, 1);
    await unread(elsewhere, 1);
  });

  it('shows in a page whose connection was cut as soon as it is connected again', async () => {
    await list.page.evaluate(() => window.pushTest.cut());
    await write('Hello?');
    await unread(elsewhere, 2);
    expect(await list.page.getByText('Hello?').count()).toBe(0);
    await list.page.evaluate(() => window.pushTest.mend());
    await list.page.getByRole('region', { name: 'Conversations' }).getByText('Hello?').waitFor();
    await unread(list, 2);
  });

  it('is no more unread in the other page when one has read it', async () => {
    await list.page
      .getByRole('region', { name: 'Conversations' })
      .getByRole('link', { name: /Hello\?/ })
      .click();
    await list.page.getByRole('log', { name: 'Messages' }).getByText('Hello?').waitFor();
    await elsewhere.page.locator('[data-badge]').first().waitFor({ state: 'detached' });
  });

  it('needs nothing that the content security policy forbids', () => {
    for (const { problems } of [list, elsewhere]) expect(problems).toEqual([]);
  });
});

it('leaves connections for calls however many pages of the local cloud are open', async () => {
  const one = await visit(inbox.product.origin);
  for (let open = 0; open < 8; open++) {
    const page = await one.context.newPage();
    await page.goto('/sandbox/phone');
    await page.getByRole('heading').first().waitFor();
  }
  await one.page.goto('/login');
  await one.page.getByLabel('Username').waitFor();
  await one.context.close();
});
