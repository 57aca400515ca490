/**
 * The bridge beside an Asterisk, as a process of its own: `BRIDGE_SETTINGS=/etc/dealbell/bridge.json node bridge.mjs`.
 * docs/asterisk.md tells what stands in that file. ENROLMENT_TOKEN is given it once, with `product` in that file.
 */
import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { Bridge } from './bridge.ts';
import { bridgeSettings } from './settings.ts';

function readSettings() {
  const path = process.env.BRIDGE_SETTINGS;
  if (!path) throw new Error('BRIDGE_SETTINGS names no file of settings.');
  const read = bridgeSettings.safeParse(JSON.parse(readFileSync(path, 'utf8')));
  if (!read.success) throw new Error(`${path}: ${z.prettifyError(read.error)}`);
  return read.data;
}

try {
  const bridge = new Bridge(readSettings(), (line) => console.log(line));
  await bridge.start(process.env.ENROLMENT_TOKEN || undefined);
  console.log('ready');
  const stop = () => void bridge.stop().then(() => process.exit(0));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  // Whoever holds our standard input open wants us to end when they do.
  if (process.env.END_WITH_INPUT) process.stdin.resume().once('end', stop);
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
