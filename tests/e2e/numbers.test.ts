import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, type Visit, visit } from '#tests/support/browser.ts';
import { shareOffice } from '#tests/support/calling.ts';
import type { Product } from '#tests/support/product.ts';
import { look, signInOn } from '#tests/support/screens.ts';

/* An admin says where calls to the workspace's numbers lead. */

let product: Product;
let admin: Visit;

beforeAll(async () => {
  product = await shareOffice();
  admin = await visit(product.origin);
  await signInOn(admin.page, 'admin');
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

describe('phone numbers', () => {
  it('are added, lead to a queue or an extension, come from a file and are removed', async () => {
    const { page } = admin;
    await page.goto('/exchange/numbers');
    await page.getByRole('button', { name: 'Add number' }).first().click();
    const panel = page.getByRole('dialog');
    const save = panel.getByRole('button', { name: 'Add number' });
    await panel.getByLabel('Number').fill('12');
    await save.click();
    await panel.getByText(/phone number/i).waitFor();
    await panel.getByLabel('Number').fill('(305) 555-0199');
    await panel.getByLabel('Label').fill('Website');
    await panel.getByRole('combobox', { name: 'Calls lead to' }).click();
    await page.getByRole('option', { name: 'Sales' }).click();
    await look(page, 'number-new');
    await save.click();
    const row = page.getByRole('row', { name: /555-0199/ });
    await row.getByText('Queue Sales').filter({ visible: true }).waitFor();

    await row.click();
    await panel.getByRole('combobox', { name: 'Calls lead to' }).click();
    await page.getByRole('option', { name: '102 Maya Chen' }).click();
    await panel.getByRole('button', { name: 'Save' }).click();
    await row.getByText('Extension 102 Maya Chen').filter({ visible: true }).waitFor();

    await page.getByRole('button', { name: 'From a file' }).click();
    await panel.getByLabel('CSV file').waitFor();
    await page.setInputFiles('input[type=file]', {
      name: 'numbers.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('number,label\n+12125550147,New York\nnobody,\n'),
    });
    await panel.getByRole('button', { name: 'Add numbers' }).click();
    await panel.getByText('1 added, 0 there already, 1 refused.').waitFor();
    await panel.getByText('Row 3 (nobody): This is not a phone number.').waitFor();
    await panel.getByRole('button', { name: 'Close', exact: true }).last().click();
    await page.getByRole('row', { name: /New York/ }).waitFor();

    await row.click();
    await panel.getByRole('combobox', { name: 'Spam label' }).click();
    await page.getByRole('option', { name: 'Flagged as spam' }).click();
    await panel.getByLabel('Rests through').fill('2099-12-31');
    await look(page, 'number-flagged');
    await panel.getByRole('button', { name: 'Save' }).click();
    await row.getByText('Flagged as spam').waitFor();
    await look(page, 'numbers');
    await row.click();
    await panel.getByText(/^What people see .* Set on /).waitFor();
    await panel.getByRole('combobox', { name: 'Spam label' }).click();
    await page.getByRole('option', { name: 'None known' }).click();
    await panel.getByRole('button', { name: 'Save' }).click();
    await row.getByText('Resting').waitFor();

    await row.getByRole('button', { name: /555-0199/ }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await row.waitFor({ state: 'detached' });
  });

  it('are bought from a carrier, with what they cost, come in the background, and are released', async () => {
    const { page } = admin;
    const slow = '+14155550101';
    await fetch(`${product.origin}/sandbox/script`, {
      method: 'POST',
      body: JSON.stringify({ match: slow, number: { pendingMs: 15_000 } }),
    });
    await page.goto('/exchange/numbers');
    await page.getByRole('button', { name: 'Buy numbers' }).first().click();
    const panel = page.getByRole('dialog', { name: 'Buy numbers' });
    await panel.getByLabel('Area code').fill('12');
    await panel.getByRole('button', { name: 'Search' }).click();
    await panel.getByText('Three digits, such as 212.').waitFor();
    await panel.getByLabel('Area code').fill('415');
    await panel.getByRole('button', { name: 'Search' }).click();
    await panel.getByText('San Francisco, CA · calls, texts, pictures').first().waitFor();
    await panel.getByLabel('(415) 555-0100').check();
    await panel.getByLabel('(415) 555-0101').check();
    await panel.getByText('2 numbers, $2.00 a month, $2.00 once').waitFor();
    await look(page, 'numbers-to-buy');
    await panel.getByRole('button', { name: 'Buy', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Buy 2 numbers from Telnyx?' });
    await question.waitFor();
    await look(page, 'numbers-buy-question');
    await question.getByRole('button', { name: 'Buy', exact: true }).click();
    await panel.getByText('1 bought, 1 on their way.').waitFor({ timeout: 30_000 });
    await look(page, 'numbers-bought');
    await panel.getByRole('button', { name: 'Close', exact: true }).last().click();
    const bought = page.getByRole('row', { name: /415.*555-0100/ });
    await bought.getByText('Active').waitFor();
    const pending = page.getByRole('row', { name: /555-0101/ });
    await pending.getByText(/Pending|Active/).waitFor();
    await look(page, 'numbers-pending');
    await pending.getByText('Active').waitFor({ timeout: 90_000 });
    await page.getByText('$2.00 a month for 2 numbers').waitFor();

    await fetch(`${product.origin}/sandbox/script`, {
      method: 'POST',
      body: JSON.stringify({
        match: '+14155550100',
        reputation: { risk: 'high', category: 'Telemarketer', result: 'remediated' },
      }),
    });
    await page.getByRole('button', { name: 'Sync' }).click();
    await page.getByText(/numbers found, 0 gone/).waitFor();
    await bought.getByText('Flagged as spam').waitFor();
    await bought.click();
    const reputation = page.getByRole('dialog').getByRole('region', { name: 'Reputation' });
    await reputation.getByText('High risk, called “Telemarketer”').waitFor();
    await look(page, 'number-reputation');
    await reputation.getByRole('button', { name: 'Ask to take the label off' }).click();
    const asking = page.getByRole('dialog', { name: 'Ask the networks to look at this number again?' });
    await asking.getByLabel('What it is used for').fill('We call roof owners back who asked for an offer.');
    await look(page, 'number-remedy');
    await asking.getByRole('button', { name: 'Ask them' }).click();
    await reputation.getByText('The networks were asked to look at it again: in progress.').waitFor();
    await page.keyboard.press('Escape');

    await bought.getByRole('button', { name: /555-0100/ }).click();
    await page.getByRole('menuitem', { name: 'Release' }).click();
    const release = page.getByRole('dialog', { name: /Release/ });
    await release.getByText(/kept for 30 days after the last call/).waitFor();
    await look(page, 'number-release');
    await release.getByRole('button', { name: 'Release', exact: true }).click();
    await bought.getByText('Released').waitFor();
  });

  it('lie in pools, with weights, rest and a limit, from which a group calls', async () => {
    const { page } = admin;
    const manager = await product.signIn('admin');
    await manager.ask('POST', '/agent-groups', { name: 'Night shift' });
    for (const phoneNumber of ['+13055550171', '+13055550172'])
      await manager.ask('POST', '/dids', { phoneNumber });
    await page.goto('/number-pools');
    await page.getByRole('button', { name: 'Add pool' }).first().click();
    const panel = page.getByRole('dialog');
    const save = panel.getByRole('button', { name: 'Add pool' });
    await save.click();
    await panel.getByText('Please enter a name.').waitFor();
    await panel.getByLabel('Name').fill('Florida');
    await panel.getByRole('combobox', { name: 'Who calls from it' }).fill('night');
    await page.getByRole('option', { name: 'Night shift' }).click();
    for (const digits of ['5550171', '5550172']) {
      await panel.getByRole('combobox', { name: 'Numbers' }).fill(digits);
      await page.getByRole('option', { name: new RegExp(digits.slice(3)) }).click();
      await page.keyboard.press('Escape');
    }
    await panel.getByLabel('Weight of (305) 555-0171').fill('3');
    await panel.getByLabel('Calls a day from one').fill('40');
    await look(page, 'number-pool');
    await save.click();
    const row = page.getByRole('row', { name: /Florida/ });
    await row.waitFor();
    await look(page, 'number-pools');
    await row.click();
    await panel.getByLabel('Calls a day from one').waitFor();
    const { pools } = await manager.ask<{ pools: object[] }>('GET', '/did-pools');
    expect(pools).toMatchObject([
      {
        name: 'Florida',
        strategy: 'local',
        maxPerDay: 40,
        dids: [
          { phoneNumber: '+13055550171', weight: 3 },
          { phoneNumber: '+13055550172', weight: 1 },
        ],
      },
    ]);
  });

  it('that text say which step of their registration is missing, with the carrier’s reason', async () => {
    const { page } = admin;
    const registered = (registration: object) =>
      fetch(`${product.origin}/sandbox/script`, {
        method: 'POST',
        body: JSON.stringify({ match: 'sandbox-*', registration }),
      });
    const sync = async () => {
      await page.getByRole('button', { name: 'Sync' }).click();
      await page.getByText(/numbers found, \d+ gone/).waitFor();
    };
    await registered({
      campaign: 'rejected',
      reason: 'No opt-in is described.',
      attClass: 'T',
      tmobileTier: 'LOW',
    });
    await page.goto('/exchange/numbers');
    await sync();
    const row = page.getByRole('row', { name: /561.*555/ }).first();
    await row.getByText('Texts not registered').waitFor();
    await look(page, 'numbers-not-registered');
    await row.click();
    const panel = page.getByRole('dialog');
    const steps = panel.getByRole('region', { name: 'Registration for texts' });
    await steps.getByText('Rejected: No opt-in is described.').waitFor();
    await panel.getByRole('region', { name: 'Calls from it' }).getByText('No calls').waitFor();
    await steps.scrollIntoViewIfNeeded();
    await look(page, 'number-registration');
    await page.keyboard.press('Escape');
    await registered({});
    await sync();
    await row.getByText('Texts not registered').waitFor({ state: 'detached' });
    // What the carrier calls the campaign, by which its support finds it.
    await row.click();
    await steps.getByText(/Campaign CSANDBX\./).waitFor();
    await page.keyboard.press('Escape');
  });
});

describe('a queue', () => {
  it('takes a group of agents, who are its members while they are in the group', async () => {
    const { page } = admin;
    const manager = await product.signIn('admin');
    const { extensions } = await manager.ask<{ extensions: { number: string; userId: string }[] }>(
      'GET',
      '/pbx/extensions',
    );
    const agentId = extensions.find(({ number }) => number === '102')!.userId;
    const group = await manager.ask<{ id: string }>('POST', '/agent-groups', { name: 'Closers' });
    await page.goto('/exchange/queues');
    await page.getByRole('button', { name: 'Add queue' }).first().click();
    const panel = page.getByRole('dialog');
    await panel.getByLabel('Name').fill('Renewals');
    await panel.getByLabel('Number').fill('640');
    await panel.getByRole('button', { name: 'Add a group' }).click();
    await panel.getByRole('combobox', { name: 'Group 1' }).click();
    await page.getByRole('option', { name: 'Closers (0)' }).click();
    await panel.getByLabel('Penalty of group 1').fill('2');
    await look(page, 'queue-group');
    await panel.getByRole('button', { name: 'Add queue' }).click();
    const row = page.getByRole('row', { name: /Renewals/ });
    await row.getByText('0 of 0 free').waitFor();
    await manager.ask('POST', `/agent-groups/${group.id}/agents`, { agentIds: [agentId] });
    await page.reload();
    await row.click();
    await panel.getByText('Extension 102, penalty 2, by Closers').waitFor();
    await look(page, 'queue-group-members');
  });
});
