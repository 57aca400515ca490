import { cpus, loadavg } from 'node:os';
import { measureExchange } from './exchange.ts';
import { measureFunctions } from './functions.ts';
import { measureScreen } from './screen.ts';

/**
 * `npm run bench:calls`: what a call costs and how long it is waited for, while `CALLS=50,150` calls go on (docs/bench.md).
 * `PARTS=exchange,functions,screen` chooses:
 *
 * - exchange: the ring of an agent's phone, news of its end, and the processor's time, through the bridge and by the bare
 *   Asterisk. Sound of a telephone network flows both ways. `ROUNDS=50` rings, `COUNTED_MS=20000`.
 * - functions: requests to the table and items that are written for a call from its start to its disposition.
 * - screen: from a call that comes in at the sandbox's exchange until an open live floor shows it, and until a bare
 *   websocket hears the hint; one call at a time. `ROUNDS=50` calls.
 *
 * The last line is JSON. It ends with 1 where a figure does not hold.
 */
const parts = { exchange: measureExchange, functions: measureFunctions, screen: measureScreen };
const chosen = (process.env.PARTS ?? Object.keys(parts).join(',')).split(',') as (keyof typeof parts)[];

const figures: Record<string, unknown> = { cpus: cpus().length, loadBefore: loadavg()[0] };
for (const part of chosen) figures[part] = await parts[part]();
console.log(JSON.stringify(figures));
process.exit();
