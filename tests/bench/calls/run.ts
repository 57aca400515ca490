import { cpus, loadavg } from 'node:os';
import { measureExchange } from './exchange.ts';
import { measureFunctions } from './functions.ts';
import { measureScreen } from './screen.ts';

/**
 * `npm run bench:calls`: what a call costs and how long it is waited for. `PARTS=exchange,functions,screen` chooses:
 *
 * - exchange: from the command to the ring of the agent's phone, through the bridge and by the bare Asterisk in turns;
 *   and the processor's time that Asterisk and bridge take while `CALLS=50` calls go on, beside as many that a
 *   bare Dial() has joined. Sound of the telephone network flows both ways. `ROUNDS=50` rings.
 * - functions: requests to the table and items that are written for a call from its start to its disposition.
 * - screen: from a call that comes in at the sandbox's exchange until an open live floor shows it, and until a bare
 *   websocket hears the hint. `ROUNDS=50` calls.
 *
 * The last line is JSON.
 */
const parts = { exchange: measureExchange, functions: measureFunctions, screen: measureScreen };
const chosen = (process.env.PARTS ?? Object.keys(parts).join(',')).split(',') as (keyof typeof parts)[];

const figures: Record<string, unknown> = { cpus: cpus().length, loadBefore: loadavg()[0] };
for (const part of chosen) figures[part] = await parts[part]();
console.log(JSON.stringify(figures));
process.exit();
