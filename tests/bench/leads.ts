import { cpus, loadavg } from 'node:os';
import { startCloud } from '#tests/support/cloud.ts';

/**
 * `npm run bench:leads`: an import of 100,000 rows in rows a second, beside the same items written raw to
 * the same engine, by BatchWriteItem and in transactions of 100; search, query and list at 1,000, 10,000 and 100,000 leads; a list walked to its
 * end; fifty agents who take leads at the same instant. The last line is JSON. `N=2000` is a short form; the figures
 * in docs/bench.md are of the defaults.
 */
const total = Number(process.env.N ?? 100_000);
const rawRows = Number(process.env.RAW ?? Math.min(total, 2_000));
const rounds = Number(process.env.ROUNDS ?? 20);
const agentCount = 50;
const takenEach = 5;
/** Workers at one import, as the product has. */
const workers = 4;

process.env.POWERTOOLS_LOG_LEVEL ??= 'SILENT';
const cloud = await startCloud();
Object.assign(process.env, cloud.env);

const { BatchWriteCommand, TransactWriteCommand } = await import('@aws-sdk/lib-dynamodb');
const { asSystem, runAs } = await import('#functions/kernel/actor.ts');
const { bucket } = await import('#functions/kernel/bucket.ts');
const { client, tableName } = await import('#functions/kernel/table.ts');
const { distribute: deal } = await import('#functions/leadAssignments/distribute.ts');
const { importOf, startImport } = await import('#functions/leads/imports/use-cases.ts');
const { turn } = await import('#functions/leads/imports/turns.ts');
const { queryLeads } = await import('#functions/leads/query/page.ts');
const { searchLeads } = await import('#functions/leads/search.ts');
const { leadWrites } = await import('#functions/leads/store.ts');
const { createdEvent, newLead } = await import('#functions/leads/write.ts');
const { defaultLeadSettings, leadFields } = await import('#shared/model/lead.ts');
const { importOptions } = await import('#shared/model/lead-import.ts');
const { createTenant } = await import('#functions/tenants/create.ts');
const { createUser, firstAdmin } = await import('#functions/users/create.ts');
const { setPasswordCost } = await import('#functions/users/passwords.ts');

// People sign in here never.
setPasswordCost({ ln: 1, r: 8, p: 1 } as never);

const named = (username: string) => ({
  username,
  email: `${username}@example.com`,
  password: 'correct horse battery',
  firstName: username,
  lastName: 'Bench',
});

async function newTenant() {
  const { userId, writes } = await firstAdmin(named('boss'), 'Bench');
  const { id } = await createTenant({ name: 'Bench', timeZone: 'America/New_York' }, writes);
  return { id, userId };
}

const firstNames = ['Ann', 'Bob', 'Carla', 'Dev', 'Eve', 'Finn', 'Grace', 'Hugo', 'Ines', 'Jun'];
const lastNames = Array.from(
  { length: 500 },
  (_, n) =>
    `${'BCDFGHKLMNPRSTVW'[n % 16]}${['a', 'e', 'i', 'o', 'u'][n % 5]}${['ker', 'lson', 'mers', 'nter', 'rdan', 'ston', 'tley', 'ville'][n % 8]}${n}`,
);
const states = ['FL', 'TX', 'CA', 'NY', 'GA', 'OH', 'AZ', 'WA'];
const sources = ['Website', 'Fair', 'Partner', 'Phone'];

/**
 * A person of the list. `at` numbers all of them; each has a phone and an e-mail address of their own, and shares both
 * names with every 5,000th.
 */
const person = (at: number) => ({
  firstName: firstNames[at % 10]!,
  lastName: lastNames[(Math.floor(at / 10) * 7) % 500]!,
  company: at % 3 === 0 ? `Company ${at % 1_000}` : '',
  phone: `${[305, 212, 415, 512][at % 4]}${String(2_000_000 + at)}`,
  email: `lead${at}@example${at % 200}.com`,
  state: states[at % 8]!,
  source: sources[at % 4]!,
  tags: at % 2 === 0 ? 'warm' : 'cold',
});

const head = 'First name,Last name,Company,Phone,E-mail,State,Source,Tags\n';
function csv(from: number, to: number): string {
  const lines = Array.from({ length: to - from }, (_, n) => Object.values(person(from + n)).join(','));
  return `${head}${lines.join('\n')}\n`;
}

const seconds = (began: number) => (performance.now() - began) / 1000;
const rate = (rows: number, time: number) => Math.round((rows / time) * 10) / 10;
const median = (values: number[]) =>
  Math.round([...values].sort((a, b) => a - b)[values.length >> 1]! * 10) / 10;

/** Runs `work` over parts, some at a time. */
async function sideBySide<T>(parts: readonly T[], atOnce: number, work: (part: T) => Promise<unknown>) {
  let next = 0;
  const one = async () => {
    for (let at = next++; at < parts.length; at = next++) await work(parts[at]!);
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

/** The ways in which the engine takes items: what each takes at most at once, and how. */
const ways = {
  BatchWriteItem: {
    items: 25,
    send: (items: Record<string, unknown>[]) =>
      new BatchWriteCommand({
        RequestItems: { [tableName()]: items.map((Item) => ({ PutRequest: { Item } })) },
      }),
  },
  TransactWriteItems: {
    items: 100,
    send: (items: Record<string, unknown>[]) =>
      new TransactWriteCommand({
        TransactItems: items.map((Item) => ({ Put: { TableName: tableName(), Item } })),
      }),
  },
};

/** The items of as many leads as the import's, without a condition, in one of the engine's ways. */
async function raw(tenantId: number, from: number, way: keyof typeof ways): Promise<number> {
  return asSystem(tenantId, 'bench', async () => {
    const items = Array.from({ length: rawRows }, (_, n) => {
      const { phone, email, state, tags, ...rest } = person(from + n);
      const fields = leadFields.parse({
        ...rest,
        phones: [phone],
        emails: [email],
        address: { state },
        tags: [tags],
      });
      const lead = newLead(fields, defaultLeadSettings, { importId: 'imp_raw' });
      const writes = leadWrites(undefined, lead, { allowDuplicatePhones: false, uncounted: true });
      return [...writes, createdEvent(lead)].map(
        (write) => (write as { Item: Record<string, unknown> }).Item,
      );
    }).flat();
    const { items: size, send } = ways[way];
    const batches: Record<string, unknown>[][] = [];
    for (let at = 0; at < items.length; at += size) batches.push(items.slice(at, at + size));
    const began = performance.now();
    await sideBySide(batches, workers, (batch) => client.send(send(batch) as never));
    console.log(
      `raw by ${way}: ${rawRows} rows are ${items.length} items, ${rate(rawRows, seconds(began))} rows a second`,
    );
    return rate(rawRows, seconds(began));
  });
}

try {
  const tenant = await newTenant();
  const other = await newTenant();
  const boss = {
    kind: 'user' as const,
    tenantId: tenant.id,
    userId: tenant.userId,
    role: 'admin' as const,
    username: 'boss',
    permissions: {},
    sessionId: 'bench',
  };

  /** Brings in people as a user and the workers would. Answers rows a second, the first look included. */
  async function bringIn(from: number, to: number): Promise<number> {
    const file = `uploads/bench-${from}.csv`;
    return runAs(boss, async () => {
      await bucket('imports').put(file, csv(from, to), 'text/csv');
      const began = performance.now();
      const { id } = await startImport({
        file,
        filename: 'bench.csv',
        mapping: undefined,
        options: importOptions.parse({}),
      });
      for (;;) {
        await asSystem(tenant.id, 'imports', () =>
          Promise.all(Array.from({ length: workers }, () => turn(id))),
        );
        const state = await importOf(id);
        if (state.status === 'completed') {
          if (state.created !== to - from || state.failed + state.skipped > 0)
            throw new Error(`The import is not whole: ${JSON.stringify(state)}`);
          break;
        }
        if (state.status === 'failed') throw new Error(state.error ?? 'The import failed.');
      }
      const found = rate(to - from, seconds(began));
      console.log(`import: ${to - from} rows, ${found} rows a second`);
      return found;
    });
  }

  async function timed(work: (n: number) => Promise<unknown>): Promise<number> {
    const times: number[] = [];
    await work(0);
    for (let n = 1; n <= rounds; n++) {
      const began = performance.now();
      await work(n);
      times.push(performance.now() - began);
    }
    return median(times);
  }

  const namesOf = (n: number, count: number) => {
    const { firstName, lastName } = person((n * 37) % count);
    return `${firstName} ${lastName}`;
  };
  const newest = { field: 'createdAt', direction: 'desc' } as const;
  const page = { limit: 50 };
  const looks: Record<string, (count: number) => (n: number) => Promise<unknown>> = {
    'search: last digits of a phone': (count) => (n) =>
      searchLeads(String(2_000_000 + ((n * 37) % count)), page),
    'search: both names, the first who has them': (count) => (n) =>
      searchLeads(namesOf(n, count), { limit: 1 }),
    'search: both names, all who have them': (count) => (n) => searchLeads(namesOf(n, count), { limit: 20 }),
    'search: e-mail': (count) => (n) => searchLeads(`lead${(n * 37) % count}@`, page),
    'query: state and source and tag': () => (n) =>
      queryLeads(
        {
          all: [
            { field: 'state', op: 'is', value: states[n % 8]! },
            { field: 'source', op: 'is', value: sources[n % 4]! },
            { field: 'tags', op: 'is', value: n % 2 === 0 ? 'warm' : 'cold' },
          ],
        },
        newest,
        page,
      ),
    'query: one of two sources, not a state': () => () =>
      queryLeads(
        {
          all: [
            { field: 'source', op: 'in', value: ['Website', 'Fair'] },
            { field: 'state', op: 'isNot', value: 'FL' },
          ],
        },
        newest,
        page,
      ),
    'list: first page, newest first': () => () => queryLeads({ all: [] }, newest, page),
    'list: first page by last name': () => () =>
      queryLeads({ all: [] }, { field: 'lastName', direction: 'asc' }, page),
  };

  const sizes = [1_000, 10_000, 100_000].filter((size) => size < total).concat(total);
  const rates: Record<number, number> = {};
  const times: Record<string, Record<number, number>> = {};
  const raws = [await raw(other.id, 0, 'BatchWriteItem'), await raw(other.id, rawRows, 'TransactWriteItems')];
  let there = 0;
  for (const size of sizes) {
    rates[size] = await bringIn(there, size);
    there = size;
    for (const [name, look] of Object.entries(looks))
      times[name] = { ...times[name], [size]: await runAs(boss, () => timed(look(size))) };
  }
  raws.push(await raw(other.id, 2 * rawRows, 'BatchWriteItem'));
  raws.push(await raw(other.id, 3 * rawRows, 'TransactWriteItems'));
  const limit = Math.max(...raws);
  const ratio = Math.round((rates[total]! / limit) * 100) / 100;

  const walk = await runAs(boss, async () => {
    const began = performance.now();
    const pages: number[] = [];
    const ids = new Set<string>();
    let cursor: string | undefined;
    do {
      const at = performance.now();
      const found = await queryLeads({ all: [] }, newest, { limit: 500, cursor });
      pages.push(performance.now() - at);
      for (const { id } of found.leads) ids.add(id);
      cursor = found.nextCursor ?? undefined;
    } while (cursor);
    if (ids.size !== total) throw new Error(`The list has ${ids.size} of ${total} leads.`);
    const tenth = Math.max(1, Math.floor(pages.length / 10));
    const ms = Math.round(seconds(began) * 1000);
    return {
      pages: pages.length,
      ms,
      first: median(pages.slice(0, tenth)),
      last: median(pages.slice(-tenth)),
    };
  });

  const agents = await asSystem(tenant.id, 'bench', async () => {
    const made = [];
    for (let n = 0; n < agentCount; n++)
      made.push(await createUser({ ...named(`agent${n}`), role: 'agent' }));
    return made;
  });
  const began = performance.now();
  const dealt = await Promise.all(
    agents.map(({ id: userId, username }) =>
      runAs({ ...boss, userId, username, role: 'agent' }, () => deal({ count: takenEach })),
    ),
  );
  const dealMs = Math.round(seconds(began) * 1000);
  const taken = dealt.flatMap(({ assigned }) => assigned.map(({ leadId }) => leadId));
  if (new Set(taken).size !== taken.length) throw new Error('A lead went to two agents.');

  const columns = sizes.map((size) => size.toLocaleString('en').padStart(10)).join('');
  console.log(`\n${'leads'.padEnd(42)}${columns}`);
  console.log(
    `${'import, rows a second'.padEnd(42)}${sizes.map((size) => String(rates[size]).padStart(10)).join('')}`,
  );
  for (const [name, bySize] of Object.entries(times))
    console.log(
      `${`${name}, ms`.padEnd(42)}${sizes.map((size) => String(bySize[size]).padStart(10)).join('')}`,
    );
  console.log(`\nraw limit ${raws.join(', ')} rows a second; the import is × ${ratio} of the best`);
  console.log(
    `list to its end: ${walk.pages} pages in ${walk.ms} ms; the first ones ${walk.first} ms, the last ${walk.last} ms`,
  );
  console.log(`${agentCount} agents at once: ${taken.length} leads dealt in ${dealMs} ms, none twice`);
  console.log(
    JSON.stringify({
      bench: 'leads',
      total,
      cpus: cpus().length,
      load: loadavg().map((one) => Math.round(one * 10) / 10),
      raw: raws,
      rates,
      ratio,
      ms: times,
      walk,
      deal: { agents: agentCount, leads: taken.length, ms: dealMs },
    }),
  );
} finally {
  await cloud.stop();
}
process.exit(0);
