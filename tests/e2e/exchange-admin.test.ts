import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toneOf, wavOf } from '#infra/wav.ts';
import { closeBrowser, type Visit, visit } from '#tests/support/browser.ts';
import { shareOffice } from '#tests/support/calling.ts';
import type { Product } from '#tests/support/product.ts';
import { look, signInOn } from '#tests/support/screens.ts';

/* An admin sets up who has which phone, who takes which calls and how calls end; agents read it. */

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

describe('extensions', () => {
  it('are added with their agent, show their SIP password once, and are changed and removed', async () => {
    const { page } = admin;
    await page.goto('/exchange/extensions');
    await page
      .getByRole('row', { name: '102, Maya Chen' })
      .getByRole('cell', { name: 'Sales', exact: true })
      .waitFor();
    await look(page, 'extensions');
    await page.getByRole('button', { name: 'Add agent' }).click();
    const panel = page.getByRole('dialog');
    const add = panel.getByRole('button', { name: 'Add agent' });
    await add.click();
    await panel.getByText('An extension has 2 to 8 digits.').waitFor();
    await panel.getByLabel('First name').fill('Ann');
    await panel.getByLabel('Last name').fill('Lee');
    await panel.getByLabel('Username').fill('ann');
    await panel.getByLabel('E-mail').fill('ann@brightside.example');
    await panel.getByLabel('Password', { exact: true }).fill('correct horse battery');
    await panel.getByLabel('Extension').fill('102');
    await add.click();
    await panel.getByText('The number 102 is another extension’s or a queue’s.').waitFor();
    await look(page, 'extension-agent-form');
    await panel.getByLabel('Extension').fill('103');
    await panel.getByRole('combobox', { name: 'Queues' }).click();
    await page.getByRole('option', { name: 'Sales' }).click();
    await page.keyboard.press('Escape');
    await add.click();
    const secret = page.getByRole('dialog', { name: 'SIP password' });
    expect(await secret.getByLabel('Secret').inputValue()).toMatch(/^[\w-]{24}$/);
    await secret.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('row', { name: '103, Ann Lee' });
    await row.getByRole('cell', { name: 'Sales', exact: true }).waitFor();

    await row.click();
    await panel.getByLabel('Name', { exact: true }).fill('Ann at the front');
    await panel.getByRole('button', { name: 'Save' }).click();
    const renamed = page.getByRole('row', { name: '103, Ann at the front' });
    await renamed.getByRole('button', { name: 'Actions for extension 103' }).click();
    await page.getByRole('menuitem', { name: 'New SIP password' }).click();
    await page.getByRole('button', { name: 'Make a new one' }).click();
    await secret.getByRole('button', { name: 'Done' }).click();
    await renamed.getByRole('button', { name: 'Actions for extension 103' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await renamed.waitFor({ state: 'detached' });
    expect(admin.problems.filter((problem) => !problem.includes('409'))).toEqual([]);
  });
});

describe('queues', () => {
  it('are added with members, say what callers hear, and pause a member with the reason', async () => {
    const { page } = admin;
    await page.goto('/exchange/queues');
    const panel = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Music' }).click();
    const music = panel.getByRole('region', { name: 'Own music', exact: true });
    const chosen = page.waitForEvent('filechooser');
    await music.getByRole('button', { name: 'Choose a file' }).click();
    const file = { name: 'song.wav', mimeType: 'audio/wav', buffer: wavOf(toneOf(440, 1)) };
    await (await chosen).setFiles(file);
    await music.getByRole('button', { name: 'Play' }).waitFor();
    await look(page, 'queue-music');
    await music.getByRole('button', { name: 'Remove' }).click();
    await music.getByText('The exchange’s own music').waitFor();
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Add queue' }).first().click();
    const add = panel.getByRole('button', { name: 'Add queue' });
    await add.click();
    await panel.getByText('Please enter a name.').waitFor();
    await panel.getByLabel('Name').fill('Support');
    await panel.getByLabel('Number').fill('601');
    await panel.getByText('After 5 min the wait ends.', { exact: false }).waitFor();
    await panel.getByRole('button', { name: 'Add a member' }).click();
    await panel.getByRole('combobox', { name: 'Extension of member 1' }).click();
    await page.getByRole('option', { name: '102 Maya Chen' }).click();
    await look(page, 'queue-form');
    await add.click();
    const row = page.getByRole('row', { name: 'Support' });
    await row.getByText('0 of 1 free').waitFor();
    await look(page, 'queues');

    await row.click();
    await panel.getByText('Nobody has called this queue in the last 24 hours.').waitFor();
    await panel.getByRole('button', { name: 'Pause Maya Chen' }).click();
    await panel.getByLabel('Why').fill('Training');
    await panel.getByRole('button', { name: 'Pause', exact: true }).click();
    await panel.getByText('Paused: Training', { exact: false }).waitFor();
    await look(page, 'queue');
    await panel.getByRole('button', { name: 'Let Maya Chen take calls again' }).click();
    await panel.getByRole('button', { name: 'Pause Maya Chen' }).waitFor();
    await panel.getByRole('button', { name: 'Close' }).last().click();
    await row.getByRole('button', { name: 'Actions for Support' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await row.waitFor({ state: 'detached' });
  });
});

describe('dispositions', () => {
  it('are added, put in another order by the keyboard, and taken from what agents choose', async () => {
    const { page } = admin;
    await page.goto('/exchange/dispositions');
    const items = page.getByRole('list', { name: 'Dispositions' }).getByRole('listitem');
    await items.first().getByText('Sale', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Move Interested up' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Move Sale up', disabled: false }).waitFor();
    await look(page, 'dispositions');
    await page.reload();
    await items.first().getByText('Interested', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Add disposition' }).first().click();
    const panel = page.getByRole('dialog');
    await panel.getByLabel('Label').fill('Moved away');
    await panel.getByLabel('Code').fill('moved-away');
    await look(page, 'disposition-form');
    await panel.getByRole('button', { name: 'Add disposition' }).click();
    await page.getByRole('button', { name: 'Edit Moved away' }).click();
    await panel.getByLabel('Active').click();
    await panel.getByRole('button', { name: 'Save' }).click();
    await items.last().getByText('Not active').waitFor();
  });
});

describe('sessions', () => {
  it('show who is signed in to the phone, and are ended by an admin', async () => {
    const agent = await product.signIn('agent');
    await agent.ask('POST', '/pbx/sessions', {});
    const { page } = admin;
    await page.goto('/exchange/sessions');
    const now = page.getByRole('table', { name: 'Signed in now' });
    const row = now.getByRole('row', { name: 'Maya Chen' });
    await row.getByText('Extension 102, browser').waitFor();
    await look(page, 'sessions');
    await row.getByRole('button', { name: 'Actions for Maya Chen' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('Nobody is signed in to the phone').waitFor();
    await page.reload();
    await page
      .getByRole('table', { name: 'Earlier sessions' })
      .getByText('Signed out by an admin')
      .first()
      .waitFor();
  });

  it('and the rest of the exchange are read by agents, who change none of it', async () => {
    const agent = await visit(product.origin);
    await signInOn(agent.page, 'agent');
    for (const [tab, shown] of [
      ['extensions', '102'],
      ['queues', 'Sales'],
      ['dispositions', 'Interested'],
      ['sessions', 'Signed in now'],
    ] as const) {
      await agent.page.goto(`/exchange/${tab}`);
      await agent.page.getByText(shown).first().waitFor();
      expect(await agent.page.getByRole('button', { name: /^(Add|Edit|Move)/ }).count()).toBe(0);
    }
    expect(agent.problems).toEqual([]);
    await agent.context.close();
  });
});
