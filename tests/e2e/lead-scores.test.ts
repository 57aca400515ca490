import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, type Visit, visit } from '#tests/support/browser.ts';
import { eventually } from '#tests/support/eventually.ts';
import type { Caller, Product } from '#tests/support/product.ts';
import { look, signInOn } from '#tests/support/screens.ts';
import { shareProduct } from '#tests/support/workspace.ts';

/* Scores are learned from closed leads, switched on, read on a lead with their reasons, and switched off again. */

let product: Product;
let admin: Caller;
let alex: Visit;
let hot = '';
let cold = '';

interface Bulk {
  results: { id: string }[];
}

/** Of ten leads of a source with or without an e-mail address so many are won. */
const kinds = [
  { source: 'Website', tags: ['roof'], wonOfTen: 9 },
  { source: 'Website', tags: [], wonOfTen: 8 },
  { source: 'Referral', tags: [], wonOfTen: 9 },
  { source: 'Fair', tags: ['roof'], wonOfTen: 2 },
  { source: 'Fair', tags: [], wonOfTen: 1 },
] as const;
const ofKind = 42;
/** Leads that are closed by one call: a busy machine takes its time for each. */
const closedAtOnce = 20;

async function add(leads: readonly object[]): Promise<string[]> {
  const { results } = await admin.ask<Bulk>('POST', '/leads/bulk', { leads });
  return results.map(({ id }) => id);
}

const inParts = (ids: readonly string[]) =>
  Array.from({ length: Math.ceil(ids.length / closedAtOnce) }, (_, part) =>
    ids.slice(part * closedAtOnce, (part + 1) * closedAtOnce),
  );

/** Closed leads whose outcomes follow from where they come. */
async function addOutcomes(): Promise<void> {
  for (const { source, tags, wonOfTen } of kinds) {
    const ids = await add(
      Array.from({ length: ofKind }, (_, at) => ({
        lastName: `${source} ${tags.join()} ${at}`,
        ...{ source, tags, score: 10 },
        emails: at % 10 < wonOfTen || at % 4 === 0 ? [`lead${at}@example.com`] : [],
      })),
    );
    for (const [status, isOf] of [
      ['won', (at: number) => at % 10 < wonOfTen],
      ['lost', (at: number) => at % 10 >= wonOfTen],
    ] as const)
      for (const some of inParts(ids.filter((_, at) => isOf(at))))
        await admin.ask('PATCH', '/leads/bulk', { ids: some, changes: { status } });
  }
}

/** Calls of three weeks to a lead in New York: evenings are answered most. */
async function addCalls(leadId: string): Promise<void> {
  const monday = Date.now() - 21 * 86_400_000;
  const log = (at: number) => {
    const startedAt = new Date(monday + at * 2 * 3_600_000).toISOString();
    const hour = (new Date(startedAt).getUTCHours() + 20) % 24;
    const isAnswered = hour >= 15 && hour <= 18 ? at % 5 !== 0 : at % 6 === 0;
    return admin.ask('POST', '/calls', {
      ...{ leadId, startedAt, phone: '+12125556101' },
      status: isAnswered ? 'completed' : 'no-answer',
    });
  };
  // Those of one lead wait for each other where they write at the same instant.
  for (let at = 0; at < 208; at += 4) await Promise.all([0, 1, 2, 3].map((more) => log(at + more)));
}

beforeAll(async () => {
  product = await shareProduct();
  admin = await product.signIn('admin');
  [hot = '', cold = ''] = await add([
    {
      ...{ firstName: 'Hattie', lastName: 'Hot', source: 'Website', tags: ['roof'], score: 5 },
      ...{ emails: ['hattie@example.com'], phones: ['+12125556101'] },
    },
    { firstName: 'Colin', lastName: 'Cold', source: 'Fair', score: 95 },
  ]);
  alex = await visit(product.origin);
  await signInOn(alex.page, 'admin');
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

describe('lead scores', () => {
  it('say what is missing while there is nothing to learn from', async () => {
    const { page } = alex;
    await page.goto('/settings/lead-scores');
    await page.getByText('0 leads are closed: 0 won, 0 not.').waitFor();
    await page.getByText('Scores can be learned once 200 leads are closed').waitFor();
    expect(await page.getByRole('button', { name: 'Use learned scores' }).isDisabled()).toBe(true);
    await look(page, 'scores-empty');
  });

  it('are learned from outcomes and calls, and switched on', async () => {
    const { page } = alex;
    await addOutcomes();
    await addCalls(hot);
    await page.reload();
    await page.getByText('That is enough to learn from.').waitFor();
    await page.getByRole('button', { name: 'Learn now' }).click();
    await page.getByText(/Puts a won lead above a lost one \d+ times in 100/).waitFor({ timeout: 60_000 });
    await page.getByText('210 closed leads were learned from').waitFor();
    await page.getByRole('heading', { name: 'Best hours to call' }).waitFor();
    await look(page, 'scores-learned');
    await page.getByRole('button', { name: 'Use learned scores' }).click();
    const question = page.getByRole('dialog', { name: 'Use learned scores?' });
    await question.getByText('Every lead gets the score that was learned').waitFor();
    await question.getByRole('button', { name: 'Use learned scores' }).click();
    await page.getByText('Scores are learned: each lead’s is its chance').waitFor();
    await eventually(async () => {
      const { scoringJob } = await admin.ask<{ scoringJob: { status: string } }>('GET', '/leads/scoring');
      expect(scoringJob.status).toBe('completed');
    }, 60_000);
    await page.getByRole('region', { name: 'Best hours to call' }).scrollIntoViewIfNeeded();
    await look(page, 'scores-on');
  });

  it('stand on a lead with their reasons, and put lists in their order', async () => {
    const { page } = alex;
    await page.goto(`/leads/${hot}`);
    const why = page.getByRole('region', { name: 'Why this score' });
    await why.getByText('Source Website: more often won than usual').waitFor();
    await why.getByText('The entered score, 5, is kept.').waitFor();
    await why.getByText(/Best time to call: .* their time/).waitFor();
    expect(await page.getByRole('button', { name: /^Score:/ }).count()).toBe(0);
    await look(page, 'scores-lead');
    const { leads } = await admin.ask<{ leads: { id: string; score: number }[] }>('POST', '/leads/query', {
      filter: { field: 'status', op: 'is', value: 'new' },
      sort: { field: 'score', direction: 'desc' },
    });
    expect(leads.map(({ id }) => id)).toEqual([hot, cold]);
    expect(leads[0]!.score).toBeGreaterThan(leads[1]!.score + 30);
  });

  it('are those that were entered again once they are switched off', async () => {
    const { page } = alex;
    await page.goto('/settings/lead-scores');
    await page.getByRole('button', { name: 'Use entered scores' }).click();
    await page
      .getByRole('dialog', { name: 'Put the entered scores back?' })
      .getByRole('button', { name: 'Use entered scores' })
      .click();
    await page.getByText('Scores are entered: by people').waitFor();
    await eventually(async () => {
      expect(await admin.ask('GET', `/leads/${hot}`)).toMatchObject({ score: 5 });
      expect(await admin.ask('GET', `/leads/${cold}`)).toMatchObject({ score: 95 });
    }, 60_000);
    await page.goto(`/leads/${hot}`);
    await page.getByRole('button', { name: /^Score: 5\b/ }).waitFor();
  });
});
