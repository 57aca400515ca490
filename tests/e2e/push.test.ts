import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newElement } from '#shared/scene/registry.ts';
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
    expect(await list.page.evaluate(() => window.pushTest.connected())).toBe(0);
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

describe('somebody in a project', () => {
  it('is seen at once by who has it open, and so is what is saved', async () => {
    const { id } = await inbox.admin.ask<{ id: string }>('POST', '/content/projects', { name: 'Together' });
    const here = await openPage(`/content-creator/${id}`);
    const also = here.page.getByRole('list', { name: 'Also here' });
    const agent = await inbox.product.signIn('agent');
    const beHere = (leaving = false) =>
      agent.ask('POST', `/content/projects/${id}/presence`, { tab: 'theirs', leaving });
    await beHere();
    await also.getByRole('button', { name: 'agent' }).waitFor();
    const {
      id: _id,
      version: _version,
      ...text
    } = newElement('text', { id: 'x', x: 9, y: 9, layerOrder: 0 });
    await agent.ask('POST', `/content/projects/${id}/elements`, { element: text });
    await here.page.getByLabel('Search elements of this project').fill('text');
    await here.page.getByRole('option').first().waitFor();
    await beHere(true);
    await also.getByRole('button', { name: 'agent' }).waitFor({ state: 'detached' });
    expect(here.problems).toEqual([]);
    await here.context.close();
  });
});

describe('a display', () => {
  it('shows at once what it is told to', async () => {
    const { displays } = await inbox.admin.ask<{ displays: { id: string }[] }>('GET', '/optisigns/displays');
    const address = `/signage/displays/${displays[0]!.id}`;
    const { playerUrl } = await inbox.admin.ask<{ playerUrl: string }>('GET', address);
    const screen = await visit(inbox.product.origin, { width: 1280, height: 720 });
    await withoutPolls(screen.page);
    const subscribed = listening(screen.page);
    await screen.page.goto(playerUrl);
    await subscribed;
    const { id: refId } = await inbox.admin.ask<{ id: string }>('POST', '/content/projects', { name: 'Now' });
    const item = { id: refId, kind: 'project', refId, seconds: 10, transition: 'none' };
    const list = { name: 'At once', items: [item] };
    const { id } = await inbox.admin.ask<{ id: string }>('POST', '/signage/playlists', list);
    await inbox.admin.ask('PUT', address, { defaultPlaylistId: id });
    await screen.page.locator('.turn[data-on][data-name="Now"]').waitFor();
    expect(screen.problems).toEqual([]);
    await screen.context.close();
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
