import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { applyEngineSettings, writeEngineConfig } from '#infra/local/dynamodb/engine-settings.ts';
import { onOneProcessor } from '#infra/local/one-processor.ts';

/** DynamoDB on one machine, for as long as the tests run. */
export interface Engine {
  endpoint: string;
  stop(): Promise<void>;
}

/** The engines that npm brings; DEALBELL_ENGINE names one, DYNAMODB_ENDPOINT any other that runs already. */
const engines = {
  extenddb: (port: number, folder: string) => ({
    args: ['serve', '--foreground', '--config', writeEngineConfig(folder, connections)],
    // The engine hands each SQL statement from thread to thread; with one thread that takes half of the processor's time.
    env: { EXTENDDB__SERVER__PORT: String(port), TOKIO_WORKER_THREADS: '1' },
  }),
  dynoxide: (port: number) => ({ args: ['--port', String(port)], env: {} }),
} as const;

/** To the engine's database: several for files that run side by side in a small table, one for a long run in a large one. */
const connections = Number(process.env.ENGINE_CONNECTIONS ?? 10);

type EngineName = keyof typeof engines;

const root = join(import.meta.dirname, '../..');
const startMs = 15_000;

/**
 * Starts the engine in `folder`, where extenddb keeps its file (dynoxide keeps all in memory).
 * @throws when DEALBELL_ENGINE names none, or the engine does not answer within 15 s
 */
export async function startEngine(
  folder: string,
  keys: { AWS_ACCESS_KEY_ID: string; AWS_SECRET_ACCESS_KEY: string },
): Promise<Engine> {
  const given = process.env.DYNAMODB_ENDPOINT;
  if (given) return { endpoint: given, stop: async () => {} };
  const name = (process.env.DEALBELL_ENGINE ?? 'extenddb') as EngineName;
  if (!Object.hasOwn(engines, name))
    throw new Error(`DEALBELL_ENGINE is ${name}; it may be ${Object.keys(engines).join(' or ')}.`);
  const port = await freePort();
  const { args, env } = engines[name](port, folder);
  const binary = join(root, `node_modules/@${name}/linux-x64/${name}`);
  const [program, ...rest] = onOneProcessor([binary, ...args], port);
  const child = spawn(program, rest, {
    cwd: folder,
    env: { ...process.env, ...keys, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Also when the tests end without their teardown.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output = (output + chunk).slice(-4000);
    });
  const endpoint = `http://127.0.0.1:${port}`;
  await answering(endpoint, child, () => output);
  if (name === 'extenddb') await applyEngineSettings(binary, writeEngineConfig(folder, connections));
  return { endpoint, stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const hard = setTimeout(() => child.kill('SIGKILL'), 3000);
  await gone;
  clearTimeout(hard);
}

async function answering(endpoint: string, child: ChildProcess, output: () => string): Promise<void> {
  const end = Date.now() + startMs;
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = error;
  });
  for (;;) {
    if (failure || child.exitCode !== null)
      throw new Error(`The DynamoDB engine did not start.\n${output()}`, { cause: failure });
    try {
      await fetch(endpoint, { signal: AbortSignal.timeout(1000) });
      return;
    } catch {
      if (Date.now() > end) throw new Error(`The DynamoDB engine does not answer.\n${output()}`);
      await pause(20);
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
