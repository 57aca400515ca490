import { describe, expect, it } from 'vitest';
import { expectAccessible } from '#tests/support/browser.ts';
import { withInbox } from '#tests/support/inbox.ts';

/* How texts and mails are set up: providers, numbers, the sender of mails. */

const inbox = withInbox();

describe('how it is set up', () => {
  it('tests a provider and says that it is the sandbox', async () => {
    await inbox.page.goto('/messages/settings');
    const twilio = inbox.page.getByRole('region', { name: 'Twilio' });
    await twilio.getByText('In the sandbox').waitFor();
    await twilio.getByRole('link', { name: 'Open the virtual handset' }).waitFor();
    await twilio.getByText('Balance').waitFor();
    await twilio.getByRole('button', { name: 'Test' }).click();
    await twilio.getByRole('status').waitFor();
    await inbox.page
      .getByRole('region', { name: 'Telnyx' })
      .getByRole('button', { name: 'Use for texts' })
      .click();
    await inbox.page.getByRole('region', { name: 'Telnyx' }).getByText('Texts go out by it').waitFor();
    await expectAccessible(inbox.page);
    await inbox.picture('settings');
  });

  it('rents a number of an area and gives it back', async () => {
    await inbox.page.getByText('Numbers', { exact: true }).click();
    await inbox.press('Sync');
    await inbox.page.getByRole('table', { name: 'Numbers' }).waitFor();
    await inbox.press('Rent a number');
    await inbox.page.getByRole('textbox', { name: 'Area code' }).fill('1');
    await inbox.press('Search');
    await inbox.page.getByText('An area code has three digits, such as 212.').waitFor();
    await inbox.page.getByRole('textbox', { name: 'Area code' }).fill('305');
    await inbox.press('Search');
    const first = inbox.page.getByRole('list', { name: 'Numbers to rent' }).getByRole('button').first();
    const name = (await first.getAttribute('aria-label'))!.replace('Rent ', '');
    await expectAccessible(inbox.page);
    await inbox.picture('rent');
    await first.click();
    await inbox.page.getByRole('table', { name: 'Numbers' }).getByText(name).waitFor();
    await inbox.picture('numbers');
    await inbox.press(`Give back ${name}`);
    await inbox.press('Give number back');
    await inbox.page.getByRole('table', { name: 'Numbers' }).getByText(name).waitFor({ state: 'detached' });
  });

  it('sends a test mail and saves the daily limit', async () => {
    await inbox.page.getByText('Mails', { exact: true }).first().click();
    await inbox.press('Send a test');
    await inbox.page.getByRole('region', { name: 'Test mail' }).getByRole('status').waitFor();
    await inbox.page.getByRole('textbox', { name: 'Mails a day' }).fill('500');
    await inbox.page
      .getByRole('textbox', { name: 'Postal address' })
      .fill('1 Main Street, New York, NY 10001');
    await expectAccessible(inbox.page);
    await inbox.picture('mail-settings');
    await inbox.page
      .getByRole('region', { name: 'Mails', exact: true })
      .getByRole('button', { name: 'Save' })
      .click();
    await inbox.page.getByText(/of 500 used/).waitFor();
    await inbox.page.goto('/messages/statistics');
    await inbox.page.getByRole('heading', { name: 'Texts sent, by day' }).waitFor();
    await expectAccessible(inbox.page);
    await inbox.picture('statistics');
  });
});

it('leaves the console clean', () => {
  expect(inbox.desk.problems).toEqual([]);
});
