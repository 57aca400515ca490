import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '#tests/support/browser.ts';
import { numberOf, withInbox } from '#tests/support/inbox.ts';
import { openPlace } from '#tests/support/open-hours.ts';

/* A campaign from its first step to the last reply, with a pause and another pace in between. */

const inbox = withInbox();
beforeAll(async () => {
  await inbox.page.goto('/messages/blasts');
});

describe.runIf(openPlace)('a campaign', () => {
  it('is found where text blasts were', async () => {
    await inbox.page.getByRole('heading', { name: 'Campaigns' }).waitFor();
    await inbox.page.waitForURL(/\/campaigns$/);
    await inbox.page.getByRole('row', { name: /Solar check-up/ }).waitFor();
    await expectAccessible(inbox.page);
    await inbox.picture('campaigns');
  });

  it('is sent slowly, paused, given another pace and gone on with', async () => {
    const { id } = await inbox.admin.ask<{ id: string }>('POST', '/campaigns', {
      name: 'Summer offer',
      message: 'Hi {{ lead.firstName }}, summer is here.',
      leadIds: inbox.leadIds,
      rateLimit: 1,
    });
    await inbox.page.goto(`/campaigns/${id}`);
    await inbox.page.getByRole('button', { name: 'Start' }).click();
    const sent = inbox.page.locator('[data-figure="sent"] dd');
    await expect.poll(() => sent.innerText()).toBe('1');
    await inbox.page.getByRole('button', { name: 'Pause' }).click();
    await inbox.page.getByText('Paused', { exact: true }).waitFor();
    await expectAccessible(inbox.page);
    await inbox.picture('campaign-paused');
    await inbox.page.getByLabel('Texts a minute').fill('200');
    await inbox.page.getByRole('button', { name: 'Set the pace' }).click();
    await inbox.page.getByText('It sends up to 200 texts a minute').waitFor();
    await inbox.page.getByRole('button', { name: 'Resume' }).click();
    await inbox.page.getByText('Completed', { exact: true }).waitFor();
    const table = inbox.page.getByRole('region', { name: 'Recipients', exact: true }).first();
    await table.getByText('Ada Tester').waitFor();
    await inbox.picture('campaign');
    await inbox.page.setViewportSize({ width: 390, height: 844 });
    await inbox.picture('campaign-phone');
    await inbox.page.setViewportSize({ width: 1440, height: 900 });
    await inbox.page.goto('/campaigns');
    await inbox.page.getByRole('row', { name: /Summer offer/ }).waitFor();
    await inbox.page.getByText('Failed', { exact: true }).click();
    await inbox.page.getByText('No campaign matches').waitFor();
    await expectAccessible(inbox.page);
  });
});

describe.runIf(openPlace)('a follow-up', () => {
  it('is for those of a campaign who have not answered, two days later', async () => {
    const { page } = inbox;
    const { campaigns } = await inbox.admin.ask<{ campaigns: { id: string }[] }>(
      'GET',
      '/campaigns?search=Summer',
    );
    await page.goto(`/campaigns/${campaigns[0]!.id}`);
    await page.getByRole('link', { name: 'Follow up' }).click();
    await page.getByText('Of those whom Summer offer has reached').waitFor();
    expect(await page.getByRole('radio', { name: 'Everybody who has not answered' }).isChecked()).toBe(true);
    await page.getByRole('status').getByText('6 people').waitFor();
    await expectAccessible(page);
    await inbox.picture('follow-up-who');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Still time for a summer check-up.');
    await page.getByRole('button', { name: 'Next' }).click();
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Summer offer, follow-up');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('Everybody who has not answered, of “Summer offer”').waitFor();
    await page.getByRole('button', { name: /^Send to/ }).click();
    await page.getByRole('heading', { name: 'Summer offer, follow-up' }).waitFor();
    await page.getByText('Scheduled', { exact: true }).waitFor();
    await page.getByText('It follows up another campaign').waitFor();
    await expectAccessible(page);
    await inbox.picture('follow-up');
  });
});

describe.runIf(openPlace)('a campaign that is a draft', () => {
  it('is changed in the same steps, and what it then says is what is sent', async () => {
    const { page } = inbox;
    const { id } = await inbox.admin.ask<{ id: string }>('POST', '/campaigns', {
      name: 'Autumn',
      message: 'Hi {{ lead.firstName }}, autumn is here.',
      leadIds: inbox.leadIds.slice(0, 2),
      onceWithinHours: 0,
    });
    await page.goto(`/campaigns/${id}`);
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByRole('heading', { name: 'Edit the campaign' }).waitFor();
    const text = page.getByRole('textbox', { name: 'Text', exact: true });
    await text.fill('');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'Previous' }).click();
    await page.getByText('Please write a message.').waitFor();
    await text.fill('Hi {{ lead.firstName }}, autumn offers until Friday.');
    await expectAccessible(page);
    await inbox.picture('campaign-edit');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Autumn offers');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Autumn offers' }).waitFor();
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByText('Completed', { exact: true }).waitFor();
    // When texts left is drawn; of one hour, one bar.
    await page.getByRole('region', { name: 'When texts left' }).waitFor();
    await inbox.picture('campaign-hours');
    const phone = await inbox.sandbox(`phone.json?number=${encodeURIComponent(numberOf(1))}`);
    const { messages } = (await phone.json()) as { messages: { body: string }[] };
    expect(messages.map(({ body }) => body).join()).toContain('autumn offers until Friday');
  });
});

describe.runIf(openPlace)('a campaign with two texts and links', () => {
  it('is written in its steps, with each text as the first person gets it', async () => {
    const { page } = inbox;
    await page.goto('/campaigns/new');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('Test several').click();
    await page
      .getByRole('textbox', { name: 'Text A' })
      .fill('Hi {{ lead.firstName }}, see https://shop.example/a');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('textbox', { name: 'Name' }).waitFor();
    // The browser's own way back leads to the step before, with what was written.
    await page.goBack();
    await page.getByText('Please write this text.').waitFor();
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Text A' }).inputValue())
      .toContain('https://shop.example/a');
    await page.goForward();
    await page.getByRole('textbox', { name: 'Name' }).waitFor();
    await page.getByRole('button', { name: 'Previous' }).click();
    await page.getByText('Please write this text.').waitFor();
    await page.getByRole('textbox', { name: 'Text B' }).fill('{{ lead.firstName }}: https://shop.example/b');
    await page.getByRole('switch', { name: 'Send the others what has won' }).check();
    await page.getByRole('textbox', { name: 'Percent who get the test' }).waitFor();
    await page.getByRole('region', { name: 'Preview of B' }).getByText('/api/l/').waitFor();
    await expectAccessible(page);
    await inbox.picture('campaign-test-steps');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Two texts');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('at 95 % confidence, for 20 % of them').waitFor();
    await inbox.picture('campaign-test-review');
    // A page that is loaded anew has none of it, and begins.
    await page.reload();
    await page.getByRole('button', { name: 'Cancel' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  it('is for the people of a list that is too large to be sent along', async () => {
    const { page } = inbox;
    await page.goto('/campaigns/new');
    await page.getByText('A list from a file').click();
    const { area } = openPlace!;
    const rows = `Name,Mobile\nAda List,${area}5553101\n${`${'y'.repeat(900_000)},\n`.repeat(6)}`;
    const choose = (buffer: Buffer) =>
      page.locator('input[type=file]').setInputFiles({ name: 'fair.csv', mimeType: 'text/csv', buffer });
    await choose(Buffer.alloc(10_000_001, 'x'));
    await page.getByText('A list may have 10 MB here. Bring a longer one in as an import first.').waitFor();
    await choose(Buffer.from(rows));
    await page.getByRole('table', { name: 'First rows' }).getByText(`(${area}) 555-3101`).waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Thank you for your visit.');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Fair');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: /^Send to/ }).click();
    await page.getByText('Completed', { exact: true }).waitFor();
    const phone = await inbox.sandbox(`phone.json?number=${encodeURIComponent(`+1${area}5553101`)}`);
    const { messages } = (await phone.json()) as { messages: { body: string }[] };
    expect(messages.map(({ body }) => body)).toEqual([expect.stringContaining('Thank you for your visit.')]);
  });

  it('counts by text who opens a link, and leads them on', async () => {
    const { page } = inbox;
    const variants = ['See https://shop.example/a', 'Look: https://shop.example/b'].map((message) => ({
      message,
    }));
    const { id } = await inbox.admin.ask<{ id: string }>('POST', '/campaigns', {
      name: 'Two texts',
      test: { variants, measure: 'click' },
      leadIds: inbox.leadIds,
      onceWithinHours: 0,
    });
    await page.goto(`/campaigns/${id}`);
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByText('Completed', { exact: true }).waitFor();
    const phone = await inbox.sandbox(`phone.json?number=${encodeURIComponent(numberOf(1))}`);
    const { messages } = (await phone.json()) as { messages: { body: string }[] };
    const text = messages.find(({ body }) => body.includes('/api/l/'))!.body;
    const link = /https?:\S+/.exec(text)![0];
    const answer = await fetch(link, {
      redirect: 'manual',
      headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 16) Chrome/140.0 Mobile Safari/537.36' },
    });
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe(`https://shop.example/${text.startsWith('See') ? 'a' : 'b'}`);
    const gone = await fetch(
      link.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      { redirect: 'manual' },
    );
    expect(gone.status).toBe(404);
    await expect.poll(() => page.locator('[data-figure="clicked"] dd').innerText()).toBe('1');
    const row = page.locator(`[data-variant="${text.startsWith('See') ? 'A' : 'B'}"]`);
    await expect.poll(() => row.locator('[data-figure="clicked"]').innerText()).toBe('1');
    await page.getByText(/The winner is called .*; answers count until then/).waitFor();
    await expectAccessible(page);
    await inbox.picture('campaign-test');
    await page.getByRole('region', { name: 'Test', exact: true }).scrollIntoViewIfNeeded();
    await inbox.picture('campaign-test-figures');
    const other = await page.context().newPage();
    await other.goto(link.replace(/-.*/, '-000000000000'));
    await other.getByRole('heading', { name: 'This link leads nowhere' }).waitFor();
    await inbox.picture('link-gone', other);
    await other.close();
  });
});

it('leaves the console clean', () => {
  expect(inbox.desk.problems).toEqual([]);
});
