import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { missing, TestExchange } from '#tests/asterisk/support/exchange.ts';
import type { Phone } from '#tests/asterisk/support/phone.ts';
import { percentile, round } from '../figures.ts';

const rounds = Number(process.env.ROUNDS ?? 50);
const sizes = (process.env.CALLS ?? '50').split(',').map(Number);
/** How long the processor's time is counted, ms. */
const countedMs = 15_000;
/** Between two calls that are begun, ms; a carrier takes no more at once. */
const betweenMs = 40;

/** A call between two numbers of the telephone network that nothing but Dial() joins. */
const bareDialPlan = `[bench]
exten => _+X.,1,Dial(PJSIP/\${EXTEN}@carrier)
 same => n,Hangup()
`;

/** User and system time of a process so far, ms; Linux counts it in hundredths of a second. */
function processorMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Begins a call and answers how long the phone took to ring, ms. */
async function ring(phone: Phone, begin: () => Promise<unknown>): Promise<number> {
  const before = phone.rung.length;
  const began = performance.now();
  const begun = begin();
  while (phone.rung.length === before) {
    if (performance.now() - began > 10_000) throw new Error('The phone did not ring.');
    await pause(1);
  }
  const took = performance.now() - began;
  await begun;
  return took;
}

const times = (name: string, values: number[]) => {
  const [p50Ms, p95Ms] = [round(percentile(values, 0.5)), round(percentile(values, 0.95))];
  console.log(`${name}: p50 ${p50Ms} ms, p95 ${p95Ms} ms over ${values.length}`);
  return { p50Ms, p95Ms };
};

async function rings(exchange: TestExchange) {
  const phone = await exchange.phone('t1-101');
  phone.does = 'decline';
  const [ours, bare]: [number[], number[]] = [[], []];
  const to = '+15552000001';
  for (let turn = -2; turn < rounds; turn++) {
    const through = await ring(phone, () => exchange.place({ to, agent: { phone: 't1-101' } }));
    await pause(50);
    const direct = await ring(phone, () =>
      exchange.ari('POST', 'channels', {
        endpoint: 'PJSIP/t1-101',
        context: 'bench',
        extension: to,
        priority: '1',
        callerId: '+15550001111',
      }),
    );
    await pause(50);
    // The first turns load what the others have.
    if (turn >= 0) {
      ours.push(through);
      bare.push(direct);
    }
  }
  phone.close();
  const figures = { ours: times('ring through the bridge', ours), bare: times('ring by Asterisk', bare) };
  return { ...figures, ratio: round(figures.ours.p50Ms / figures.bare.p50Ms, 2) };
}

/** Waits until so many calls of the network are up. */
async function up(exchange: TestExchange, legs: number): Promise<void> {
  const end = Date.now() + 60_000;
  const count = () => [...exchange.carrier.rung.values()].flat().filter(({ state }) => state === 'up').length;
  while (count() !== legs) {
    if (Date.now() > end) throw new Error(`${count()} of ${legs} legs are up.`);
    await pause(100);
  }
}

/** The processor's time of a second of a call, ms, while so many go on. */
async function counted(exchange: TestExchange, calls: number) {
  const pids = { asterisk: exchange.asterisk.process.pid!, bridge: exchange.bridge.process.pid! };
  const before = { asterisk: processorMs(pids.asterisk), bridge: processorMs(pids.bridge) };
  const packets = () => [...exchange.carrier.sound.values()].reduce((sum, { packets }) => sum + packets, 0);
  const heard = packets();
  const began = performance.now();
  await pause(countedMs);
  const callSeconds = ((performance.now() - began) / 1000) * calls;
  return {
    asteriskMs: round((processorMs(pids.asterisk) - before.asterisk) / callSeconds, 2),
    bridgeMs: round((processorMs(pids.bridge) - before.bridge) / callSeconds, 3),
    packets: round((packets() - heard) / callSeconds),
  };
}

async function load(exchange: TestExchange, calls: number, kind: 'ours' | 'bare') {
  const number = (side: number, n: number) => `+1555${kind === 'ours' ? 3 + side : 5 + side}${100_000 + n}`;
  const ids: string[] = [];
  for (let n = 0; n < calls; n++) {
    if (kind === 'ours')
      ids.push(await exchange.place({ to: number(0, n), transferNumber: number(1, n), maxRingSeconds: 30 }));
    else
      await exchange.ari('POST', 'channels', {
        endpoint: `PJSIP/${number(0, n)}@carrier`,
        context: 'bench',
        extension: number(1, n),
        priority: '1',
        callerId: '+15550001111',
      });
    await pause(betweenMs);
  }
  await up(exchange, calls * 2);
  // What beginning the calls left to do is no part of it.
  await pause(2_000);
  const figures = await counted(exchange, calls);
  // The network first: while it plays the sound of 300 ends, each command waits a second for its turn in this process.
  await exchange.carrier.hangUp();
  for (const id of ids) await exchange.command(id, { type: 'hangup' });
  await pause(1_000);
  return figures;
}

/** Figures of a real Asterisk with its bridge, beside the same Asterisk alone; undefined where it cannot be installed. */
export async function measureExchange() {
  const reason = await missing();
  if (reason) return void console.log(`Skipped: ${reason}`);
  const exchange = await TestExchange.start();
  try {
    await exchange.account();
    await exchange.addDialPlan(bareDialPlan);
    const idle = await counted(exchange, 1);
    console.log(`nothing goes on: Asterisk ${idle.asteriskMs} ms, bridge ${idle.bridgeMs} ms a second`);
    const ring = await rings(exchange);
    const concurrent: Record<string, unknown> = {};
    for (const calls of sizes) {
      const bare = await load(exchange, calls, 'bare');
      const ours = await load(exchange, calls, 'ours');
      for (const [kind, { asteriskMs, bridgeMs, packets }] of Object.entries({ bare, ours }))
        console.log(
          `${calls} calls, ${kind}: Asterisk ${asteriskMs} ms, bridge ${bridgeMs} ms a second of a call; ${packets} packets heard`,
        );
      const ratio = round((ours.asteriskMs + ours.bridgeMs) / bare.asteriskMs, 2);
      concurrent[calls] = { bare, ours, ratio };
    }
    return { idle, ring, concurrent };
  } catch (error) {
    console.error(exchange.log.slice(-30).join('\n'));
    throw error;
  } finally {
    await exchange.stop();
  }
}
