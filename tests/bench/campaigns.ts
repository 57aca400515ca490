import { randomUUID } from 'node:crypto';
import { cpus, loadavg } from 'node:os';
import { CreateQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import { TestSandbox } from '#infra/sandbox/sandbox-testing.ts';
import { contactsOf } from '#tests/support/campaign-people.ts';
import { startCloud } from '#tests/support/cloud.ts';
import { round } from './figures.ts';
import type { Asked, Order } from './worker-process.ts';
import { WorkerProcesses } from './worker-processes.ts';

/**
 * `npm run bench:campaigns`: texts a second of `CAMPAIGNS=4` campaigns to `N=150` people each with 1, 2 and 4 workers,
 * each a process that takes one message at a time, as a ratio of what so many processes write into the bare table: a
 * transaction of as many items as a text takes. Carriers are the sandbox's, on the same machine; their receipts are not
 * in it. With it, what 1,000 texts ask of the table. The last line is JSON.
 */
const campaigns = Number(process.env.CAMPAIGNS ?? 4);
const people = Number(process.env.N ?? 150);
const workerCounts = [1, 2, 4];
const bareMs = 3_000;
/** Noon in New York, on a Tuesday: texts may go out in all of the country. */
const aheadMs = Date.parse('2026-03-10T18:00:00.000Z') - Date.now();

process.env.POWERTOOLS_LOG_LEVEL ??= 'SILENT';
const cloud = await startCloud();
const sandbox = await TestSandbox.open();
Object.assign(process.env, cloud.env, { SANDBOX_URL: sandbox.origin, PUBLIC_URL: sandbox.receiver });
const { QueueUrl } = await new SQSClient({}).send(
  new CreateQueueCommand({ QueueName: `bench-${randomUUID()}` }),
);
process.env.MESSAGES_QUEUE_URL = QueueUrl!;

const { runAs } = await import('#functions/kernel/actor.ts');
const { setClock } = await import('#functions/kernel/clock.ts');
const { createLead } = await import('#functions/leads/api.ts');
const { createCampaign, startCampaign } = await import('#functions/messages/blasts/campaigns.ts');
const { findBlast } = await import('#functions/messages/blasts/store.ts');
const { listNumbers, rentTwilioNumber } = await import('#functions/messages/numbers/numbers.ts');
const { setSmsConfig } = await import('#functions/messages/settings/settings.ts');
const { leadFields } = await import('#shared/model/lead.ts');
const { newTenant } = await import('./new-tenant.ts');

setClock(() => Date.now() + aheadMs);

const workers = await WorkerProcesses.start(Math.max(...workerCounts));

try {
  const { tenantId, boss } = await newTenant();
  const order: Order = { work: 'MESSAGES', lateMs: 0, tenantId, aheadMs };
  await runAs(boss, async () => {
    await setSmsConfig('twilio', { numberPerMinute: 4_500, campaignPerMinute: 4_500 });
    while ((await listNumbers()).length < campaigns) await rentTwilioNumber({ areaCode: '561' });
    const numbers = (await listNumbers()).map(({ number }) => number);
    const leads: string[] = [];
    for (const { number } of contactsOf(campaigns * people, '236'))
      leads.push((await createLead(leadFields.parse({ firstName: 'Lee', phones: [number] }))).lead.id);

    const textsASecond: Record<number, number> = {};
    const before = workers.asked();
    let texts = 0;
    for (const count of workerCounts) {
      const ids: string[] = [];
      for (let n = 0; n < campaigns; n++) {
        const { id } = await createCampaign({
          name: `With ${count}`,
          message: 'Hi {{ lead.firstName }}, spring is here. Reply STOP to opt out.',
          leadIds: leads.slice(n * people, (n + 1) * people),
          from: numbers[n]!,
          onceWithinHours: 0,
        });
        await startCampaign(id);
        ids.push(id);
      }
      const seconds = await workers.timed(count, order, async () => {
        const all = await Promise.all(ids.map((id) => findBlast(id)));
        return all.every((blast) => blast?.status === 'completed');
      });
      const sent = (await Promise.all(ids.map((id) => findBlast(id)))).reduce(
        (sum, one) => sum + one!.sent,
        0,
      );
      if (sent !== campaigns * people) throw new Error(`${sent} of ${campaigns * people} texts went out.`);
      texts += sent;
      textsASecond[count] = round(sent / seconds);
      console.log(`${count} workers: ${textsASecond[count]} texts a second`);
    }
    const after = workers.asked();
    const per1000 = Object.fromEntries(
      (Object.keys(after) as (keyof Asked)[]).map((name) => [
        name,
        Math.round((1_000 * (after[name] - before[name])) / texts),
      ]),
    ) as unknown as Asked;

    const bare: Record<number, number> = {};
    const bareOrder: Order = { ...order, items: Math.round(per1000.items / 1_000) };
    for (const count of workerCounts) bare[count] = round(await workers.bare(count, bareOrder, bareMs));
    const ratio = Object.fromEntries(
      workerCounts.map((count) => [count, round(textsASecond[count]! / bare[count]!, 3)]),
    );
    console.log(`1,000 texts: ${JSON.stringify(per1000)}`);
    console.log(
      JSON.stringify({ texts, textsASecond, bare, ratio, per1000, cores: cpus().length, load: loadavg()[0] }),
    );
  });
} finally {
  workers.close();
  await sandbox.close();
  await cloud.stop();
}
process.exit(0);
