import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, expectAccessible, type Visit, visit } from '#tests/support/browser.ts';
import { type Caller, demoPassword, Product } from '#tests/support/product.ts';
import { look } from '#tests/support/screens.ts';

/* A manager's afternoon with journeys: begin from a template, build by mouse and by keyboard, try, publish, enrol. */

let product: Product;
let admin: Caller;
let manager: Visit;

interface Journey {
  id: string;
  name: string;
  version: number;
  entry: string | null;
  liveVersion: number | null;
  steps: {
    id: string;
    type: string;
    name: string;
    next: Record<string, string | null>;
    config: object;
    position: { x: number; y: number };
  }[];
}

const people = ['Ada', 'Grace', 'Hedy', 'Mary'].map((firstName, at) => ({
  firstName,
  lastName: 'Tester',
  phones: [`+1212555${2000 + at}`],
  emails: [`${firstName.toLowerCase()}@example.com`],
  address: { street: '', city: 'New York', state: 'NY', postcode: '10001', country: 'US' },
}));

beforeAll(async () => {
  product = await Product.start();
  admin = await product.signIn('admin');
  // The demo brings leads and a journey along; the stories begin without any.
  const { leads } = await admin.ask<{ leads: { id: string }[] }>('GET', '/leads?limit=100');
  await admin.ask('DELETE', '/leads/bulk', { ids: leads.map(({ id }) => id) });
  await admin.ask('POST', '/leads/bulk', { leads: people });
  const { journeys } = await admin.ask<{ journeys: Journey[] }>('GET', '/journeys');
  for (const { id } of journeys) await admin.ask('DELETE', `/journeys/${id}?force=true`);
  manager = await visit(product.origin);
  await signIn(manager.page);
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

async function signIn(page: Page) {
  await page.goto('/journeys');
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Journeys', exact: true }).waitFor();
}

const journeyNow = (page: Page) =>
  admin.ask<Journey>('GET', `/journeys/${/jrn_[^/?]+/.exec(page.url())![0]}`);
const saved = (page: Page) => page.getByText('Saved', { exact: true }).waitFor();
const card = (page: Page, name: string) =>
  page.locator('.react-flow__node-step').filter({ has: page.getByText(name, { exact: true }) });
const way = (page: Page, name: string, output: string) =>
  card(page, name).locator(`.react-flow__handle[data-handleid="${output}"]`);
const nameField = (page: Page) => page.getByLabel('Name', { exact: true });

async function dragTo(page: Page, from: Locator, to: Locator) {
  const [a, b] = [(await from.boundingBox())!, (await to.boundingBox())!];
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
  await page.mouse.down();
  await page.mouse.move(b.x + b.width / 2 + 8, b.y + b.height / 2 + 8, { steps: 8 });
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 3 });
  await page.mouse.up();
}

describe('the list of journeys', () => {
  it('says what a journey is for while there is none, and begins from a template', async () => {
    const { page } = manager;
    await page.getByText('No journeys yet').waitFor();
    await page.getByRole('button', { name: /Speed to lead/ }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: /Speed to lead/ }).click();
    await page.waitForURL(/\/journeys\/jrn_/);
    await page.getByText('Leads come in').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'All journeys' }).click();
    await page.getByRole('table', { name: 'Journeys' }).getByText('Speed to lead').waitFor();
    await expectAccessible(page);
  });

  it('copies, filters and deletes', async () => {
    const { page } = manager;
    await page.getByRole('button', { name: 'More for Speed to lead' }).click();
    await page.getByRole('menuitem', { name: 'Make a copy' }).click();
    await page.getByLabel('Name of the journey').and(page.locator('[value$="(copy)"]')).waitFor();
    await page.getByRole('link', { name: 'All journeys' }).click();
    await page.getByLabel('Search journeys').fill('copy');
    await page.waitForURL(/search=copy/);
    const table = page.getByRole('table', { name: 'Journeys' });
    await table.getByRole('row').nth(2).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'More for Speed to lead (copy)' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete journey' }).click();
    await page.getByText('No journey matches').waitFor();
    await page.getByRole('button', { name: 'Show all journeys' }).click();
    await table.getByText('Speed to lead', { exact: true }).waitFor();
  });
});

describe('building by mouse', () => {
  it('adds, drags in and connects steps, and saves them by itself', async () => {
    const { page } = manager;
    await page.getByRole('button', { name: 'New journey' }).first().click();
    await page.getByText('An empty journey').waitFor();
    await page.getByLabel('Name of the journey').fill('By mouse');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Add Call' }).click();
    await page.getByRole('button', { name: 'Add Text message' }).click();
    await nameField(page).fill('Sorry we missed you');
    await page
      .getByRole('button', { name: 'Add Tag' })
      .dragTo(page.locator('.react-flow__pane'), { targetPosition: { x: 110, y: 420 } });
    await card(page, 'Tag').waitFor();
    await page.getByText('No way leads here.').waitFor();
    await dragTo(page, way(page, 'Call', 'noAnswer'), card(page, 'Tag').locator('.react-flow__handle-top'));
    await page.getByText('No way leads here.').waitFor({ state: 'detached' });
    await page.getByLabel('Add', { exact: true }).first().fill('missed');
    await page.keyboard.press('Enter');
    await saved(page);
    const { steps, entry } = await journeyNow(page);
    const byName = Object.fromEntries(steps.map((step) => [step.name, step]));
    expect(byName.Call!.id).toBe(entry);
    expect(byName.Call!.next).toEqual({
      answered: byName['Sorry we missed you']!.id,
      noAnswer: byName.Tag!.id,
    });
    expect(byName.Tag!.config).toMatchObject({ add: ['missed'] });
  });

  it('says what is missing, and a press goes there', async () => {
    const { page } = manager;
    await page.locator('.react-flow__pane').click({ position: { x: 20, y: 20 } });
    await page.getByText('Before it can go live').waitFor();
    await page.getByRole('button', { name: 'Go live' }).click();
    await page.getByText('1 thing keeps it from going live').first().waitFor();
    await page
      .getByRole('button', { name: /Sorry we missed you.*Choose a template or write a text/ })
      .click();
    await page.getByLabel('Text', { exact: true }).fill('Hi {{ lead.firstName }}, we tried to call you.');
    await page.getByText('Hi Jordan, we tried to call you.').waitFor();
    await page.getByText('1 segment', { exact: false }).waitFor();
    await look(page, 'journey-builder');
  });

  it('inserts on a way, deletes and joins, undoes and does again', async () => {
    const { page } = manager;
    await page.getByRole('button', { name: 'Insert a step here: answered' }).click();
    await page.getByRole('menuitem', { name: 'Wait' }).click();
    await card(page, 'Wait').waitFor();
    await page.keyboard.press('Escape');
    await card(page, 'Wait').click();
    await page.keyboard.press('Delete');
    await card(page, 'Wait').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await card(page, 'Wait').waitFor();
    await page.keyboard.press('Control+z');
    await card(page, 'Wait').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+Shift+z');
    await card(page, 'Wait').waitFor();
    await saved(page);
    const { steps } = await journeyNow(page);
    const find = (name: string) => steps.find((step) => step.name === name)!;
    expect(find('Call').next.answered).toBe(find('Wait').id);
    expect(find('Wait').next.next).toBe(find('Sorry we missed you').id);
  });

  it('copies what is selected with the ways between, and tidies up', async () => {
    const { page } = manager;
    await page.locator('.react-flow__pane').click({ position: { x: 20, y: 20 } });
    await page.keyboard.press('Control+a');
    await page.getByText('4 steps selected').waitFor();
    await page.keyboard.press('Control+c');
    await page.keyboard.press('Control+v');
    await expect.poll(() => page.locator('.react-flow__node-step').count()).toBe(8);
    await page.keyboard.press('Delete');
    await expect.poll(() => page.locator('.react-flow__node-step').count()).toBe(4);
    await page.getByRole('button', { name: 'Tidy up' }).click();
    await saved(page);
    const boxes = await page
      .locator('.react-flow__node-step')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
    for (const [at, one] of boxes.entries())
      for (const other of boxes.slice(at + 1))
        expect(
          one.right <= other.left ||
            other.right <= one.left ||
            one.bottom <= other.top ||
            other.bottom <= one.top,
        ).toBe(true);
  });
});

describe('a dry run', () => {
  it('plays the plan on a fast clock, and can be stepped and scrubbed', async () => {
    const { page } = manager;
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.getByRole('button', { name: 'Dry run' }).click();
    await page.getByRole('combobox', { name: 'When it is called' }).click();
    await page.getByRole('option', { name: 'Somebody answers' }).click();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    const player = page.getByRole('group', { name: 'Player of the dry run' });
    await player.waitFor();
    await player.getByRole('button', { name: 'Pause' }).click();
    const slider = player.getByRole('slider', { name: 'Place in the dry run' });
    await slider.focus();
    await page.keyboard.press('Home');
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toContain('Call');
    await page.keyboard.press('ArrowRight');
    await player.getByRole('button', { name: 'Step on' }).click();
    await page.getByRole('status').getByText('Hi Jordan, we tried to call you.').waitFor();
    await expectAccessible(page);
    await slider.focus();
    await page.keyboard.press('End');
    await player.getByText('The end').waitFor();
    await page.getByRole('button', { name: 'End the dry run' }).click();
    await player.waitFor({ state: 'detached' });
    await page.emulateMedia({ reducedMotion: null });
  });
});

describe('going live', () => {
  it('publishes, enrols by hand and shows what happens to each', async () => {
    const { page } = manager;
    await page.getByRole('button', { name: 'Go live' }).click();
    await page.getByText('The journey is live').waitFor();
    expect((await journeyNow(page)).liveVersion).toBe(1);
    await page.getByRole('link', { name: 'Leads', exact: true }).last().click();
    await page.getByText('Nobody has come in yet').waitFor();
    await page.getByRole('button', { name: 'Enrol leads' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Enrol leads' });
    await dialog.getByLabel('Search leads').fill('Grace');
    await dialog.getByRole('checkbox', { name: /Grace Tester/ }).check();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Enrol 1 lead' }).click();
    await page.getByText('1 lead enrolled').waitFor();
    await page.getByRole('row', { name: /Grace Tester/ }).click();
    const panel = page.getByRole('dialog', { name: 'Grace Tester' });
    await panel.getByText('Came in').waitFor();
    await panel.getByRole('button', { name: 'Pause' }).click();
    await page
      .getByRole('dialog', { name: /Pause Grace Tester/ })
      .getByRole('button', { name: 'Pause' })
      .click();
    await page.getByRole('dialog', { name: /Pause Grace Tester/ }).waitFor({ state: 'detached' });
    await panel.getByText('Paused', { exact: true }).waitFor();
    await expectAccessible(page);
    await panel.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('Grace Tester goes on').waitFor();
    await panel.getByRole('button', { name: 'Close' }).click();
  });

  it('enrols all of a filter in the background', async () => {
    const { page } = manager;
    await page.getByRole('button', { name: 'Enrol leads' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Enrol leads' });
    await dialog.getByRole('tab', { name: 'By a filter' }).click();
    await dialog.getByRole('button', { name: 'Enrol every lead' }).click();
    await dialog.getByText('3 leads enrolled').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => page.getByRole('row').count()).toBe(5);
  });

  it('draws the statistics', async () => {
    const { page } = manager;
    await page.getByRole('tab', { name: 'Statistics' }).click();
    await page.getByRole('region', { name: 'Came in' }).getByText('4', { exact: true }).waitFor();
    await page.getByRole('list', { name: 'Leads at each step of the main line' }).getByText('Call').waitFor();
    await page
      .getByRole('table', { name: 'Figures of each step' })
      .getByText('Sorry we missed you')
      .waitFor();
    await expectAccessible(page);
  });

  it('keeps leads on their version until they are moved', async () => {
    const { page } = manager;
    await page.getByRole('tab', { name: 'Steps' }).click();
    await page.getByText('Leads come in').waitFor();
    await page.getByRole('button', { name: 'Add End' }).click();
    await saved(page);
    await page.getByRole('button', { name: 'Publish changes' }).click();
    await page.getByText('Published: new leads get these steps').waitFor();
    await page.getByRole('button', { name: 'More for this journey' }).click();
    await page.getByRole('menuitem', { name: 'Versions' }).click();
    const panel = page.getByRole('dialog', { name: 'Versions' });
    const old = panel.getByRole('region', { name: 'Version 1' });
    // It has come to rest: while it slides in its colours are not its own.
    await old.getByRole('button', { name: /^Move / }).hover();
    await expectAccessible(page);
    await old.getByRole('button', { name: /^Move / }).click();
    await page.getByRole('button', { name: 'Move leads' }).click();
    await panel.getByText(/^\d leads? moved$/).waitFor();
    await old.waitFor({ state: 'detached' });
    await panel.getByRole('region', { name: 'Version 2' }).getByRole('link', { name: 'Look at it' }).click();
    await page.getByText('Nothing can be changed here.', { exact: false }).waitFor();
    await card(page, 'Sorry we missed you').click();
    expect(await nameField(page).isDisabled()).toBe(true);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Back to the draft' }).click();
    await page.getByRole('button', { name: 'Add End' }).waitFor();
  });

  it('keeps where a card lies, which is no change to be published', async () => {
    const { page } = manager;
    const before = await journeyNow(page);
    const place = (steps: Journey['steps']) => steps.find(({ name }) => name === 'Call')!.position;
    const box = (await card(page, 'Call').boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + 12);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 90, box.y + 60, { steps: 6 });
    await page.mouse.up();
    await expect.poll(async () => place((await journeyNow(page)).steps)).not.toEqual(place(before.steps));
    await saved(page);
    expect(await journeyNow(page)).toMatchObject({ draftDiffers: false, liveVersion: before.liveVersion });
    await expect
      .poll(() => page.getByRole('button', { name: 'Publish changes' }).getAttribute('aria-disabled'))
      .toBe('true');
  });

  it('shows what is to come, and cancels it', async () => {
    const { page } = manager;
    await page.goto('/journeys/executions');
    const cancel = page.getByRole('button', { name: /^Cancel .* of .* Tester$/ }).first();
    await cancel.waitFor();
    await expectAccessible(page);
    await cancel.click();
    await page.getByRole('button', { name: 'Cancel the step' }).click();
    await page.getByText('Step cancelled').waitFor();
  });
});

describe('working on it at the same time', () => {
  it('takes in what somebody else has changed, and asks where both have changed the same', async () => {
    const { page } = manager;
    await page.goto('/journeys');
    await page
      .getByRole('row', { name: /By mouse/ })
      .getByText('By mouse')
      .click();
    await page.getByText('Leads come in').waitFor();
    const { id, version, steps } = await journeyNow(page);
    await admin.ask('PUT', `/journeys/${id}`, { version, name: 'Renamed elsewhere' });
    await page.getByRole('button', { name: 'Add Status' }).click();
    await expect.poll(() => page.getByLabel('Name of the journey').inputValue()).toBe('Renamed elsewhere');
    await expect.poll(async () => (await journeyNow(page)).steps.length).toBe(steps.length + 1);
    const alert = page.getByRole('alert').filter({ hasText: 'changed this journey' });
    expect(await alert.count()).toBe(0);

    const now = await journeyNow(page);
    const added = now.steps.find((step) => steps.every((one) => one.id !== step.id))!;
    await admin.ask('PUT', `/journeys/${id}`, {
      version: now.version,
      steps: now.steps.map((step) => (step.id === added.id ? { ...step, name: 'Named elsewhere' } : step)),
      entry: now.entry,
    });
    await nameField(page).fill('Named here');
    await alert.getByText('Alex Morgan').waitFor();
    await expectAccessible(page);
    await alert.getByRole('button', { name: 'Load theirs' }).click();
    await alert.waitFor({ state: 'detached' });
    await card(page, 'Named elsewhere').waitFor();
  });

  it('sets the rules and tests the auto-enrolment', async () => {
    const { page } = manager;
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    const panel = page.getByRole('dialog', { name: 'Journey settings' });
    await panel.getByRole('switch', { name: 'It leaves when it replies' }).click();
    await expect.poll(async () => JSON.stringify(await journeyNow(page))).toContain('"exitOnReply":false');
    await panel.getByRole('tab', { name: 'Who comes in' }).click();
    await panel.getByRole('switch', { name: 'Leads that fit come in by themselves' }).click();
    await panel.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Leads that fit come in by themselves').last().waitFor();
    await panel.getByRole('list', { name: 'Leads that fit each of the criteria' }).waitFor();
    await panel.getByRole('button', { name: 'Test the auto-enrolment' }).click();
    await panel.getByRole('article').first().waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  });
});

describe('on a phone, by keyboard', () => {
  it('builds with the outline alone', async () => {
    const phone = await visit(product.origin, { width: 390, height: 844 });
    const { page } = phone;
    await signIn(page);
    await page.getByRole('button', { name: 'New journey' }).first().click();
    await page.waitForURL(/jrn_/);
    const press = async (target: Locator) => {
      await target.focus();
      await page.keyboard.press('Enter');
    };
    await press(page.getByRole('button', { name: 'Add the first step' }));
    await press(page.getByRole('menuitem', { name: 'Wait' }));
    const panel = page.getByRole('dialog', { name: 'Wait' });
    await panel.getByLabel('How long').click();
    await panel.getByLabel('How long').fill('3');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await press(page.getByRole('button', { name: 'Insert a step after Wait' }));
    await press(page.getByRole('menuitem', { name: 'E-mail' }));
    await page.getByRole('dialog', { name: 'E-mail' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'E-mail' }).waitFor({ state: 'detached' });
    await press(page.getByRole('button', { name: 'Move E-mail up' }));
    await saved(page);
    await expect
      .poll(async () => {
        const { steps, entry } = await journeyNow(page);
        const first = steps.find(({ id }) => id === entry);
        return [first?.name, steps.find(({ id }) => id === first?.next.next)?.config];
      })
      .toEqual(['E-mail', expect.objectContaining({ amount: 3 })]);
    await expectAccessible(page);
    await press(page.getByRole('button', { name: 'Delete E-mail' }));
    await page.getByRole('button', { name: 'Move E-mail up' }).waitFor({ state: 'detached' });
    await saved(page);
    expect((await journeyNow(page)).steps).toHaveLength(1);
    // In the list each row's menu is in view, however long its journey's name.
    await page.goto('/journeys');
    const menu = (await page
      .getByRole('row')
      .nth(1)
      .getByRole('button', { name: /^More for/ })
      .boundingBox())!;
    expect(menu.x + menu.width).toBeLessThanOrEqual(390 - 16);
    expect(phone.problems).toEqual([]);
    await phone.context.close();
  });

  it('threw nothing, and the security policy refused nothing', () => {
    expect(manager.problems).toEqual([]);
  });
});
