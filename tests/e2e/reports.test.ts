import { streamXlsxRows } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoTemplates } from '#functions/demo/templates.ts';
import type { Sent } from '#infra/sandbox/outbox-store.ts';
import { closeBrowser, type Visit, visit } from '#tests/support/browser.ts';
import { eventually } from '#tests/support/eventually.ts';
import { readPdf } from '#tests/support/pdf-text.ts';
import type { Product } from '#tests/support/product.ts';
import { download, look, signInOn } from '#tests/support/screens.ts';
import { shareProduct } from '#tests/support/workspace.ts';

/* An admin reads last week's calls, asks for figures of their own, and has them mailed each morning. */

/** Calls are counted behind a queue; ms. */
const countedMs = 60_000;
let product: Product;
let admin: Visit;
let boss: Awaited<ReturnType<Product['signIn']>>;

const daysAgo = (days: number, hour: number) => {
  const at = new Date(Date.now() - days * 86_400_000);
  at.setUTCHours(hour, 0, 0, 0);
  return at.toISOString();
};

beforeAll(async () => {
  product = await shareProduct();
  boss = await product.signIn('admin');
  const agent = await product.signIn('agent');
  for (const [n, who] of [boss, agent, agent, agent, boss, agent].entries())
    await who.ask('POST', '/calls', {
      phone: `+1305555020${n}`,
      startedAt: daysAgo(2 + (n % 3) * 2, 15 + n),
      talkSeconds: n * 40,
      ...(n % 2 ? { disposition: 'Interested' } : {}),
    });
  await eventually(async () => {
    const { totals } = await boss.ask<{ totals: Record<string, number> }>(
      'GET',
      `/reports/calls?from=${daysAgo(8, 0).slice(0, 10)}&to=${daysAgo(0, 0).slice(0, 10)}`,
    );
    expect(totals.calls).toBe(6);
  }, countedMs);
  admin = await visit(product.origin);
  await signInOn(admin.page, 'admin');
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

describe('reports', () => {
  it('show a period beside the one before, sorted by any column', async () => {
    const { page } = admin;
    await page.goto('/reports');
    await page.getByRole('heading', { name: 'Calls', level: 1 }).waitFor();
    await page.getByRole('switch', { name: 'Compare with before' }).click();
    await page.getByText('0 before, new').first().waitFor();
    const table = page.getByRole('table', { name: /, table$/ });
    await table
      .getByRole('row', { name: /^Total/ })
      .getByText('6', { exact: true })
      .first()
      .waitFor();
    await table.getByRole('button', { name: 'Calls', exact: true }).click();
    await table
      .getByRole('columnheader', { name: 'Calls', exact: true })
      .and(page.locator('[aria-sort=descending]'))
      .waitFor();
    await page.getByRole('table', { name: /, \d{4}-\d\d-\d\d to / }).waitFor({ state: 'attached' });
    await look(page, 'reports-calls');
    await page.getByRole('combobox', { name: 'Group by' }).click();
    await page.getByRole('option', { name: 'Agent' }).click();
    await table.getByRole('columnheader', { name: 'Agent' }).waitFor();
    expect(page.url()).toContain('group=agent');
  });

  it('open the rows behind a figure, a total and a mark, and give them as a file', async () => {
    const { page } = admin;
    await page.goto('/reports/calls?period=last7Days&group=agent');
    const table = page.getByRole('table', { name: /, table$/ });
    await table.getByRole('button', { name: /^4, Calls, agent Story: show the rows$/ }).click();
    const panel = page.getByRole('dialog', { name: 'Calls' });
    await panel.getByText('Agent is agent Story').waitFor();
    await panel.getByText(', 4 rows').waitFor();
    const rows = panel.getByRole('table', { name: 'Calls, rows' }).locator('tbody tr');
    expect(await rows.count()).toBe(4);
    await look(page, 'reports-rows');
    await panel.getByRole('button', { name: 'Download' }).click();
    const file = await download(page, page.getByRole('menuitem', { name: /^CSV/ }));
    expect(file.name).toMatch(/^Calls, rows of Calls by agent.*\.csv$/);
    expect(file.text).toMatch(/"Rows","4"/);
    // Without the agent they are all calls; a reload shows the same.
    await panel.getByRole('button', { name: /^Take away Agent is agent Story/ }).click();
    await panel.getByText(', 6 rows').waitFor();
    await page.reload();
    await panel.getByText(', 6 rows').waitFor();
    await panel.getByRole('button', { name: 'Close' }).click();
    await panel.waitFor({ state: 'hidden' });
    // A bar of the chart, and the arrow keys between figures.
    await page.locator('ol[aria-hidden] button').first().click();
    await panel.getByText(/, \d rows?$/).waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    await table.getByRole('button', { name: /^4, Calls, agent Story/ }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(
      /^\d+, Answered, agent Story: show the rows$/,
    );
    // A row leads to its record.
    await table.getByRole('button', { name: /^4, Calls, agent Story/ }).click();
    await rows.first().click();
    await page.waitForURL(/\/calls\?call=cal_/);
  });

  it('are empty in words where nothing happened', async () => {
    const { page } = admin;
    await page.goto('/reports/sms?period=yesterday');
    await page.getByText('No texts yet').waitFor();
    await look(page, 'reports-empty');
  });

  it('count what one chooses, with filters as chips, and are downloaded', async () => {
    const { page } = admin;
    await page.goto('/reports/custom?of=calls&by=day,hour&figures=calls,talkSeconds&period=last7Days');
    await page.getByRole('region', { name: /Calls by weekday and hour/ }).waitFor();
    await look(page, 'reports-heat');
    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.getByRole('combobox', { name: 'Filter by' }).click();
    await page.getByRole('option', { name: 'Disposition' }).click();
    await page.getByRole('combobox', { name: 'Values' }).fill('Interested');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Add filter' }).click();
    await page.getByText('Disposition is Interested').waitFor();
    const table = page.getByRole('table', { name: /, table$/ });
    await table
      .getByRole('row', { name: /^Total/ })
      .getByText('3', { exact: true })
      .waitFor();
    await page.getByRole('button', { name: 'Download' }).click();
    const file = await download(page, page.getByRole('menuitem', { name: /^CSV/ }));
    expect(file.name).toMatch(/\.csv$/);
    expect(file.text).toMatch(/Talk time/);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /Take away the filter Disposition/ }).click();
    await table
      .getByRole('row', { name: /^Total/ })
      .getByText('6', { exact: true })
      .waitFor();
  });

  it('show the first rows, and all others as one that opens theirs', async () => {
    const { page } = admin;
    await page.goto('/reports/custom?of=calls&by=agent&figures=calls,answerRate&period=last7Days');
    await page.getByRole('combobox', { name: 'Rows' }).click();
    await page.getByRole('option', { name: 'Top 5', exact: true }).click();
    await page.waitForURL(/top=5/);
    await page.goto('/reports/custom?of=calls&by=agent&figures=calls,answerRate&period=last7Days&top=1');
    await page.getByRole('button', { name: '2, Calls, 1 other: show the rows' }).click();
    const panel = page.getByRole('dialog', { name: 'Calls' });
    await panel.getByText('Agent is admin Story').waitFor();
    await panel.getByText(', 2 rows').waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    await look(page, 'reports-top');
  });

  it('tell how a day was, each figure with its rows', async () => {
    const { page } = admin;
    await page.goto('/reports');
    await page.getByRole('tab', { name: 'Day at a glance' }).click();
    await page.getByRole('button', { name: 'The day before' }).click();
    await page.waitForURL(/date=/);
    // Two of the calls began on this day, whatever the hour of the test.
    await page.getByLabel('Day', { exact: true }).fill(daysAgo(2, 15).slice(0, 10));
    const calls = page.getByRole('region', { name: 'Calls', exact: true });
    await calls.getByText('0 a week before, new').first().waitFor();
    await look(page, 'reports-day');
    await calls.getByRole('button', { name: '2, Calls: show the rows' }).click();
    const panel = page.getByRole('dialog', { name: 'Calls' });
    await panel.getByText(', 2 rows').waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    // A bar is of one hour.
    const bars = page.getByRole('region', { name: 'Calls by hour' });
    await bars.locator('[aria-hidden] button:visible').first().click();
    await page
      .getByRole('dialog')
      .getByText(/, 1 row$/)
      .waitFor();
    await page.keyboard.press('Escape');
  });

  it('are printed as PDF, and their rows written as a workbook', async () => {
    const { page } = admin;
    await page.goto('/reports/calls?period=last7Days&group=agent');
    await page.getByRole('button', { name: 'Download' }).click();
    const pdf = await download(page, page.getByRole('menuitem', { name: /^PDF/ }));
    expect(pdf.name).toMatch(/^Calls by agent .*\.pdf$/);
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');

    // The chart's bar and the table's row of whoever called most, and the totals.
    const [text = ''] = readPdf(pdf.bytes).pages;
    expect(text.match(/agent Story/g)).toHaveLength(2);
    expect(text).toContain('Total');
    // Of several pages each has the heads of the columns and its number.
    await page.goto('/reports/calls?period=last90Days&group=day');
    await page.getByRole('button', { name: 'Download' }).click();
    const long = await download(page, page.getByRole('menuitem', { name: /^PDF/ }));
    const { pages } = readPdf(long.bytes);
    expect(pages.length).toBeGreaterThan(2);
    const numbers = pages.map((one) => /Page\s*(\d+)\s*of\s*(\d+)/.exec(one)?.slice(1).map(Number));
    expect(numbers).toEqual(pages.map((_, at) => [at + 1, pages.length]));
    for (const one of pages) expect(one).toMatch(/Day\s*Calls\s*Answered/);
    await page.goto('/reports/calls?period=last7Days&group=agent');
    await page.getByRole('button', { name: /^4, Calls, agent Story: show the rows$/ }).click();
    const panel = page.getByRole('dialog', { name: 'Calls' });
    await panel.getByRole('button', { name: 'Download' }).click();
    const workbook = await download(page, page.getByRole('menuitem', { name: /^XLSX/ }));
    const lines: unknown[][] = [];
    for await (const { values } of streamXlsxRows(new Uint8Array(workbook.bytes))) lines.push(values);
    expect(lines.slice(lines.findIndex(([first]) => first === 'Began') + 1)).toHaveLength(4);
  });

  it('are a table of one grouping by another, and a map of states', async () => {
    const { page } = admin;
    await page.goto('/reports/custom?of=calls&by=agent,day&figures=calls,callsAnswered&period=last7Days');
    await page.getByText('Pivot', { exact: true }).click();
    const pivot = page.getByRole('table', { name: 'Calls by Agent and Day', exact: true });
    await pivot.waitFor();
    const lines = await pivot.getByRole('row').allTextContents();
    expect(lines.map((line) => line.replace(/\d{4}-\d\d-\d\d/g, 'day '))).toEqual([
      'Agentday day day Total',
      'agent Story2114',
      'admin Story112',
      'Total2226',
    ]);
    await look(page, 'reports-pivot');
    // The rows behind a total are those of all its days.
    await pivot.getByRole('button', { name: '4, Calls, agent Story, total: show the rows' }).click();
    await page.getByRole('dialog', { name: 'Calls' }).getByText(', 4 rows').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Figure', exact: true }).click();
    await page.getByRole('option', { name: 'Answered' }).click();
    await page.getByRole('table', { name: 'Answered by Agent and Day', exact: true }).waitFor();
    expect(page.url()).toContain('view=pivot');
    // Kept as a template, it is the same table when it is opened again.
    await page.getByRole('button', { name: 'Save as template' }).click();
    await page
      .getByRole('dialog', { name: /template/i })
      .getByLabel('Name')
      .fill('Who answers when');
    await page.getByRole('button', { name: 'Add template' }).click();
    await page
      .getByRole('dialog', { name: 'Who answers when' })
      .getByRole('link', { name: 'Open the report' })
      .click();
    await page.getByRole('table', { name: 'Answered by Agent and Day', exact: true }).waitFor();

    for (const [n, state] of ['FL', 'FL', 'NY', 'TX', 'CA'].entries())
      await boss.ask('POST', '/leads', { lastName: `State ${n}`, address: { state } });
    await page.goto('/reports/custom?of=leads&by=state&figures=leadsCreated&period=today');
    await page.getByText('New leads by state').waitFor();
    const ranks = page.getByRole('table', { name: /, \d{4}-\d\d-\d\d to / });
    expect((await ranks.getByRole('row', { name: /^FL/ }).textContent()) ?? '').toMatch(/2$/);
    await look(page, 'reports-states');
    await page.getByTitle('FL: 2').click();
    await page.getByRole('dialog', { name: 'New leads' }).getByText(', 2 rows').waitFor();
  });

  it('show how far leads have come as a funnel, whose stages open the leads in them', async () => {
    const { page } = admin;
    for (const [n, status] of ['contacted', 'qualified', 'won', 'won'].entries()) {
      const { id } = (await boss.ask('POST', '/leads', { lastName: `Stage ${n}`, source: 'Fair' })) as {
        id: string;
      };
      await boss.ask('PUT', `/leads/${id}`, { status });
    }
    const filter = JSON.stringify([{ field: 'source', op: 'in', values: ['Fair'] }]);
    await page.goto(
      `/reports/custom?of=leads&by=stage&figures=leadsCreated,wonAmount&period=today&filter=${encodeURIComponent(filter)}`,
    );
    const stages = page.getByRole('table', { name: /, \d{4}-\d\d-\d\d to / });
    await stages.waitFor();
    expect((await stages.getByRole('row').allTextContents()).slice(1)).toEqual([
      'New4',
      'Contacted4',
      'Qualified3',
      'Proposal2',
      'Won2',
    ]);
    await look(page, 'reports-funnel');
    await page.getByTitle('75% of Contacted').click();
    await page.getByRole('dialog', { name: 'New leads' }).getByText(', 3 rows').waitFor();
    await page.keyboard.press('Escape');
  });

  it('are kept as templates and mailed by a schedule', async () => {
    const { page } = admin;
    await page.goto('/reports/calls?period=last7Days&group=agent');
    await page.getByRole('button', { name: 'Save as template' }).click();
    const form = page.getByRole('dialog', { name: /template/i });
    await form.getByLabel('Name').fill('Calls of seven days');
    await form.getByRole('button', { name: 'Add template' }).click();
    const panel = page.getByRole('dialog', { name: 'Calls of seven days' });
    await panel.getByRole('heading', { name: 'Schedule' }).waitFor();
    await panel.getByRole('combobox', { name: 'How often' }).click();
    await page.getByRole('option', { name: 'Every week' }).click();
    await panel.getByText(/^Next:/).waitFor();
    await panel.getByRole('button', { name: 'Schedule', exact: true }).click();
    await panel.getByRole('button', { name: 'Save schedule' }).waitFor();
    await panel.getByText('None yet.').waitFor();
    await look(page, 'reports-schedule');
    await panel.getByRole('button', { name: 'Close' }).click();
    const row = page.getByRole('row', { name: /Calls of seven days/ });
    // On a phone they stand below the name.
    const shown = (text: string) => row.getByText(text).locator('visible=true');
    await shown('Every Monday at 08:00').waitFor();
    await row.getByRole('button', { name: 'Actions for Calls of seven days' }).click();
    await page.getByRole('menuitem', { name: 'Send now' }).click();
    await shown('On its way').waitFor();
    await row.getByRole('button', { name: 'Star of Calls of seven days', pressed: false }).click();
    await row.getByRole('button', { name: 'Star of Calls of seven days', pressed: true }).waitFor();
    await look(page, 'reports-templates');
    await row.getByRole('button', { name: 'Actions for Calls of seven days' }).click();
    await page.getByRole('menuitem', { name: 'Open the report' }).click();
    await page.waitForURL(/\/reports\/calls\?.*period=last7Days/);
    await page.goto('/reports/sms');
    await page.getByRole('link', { name: 'Calls of seven days' }).click();
    await page.waitForURL(/\/reports\/calls\?.*period=last7Days/);
  });

  it('are charts on a sign, in the editor and on its page', async () => {
    const { page } = admin;
    const boss = await product.signIn('admin');
    const { data } = demoTemplates().find(({ fields }) => fields.name === 'Leaderboard of the week')!;
    const elements = data.elements.map((element) => ({
      ...element,
      ...(element.properties.measure === 'dealsWon'
        ? {
            properties: {
              ...element.properties,
              measure: 'callsAnswered',
              period: 'last7Days',
              title: '',
              goal: 1_000,
            },
          }
        : {}),
    }));
    const project = await boss.ask<{ id: string }>('POST', '/content/projects', {
      name: 'Leaderboard',
      canvasSize: { width: 1920, height: 1080 },
      canvasBackground: data.canvasBackground,
      elements,
    });
    await page.goto(`/content-creator/${project.id}`);
    await page
      .getByRole('button', { name: /^Publish/ })
      .first()
      .waitFor();
    await look(page, 'reports-sign-editor', 'load');
    const { displays } = await boss.ask<{ displays: { id: string }[] }>('GET', '/optisigns/displays');
    const { asset } = await boss.ask<{ asset: { publicUrl: string } }>(
      'POST',
      `/content/projects/${project.id}/publish`,
      { displayIds: [displays[0]!.id] },
    );
    const wall = await visit(product.origin, { width: 1920, height: 1080 });
    await wall.page.goto(asset.publicUrl);
    const wallChart = wall.page.locator('canvas[aria-label*="Answered by agent"][aria-label*="agent Story"]');
    await wallChart.waitFor();
    expect(await wallChart.getAttribute('aria-label')).toMatch(/\d+ of 1,000 \d+%/);
    if (process.env.PICTURES)
      await wall.page.screenshot({ path: `${process.env.PICTURES}/reports-sign-display.png` });
    expect(wall.problems).toEqual([]);
    await wall.context.close();
  });

  it('come by mail with their chart', async () => {
    const mailed = await eventually(async () => {
      const answer = await fetch(`${product.origin}/sandbox/mail.json`);
      const { sent } = (await answer.json()) as { sent: Sent[] };
      const found = sent.find(({ subject }) => subject.startsWith('Calls of seven days: '));
      expect(found).toBeDefined();
      return found!;
    }, 90_000);
    expect(mailed.notes).toMatch(/chart\.png .*\.xlsx \(/);
    expect(mailed.html).toMatch(/<img src="data:image\/png;base64,[\w+/=]{4000,}" alt="Chart of/);
    if (process.env.PICTURES) {
      const reader = await visit(product.origin, { width: 900, height: 900 });
      await reader.page.setContent(mailed.html);
      await reader.page.screenshot({ path: `${process.env.PICTURES}/reports-mail.png` });
      await reader.context.close();
    }
  });
});
