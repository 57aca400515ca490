import { setTimeout as pause } from 'node:timers/promises';
import type { TestExchange } from '#tests/asterisk/support/exchange.ts';
import { eventually } from '#tests/support/eventually.ts';
import { p50AndP95, round } from '../figures.ts';
import type { BenchNetwork } from './network.ts';
import { processorMs, processorMsOfThreads } from './processor.ts';

/** How long the processor's time is counted, ms. */
const countedMs = Number(process.env.COUNTED_MS ?? 20_000);
/** Between two calls that are begun, ms; a carrier takes no more at once. */
const betweenMs = 40;
/** Of the packets that two ends of a call send each other, so many have to be sent and heard for a figure to hold. */
const validShare = 0.99;

/** What a second of each of so many calls that go on takes of the processor, ms. */
export async function countProcessor(
  { asterisk, bridge, carrier }: TestExchange<BenchNetwork>,
  calls: number,
) {
  const look = async () => ({
    asterisk: processorMs(asterisk.process.pid!),
    bridge: processorMsOfThreads(bridge.process.pid!),
    network: await carrier.figures(),
    at: performance.now(),
  });
  const before = await look();
  await pause(countedMs);
  const after = await look();
  const seconds = (after.at - before.at) / 1_000;
  const perCall = (ms: number, digits = 2) => round(ms / seconds / (calls || 1), digits);
  // 50 packets a second of each of two ends.
  const due = calls * 100 * seconds;
  const share = (of: 'sent' | 'heard' | 'late') =>
    due && round((after.network[of] - before.network[of]) / due, 4);
  const [sent, heard, late] = [share('sent'), share('heard'), share('late')];
  return {
    asteriskMs: perCall(after.asterisk - before.asterisk),
    bridgeMs: perCall(after.bridge - before.bridge, 3),
    /** Of the network itself, of one core. */
    networkShare: round((after.network.processorMs - before.network.processorMs) / seconds / 1_000, 2),
    sent,
    heard,
    late,
    isValid: calls === 0 || (after.network.ends === calls * 2 && sent >= validShare && heard >= validShare),
  };
}

/**
 * Lets so many calls between two numbers of the network go on: of the product's, or such as nothing but Dial() joins.
 * @param meanwhile what else is measured while they do
 */
export async function withCalls<T>(
  exchange: TestExchange<BenchNetwork>,
  calls: number,
  kind: 'ours' | 'bare',
  meanwhile: () => Promise<T>,
) {
  const number = (side: number, n: number) => `+1555${kind === 'ours' ? 3 + side : 5 + side}${100_000 + n}`;
  const ids: string[] = [];
  const took: number[] = [];
  const late: number[] = [];
  exchange.answers = ({ at }) => {
    late.push(Date.now() - Date.parse(at));
    return {};
  };
  for (let n = 0; n < calls; n++) {
    const began = performance.now();
    if (kind === 'ours')
      ids.push(await exchange.place({ to: number(0, n), transferNumber: number(1, n), maxRingSeconds: 30 }));
    else {
      const status = await exchange.ari('POST', 'channels', {
        endpoint: `PJSIP/${number(0, n)}@carrier`,
        context: 'bench',
        extension: number(1, n),
        priority: '1',
        callerId: '+15550001111',
      });
      if (status !== 200) throw new Error(`Asterisk answered ${status} to a call.`);
    }
    took.push(performance.now() - began);
    await pause(Math.max(0, betweenMs - took.at(-1)!));
  }
  await exchange.carrier.up(calls * 2);
  // What beginning the calls left to do is no part of it.
  await pause(2_000);
  const figures = await countProcessor(exchange, calls);
  const placed = p50AndP95(took);
  const answers = exchange.answers;
  const measured = await meanwhile();
  exchange.answers = answers;
  await exchange.carrier.hangUp();
  await exchange.carrier.up(0);
  await eventually(async () => {
    const over = new Set(exchange.events.flatMap(({ event, callId }) => (event === 'ended' ? callId : [])));
    const missing = ids.filter((id) => !over.has(id));
    if (missing.length > 0) throw new Error(`${missing.length} of ${calls} calls go on.`);
  });
  const events = kind === 'ours' ? p50AndP95(late) : undefined;
  console.log(
    `${calls} calls, ${kind}: Asterisk ${figures.asteriskMs} ms, bridge ${figures.bridgeMs} ms a second of a call; of the packets ${figures.sent} sent, ${figures.heard} heard, ${figures.late} late; the network took ${figures.networkShare} of a core; a call was placed in ${placed.p50Ms} ms, p95 ${placed.p95Ms}`,
  );
  if (events) console.log(`  events reached the product after ${events.p50Ms} ms, p95 ${events.p95Ms}`);
  if (!figures.isValid) {
    console.error('  This is not valid: more than a hundredth of the sound is missing.');
    process.exitCode = 1;
  }
  return { figures: { ...figures, placed, ...(events ? { events } : {}) }, measured };
}
