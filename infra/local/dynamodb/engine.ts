import { type ChildProcess, spawn } from 'node:child_process';
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import type { AwsCredentials } from '../aws-auth.ts';
import type { Guardian } from '../guardian.ts';
import { onOneProcessor } from '../one-processor.ts';
import { projectRoot } from '../paths.ts';
import { applyEngineSettings, writeEngineConfig } from './engine-settings.ts';

export type EngineName = 'extenddb' | 'dynoxide';

export interface EngineOptions {
  name: EngineName;
  stateDir: string;
  port: number;
  region: string;
  credentials: AwsCredentials;
  guardian: Guardian;
  log(line: string): void;
}

export interface Engine {
  endpoint: string;
  stop(): Promise<void>;
}

/** To the engine's database (`writeEngineConfig`). */
const connections = 1;
/** An engine that has not answered by then will not; ms. */
const startTimeoutMs = 10_000;
/** How often an engine that starts is asked whether it is there; ms. */
const askEveryMs = 15;
/** One that ends by itself is started again, with a wait that grows to this; ms. */
const longestRestartMs = 5_000;
/** On stopping it may write what it has for so long; ms. */
const stopTimeoutMs = 2_000;

/** @throws Error where npm has no binary of the engine for this platform */
function binaryOf(name: EngineName): string {
  const require = createRequire(join(projectRoot, 'package.json'));
  const platform = `${process.platform}-${process.arch}`;
  try {
    return join(dirname(require.resolve(`@${name}/${platform}/package.json`)), name);
  } catch {
    throw new Error(
      `There is no DynamoDB engine for ${platform} in node_modules. Set DYNAMODB_ENDPOINT to a compatible one.`,
    );
  }
}

function command(options: EngineOptions, folder: string): { args: string[]; env: Record<string, string> } {
  const { name, port, credentials } = options;
  if (name === 'dynoxide')
    return {
      args: [
        'serve',
        '--host',
        '127.0.0.1',
        '--port',
        String(port),
        '--db-path',
        join(folder, 'dynoxide.db'),
      ],
      env: {},
    };
  return {
    args: ['serve', '--foreground', '--config', writeEngineConfig(folder, connections)],
    env: {
      EXTENDDB__SERVER__PORT: String(port),
      // The engine hands each SQL statement from thread to thread; with one thread that takes half of the processor's time.
      TOKIO_WORKER_THREADS: '1',
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      AWS_REGION: options.region,
    },
  };
}

/** Ends an engine that a local cloud left behind which was killed; only one that runs our binary in our folder. */
function endStale(pidFile: string, binary: string, folder: string): void {
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8'));
  try {
    const ours = readlinkSync(`/proc/${pid}/exe`) === binary && readlinkSync(`/proc/${pid}/cwd`) === folder;
    if (ours) process.kill(pid, 'SIGKILL');
  } catch {
    // There is no such process any more.
  }
  rmSync(pidFile, { force: true });
}

async function answers(client: DynamoDBClient): Promise<boolean> {
  try {
    await client.send(new ListTablesCommand({ Limit: 1 }));
    return true;
  } catch {
    return false;
  }
}

/** Starts the engine on its state folder; resolves when it answers. It is started again when it dies. */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  const binary = binaryOf(options.name);
  mkdirSync(join(options.stateDir, 'dynamodb'), { recursive: true });
  const folder = realpathSync(join(options.stateDir, 'dynamodb'));
  const pidFile = join(folder, 'engine.pid');
  endStale(pidFile, binary, folder);
  const endpoint = `http://127.0.0.1:${options.port}`;
  const { region, credentials } = options;
  const client = new DynamoDBClient({ endpoint, region, credentials, maxAttempts: 1 });
  const logFile = join(options.stateDir, 'logs', `${options.name}.log`);
  mkdirSync(dirname(logFile), { recursive: true });
  let stopping = false;
  let child: ChildProcess | undefined;
  let restarts = 0;
  let restartTimer: NodeJS.Timeout | undefined;

  function start(): ChildProcess {
    const { args, env } = command(options, folder);
    const log = createWriteStream(logFile, { flags: 'a', mode: 0o600 });
    // The engine hands each SQL statement to another of its threads.
    const [program, ...rest] = onOneProcessor([binary, ...args], options.port);
    const started = spawn(program, rest, {
      cwd: folder,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH ?? '', HOME: folder, ...env },
    });
    started.stdout.pipe(log, { end: false });
    started.stderr.pipe(log, { end: false });
    started.on('error', (error) => options.log(`${options.name} could not be started: ${error.message}`));
    if (started.pid) {
      options.guardian.watch(started.pid);
      writeFileSync(pidFile, String(started.pid));
    }
    started.once('exit', (code, signal) => {
      log.end();
      if (started.pid) options.guardian.forget(started.pid);
      if (stopping) return;
      restarts += 1;
      options.log(
        `${options.name} ended with ${signal ?? `code ${code}`} and is started again; its log is ${logFile}.`,
      );
      restartTimer = setTimeout(
        () => {
          child = start();
        },
        Math.min(longestRestartMs, 50 * 2 ** Math.min(restarts, 10)),
      );
    });
    return started;
  }

  async function stop(): Promise<void> {
    stopping = true;
    clearTimeout(restartTimer);
    const running = child;
    if (running && running.exitCode === null && running.signalCode === null)
      await new Promise<void>((resolve) => {
        const kill = setTimeout(() => running.kill('SIGKILL'), stopTimeoutMs);
        running.once('exit', () => {
          clearTimeout(kill);
          resolve();
        });
        running.kill('SIGTERM');
      });
    rmSync(pidFile, { force: true });
  }

  child = start();
  const deadline = Date.now() + startTimeoutMs;
  while (!(await answers(client))) {
    if (Date.now() > deadline || restarts > 3) {
      await stop();
      throw new Error(`The DynamoDB engine ${options.name} did not start; its log is ${logFile}.`);
    }
    await new Promise((resolve) => setTimeout(resolve, askEveryMs));
  }
  client.destroy();
  try {
    if (options.name === 'extenddb')
      await applyEngineSettings(binary, writeEngineConfig(folder, connections));
  } catch (error) {
    await stop();
    throw error;
  }
  return { endpoint, stop };
}
