import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * What extenddb does later of itself, as AWS does, and here at once:
 * - an index is written together with its table. 10 ms later and by a queue in the database, each write would take the
 *   processor twice as long. Tests find code that reads an index too early by `INDEX_LAG_MS` (tests/support/index-lag.ts).
 * - a table is ready when it is made, and not a second later.
 */
const settings = { index_propagation_delay_ms: '0', control_plane_delay_seconds: '0' };

/**
 * Writes what extenddb is started with, and by which its settings are changed.
 * @param folder where its database is
 * @param connections to its database. Whenever one of several has written, the others drop what they hold of it and read it
 * again, which takes a third of the engine's time once it is large; with one, each request waits for the one before it.
 * @returns the file
 */
export function writeEngineConfig(folder: string, connections: number): string {
  const file = join(folder, 'engine.toml');
  writeFileSync(
    file,
    `[server]
bind_addr = "127.0.0.1"
[storage]
backend = "sqlite"
[storage.sqlite]
path = ${JSON.stringify(join(folder, 'extenddb.sqlite'))}
pool_size = ${connections}
`,
  );
  return file;
}

/**
 * Sets what extenddb keeps in its database and not in its configuration; it reads that anew each time it asks.
 * @param config of an engine that has been started, so that its database is there
 */
export async function applyEngineSettings(binary: string, config: string): Promise<void> {
  await Promise.all(
    Object.entries(settings).map(([name, value]) =>
      run(binary, ['settings', '--config', config, 'set', name, value]),
    ),
  );
}
