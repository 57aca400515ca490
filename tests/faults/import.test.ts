import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Lead } from '#shared/model/lead.ts';
import type { LeadImport } from '#shared/model/lead-import.ts';
import { type Caller, Product } from '#tests/support/product.ts';
import { random } from './random.ts';

/**
 * The product is killed as by a power cut at random moments of an import, and started again on what it left.
 * FAULT_KILLS sets how often (`npm run test:faults` takes ten), FAULT_SEED which moments.
 */
const kills = Number(process.env.FAULT_KILLS ?? 1);
const seed = Number(process.env.FAULT_SEED ?? Date.now() % 100_000);
const next = random(seed);

/** A multiple of 60. The short form has fewer: on a busy machine a row takes some 50 ms. */
const rows = kills > 2 ? 600 : 180;
/** Of each so many rows one has the phone of an earlier one, and one a phone that is none. */
const twiceEach = 20;
const wrongEach = 30;
const expected = {
  totalRows: rows,
  failed: rows / wrongEach,
  skipped: rows / twiceEach,
  created: rows - rows / wrongEach - rows / twiceEach,
  updated: 0,
};

const phoneOf = (list: number, row: number) => `305${String(2_000_000 + list * 10_000 + row)}`;
function listOf(list: number): string {
  const lines = Array.from({ length: rows }, (_, row) => {
    const isTwice = row % twiceEach === twiceEach - 1;
    const isWrong = row % wrongEach === 0;
    // The row before it, which is neither wrong nor a second one itself.
    const phone = isWrong ? '1.5551E+10' : phoneOf(list, isTwice ? row - 1 : row);
    return `Ann ${row},Of list ${list},${phone},ann${row}@list${list}.com,FL`;
  });
  return `First name,Last name,Phone,E-mail,State\n${lines.join('\n')}\n`;
}

let product: Product;
const begun: string[] = [];

async function begin(caller: Caller): Promise<string> {
  const text = listOf(begun.length);
  const { uploadId, upload } = await caller.ask<{
    uploadId: string;
    upload: { url: string; fields: Record<string, string> };
  }>('POST', '/leads/import/uploads', { filename: 'list.csv', fileSize: text.length });
  const form = new FormData();
  for (const [name, value] of Object.entries(upload.fields)) form.append(name, value);
  form.append('file', new Blob([text], { type: 'text/csv' }));
  expect((await fetch(upload.url, { method: 'POST', body: form })).status).toBeLessThan(300);
  const mapping = ['firstName', 'lastName', 'phone', 'email', 'state'].map((field, column) => ({
    column,
    field,
  }));
  const { id } = await caller.ask<LeadImport>('POST', '/leads/import', { uploadId, mapping });
  begun.push(id);
  return id;
}

const stateOf = (caller: Caller, id: string) => caller.ask<LeadImport>('GET', `/leads/imports/${id}`);

async function leadsOf(caller: Caller, importId: string): Promise<Lead[]> {
  const leads: Lead[] = [];
  let cursor: string | null = null;
  do {
    const page: { leads: Lead[]; nextCursor: string | null } = await caller.ask('POST', '/leads/query', {
      filter: { field: 'importId', op: 'is', value: importId },
      limit: 500,
      ...(cursor ? { cursor } : {}),
    });
    leads.push(...page.leads);
    cursor = page.nextCursor;
  } while (cursor);
  return leads;
}

beforeAll(async () => {
  product = await Product.start();
}, 120_000);

afterAll(() => product?.stop());

describe(`an import killed ${kills} times (FAULT_SEED=${seed})`, () => {
  it(
    'goes on where it was, counts right and doubles nothing',
    async () => {
      const before = (
        await (await product.signIn('admin')).ask<{ total: number }>('GET', '/leads/statistics')
      ).total;
      let done = 0;
      for (let killed = 0; killed < kills; killed++) {
        const caller = await product.signIn('admin');
        const last = begun.at(-1);
        const atWork = last && (await stateOf(caller, last)).status !== 'completed';
        if (!atWork) await begin(caller);
        await pause(500 + next() * 6_000);
        await product.kill();
        await product.start();
        const now = await stateOf(await product.signIn('admin'), begun.at(-1)!);
        expect(now.created).toBeGreaterThanOrEqual(atWork ? done : 0);
        done = now.created;
      }
      const caller = await product.signIn('admin');
      const phones = new Set<string>();
      for (const id of begun) {
        const end = Date.now() + 300_000;
        let state = await stateOf(caller, id);
        while (state.status !== 'completed' && Date.now() < end) {
          await pause(500);
          state = await stateOf(caller, id);
        }
        expect(state, JSON.stringify(state)).toMatchObject({ status: 'completed', ...expected });
        const made = await leadsOf(caller, id);
        expect(made).toHaveLength(expected.created);
        expect(made.every(({ version }) => version === 1)).toBe(true);
        for (const { phone } of made) phones.add(phone);
        const { downloadUrl } = await caller.ask<{ downloadUrl: string }>(
          'GET',
          `/leads/imports/${id}/rejected`,
        );
        const refused = (await (await fetch(downloadUrl)).text()).trimEnd().split('\r\n');
        expect(refused).toHaveLength(1 + expected.failed + expected.skipped);
      }
      expect(phones.size).toBe(begun.length * expected.created);
      const { total } = await caller.ask<{ total: number }>('GET', '/leads/statistics');
      expect(total).toBe(before + phones.size);
      console.log(
        `faults: ${kills} kills in ${begun.length} imports, ${phones.size} leads, none lost or doubled`,
      );
    },
    400_000 + kills * 60_000,
  );
});
