import { cpus, loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { startCloud } from '#tests/support/cloud.ts';
import { percentile, round } from './figures.ts';

/**
 * `npm run bench:webhooks`: deliveries that POST /hooks/{webhookId} accepts in a second, and how long one takes,
 * under a burst of 10,000, beside a bare handler that only stores the body by one PutItem in the same table. The two
 * take turns, so that what else the machine does falls on both. Then one call after another: the ms of work that a
 * sender waits for. The last line is JSON. `N=1000` is a short form; the figures in docs/bench.md are of the defaults.
 */
const total = Number(process.env.N ?? 10_000);
/** Turns that each of the two takes. */
const rounds = Number(process.env.ROUNDS ?? 10);
/** Requests under way at once: so many copies of a function would work. */
const atOnce = Number(process.env.AT_ONCE ?? 32);
/** Calls made one after another. */
const single = Math.min(total, 300);
/** What the work of one call may take, ms; a busy machine's own stops are left to the last five in a hundred. */
const mostMs = 100;

process.env.POWERTOOLS_LOG_LEVEL ??= 'SILENT';
const cloud = await startCloud();
Object.assign(process.env, cloud.env);

const { PutCommand } = await import('@aws-sdk/lib-dynamodb');
const { asSystem } = await import('#functions/kernel/actor.ts');
const { partitionOf } = await import('#functions/kernel/partitions.ts');
const { client, tableName } = await import('#functions/kernel/table.ts');
const { newId } = await import('#functions/kernel/ids.ts');
const { handler } = await import('#functions/hooks/index.ts');
const { createWebhook } = await import('#functions/webhooks/manage.ts');
const { webhookFields } = await import('#shared/model/webhook.ts');
const { webhookLimits } = await import('#shared/model/webhook-limits.ts');
const { gatewayEvent, lambdaContext } = await import('#tests/support/gateway.ts');

const tenant = 1;
const token = 'a-token-of-the-bench';
const { id } = await asSystem(tenant, 'bench', () =>
  createWebhook({
    ...webhookFields.parse({
      name: 'Bench',
      brand: 'Bench',
      source: 'Bench',
      perMinute: webhookLimits.perMinute.max,
    }),
    securityToken: token,
  }),
);

let sent = 0;
/** A lead as a form posts it, some 300 bytes. */
const bodyOf = (n: number): string =>
  JSON.stringify({
    phone: `+1305${String(2_000_000 + n)}`,
    name: `Lead ${n}`,
    email: `lead${n}@example.com`,
    utm: { source: 'search', campaign: 'spring', term: 'solar panels for small roofs' },
    page: 'https://www.example.com/quote?step=3',
    message: 'Please call me back about a quote for my roof, in the afternoon if you can.',
  });

async function ours(): Promise<void> {
  const event = gatewayEvent({
    method: 'POST',
    path: `/hooks/${id}`,
    headers: { authorization: `Bearer ${token}` },
    body: bodyOf(sent++),
  });
  const { statusCode, body } = await handler(event, lambdaContext());
  if (statusCode !== 202) throw new Error(`A delivery answered ${statusCode}: ${body}`);
}

/** The least that keeps a body: no token, no rate, no repeat known, nothing told to a worker. */
async function bare(): Promise<void> {
  const { body } = gatewayEvent({ method: 'POST', path: `/hooks/${id}`, body: bodyOf(sent++) });
  await asSystem(tenant, 'bench', () =>
    client.send(
      new PutCommand({
        TableName: tableName(),
        Item: { pk: partitionOf('bench'), sk: newId('raw'), body, expiresAt: 4_000_000_000 },
      }),
    ),
  );
}

interface Took {
  ms: number[];
  seconds: number;
}

/** Makes so many calls, a number of them at once. */
async function burst(call: () => Promise<void>, count: number): Promise<Took> {
  const ms: number[] = [];
  let left = count;
  const began = performance.now();
  const one = async () => {
    while (left-- > 0) {
      const start = performance.now();
      await call();
      ms.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return { ms, seconds: (performance.now() - began) / 1000 };
}

async function main() {
  const calls = { ours, bare };
  const took: Record<keyof typeof calls, Took> = {
    ours: { ms: [], seconds: 0 },
    bare: { ms: [], seconds: 0 },
  };
  // The first calls load code and open connections.
  for (const call of Object.values(calls)) await burst(call, 100);
  const each = Math.max(1, Math.floor(total / rounds));
  for (let turn = 0; turn < rounds; turn++)
    for (const name of turn % 2 ? (['bare', 'ours'] as const) : (['ours', 'bare'] as const)) {
      const { ms, seconds } = await burst(calls[name], each);
      took[name].ms.push(...ms);
      took[name].seconds += seconds;
    }
  const figures = (name: keyof typeof calls) => ({
    calls: took[name].ms.length,
    perSecond: round(took[name].ms.length / took[name].seconds),
    p50: round(percentile(took[name].ms, 0.5)),
    p99: round(percentile(took[name].ms, 0.99)),
  });
  const alone: Record<string, { p50: number; p95: number; p99: number }> = {};
  for (const [name, call] of Object.entries(calls)) {
    const ms: number[] = [];
    for (let n = 0; n < single; n++) {
      const start = performance.now();
      await call();
      ms.push(performance.now() - start);
      await pause(0);
    }
    alone[name] = {
      p50: round(percentile(ms, 0.5), 2),
      p95: round(percentile(ms, 0.95), 2),
      p99: round(percentile(ms, 0.99), 2),
    };
  }
  const result = {
    burst: { atOnce, ours: figures('ours'), bare: figures('bare') },
    ratio: round(figures('ours').perSecond / figures('bare').perSecond, 3),
    alone,
    cpus: cpus().length,
    load: round(loadavg()[0]!),
  };
  const { ours: mine, bare: least } = result.burst;
  console.log(`burst, ${atOnce} at once        accepted/s     p50 ms     p99 ms`);
  for (const [name, one] of [
    ['POST /hooks/{webhookId}', mine],
    ['bare PutItem', least],
  ] as const)
    console.log(
      `${name.padEnd(28)}${String(one.perSecond).padStart(8)}${String(one.p50).padStart(11)}${String(one.p99).padStart(11)}`,
    );
  console.log(`ratio ${result.ratio}`);
  console.log(
    `one after another: p50 ${alone.ours!.p50} ms, p95 ${alone.ours!.p95} ms, p99 ${alone.ours!.p99} ms (bare ${alone.bare!.p50}, ${alone.bare!.p95}, ${alone.bare!.p99}); p95 may take ${mostMs}`,
  );
  console.log(JSON.stringify(result));
  if (alone.ours!.p95 >= mostMs) process.exitCode = 1;
}

try {
  await main();
} finally {
  await cloud.stop();
}
