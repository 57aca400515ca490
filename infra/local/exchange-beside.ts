import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const exchangeFile = z.object({ url: z.url(), secret: z.string().min(16), pid: z.number().int() });

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * The environment by which functions use the exchange that `npm run asterisk` runs beside us; empty when none runs, and
 * the sandbox's exchange is used. A file that a killed one has left behind does not count.
 */
export function exchangeBeside(stateDir: string): Record<string, string> {
  const file = join(stateDir, 'exchange.json');
  if (!existsSync(file)) return {};
  let read: z.output<typeof exchangeFile>;
  try {
    read = exchangeFile.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return {};
  }
  return isRunning(read.pid) ? { EXCHANGE_URL: read.url, EXCHANGE_SECRET: read.secret } : {};
}
