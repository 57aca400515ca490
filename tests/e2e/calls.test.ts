import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, expectAccessible, type Visit, visit } from '#tests/support/browser.ts';
import { shareOffice } from '#tests/support/calling.ts';
import type { Caller, Product } from '#tests/support/product.ts';
import { download, look, signInOn } from '#tests/support/screens.ts';

/* A floor that calls: its log with filters and details, a call handed over, the figures and who is ahead. */

let product: Product;
let admin: Caller;
let agent: Caller;
let alex: Visit;
let maya: { agentId: string; name: string };
let leadId: string;

interface Call {
  id: string;
  phone: string;
  status: string;
  direction: string;
  talkSeconds: number;
  legs: { agentId: string; talkSeconds: number }[];
}
const calls = async (query = '') =>
  (await admin.ask<{ calls: Call[] }>('GET', `/calls${query ? `?${query}` : ''}`)).calls;
const statuses = ['completed', 'no-answer', 'busy', 'voicemail'] as const;

beforeAll(async () => {
  product = await shareOffice();
  [admin, agent] = [await product.signIn('admin'), await product.signIn('agent')];
  const { agents } = await admin.ask<{ agents: { agentId: string; name: string }[] }>(
    'GET',
    '/lead-assignments/stats',
  );
  maya = agents.find(({ name }) => name === 'Maya Chen')!;
  const lead = await admin.ask<{ id: string }>('POST', '/leads', {
    firstName: 'Cora',
    lastName: 'Caller',
    phones: ['+12125557001'],
    dealAmount: 9_000,
    ownerId: maya.agentId,
  });
  leadId = lead.id;
  for (let n = 0; n < 12; n++)
    await (n % 2 ? agent : admin).ask('POST', '/calls', {
      direction: n % 3 ? 'outbound' : 'inbound',
      phone: n === 0 ? '+12125557001' : `+1212555${7100 + n}`,
      status: statuses[n % 4],
      talkSeconds: n % 4 === 0 ? 60 * (n + 1) : 0,
      disposition: n % 4 === 0 ? 'Interested' : '',
      notes: n === 4 ? '=SUM(A1) is what they said 🎉' : '',
    });
  // A sale for the leaderboard.
  await admin.ask('PATCH', `/leads/${leadId}`, { status: 'won' });
  alex = await visit(product.origin);
  await signInOn(alex.page, 'admin');
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

const rows = () => alex.page.getByRole('table', { name: 'Calls' }).locator('tbody tr');
const rowsAre = (n: number) => expect.poll(() => rows().count()).toBe(n);
const choose = async (label: string, option: string) => {
  const { page } = alex;
  await page.getByRole('search').getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

describe('the call log', () => {
  it('shows what has been, and its figures', async () => {
    const { page } = alex;
    await page.goto('/calls');
    await rowsAre(12);
    await expect
      .poll(async () => (await page.getByRole('region', { name: 'Calls today' }).textContent()) ?? '', {})
      .toContain('12');
    await look(page, 'log');
  });

  it('is narrowed by status, direction, agent and day, in an address that holds it', async () => {
    const { page } = alex;
    await choose('Status', 'Completed');
    await rowsAre(3);
    await choose('Direction', 'Inbound');
    await rowsAre((await calls('status=completed&direction=inbound')).length);
    await page.waitForURL(/status=completed&direction=inbound/);
    await page.reload();
    await rows().first().waitFor();
    await page.getByLabel('All statuses').click();
    await page.getByLabel('Both directions').click();
    await choose('Agent', 'Maya Chen');
    await rowsAre(6);
    await page.getByLabel('Until').fill('2020-01-01');
    await page.getByText('No call matches').waitFor();
    await expectAccessible(page);
    await page.goto('/calls');
    await page.getByRole('textbox', { name: 'Phone number' }).fill('(212) 555-7104');
    await rowsAre(1);
  });

  it('is a CSV file with the same filters', async () => {
    const { page } = alex;
    await page.goto('/calls?status=completed');
    await rowsAre(3);
    const file = await download(page, page.getByRole('button', { name: 'Export' }));
    const lines = parse(file.text, { columns: true, bom: true }) as Record<string, string>[];
    expect(lines).toHaveLength(3);
    expect(JSON.stringify(lines)).toContain("'=SUM(A1) is what they said 🎉");
    expect(JSON.stringify(lines)).toContain('"+12125557001"');
  });
});

describe('one call', () => {
  it('is moved along, handed over and closed, each agent with their own part', async () => {
    const { page } = alex;
    await page.goto('/calls?call=new');
    const panel = page.getByRole('dialog', { name: 'Log a call' });
    await panel.getByText('It begins now', { exact: true }).click();
    // Who calls us may always be answered, whatever the hour.
    await panel.getByRole('combobox', { name: 'Direction' }).click();
    await page.getByRole('option', { name: 'They called us' }).click();
    await panel.getByRole('textbox', { name: 'Phone number' }).fill('(212) 555-7001');
    await look(page, 'log-a-call');
    await panel.getByRole('button', { name: 'Save' }).click();
    const call = page.getByRole('dialog', { name: 'Call from Cora Caller' });
    await call.waitFor();
    const next = call.getByRole('region', { name: 'What happens next' });
    await next
      .getByRole('button', { name: 'In progress', exact: true })
      .or(next.getByRole('button', { name: 'Ringing', exact: true }))
      .first()
      .waitFor();
    const ringing = next.getByRole('button', { name: 'Ringing', exact: true });
    if (await ringing.count()) await ringing.click();
    await next.getByRole('button', { name: 'In progress', exact: true }).click();
    // Nobody had it: it is that of who answers.
    await call.getByRole('region', { name: 'Who had it' }).getByText('Alex Morgan').waitFor();
    await call.getByText('going on').first().waitFor();
    await look(page, 'call');
    await call.getByRole('combobox', { name: 'Hand over to' }).click();
    await page.getByRole('option', { name: maya.name }).click();
    await call.getByText('Who had it, each for their own part').waitFor();
    await next.getByRole('button', { name: 'Completed' }).click();
    await call.getByRole('combobox', { name: 'Hand over to' }).waitFor({ state: 'detached' });
    await call.getByRole('textbox', { name: 'Disposition' }).fill('Sold');
    await call.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Call saved').waitFor();
    const [made] = await calls('direction=inbound');
    expect(made).toMatchObject({ status: 'completed', disposition: 'Sold' });
    expect(made!.legs).toHaveLength(2);
    expect(made!.legs[1]!.agentId).toBe(maya.agentId);
    await call.getByRole('link', { name: 'Cora Caller' }).click();
    await page.getByRole('heading', { name: 'Cora Caller', level: 1 }).waitFor();
    await page.getByRole('tab', { name: 'Calls' }).click();
    await page
      .getByRole('list', { name: /Timeline|Calls/ })
      .getByRole('listitem')
      .first()
      .waitFor();
  });

  it('is logged once however often Save is pressed', async () => {
    const { page } = alex;
    const before = (await calls()).length;
    await page.goto('/calls?call=new');
    const panel = page.getByRole('dialog', { name: 'Log a call' });
    await panel.getByRole('textbox', { name: 'Phone number' }).fill('(212) 555-7999');
    await panel.getByRole('button', { name: 'Save' }).dblclick();
    await page.getByText('Call logged').waitFor();
    await panel.waitFor({ state: 'hidden' });
    expect(await calls()).toHaveLength(before + 1);
  });
});

describe('the dashboard', () => {
  it('has today’s figures, the hours as bars, and who is ahead', async () => {
    const { page } = alex;
    await page.goto('/dashboard');
    const figure = async (name: string) => (await page.getByRole('region', { name }).textContent()) ?? '';
    await expect.poll(() => figure('Calls today')).toContain('14');
    await expect.poll(() => figure('Won today')).toContain('$9,000');
    const chart = page.getByRole('table', { name: 'Calls and new leads over time' });
    const sums = async () => {
      const cells = await chart
        .locator('tbody tr')
        .evaluateAll((lines) =>
          lines.map((line) => [...line.querySelectorAll('td')].map((cell) => Number(cell.textContent))),
        );
      return [0, 1, 2].map((at) => cells.reduce((sum, line) => sum + line[at]!, 0));
    };
    const history = await admin
      .ask<{ hours: { calls: number; callsAnswered: number; leadsCreated: number }[] }>(
        'GET',
        '/stats/history?hours=24',
      )
      .catch(() => null);
    // The chart is asked for by itself, and may come after the figures.
    await expect.poll(async () => (await sums()).slice(0, 2).reduce((sum, one) => sum + one, 0)).toBe(14);
    const [answered, missed, leads] = await sums();
    expect(leads).toBeGreaterThan(0);
    if (history) expect(history.hours.reduce((sum, { calls: n }) => sum + n, 0)).toBe(14);
    await page.getByText('7 days', { exact: true }).first().click();
    await expect.poll(async () => chart.locator('tbody tr').count()).toBe(7);
    expect(await sums()).toEqual([answered, missed, leads]);

    const board = page.getByRole('table', { name: 'Leaderboard' });
    const first = board.getByRole('row').nth(1);
    expect(await first.textContent()).toContain('1. Maya Chen');
    expect(await first.textContent()).toContain('$9,000 (1)');
    await look(page, 'dashboard');
    await page.getByText('30 days', { exact: true }).last().click();
    await first.getByText('1. Maya Chen').waitFor();
    await expectAccessible(page);
  });

  it('shows an agent their own', async () => {
    const own = await visit(product.origin);
    await signInOn(own.page, 'agent');
    await own.page.getByRole('table', { name: 'Leaderboard' }).waitFor();
    await own.page.goto('/calls');
    const table = own.page.getByRole('table', { name: 'Calls' });
    await table.locator('tbody tr').first().waitFor();
    // Theirs, and the one that was handed over to them.
    await expect.poll(() => table.locator('tbody tr').count()).toBe(7);
    await look(own.page, 'own-calls');
    expect([...alex.problems, ...own.problems]).toEqual([]);
  });
});
