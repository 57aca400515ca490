import { cpus, loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { startCloud } from '#tests/support/cloud.ts';
import { round } from './figures.ts';
import type { Order } from './worker-process.ts';
import { WorkerProcesses } from './worker-processes.ts';

/**
 * `npm run bench:workers`: a bulk job of a journey, its finder and an import of leads with 1, 2 and 4 workers, each a
 * process that takes one message at a time; beside them so many processes that only write transactions into the bare
 * table, which is the limit of the machine. All of it twice: with the table as it is, and with one that answers
 * `LATE=20` ms later, as behind a network, where workers mostly wait. `ROWS=1000` of an import, `DUE=1600` for the
 * finder; the last line is JSON.
 */
const rows = Number(process.env.ROWS ?? 1_000);
const due = Number(process.env.DUE ?? 1_600);
const late = Number(process.env.LATE ?? 20);
const workerCounts = [1, 2, 4];
const bareMs = 3_000;

process.env.POWERTOOLS_LOG_LEVEL ??= 'SILENT';
const cloud = await startCloud();
Object.assign(process.env, cloud.env);

const { asSystem, runAs } = await import('#functions/kernel/actor.ts');
const { bucket } = await import('#functions/kernel/bucket.ts');
const { clock } = await import('#functions/kernel/clock.ts');
const { send } = await import('#functions/kernel/queue.ts');
const { commit } = await import('#functions/kernel/table.ts');
const { importOf, startImport } = await import('#functions/leads/imports/use-cases.ts');
const { workOn } = await import('#functions/jobs/worker.ts');
const { jobOf, newJob } = await import('#functions/journeys/jobs.ts');
const { createJourney, publishJourney } = await import('#functions/journeys/manage.ts');
const { dueIn, dueShards, insertEnrolment } = await import('#functions/journeys/store/enrolments.ts');
const { journeyFields } = await import('#shared/model/journey/journey.ts');
const { importOptions } = await import('#shared/model/lead-import.ts');
const { newTenant } = await import('./new-tenant.ts');

const workers = await WorkerProcesses.start(Math.max(...workerCounts));

const line = (at: number) =>
  `Ann,Lead ${at},${305_200_0000 + at},lead${at}@example.com,${at % 3 === 0 ? 'Fair' : 'Web'}`;

/** Rows a second of an import. */
async function importing(count: number, order: Order, boss: never, from: number): Promise<number> {
  return runAs(boss, async () => {
    const file = `uploads/bench-${from}.csv`;
    const lines = Array.from({ length: rows }, (_, n) => line(from + n));
    await bucket('imports').put(
      file,
      `First name,Last name,Phone,E-mail,Source\n${lines.join('\n')}\n`,
      'text/csv',
    );
    const options = importOptions.parse({});
    const { id } = await startImport({ file, filename: 'bench.csv', mapping: undefined, options });
    const seconds = await workers.timed(count, { ...order, work: 'IMPORTS' }, async () => {
      const { status, error } = await importOf(id);
      if (status === 'failed') throw new Error(error ?? 'The import failed.');
      return status === 'completed';
    });
    return rows / seconds;
  });
}

/** Leads a second that a bulk job enrols, once it is split. */
const enrolling = (count: number, order: Order): Promise<number> =>
  asSystem(order.tenantId, 'bench', async () => {
    const steps = [{ id: 'stp_1', type: 'wait', config: { amount: 2, unit: 'days' } }];
    const { journeyId } = await createJourney(journeyFields.parse({ name: 'Bench', steps, entry: 'stp_1' }));
    await publishJourney(journeyId);
    const filter = { all: [{ field: 'source', op: 'is', value: 'Fair' }] };
    const { write, answer } = newJob(journeyId, 'enrol', { filter, how: 'bulk' });
    await commit(write);
    await workOn({ jobId: answer.id });
    const { seen } = await jobOf(journeyId, answer.id);
    const seconds = await workers.timed(count, { ...order, work: 'JOBS' }, async () => {
      const { status } = await jobOf(journeyId, answer.id);
      return status === 'completed';
    });
    return ((await jobOf(journeyId, answer.id)).changed - seen) / seconds;
  });

/** Enrolments a second that are found, put on the queue and leased, of one tenant whose shards have much each. */
const finding = (count: number, order: Order, round: number): Promise<number> =>
  asSystem(order.tenantId, 'bench', async () => {
    const at = new Date(clock.now() - 1_000).toISOString();
    const records = Array.from({ length: due }, (_, n) => ({
      enrolmentId: `ljn_${round}x${n}`,
      journeyId: 'jrn_bench',
      leadId: `led_${round}x${n}`,
      leadName: `Lead ${n}`,
      journeyVersion: 1,
      status: 'active' as const,
      stepId: 'stp_1',
      seq: 1,
      dueAt: at,
      queueAt: at,
      waiting: null,
      attempts: 0,
      happened: [],
      note: '',
      enteredAt: at,
      enteredBy: 'bench',
      version: 1,
    }));
    for (let from = 0; from < due; from += 100)
      await commit(records.slice(from, from + 100).map(insertEnrolment));
    const shards = Array.from({ length: dueShards }, (_, shard) => shard);
    const shown = async () => {
      const found = await Promise.all(shards.map((shard) => dueIn(shard, clock.iso(), due)));
      return found.reduce((sum, { items }) => sum + items.length, 0);
    };
    while ((await shown()) < due) await pause(50);
    for (const shard of shards)
      await send('JOURNEYS', order.tenantId, { findUntil: Date.now() + 120_000, of: { shard } });
    const seconds = await workers.timed(
      count,
      { ...order, work: 'JOURNEYS' },
      async () => workers.worked.filter((body) => 'of' in (body as object)).length === shards.length,
    );
    return due / seconds;
  });

const figures: Record<string, Record<string, number[]>> = {};
try {
  for (const lateMs of [0, late]) {
    const { tenantId, boss } = await newTenant();
    const order: Order = { work: 'nothing', lateMs, tenantId };
    const rates: Record<string, number[]> = { 'bare table': [], import: [], 'bulk job': [], finder: [] };
    for (const [n, count] of workerCounts.entries()) {
      rates['bare table']!.push(await workers.bare(count, order, bareMs));
      rates.import!.push(await importing(count, order, boss, n * rows));
    }
    for (const [n, count] of workerCounts.entries()) {
      rates['bulk job']!.push(await enrolling(count, order));
      rates.finder!.push(await finding(count, order, n));
    }
    console.log(
      `\na table that answers ${lateMs} ms later; a second with ${workerCounts.join(', ')} workers`,
    );
    for (const [name, values] of Object.entries(rates)) {
      const growth = values.map((value) => round(value / values[0]!, 2));
      const ofBare = growth.map((one, at) =>
        round(one / (rates['bare table']![at]! / rates['bare table']![0]!), 2),
      );
      console.log(
        `${name.padEnd(11)} ${values.map((value) => round(value)).join(', ')}  × ${growth.join(', ')}  of the bare table's growth ${ofBare.join(', ')}`,
      );
      rates[name] = values.map((value) => round(value));
    }
    figures[`late ${lateMs} ms`] = rates;
  }
  console.log(
    JSON.stringify({
      bench: 'workers',
      workers: workerCounts,
      rows,
      due,
      figures,
      cpus: cpus().length,
      load: loadavg().map((one) => round(one)),
    }),
  );
} finally {
  workers.close();
  await cloud.stop();
}
process.exit(0);
