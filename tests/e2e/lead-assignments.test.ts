import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, expectAccessible, type Visit, visit } from '#tests/support/browser.ts';
import { shareOffice } from '#tests/support/calling.ts';
import type { Caller, Product } from '#tests/support/product.ts';
import { look, signInOn } from '#tests/support/screens.ts';

/* Whose leads are whose: an admin's board by pointer and by keys, dealing out by rules, an agent's own side. */

interface Lead {
  id: string;
  firstName: string;
  ownerId: string | null;
}
interface Agent {
  agentId: string;
  name: string;
  total: number;
}

let product: Product;
let admin: Caller;
let alex: Visit;
let maya: Visit;
let agents: Agent[];
const [texan, newcomer] = ['Tex Ranger', 'Nora New'];

const stats = () => admin.ask<{ unassigned: number; agents: Agent[] }>('GET', '/lead-assignments/stats');
const named = (name: string) => agents.find((agent) => agent.name === name)!;
const owner = async (name: string) =>
  (await admin.ask<{ leads: Lead[] }>('POST', '/leads/search', { query: name })).leads[0]!.ownerId;

beforeAll(async () => {
  product = await shareOffice();
  admin = await product.signIn('admin');
  for (const [at, name] of [texan, newcomer].entries()) {
    const [firstName, lastName] = name.split(' ');
    await admin.ask('POST', '/users', {
      username: `rep${at}`,
      email: `rep${at}@example.com`,
      password: 'a long password for a rep 7',
      firstName,
      lastName,
    });
  }
  const leads = Array.from({ length: 12 }, (_, at) => ({
    firstName: `Card${String(at).padStart(2, '0')}`,
    lastName: at === 11 ? 'With a name that is far longer than any card is wide' : 'Wait',
    phones: [`+1212555${5000 + at}`],
    status: at % 3 ? 'new' : 'contacted',
    dealAmount: at % 2 ? 1_250 * at : null,
    address: { street: '', city: '', state: at < 3 ? 'TX' : 'NY', postcode: '', country: 'US' },
  }));
  await admin.ask('POST', '/leads/bulk', { leads });
  ({ agents } = await stats());
  [alex, maya] = [await visit(product.origin), await visit(product.origin)];
  await signInOn(alex.page, 'admin');
  await signInOn(maya.page, 'agent');
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

const column = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) });
const card = (page: Page, where: string, name: string) =>
  column(page, where).getByRole('article').filter({ hasText: name });

describe('the board', () => {
  it('takes a card where it is dropped', async () => {
    const { page } = alex;
    await page.goto('/assignments');
    await card(page, 'Nobody’s', 'Card05').waitFor();
    await look(page, 'board');
    await card(page, 'Nobody’s', 'Card05').dragTo(column(page, texan));
    await card(page, texan, 'Card05').waitFor();
    await card(page, 'Nobody’s', 'Card05').waitFor({ state: 'detached' });
    expect(await owner('Card05')).toBe(named(texan).agentId);
    await column(page, `${texan}, 1 lead`).waitFor();
    // From one agent to another, and back to nobody.
    await card(page, texan, 'Card05').dragTo(column(page, newcomer));
    await card(page, newcomer, 'Card05').waitFor();
    expect(await owner('Card05')).toBe(named(newcomer).agentId);
    await card(page, newcomer, 'Card05').dragTo(column(page, 'Nobody’s'));
    await card(page, 'Nobody’s', 'Card05').waitFor();
    expect(await owner('Card05')).toBeNull();
  });

  it('moves a card by the keys alone and says so', async () => {
    const { page } = alex;
    await card(page, 'Nobody’s', 'Card06').getByRole('button', { name: 'Move Card06 Wait' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: texan }).waitFor();
    await expectAccessible(page);
    await page.keyboard.type(texan.slice(0, 1));
    await page.getByRole('menuitem', { name: texan }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText(`Moved to ${texan}.`).waitFor();
    await card(page, texan, 'Card06').waitFor();
    expect(await owner('Card06')).toBe(named(texan).agentId);
  });

  it('says when somebody else was quicker, and shows whose it is', async () => {
    const { page } = alex;
    const { leads } = await admin.ask<{ leads: Lead[] }>('POST', '/leads/search', { query: 'Card07' });
    await admin.ask('POST', '/lead-assignments/assign', {
      leadId: leads[0]!.id,
      agentId: named(newcomer).agentId,
    });
    await card(page, 'Nobody’s', 'Card07').dragTo(column(page, texan));
    await page.getByText('Somebody else has this lead already.').waitFor();
    await card(page, newcomer, 'Card07').waitFor();
    expect(await owner('Card07')).toBe(named(newcomer).agentId);
  });
});

describe('dealing out', () => {
  it('has rules that are written, ordered and kept', async () => {
    const { page } = alex;
    await page.getByRole('button', { name: 'More for assignments' }).click();
    await page.getByRole('menuitem', { name: 'Rules' }).click();
    const panel = page.getByRole('dialog', { name: 'How leads are dealt out' });
    await panel.getByRole('combobox', { name: 'Way' }).click();
    await page.getByRole('option', { name: 'By the rules' }).click();
    await panel.getByRole('button', { name: 'Add rule' }).click();
    await panel.getByRole('button', { name: 'Save rules' }).click();
    await panel.getByRole('alert').getByText('Every rule needs a name, and an agent or a group.').waitFor();
    await panel.getByRole('textbox', { name: 'Rule 1' }).fill('Texas');
    await panel.getByRole('textbox', { name: 'Value of State' }).fill('TX');
    await panel.getByRole('combobox', { name: 'Goes to' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { name: texan }).click();
    await page.keyboard.press('Escape');
    await look(page, 'rules');
    await panel.getByRole('button', { name: 'Save rules' }).click();
    await page.getByText('The rules are saved').waitFor();
    expect(await admin.ask('GET', '/lead-assignments/settings')).toMatchObject({
      strategy: 'rules',
      rules: [{ name: 'Texas', agentIds: [named(texan).agentId] }],
    });
  });

  it('names groups, which an admin makes of agents', async () => {
    const { page } = alex;
    await page.goto('/agent-groups');
    await page.getByRole('button', { name: 'Add group' }).first().click();
    const panel = page.getByRole('dialog');
    const save = panel.getByRole('button', { name: 'Add group' });
    await save.click();
    await panel.getByText('Please enter a name.').waitFor();
    await panel.getByLabel('Name').fill('Night shift');
    for (const [label, name] of [
      ['Led by', texan],
      ['Members', newcomer],
    ] as const) {
      await panel.getByRole('combobox', { name: label }).fill(name);
      await page.getByRole('option', { name }).click();
      await page.keyboard.press('Escape');
    }
    await look(page, 'agent-group');
    await save.click();
    const row = page.getByRole('row', { name: /Night shift/ });
    await row.getByText(texan).waitFor();
    await look(page, 'agent-groups');
    await page.goto('/assignments');
    await page.getByRole('button', { name: 'Deal out leads' }).click();
    const dialog = page.getByRole('dialog', { name: 'Deal out leads' });
    await dialog.getByRole('combobox', { name: 'To whom' }).fill('night');
    await page.getByRole('option', { name: 'Night shift (2)' }).click();
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Close' }).click();
  });

  it('sends the leads of a rule to its agent, and the rest in turn', async () => {
    const { page } = alex;
    const before = await stats();
    await page.getByRole('button', { name: 'Deal out leads' }).click();
    const dialog = page.getByRole('dialog', { name: 'Deal out leads' });
    await dialog.getByRole('radio', { name: 'By the rules', checked: true }).waitFor();
    await dialog.getByRole('textbox', { name: 'How many' }).fill('6');
    await look(page, 'deal');
    await dialog.getByRole('button', { name: 'Deal out 6' }).click();
    await page.getByText('6 leads dealt out').waitFor();
    await dialog.waitFor({ state: 'hidden' });
    const after = await stats();
    expect(after.unassigned).toBe(before.unassigned - 6);
    for (const name of ['Card00', 'Card01', 'Card02']) expect(await owner(name)).toBe(named(texan).agentId);
    await column(page, `Nobody’s, ${after.unassigned} lead`).waitFor();
    await look(page, 'board-full');
  });

  it('has old ones back by the age of the settings', async () => {
    const { page } = alex;
    await page.getByRole('button', { name: 'More for assignments' }).click();
    await page.getByRole('menuitem', { name: 'Have old ones back' }).click();
    const dialog = page.getByRole('dialog', { name: 'Have old assignments back?' });
    await dialog.getByText(/more than 72 hours/).waitFor();
    await look(page, 'expire');
    await dialog.getByRole('button', { name: 'Have them back' }).click();
    await page.getByText('Nothing was old enough').waitFor();
  });
});

describe('an agent', () => {
  it('takes the next ones, one of their choice, and gives one back', async () => {
    const { page } = maya;
    const me = agents.find(({ name }) => name === 'Maya Chen')!;
    const mine = async () => (await stats()).agents.find(({ agentId }) => agentId === me.agentId)!.total;
    const before = await mine();
    await page.goto('/assignments');
    await page.getByRole('textbox', { name: 'How many to take' }).fill('2');
    await page.getByRole('button', { name: 'Take next' }).click();
    await page.getByText('2 more leads are yours').waitFor();
    await column(page, `${me.name}, ${before + 2} leads`).waitFor();
    expect(await mine()).toBe(before + 2);
    await look(page, 'agent');

    const waiting = column(page, 'Nobody’s').getByRole('article').first();
    const name = (await waiting.getByRole('link').textContent())!;
    await waiting.dragTo(column(page, me.name));
    await card(page, me.name, name).waitFor();
    expect(await mine()).toBe(before + 3);

    await card(page, me.name, name)
      .getByRole('button', { name: `Move ${name}` })
      .click();
    await page.getByRole('menuitem', { name: 'Nobody’s' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('menuitem', { name: 'Nobody’s' }).click();
    await card(page, 'Nobody’s', name).waitFor();
    expect(await mine()).toBe(before + 2);
    // What is other agents' is not theirs to see.
    expect(await page.getByText('Card07').count()).toBe(0);
  });

  it('threw nothing and broke no content security policy on the way', () => {
    expect([...alex.problems, ...maya.problems]).toEqual([]);
  });
});
