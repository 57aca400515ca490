import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, expectAccessible, type Visit, visit } from '#tests/support/browser.ts';
import { type Caller, Product } from '#tests/support/product.ts';
import { download, look, signInOn } from '#tests/support/screens.ts';

/* The list as somebody keeps it in order: files of it, views, columns, one value, many leads, and fifteen hundred. */

interface Lead {
  id: string;
  firstName: string;
  status: string;
  ownerId: string | null;
  tags: string[];
  score: number;
  state: string;
}

let product: Product;
let admin: Caller;
let alex: Visit;
let agents: { agentId: string; name: string }[];

const people = Array.from({ length: 24 }, (_, at) => ({
  firstName: `Person${String(at).padStart(2, '0')}`,
  lastName: at === 3 ? '=HYPERLINK("http://example.com")' : at === 5 ? 'Zoë 🎉' : 'Lister',
  phones: [`+1212555${4000 + at}`],
  source: at % 2 ? 'Fair' : 'Web',
  status: at % 4 ? 'new' : 'qualified',
  score: at,
  tags: at < 2 ? ['early'] : [],
  address: { street: '', city: 'New York', state: 'NY', postcode: '10001', country: 'US' },
}));

beforeAll(async () => {
  product = await Product.start();
  admin = await product.signIn('admin');
  await admin.ask('POST', '/leads/bulk', { leads: people });
  ({ agents } = await admin.ask<{ agents: typeof agents }>('GET', '/lead-assignments/stats'));
  alex = await visit(product.origin);
  await signInOn(alex.page, 'admin');
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

const grid = () => alex.page.getByRole('grid', { name: 'Leads' });
const row = (name: string) => alex.page.getByRole('row', { name: new RegExp(name) });
const bar = () => alex.page.getByRole('toolbar', { name: 'Leads that are selected' });
const found = async (text: string) =>
  (await admin.ask<{ leads: Lead[] }>('POST', '/leads/search', { query: text })).leads[0]!;
const choose = async (...names: string[]) => {
  for (const name of names) await row(name).getByRole('checkbox').check();
};

describe('what the list shows, as a file', () => {
  const filter = { all: [{ field: 'source', op: 'is', value: 'Fair' }] };
  const open = async () => {
    const { page } = alex;
    await page.goto(`/leads?filter=${encodeURIComponent(JSON.stringify(filter))}&sort=score:desc`);
    await page.getByText('12 leads', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'More for this list' }).click();
    await expectAccessible(page);
    await page.getByRole('menuitem', { name: 'Export this list' }).click();
    return page.getByRole('dialog', { name: 'Export leads' });
  };

  it('is a CSV with its filter and its order, and no formula in it', async () => {
    const { page } = alex;
    const dialog = await open();
    await dialog.getByText('The leads where Source is Fair.').waitFor();
    await look(page, 'export');
    await dialog.getByRole('button', { name: 'Export', exact: true }).click();
    await dialog.getByText(/^12 leads in Leads .*\.csv$/).waitFor();
    await expectAccessible(page);
    const file = await download(page, dialog.getByRole('link', { name: 'Download' }));
    expect(file.name).toMatch(/^Leads \d{4}-\d\d-\d\d \d\d\.\d\d\.csv$/);
    expect(file.text.startsWith('\uFEFF')).toBe(true);
    const rows = parse(file.text, { columns: true, bom: true }) as Record<string, string>[];
    expect(rows.map((one) => one.Score)).toEqual(
      [23, 21, 19, 17, 15, 13, 11, 9, 7, 5, 3, 1].map((score) => String(score)),
    );
    expect(rows.at(-2)).toMatchObject({ 'First name': 'Person03', 'Last name': `'${people[3]!.lastName}` });
    expect(rows.at(-3)).toMatchObject({ 'Last name': 'Zoë 🎉', Phone: '+12125554005', Status: 'new' });
    await dialog.getByRole('button', { name: 'Close' }).click();
  });

  it('is JSON for programs', async () => {
    const { page } = alex;
    const dialog = await open();
    await dialog.getByText('JSON, for programs').click();
    await dialog.getByRole('button', { name: 'Export', exact: true }).click();
    const file = await download(page, dialog.getByRole('link', { name: 'Download' }));
    expect(file.name).toMatch(/\.json$/);
    const leads = JSON.parse(file.text) as Lead[];
    expect(leads).toHaveLength(12);
    expect(leads[0]).toMatchObject({ firstName: 'Person23', score: 23, state: 'live' });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'More for this list' }).click();
    await page.getByRole('menuitem', { name: 'Imports and exports' }).click();
    await page
      .getByText(/^Leads .*\.json$/)
      .first()
      .waitFor();
    await look(page, 'exports');
  });
});

describe('views and columns', () => {
  it('are arranged, saved for all, changed and removed', async () => {
    const { page } = alex;
    await page.goto('/leads');
    await grid().waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    const columns = page.getByRole('dialog', { name: 'Columns' });
    await columns.getByRole('checkbox', { name: 'Tags' }).click();
    await columns.getByRole('checkbox', { name: 'Source' }).click();
    await columns.getByRole('button', { name: 'Move Source to the left' }).click();
    await look(page, 'columns');
    await page.keyboard.press('Escape');
    const titles = async () => (await grid().getByRole('columnheader').allTextContents()).slice(1);
    expect(await titles()).toEqual(['Name', 'Phone', 'Status', 'Owner', 'Score', 'Deal', 'Source', 'Added']);
    await grid().getByRole('button', { name: 'Sort by score' }).click();
    await page.waitForURL(/sort=score/);
    await row('Person23').waitFor();

    await page.getByRole('button', { name: 'All leads', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Save as a new view' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save view' });
    await dialog.getByLabel('Name').fill('By score');
    await dialog.getByRole('switch', { name: 'Shared' }).click();
    await look(page, 'save-view');
    await dialog.getByRole('button', { name: 'Save view' }).click();
    await page.getByText('“By score” saved').waitFor();
    interface View {
      name: string;
      shared: boolean;
      columns: string[];
      sort: object;
    }
    const views = async () => (await admin.ask<{ views: View[] }>('GET', '/leads/views')).views;
    expect(await views()).toMatchObject([
      {
        name: 'By score',
        shared: true,
        sort: { field: 'score', direction: 'desc' },
        columns: ['phone', 'status', 'ownerId', 'score', 'dealAmount', 'source', 'createdAt'],
      },
    ]);

    // Changed, it says so until it is kept.
    await grid().getByRole('button', { name: 'Sort by score' }).click();
    await page.getByRole('button', { name: 'By score *' }).click();
    await page.getByRole('menuitem', { name: 'Save the changes' }).click();
    await page.getByRole('button', { name: 'By score', exact: true }).waitFor();
    expect(await views()).toMatchObject([{ sort: { field: 'score', direction: 'asc' } }]);

    // An agent finds it, and may not remove what is somebody else's.
    const agent = await visit(product.origin);
    await signInOn(agent.page, 'agent');
    await agent.page.goto('/leads');
    await agent.page.getByRole('button', { name: 'All leads', exact: true }).click();
    await agent.page.getByRole('menuitem', { name: 'By score' }).click();
    await agent.page.getByRole('button', { name: 'By score', exact: true }).click();
    await agent.page.getByRole('menuitem', { name: 'Save as a new view' }).waitFor();
    expect(await agent.page.getByRole('menuitem', { name: 'Remove this view' }).count()).toBe(0);
    expect(agent.problems).toEqual([]);
    await agent.context.close();

    await page.getByRole('button', { name: 'By score', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Remove this view' }).click();
    const question = page.getByRole('dialog', { name: 'Remove “By score”?' });
    await question.getByText('Nobody else will see the view any more.').waitFor();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Remove view' }).click();
    await page.getByRole('button', { name: 'All leads', exact: true }).waitFor();
    expect(await views()).toEqual([]);
  });
});

describe('one value in its row', () => {
  it('is changed by the pointer and by the keys alone', async () => {
    const { page } = alex;
    await page.goto('/leads');
    await row('Person20')
      .getByRole('button', { name: /^Owner:/ })
      .click();
    await expectAccessible(page);
    await page.getByRole('option', { name: agents[0]!.name }).click();
    await row('Person20')
      .getByRole('button', { name: `Owner: ${agents[0]!.name}` })
      .waitFor();
    await expect.poll(async () => (await found('Person20')).ownerId).toBe(agents[0]!.agentId);

    await grid().focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    const name = (await grid().locator('[data-active]').getByRole('link').textContent())!.split(' ')[0]!;
    await page.keyboard.press('e');
    await page.getByRole('textbox', { name: 'Score' }).fill('88');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await found(name)).score).toBe(88);
    await page.keyboard.press('t');
    await page.getByRole('combobox', { name: 'Tags' }).fill('Keen');
    await page.keyboard.press('Enter');
    await expectAccessible(page);
    await page.getByRole('heading', { name: 'Leads', level: 1 }).click();
    await expect.poll(async () => (await found(name)).tags).toEqual(['keen']);
    await grid().focus();
    await page.keyboard.press('t');
    await page.getByRole('combobox', { name: 'Tags' }).fill('Early');
    for (const key of ['Enter', 'Tab', 'Enter']) await page.keyboard.press(key);
    await expect.poll(async () => (await found(name)).tags).toEqual(['keen', 'early']);
    // The arrows begin at the status as it is.
    const { status: was } = await found(name);
    await grid().focus();
    await page.keyboard.press('s');
    await page.locator('[role=option][data-combobox-selected]').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await found(name)).status).toBe(was === 'new' ? 'contacted' : 'proposal');
    // Escape leaves a value as it was.
    await page.keyboard.press('e');
    await page.getByRole('textbox', { name: 'Score' }).fill('12');
    await page.keyboard.press('Escape');
    expect((await found(name)).score).toBe(88);
  });
});

describe('a lead of the list', () => {
  it('opens by the keys at once, and by a press on a value rather than its editor', async () => {
    const { page } = alex;
    await page.goto('/leads');
    await row('Person23').waitFor();
    const second = await grid().getByRole('row').nth(2).getByRole('link').textContent();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: second!, level: 1 }).waitFor();

    await page.goto('/leads');
    await row('Person20')
      .getByRole('gridcell')
      .filter({ has: page.getByRole('button', { name: /^Status:/ }) })
      .click({ position: { x: 16, y: 24 } });
    await page.getByRole('heading', { name: /^Person20/, level: 1 }).waitFor();
    expect(await page.getByRole('listbox').count()).toBe(0);
  });
});

describe('many leads at once', () => {
  it('are given to an agent, get a status and tags', async () => {
    const { page } = alex;
    await page.goto('/leads');
    await choose('Person10', 'Person11', 'Person12');
    await look(page, 'bulk');
    await bar().getByRole('button', { name: 'Assign' }).click();
    await expectAccessible(page);
    await page.getByRole('menuitem', { name: agents[0]!.name }).click();
    await page.getByText(`3 leads given to ${agents[0]!.name}`).waitFor();
    await bar().getByRole('button', { name: 'Status' }).click();
    await page.getByRole('menuitem', { name: 'Proposal' }).click();
    await page.getByText('3 leads now Proposal').waitFor();
    await bar().getByRole('button', { name: 'Tags' }).click();
    const tags = page.getByRole('dialog', { name: 'Tags', exact: true });
    await tags.getByRole('combobox', { name: 'Add', exact: true }).fill('Autumn');
    await page.keyboard.press('Enter');
    await tags.getByRole('combobox', { name: 'Remove', exact: true }).fill('early');
    await page.keyboard.press('Enter');
    await expectAccessible(page);
    await tags.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('3 leads tagged').waitFor();
    for (const name of ['Person10', 'Person11', 'Person12'])
      expect(await found(name)).toMatchObject({
        ownerId: agents[0]!.agentId,
        status: 'proposal',
        tags: ['autumn'],
      });
    await bar().getByRole('button', { name: 'Clear selection' }).click();
  });

  it('are named one by one where they could not be had back', async () => {
    const { page } = alex;
    await choose('Person14', 'Person15', 'Person16');
    const { id } = await found('Person15');
    await bar().getByRole('button', { name: 'Delete' }).click();
    await page.getByText('3 leads deleted').waitFor();
    await expect.poll(async () => await admin.ask<Lead>('GET', `/leads/${id}`).catch(() => null)).toBeNull();
    // Meanwhile somebody adds the number of one of them.
    await admin.ask('POST', '/leads', { firstName: 'Heir', phones: ['+12125554015'] });
    await page.getByRole('button', { name: 'Undo' }).click();
    const dialog = page.getByRole('dialog', { name: '2 leads restored, 1 not' });
    await dialog.getByRole('link', { name: 'Person15 Lister' }).waitFor();
    await dialog.getByText('Another lead has the number +12125554015.').waitFor();
    await look(page, 'not-done');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await row('Person14').waitFor();
    await row('Person16').waitFor();
    expect((await admin.ask<{ leads: Lead[] }>('GET', '/leads?deleted=true')).leads).toMatchObject([
      { firstName: 'Person15', state: 'deleted' },
    ]);
  });

  it('come back from among the deleted', async () => {
    const { page } = alex;
    const heir = await found('Heir');
    await admin.ask('DELETE', `/leads/${heir.id}?force=true`);
    await page.getByRole('button', { name: 'More for this list' }).click();
    await page.getByRole('menuitem', { name: 'Deleted leads' }).click();
    await row('Person15').getByRole('checkbox').check();
    await look(page, 'deleted');
    await bar().getByRole('button', { name: 'Restore' }).click();
    await page.getByText('1 lead restored').waitFor();
    await page.getByText('Nothing has been deleted').waitFor();
    expect(await found('Person15')).toMatchObject({ state: 'live' });
  });
});

describe('more leads than may be changed at once', () => {
  it('are walked to the last one with few rows drawn', async () => {
    const { page } = alex;
    for (let from = 0; from < 1_000; from += 250)
      await admin.ask('POST', '/leads/bulk', {
        leads: Array.from({ length: 250 }, (_, at) => ({
          firstName: `Crowd${from + at}`,
          lastName: 'Member',
          score: at % 100,
        })),
      });
    const { total } = await admin.ask<{ total: number }>('GET', '/leads/statistics');
    expect(total).toBeGreaterThan(1_000);
    const [newest, oldest] = await Promise.all(
      ['desc', 'asc'].map(async (direction) => {
        const sort = { field: 'createdAt', direction };
        const { leads } = await admin.ask<{ leads: { fullName: string }[] }>('POST', '/leads/query', {
          sort,
          limit: 1,
        });
        return leads[0]!.fullName;
      }),
    );
    await page.goto('/leads');
    await grid().waitFor();
    const drawn = () => grid().getByRole('row').count();
    const scrollToEnd = () =>
      grid().evaluate((element) => {
        element.scrollTop = element.scrollHeight;
      });
    let most = 0;
    // As a person does who drags the bar down: each time as far as it goes, until all pages have come.
    await expect
      .poll(
        async () => {
          await scrollToEnd();
          most = Math.max(most, await drawn());
          return page.getByText(`${total.toLocaleString('en-US')} leads`, { exact: true }).count();
        },
        { timeout: 60_000, interval: 100 },
      )
      .toBe(1);
    await scrollToEnd();
    await grid().getByText(oldest!).waitFor();
    expect(Math.max(most, await drawn())).toBeLessThan(60);
    await grid().focus();
    await page.keyboard.press('Home');
    await grid().getByText(newest!).waitFor();
    await page.keyboard.press('End');
    await grid().getByText(oldest!).waitFor();
    expect(await grid().locator('[data-active]').textContent()).toContain(oldest!);
    await page.keyboard.press('Control+a');
    await bar()
      .getByText(`${total.toLocaleString('en-US')} leads selected`)
      .waitFor();
    await bar().getByText('At most 1,000 at once.').waitFor();
    expect(await drawn()).toBeLessThan(60);
    await page.keyboard.press('Escape');
    // On a phone the same as cards.
    await page.setViewportSize({ width: 390, height: 844 });
    const cards = page.getByRole('region', { name: 'Leads' });
    await cards.getByText(newest!).waitFor();
    await expect
      .poll(async () => {
        await cards.evaluate((element) => {
          element.scrollTop = element.scrollHeight;
        });
        return cards.getByText(oldest!).count();
      })
      .toBe(1);
    expect(await cards.getByRole('listitem').count()).toBeLessThan(40);
    await expectAccessible(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await grid().waitFor();
    // How long a frame takes while it is scrolled from one end to the other.
    const slowest = await grid().evaluate(async (element) => {
      const frames: number[] = [];
      let last = performance.now();
      for (let at = 0; at <= 60; at++) {
        element.scrollTop = (element.scrollHeight * at) / 60;
        await new Promise(requestAnimationFrame);
        const now = performance.now();
        frames.push(now - last);
        last = now;
      }
      return frames.sort((a, b) => a - b)[Math.floor(frames.length / 2)]!;
    });
    console.log(
      `leads table: ${most} rows drawn at most of ${total}, a frame takes ${slowest.toFixed(0)} ms`,
    );
    expect(alex.problems).toEqual([]);
  });
});
