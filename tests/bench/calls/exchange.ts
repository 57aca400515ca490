import { loadavg } from 'node:os';
import { missing, TestExchange } from '#tests/asterisk/support/exchange.ts';
import { round } from '../figures.ts';
import { countProcessor, withCalls } from './load.ts';
import { BenchNetwork } from './network.ts';
import { takePrecedence } from './processor.ts';
import { Rings } from './rings.ts';

const rounds = Number(process.env.ROUNDS ?? 50);
const sizes = (process.env.CALLS ?? '50,150').split(',').map(Number);

/** A call between two numbers of the telephone network that nothing but Dial() joins. */
const bareDialPlan = `[bench]
exten => _+X.,1,Dial(PJSIP/\${EXTEN}@carrier)
 same => n,Hangup()
`;

/** Figures of a real Asterisk with its bridge, beside the same Asterisk alone; undefined where it cannot be installed. */
export async function measureExchange() {
  const reason = await missing();
  if (reason) return void console.log(`Skipped: ${reason}`);
  takePrecedence();
  const exchange = await TestExchange.startWith(BenchNetwork.open);
  let rings: Rings | undefined;
  try {
    await exchange.account();
    await exchange.addDialPlan(bareDialPlan);
    rings = await Rings.open(exchange);
    const idle = await countProcessor(exchange, 0);
    console.log(`Nothing goes on: Asterisk ${idle.asteriskMs} ms, bridge ${idle.bridgeMs} ms a second`);
    const alone = await rings.measure(rounds);
    const concurrent: Record<string, unknown> = {};
    for (const calls of sizes) {
      const load = loadavg()[0]!;
      const bare = await withCalls(exchange, calls, 'bare', async () => undefined);
      const ours = await withCalls(exchange, calls, 'ours', () => rings!.measure(rounds));
      const ratio = round((ours.figures.asteriskMs + ours.figures.bridgeMs) / bare.figures.asteriskMs, 2);
      console.log(`  Asterisk and bridge together take ${ratio} of the bare Asterisk.`);
      concurrent[calls] = { load, bare: bare.figures, ours: ours.figures, ratio, ...ours.measured };
    }
    return {
      idle: { asteriskMs: idle.asteriskMs, bridgeMs: idle.bridgeMs },
      alone,
      concurrent,
    };
  } catch (error) {
    console.error(exchange.log.slice(-30).join('\n'));
    throw error;
  } finally {
    await rings?.close();
    await exchange.stop();
  }
}
