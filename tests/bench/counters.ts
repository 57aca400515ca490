import { createHash } from 'node:crypto';
import { round } from './figures.ts';

/**
 * `npm run bench:counters`: the write units of a lead's changes with its counters as they are and as they were before
 * (16 items for all), for a tenant of 50 agents, 100 tags and 30 sources, and the size of all counters. No table runs:
 * the units are worked out from the items that the product's own code writes, as AWS counts them (1 KB each, twice in
 * a transaction, of the larger of the item before and after; once more for each index that has the item). The last
 * line is JSON.
 */
process.env.TABLE_NAME ??= 'bench';
process.env.POWERTOOLS_LOG_LEVEL ??= 'SILENT';

const { asSystem } = await import('#functions/kernel/actor.ts');
const { setClock } = await import('#functions/kernel/clock.ts');
const { partitionOf } = await import('#functions/kernel/partitions.ts');
const { addingCounts, countsOfChange } = await import('#functions/leads/counts.ts');
const { entriesOf } = await import('#functions/leads/entries.ts');
const { leadWrites } = await import('#functions/leads/store.ts');
const { changingWrites, createdEvent, newLead } = await import('#functions/leads/write.ts');
const { defaultLeadSettings, leadFields } = await import('#shared/model/lead.ts');

type LeadRecord = ReturnType<typeof newLead>;
type Counts = ReturnType<typeof countsOfChange>;
type Item = Record<string, unknown>;
interface Write {
  Key?: Item;
  Item?: Item;
  UpdateExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, number>;
}

const leadCount = Number(process.env.N ?? 50_000);
/** Changes of each kind whose mean is taken. */
const rounds = 200;

const { statuses } = defaultLeadSettings;
const agents = Array.from({ length: 50 }, (_, n) => `usr_${String(n).padStart(26, '0')}`);
const tags = Array.from({ length: 100 }, (_, n) => `Interest ${n}`);
const sources = Array.from({ length: 30 }, (_, n) => `Campaign ${n}`);

/** Bytes of a value as DynamoDB counts them. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number')
    return Math.ceil(String(value).replace(/[-.]|0+$/g, '').length / 2) + (value < 0 ? 2 : 1);
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + bytesOf(one) + 1, 3);
  if (typeof value !== 'object' || value === null) return 1;
  return Object.entries(value).reduce((sum, [, one]) => sum + bytesOf(one) + 1, 3) + namesOf(value);
}
const namesOf = (item: object) => Object.keys(item).reduce((sum, name) => sum + Buffer.byteLength(name), 0);
const sizeOf = (item: Item) =>
  namesOf(item) + Object.values(item).reduce((sum: number, one) => sum + bytesOf(one), 0);
const unitsOf = (bytes: number) => Math.max(1, Math.ceil(bytes / 1024));
const indexesOf = (item: Item) => ['gsi1pk', 'gsi2pk', 'gsi3pk'].filter((key) => key in item).length;

/** The counters as they were: one of 16 items, chosen by the lead, holds all that a change counts. */
function addingAsBefore(counts: Counts, id: string): Write[] {
  if (counts.size === 0) return [];
  const shard = createHash('sha1').update(id).digest()[0]! % 16;
  const names = [...counts.keys()];
  return [
    {
      Key: { pk: partitionOf('leadcounts'), sk: `shard_${String(shard).padStart(2, '0')}` },
      UpdateExpression: 'ADD',
      ExpressionAttributeNames: Object.fromEntries(names.map((name, n) => [`#c${n}`, name])),
      ExpressionAttributeValues: Object.fromEntries(names.map((name, n) => [`:c${n}`, counts.get(name)!])),
    },
  ];
}

/** Counters' items as a table would have them. */
class Counters {
  readonly items = new Map<string, Item>();

  /** Adds to an item; answers its size, which never shrinks in one change. */
  add(write: Write): number {
    const { pk, sk } = write.Key as { pk: string; sk: string };
    const item = this.items.get(`${pk} ${sk}`) ?? { pk, sk };
    this.items.set(`${pk} ${sk}`, item);
    for (const [place, name] of Object.entries(write.ExpressionAttributeNames!))
      item[name] = Number(item[name] ?? 0) + write.ExpressionAttributeValues![place.replace('#', ':')]!;
    return sizeOf(item);
  }

  get sizes(): number[] {
    return [...this.items.values()].map(sizeOf);
  }
}

/** Units of a transaction's write; what it deletes are entries, of less than 1 KB. */
function unitsOfWrite(write: Write): number {
  if (!write.Item) return 2;
  const units = unitsOf(sizeOf(write.Item));
  return units * (2 + indexesOf(write.Item));
}

const pick = <T>(from: readonly T[], n: number): T => from[n % from.length]!;

/** A lead of a list: one phone, one e-mail address, a source; owner and status as given. */
function leadOf(n: number, ownerId: string | null, tagged: boolean): LeadRecord {
  const fields = leadFields.parse({
    firstName: 'Ann',
    lastName: `Baker${n}`,
    phones: [`212${2_000_000 + n}`],
    emails: [`ann.${n}@example${n % 200}.com`],
    address: { state: 'FL' },
    source: pick(sources, n * 7),
    tags: tagged ? [pick(tags, n * 13)] : [],
    ownerId,
  });
  return newLead(fields, defaultLeadSettings);
}

const layouts = { before: addingAsBefore, now: addingCounts as (counts: Counts, id: string) => Write[] };
type Layout = keyof typeof layouts;

const settings = defaultLeadSettings;
const changed = (before: LeadRecord, changes: Partial<LeadRecord>) => {
  const { after, writes } = changingWrites(before, { ...before, ...changes }, settings, {
    importId: 'bench',
  });
  return { before, after, writes: writes as Write[] };
};

/** The changes that are measured; of each the writes without the counters. */
const operations: Record<string, (n: number) => { before?: LeadRecord; after: LeadRecord; writes: Write[] }> =
  {
    create: (n) => {
      const after = leadOf(n, null, true);
      const options = { allowDuplicatePhones: false, uncounted: true };
      return { after, writes: [...leadWrites(undefined, after, options), createdEvent(after)] as Write[] };
    },
    'create with an owner': (n) => {
      const after = leadOf(n, pick(agents, n), true);
      const options = { allowDuplicatePhones: false, uncounted: true };
      return { after, writes: [...leadWrites(undefined, after, options), createdEvent(after)] as Write[] };
    },
    status: (n) => changed(leadOf(n, pick(agents, n), true), { status: 'contacted' }),
    assignment: (n) => changed(leadOf(n, null, true), { ownerId: pick(agents, n) }),
    tag: (n) => changed(leadOf(n, null, false), { tags: [pick(tags, n)] }),
  };

// A second between any two looks at the clock: a change is later than what it changes.
let now = Date.parse('2026-11-22T12:00:00Z');
setClock(() => {
  now += 1_000;
  return now;
});

await asSystem(12, 'bench', async () => {
  const counters = { before: new Counters(), now: new Counters() };
  const count = (layout: Layout, counts: Counts, id: string) =>
    layouts[layout](counts, id).map((write) => counters[layout].add(write));

  for (let n = 0; n < leadCount; n++) {
    // Every sixth lead is nobody's; a deal amount once it has got that far.
    const first = leadOf(n, n % 6 === 0 ? null : pick(agents, n), true);
    const { key } = pick(statuses, Math.floor(n / 6));
    const amount = statuses.findIndex((one) => one.key === key) < 3 ? null : 1_000 + (n % 50) * 90;
    const lead = { ...first, status: key, reached: [...new Set(['new', key])], dealAmount: amount };
    const counts = countsOfChange(undefined, lead);
    for (const layout of ['before', 'now'] as const) count(layout, counts, lead.id);
  }

  const units: Record<string, Record<Layout, number>> = {};
  for (const [name, operation] of Object.entries(operations)) {
    const sums = { before: 0, now: 0 };
    for (let n = 0; n < rounds; n++) {
      const { before, after, writes } = operation(leadCount + n);
      const other = writes.reduce((sum, write) => sum + unitsOfWrite(write), 0);
      for (const layout of ['before', 'now'] as const) {
        const sizes = count(layout, countsOfChange(before, after), after.id);
        sums[layout] += other + sizes.reduce((sum, size) => sum + 2 * unitsOf(size), 0);
      }
    }
    units[name] = { before: round(sums.before / rounds), now: round(sums.now / rounds) };
  }

  const totals = Object.fromEntries(
    (['before', 'now'] as const).map((layout) => {
      const { sizes } = counters[layout];
      const kb = sizes.reduce((sum, size) => sum + size, 0) / 1024;
      return [layout, { items: sizes.length, kb: round(kb), largest: Math.max(...sizes) }];
    }),
  );
  console.log(`${agents.length} agents, ${tags.length} tags, ${sources.length} sources, ${leadCount} leads;`);
  console.log(`a lead has ${entriesOf(leadOf(0, agents[0]!, true)).length} entries\n`);
  console.log(`${'write units'.padEnd(24)}${'before'.padStart(8)}${'now'.padStart(8)}`);
  for (const [name, { before, now }] of Object.entries(units))
    console.log(`${name.padEnd(24)}${String(before).padStart(8)}${String(now).padStart(8)}`);
  console.log('\nall counters');
  for (const [layout, { items, kb, largest }] of Object.entries(totals))
    console.log(`${layout.padEnd(8)}${items} items, ${kb} KB, the largest ${largest} bytes`);
  console.log(JSON.stringify({ bench: 'counters', leads: leadCount, units, totals }));
});
