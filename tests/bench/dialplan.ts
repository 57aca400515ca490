import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { compilePlan } from '#functions/dialplans/compiler/compile.ts';
import { anyPlan } from '#functions/dialplans/compiler/generated-plans.ts';
import { type PlanStep, type PlanSteps, withSounds } from '#shared/model/dialplan/steps.ts';
import { missing, TestExchange } from '#tests/asterisk/support/exchange.ts';
import { eventually } from '#tests/support/eventually.ts';
import { percentile, round } from './figures.ts';

/*
 * npm run bench:dialplan: many dial plans compiled and deployed through the bridge to a real Asterisk, and one more of
 * them while calls go on, of which none may be lost; beside what Asterisk's own reload of the same files takes.
 * PLANS, NODES, CALLS and ROUNDS make it smaller or larger.
 */

const plans = Number(process.env.PLANS ?? 200);
const nodes = Number(process.env.NODES ?? 20);
const calls = Number(process.env.CALLS ?? 50);
const rounds = Number(process.env.ROUNDS ?? 20);
/** A carrier takes no more calls at once, ms. */
const betweenMs = 40;

const planId = (n: number) => `dlp_01JBENCH000000000000000${String(n).padStart(3, '0')}`;

async function timed<T>(work: () => Promise<T> | T): Promise<{ ms: number; value: T }> {
  const began = performance.now();
  const value = await work();
  return { ms: performance.now() - began, value };
}

const printTimes = (name: string, values: readonly number[]) =>
  console.log(
    `${name}: p50 ${round(percentile(values, 0.5))} ms, p95 ${round(percentile(values, 0.95))} ms, over ${values.length}`,
  );

/** Callers whose calls are up. */
async function callersIn(exchange: TestExchange): Promise<number> {
  const channels = await exchange.console('core show channels concise');
  return channels.split('\n').filter((line) => line.startsWith('PJSIP/carrier')).length;
}

const reason = await missing();
if (reason) throw new Error(reason);
// Of so many nodes each, of every type, wherever their ways lead, and with sounds that every exchange has. It takes its
// time, in which no connection to the exchange may grow old.
const all = fc
  .sample(anyPlan(nodes - 1, nodes - 1), { numRuns: plans, seed: 20_261_126 })
  .map((steps) => steps.map((step) => withSounds(step, () => ({ file: 'beep' }))));
const exchange = await TestExchange.start();
try {
  await exchange.account();
  const compiled = await timed(() =>
    all.map((steps, n) => compilePlan(steps, { tenant: 1, planId: planId(n), now: Date.now() })),
  );
  const bytes = compiled.value.reduce((sum, { text }) => sum + text.length, 0);
  console.log(
    `${plans} plans of ${nodes} nodes compiled in ${round(compiled.ms)} ms: ${round(compiled.ms / plans, 2)} ms each, ${round(bytes / 1024)} KiB in all`,
  );

  const deploys: number[] = [];
  for (const [n, steps] of all.entries()) {
    const { ms, value } = await timed(() => exchange.deploy(planId(n), steps));
    if (value.status !== 200) throw new Error(`Plan ${n} was answered ${value.status}.`);
    deploys.push(ms);
  }
  printTimes(`deployed through the bridge, one after another`, deploys);
  printTimes(`of them the last ${rounds}, with all others there`, deploys.slice(-rounds));

  const reload = async () => {
    const { ms, value } = await timed(() => exchange.ari('PUT', 'asterisk/modules/pbx_config.so'));
    if (value !== 204) throw new Error(`Asterisk answered ${value} to a reload.`);
    return ms;
  };
  // A file that has changed is read again; one that has not is left alone.
  const bare = async (n: number) => {
    writeFileSync(join(exchange.plansFolder, 'none.conf'), `; bench ${n}\n`);
    return reload();
  };
  const idle: number[] = [];
  for (let n = 0; n < rounds; n++) idle.push(await bare(n));
  printTimes('bare reload of the same files', idle);

  await exchange.queue('que_bench', { members: [], maxWaitTime: 3_000 });
  const waiting: PlanSteps = [
    { id: 'start', type: 'start', ways: { next: 'hello' } },
    { id: 'hello', type: 'answer', delay: 0, playRinging: false, ways: { next: 'wait' } },
    {
      id: 'wait',
      type: 'queue',
      queueId: 'que_bench',
      maxWaitTime: 3_000,
      musicOnHold: 'default',
      announcePosition: false,
      ways: { answered: null, timeout: null, full: null },
    },
  ];
  const busy = 'dlp_01JBENCHBUSY';
  const number = '+15554000000';
  if ((await exchange.deploy(busy, waiting)).status !== 200)
    throw new Error('The plan of the callers failed.');
  await exchange.ask('PUT', `/numbers/${encodeURIComponent(number)}`, { to: { planId: busy } });
  for (let n = 0; n < calls; n++) {
    await exchange.carrier.call(`+1555500${String(1000 + n)}`, number, () => 0);
    await new Promise((next) => setTimeout(next, betweenMs));
  }
  await eventually(async () => {
    const waits = exchange.events.filter(({ event }) => event === 'queue-joined').length;
    if (waits < calls) throw new Error(`${waits} of ${calls} callers wait.`);
  });
  const before = await callersIn(exchange);

  const underCalls: number[] = [];
  const bareUnderCalls: number[] = [];
  for (let n = 0; n < rounds; n++) {
    const last: PlanStep = { id: all[n]!.at(-1)!.id, type: 'hangup', cause: 1 + n, ways: {} };
    const { ms, value } = await timed(() => exchange.deploy(planId(n), [...all[n]!.slice(0, -1), last]));
    if (value.status !== 200) throw new Error(`Plan ${n} was answered ${value.status}.`);
    underCalls.push(ms);
    bareUnderCalls.push(await bare(rounds + n));
  }
  printTimes(`deployed under ${calls} calls`, underCalls);
  printTimes(`bare reload under ${calls} calls`, bareUnderCalls);
  const after = await callersIn(exchange);
  const ended = exchange.events.filter(({ event }) => event === 'ended').length;
  console.log(`calls before ${before}, after ${after}, lost ${before - after}, ended ${ended}`);
  if (before !== calls || after !== before || ended > 0) process.exitCode = 1;
} finally {
  await exchange.stop();
}
