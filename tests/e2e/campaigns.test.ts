import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '#tests/support/browser.ts';
import { withInbox } from '#tests/support/inbox.ts';
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

it('leaves the console clean', () => {
  expect(inbox.desk.problems).toEqual([]);
});
