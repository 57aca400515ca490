import { cpus, loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { startCloud } from '#tests/support/cloud.ts';

/**
 * `npm run bench:journeys`: how long the finder takes for what is due while 1,000, 100,000 and 1,000,000 enrolments
 * lie there that are not, and steps a second of the engine beside the limit of the table: the same transactions, with
 * nothing read or decided, as a ratio in one run. `N=1000,100000` and `STEPS=2000` make it shorter; the last line is
 * JSON.
 */
const sizes = (process.env.N ?? '1000,100000,1000000').split(',').map(Number);
const due = Number(process.env.DUE ?? 1_000);
const runners = Number(process.env.RUNNERS ?? 1_000);
/** Messages that are worked at once, of 25 enrolments each, as the queue hands them out. */
const atOnce = 2;
const perMessage = 25;

process.env.POWERTOOLS_LOG_LEVEL ??= 'SILENT';
const cloud = await startCloud();
Object.assign(process.env, cloud.env);

const { asSystem } = await import('#functions/kernel/actor.ts');
const { clock } = await import('#functions/kernel/clock.ts');
const { commit, maxTransactionItems } = await import('#functions/kernel/table.ts');
const { findDue } = await import('#functions/journeys/engine/finder.ts');
const { runAll } = await import('#functions/journeys/engine/run.ts');
const { enrol } = await import('#functions/journeys/enrol.ts');
const { createJourney, publishJourney } = await import('#functions/journeys/manage.ts');
const { countWrites: counting } = await import('#functions/journeys/store/counts.ts');
const { deleteEnrolment, dueIn, dueShards, findEnrolment, insertEnrolment, replaceEnrolment } = await import(
  '#functions/journeys/store/enrolments.ts'
);
const { insertExecution } = await import('#functions/journeys/store/executions.ts');
const { createLead } = await import('#functions/leads/write.ts');
const { createTenant } = await import('#functions/tenants/create.ts');
const { firstAdmin } = await import('#functions/users/create.ts');
const { setPasswordCost } = await import('#functions/users/passwords.ts');
const { leadFields } = await import('#shared/model/lead.ts');
const { journeyFields } = await import('#shared/model/journey/journey.ts');

setPasswordCost({ ln: 1, r: 8, p: 1 } as never);

const round = (value: number) => Math.round(value * 10) / 10;
const median = (values: number[]) => round([...values].sort((a, b) => a - b)[values.length >> 1]!);

async function sideBySide<T>(parts: readonly T[], work: (part: T) => Promise<unknown>, lanes = atOnce) {
  let next = 0;
  const lane = async () => {
    for (let at = next++; at < parts.length; at = next++) await work(parts[at]!);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

const chunks = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));

async function tenantOfBench(): Promise<number> {
  const { writes } = await firstAdmin(
    {
      username: 'boss',
      email: 'boss@example.com',
      password: 'correct horse battery',
      firstName: 'Boss',
      lastName: 'Bench',
    },
    'Bench',
  );
  return (await createTenant({ name: 'Bench', timeZone: 'America/New_York' }, writes)).id;
}

/** Enrolments that lie there until their day comes, spread over a year from tomorrow on. */
const lying = (at: number) => {
  const dueAt = new Date(clock.now() + 86_400_000 + (at % 365) * 86_400_000 + at * 1_000).toISOString();
  return {
    enrolmentId: `ljn_lying${String(at).padStart(8, '0')}`,
    journeyId: 'jrn_lying',
    leadId: `led_lying${at}`,
    leadName: `Lead ${at}`,
    journeyVersion: 1,
    status: 'active' as const,
    stepId: 'stp_1',
    seq: 1,
    dueAt,
    queueAt: dueAt,
    waiting: {},
    attempts: 0,
    happened: [],
    note: 'Waits',
    enteredAt: clock.iso(),
    enteredBy: 'bench',
    version: 1,
  };
};

async function put(items: ReturnType<typeof lying>[]): Promise<void> {
  await sideBySide(chunks(items, maxTransactionItems), (batch) => commit(batch.map(insertEnrolment)), 4);
}

/** What the index shows as due, at most `limit` of each shard. */
async function shown(until: string, limit: number): Promise<number> {
  let items = 0;
  for (let shard = 0; shard < dueShards; shard++) items += (await dueIn(shard, until, limit)).items.length;
  return items;
}

/**
 * Waits until the index has all that was written: the engine writes it behind the table, at its own pace, and a look
 * at it meanwhile waits for that. Tells how long it was behind, ms.
 */
async function indexed(): Promise<number> {
  const began = performance.now();
  const longAgo = new Date(0).toISOString();
  const marker = { ...lying(0), enrolmentId: `ljn_marker${began}`, dueAt: longAgo, queueAt: longAgo };
  await put([marker]);
  while ((await shown(longAgo, 1)) === 0) await pause(50);
  await commit(deleteEnrolment(marker.enrolmentId));
  while ((await shown(longAgo, 1)) > 0) await pause(50);
  return performance.now() - began;
}

const steps = [
  { id: 'stp_1', type: 'split', next: { a: 'stp_2', b: 'stp_2' } },
  { id: 'stp_2', type: 'branch', config: { event: 'replied' }, next: { no: 'stp_3' } },
  { id: 'stp_3', type: 'split', next: { a: 'stp_4', b: 'stp_4' } },
  { id: 'stp_4', type: 'wait', config: { amount: 2, unit: 'days' } },
];
/** Of which each is a change of the enrolment: three that go on and one that begins to wait. */
const changesEach = 4;

try {
  const tenantId = await tenantOfBench();
  const system = <T>(work: () => Promise<T>) => asSystem(tenantId, 'bench', work);
  const finder: Record<number, { nothing: number; due: number }> = {};
  let there = 0;
  for (const size of sizes) {
    const began = performance.now();
    for (; there < size; there += 10_000) {
      const from = there;
      await system(() =>
        put(Array.from({ length: Math.min(10_000, size - from) }, (_, n) => lying(from + n))),
      );
    }
    there = size;
    const seconds = round((performance.now() - began) / 1000);
    const behind = round(await system(indexed));
    console.log(`${size} enrolments lie there (${seconds} s, the index ${behind} ms later)`);
    const looks: number[] = [];
    for (let n = 0; n < 11; n++) {
      const look = performance.now();
      await system(() => findDue());
      looks.push(performance.now() - look);
    }
    const soon = Array.from({ length: due }, (_, n) => {
      const at = new Date(clock.now() - 1_000).toISOString();
      return { ...lying(n), enrolmentId: `ljn_due${size}x${n}`, dueAt: at, queueAt: at };
    });
    await system(() => put(soon));
    const nowDue = clock.iso();
    while ((await system(() => shown(nowDue, due))) < due) await pause(50);
    const look = performance.now();
    const found = await system(() => findDue());
    if (found !== due) throw new Error(`The finder found ${found} of ${due} due.`);
    finder[size] = { nothing: median(looks), due: round(performance.now() - look) };
    console.log(
      `  the finder: ${finder[size].nothing} ms for nothing, ${finder[size].due} ms for ${due} due`,
    );
  }

  const enrolments: { enrolmentId: string; seq: number }[] = [];
  await system(async () => {
    const { journeyId } = await createJourney(journeyFields.parse({ name: 'Bench', steps, entry: 'stp_1' }));
    await publishJourney(journeyId);
    await sideBySide(
      Array.from({ length: runners }, (_, n) => n),
      async (n) => {
        const { lead } = await createLead(leadFields.parse({ lastName: `Lead ${n}` }));
        const [one] = await enrol(journeyId, [lead.id], { how: 'bulk' });
        enrolments.push({ enrolmentId: one!.enrolmentId!, seq: 1 });
      },
      4,
    );
  });

  /** The same transactions, with nothing read and nothing decided. */
  async function raw(part: readonly { enrolmentId: string }[]): Promise<number> {
    const sample = (await findEnrolment(part[0]!.enrolmentId))!;
    const began = performance.now();
    await sideBySide(chunks(part, perMessage), (message) =>
      Promise.all(
        message.map(async (_, n) => {
          const enrolmentId = `ljn_raw${began}x${n}x${Math.random()}`;
          const record = { ...sample, enrolmentId, version: 1 };
          await commit(insertEnrolment(record));
          for (let step = 1; step < changesEach; step++)
            await commit(
              replaceEnrolment({ ...record, seq: step, version: step }),
              insertExecution(step, {
                id: `jex_${enrolmentId}-${step}`,
                enrolmentId,
                journeyId: record.journeyId,
                leadId: record.leadId,
                stepId: 'stp_1',
                stepType: 'split',
                stepName: 'split',
                journeyVersion: 1,
                at: clock.iso(),
                outcome: 'done',
                output: 'a',
                text: 'Goes way A',
                attempts: 0,
              }),
              counting('jrn_raw', enrolmentId, {
                'reached:stp_1': 1,
                'outcome:stp_1/done': 1,
                'output:stp_1/a': 1,
                'at:stp_1': -1,
                'at:stp_2': 1,
              }),
            );
        }),
      ),
    );
    return (part.length * changesEach) / ((performance.now() - began) / 1000);
  }

  const parts = chunks(enrolments, Math.ceil(enrolments.length / 4));
  const rates = { engine: [] as number[], raw: [] as number[] };
  for (const part of parts) {
    const began = performance.now();
    await system(() => sideBySide(chunks(part, perMessage), runAll));
    rates.engine.push((part.length * changesEach) / ((performance.now() - began) / 1000));
    rates.raw.push(await system(() => raw(part)));
  }
  const [engine, limit] = [median(rates.engine), median(rates.raw)];
  console.log(
    `steps a second: ${engine}; the same transactions alone: ${limit}; ratio ${round((engine / limit) * 100) / 100}`,
  );
  console.log(
    JSON.stringify({ bench: 'journeys', cpus: cpus().length, load: loadavg(), finder, engine, limit }),
  );
} finally {
  await cloud.stop();
}
