import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { cacheDir } from '../paths.ts';
import type { Resource } from '../template/types.ts';
import { AsyncQueue, type DestinationRecord, type Outcome } from './async-queue.ts';
import { type BuildTogether, FunctionBuild, type MakeBundler } from './builds.ts';
import { firstBuild } from './first-build.ts';
import { FunctionLogs } from './logs.ts';
import { FunctionRuntime, type RuntimeOptions } from './runtime.ts';
import { type InvokeResult, LAMBDA_LIMITS, PayloadTooLarge } from './types.ts';

export type { FunctionFailure, InvokeResult } from './types.ts';

export interface FunctionsOptions {
  stateDir: string;
  /** `AWS::Lambda::Function` resources with `dealbell:entry` in their metadata. */
  functions: Resource[];
  /** `AWS::Lambda::EventInvokeConfig` resources. */
  invokeConfigs?: Resource[];
  /** Variables that every function gets: endpoints, credentials, region. */
  env: Record<string, string>;
  bundler: MakeBundler;
  /** Builds at once what is not built when the functions are made; without it each is built when it is called. */
  together?: BuildTogether;
  /** Where bundles lie; the project's cache by default. */
  buildDir?: string;
  now?(): number;
  /** See `RuntimeOptions`. */
  idle?: RuntimeOptions['idle'];
  /** A line for the terminal: warnings, errors, builds that failed. */
  terminal(line: string): void;
  child?(pid: number, running: boolean): void;
  /** Hands the record of an asynchronous invocation to the destination's ARN. */
  destination?(arn: string, body: string): Promise<void>;
}

export interface Functions {
  names(): string[];
  /**
   * Invokes by name or ARN and waits. `payload` is any JSON value; `trace` the trace header, a new one by default.
   * @throws Error when there is no such function, PayloadTooLarge above 6 MB
   */
  invoke(nameOrArn: string, payload: unknown, trace?: string): Promise<InvokeResult>;
  /** Takes the event and answers at once; retried and then handed to the dead-letter queue as Lambda does. */
  invokeAsync(nameOrArn: string, payload: unknown): string;
  /** Builds all bundles, one after the other. A build that fails is told on the terminal. */
  buildAll(): Promise<void>;
  /** Ends what a function is working on as a crash would, for tests. Answers how many calls have failed by it. */
  crash(nameOrArn: string): number;
  /** How many calls of a function may run at once. */
  concurrencyOf(nameOrArn: string): number;
  /** Whether a function may send to itself for ever, as its `RecursiveLoop` says. */
  allowsLoops(nameOrArn: string): boolean;
  /** Milliseconds, as the template says. */
  timeoutOf(nameOrArn: string): number;
  asyncQueue: AsyncQueue;
  stop(): Promise<void>;
}

/** Environments of one function on one machine, unless it reserves fewer. */
const maxEnvironments = Math.max(2, Math.min(4, availableParallelism()));
/** Of those whose calls wait for others of their own, which need no processor meanwhile: a bridge for its messages. */
const moreEnvironments: Readonly<Record<string, number>> = { 'functions/telephony/index.ts': 6 };
/** Lambda's defaults for asynchronous invocations. */
const asyncDefaults = { retries: 2, maxAgeMs: 6 * 3600_000 };

/** `functions/signage/worker.ts` is called signage-worker, `functions/users/index.ts` users. */
const shortName = (entry: string): string =>
  entry
    .replace(/^functions\//, '')
    .replace(/(\/index)?\.ts$/, '')
    .replaceAll('/', '-');

interface Entry {
  resource: Resource;
  runtime: FunctionRuntime;
  build: FunctionBuild;
  concurrency: number;
  timeoutMs: number;
}

/** The parsed answer of a function that succeeded. @throws Error with the function's own message */
export function resultOf(name: string, result: InvokeResult): unknown {
  if (result.ok) return JSON.parse(result.payload) as unknown;
  throw new Error(`${name} failed: ${result.failure.errorType}: ${result.failure.errorMessage}`);
}

/** Lambda on one machine: each function is bundled as in the cloud and runs in worker threads of its own. */
export function createFunctions(options: FunctionsOptions): Functions {
  const now = options.now ?? Date.now;
  const logs = new FunctionLogs(join(options.stateDir, 'logs'), options.terminal);
  const entries = new Map<string, Entry>();
  const told = new Map<string, string>();
  const buildDir = options.buildDir ?? join(cacheDir, 'build');
  let stopped = false;
  let firstBuilt: Promise<void> | undefined;

  for (const resource of options.functions) {
    const entry = resource.metadata['dealbell:entry'];
    if (typeof entry !== 'string')
      throw new Error(
        `${resource.logicalId} in ${resource.stack} does not say its entry (Metadata dealbell:entry).`,
      );
    entries.set(resource.name, entryOf(resource, entry));
  }

  if (options.together) {
    const builds = [...entries.values()].map(({ build }) => build);
    firstBuilt = firstBuild(builds, join(buildDir, 'together'), options.together);
  }

  function entryOf(resource: Resource, source: string): Entry {
    const { properties } = resource;
    const name = shortName(source);
    const memoryMb = Number(properties.MemorySize ?? 128);
    const timeoutMs = Number(properties.Timeout ?? 3) * 1000;
    const most = moreEnvironments[String(resource.metadata['dealbell:entry'])] ?? maxEnvironments;
    const concurrency = Math.min(most, Number(properties.ReservedConcurrentExecutions ?? most));
    const build = new FunctionBuild(source, join(buildDir, resource.logicalId), options.bundler);
    const current = async () => {
      await firstBuilt;
      try {
        const built = await build.current();
        told.delete(name);
        return built;
      } catch (error) {
        const { message } = error as Error;
        if (!stopped && told.get(name) !== message) {
          told.set(name, message);
          logs.line(name, message, 'out');
          options.terminal(`[${name}] does not build:\n${message}`);
        }
        throw error;
      }
    };
    const runtime = new FunctionRuntime({
      functionName: resource.name,
      functionArn: resource.arn,
      exportName: String(properties.Handler ?? 'index.handler')
        .split('.')
        .at(-1)!,
      env: environmentOf(resource, memoryMb, dirname(source)),
      memoryMb,
      timeoutMs,
      concurrency,
      idle: options.idle,
      build: current,
      line: (text, stream) => logs.line(name, text, stream),
      child: (pid, running) => options.child?.(pid, running),
    });
    return { resource, runtime, build, concurrency, timeoutMs };
  }

  function environmentOf(resource: Resource, memoryMb: number, folder: string): Record<string, string> {
    const given = (resource.properties.Environment?.Variables ?? {}) as Record<string, unknown>;
    const variables = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
    const passed = Object.fromEntries(
      ['PATH', 'HOME', 'TMPDIR', 'LANG', 'CHROME_PATH'].flatMap((name) => {
        const value = process.env[name];
        return value === undefined ? [] : [[name, value]];
      }),
    );
    return {
      ...passed,
      TZ: ':UTC',
      // Lambda gives a function the credentials of its role; here they are told apart by the token alone.
      AWS_SESSION_TOKEN: resource.name,
      _HANDLER: String(resource.properties.Handler ?? 'index.handler'),
      LAMBDA_TASK_ROOT: folder,
      AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
      AWS_LAMBDA_FUNCTION_NAME: resource.name,
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb),
      AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
      AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${resource.name}`,
      AWS_LAMBDA_LOG_STREAM_NAME: 'local',
      // Nobody takes traces here. Without this, X-Ray's library follows each promise of a function with four hooks.
      AWS_XRAY_MANUAL_MODE: 'true',
      AWS_XRAY_CONTEXT_MISSING: 'IGNORE_ERROR',
      ...variables,
      ...options.env,
    };
  }

  function find(nameOrArn: string): Entry {
    const name = /^arn:aws:lambda:[^:]*:[^:]*:function:([^:]+)/.exec(nameOrArn)?.[1] ?? nameOrArn;
    const entry =
      entries.get(name) ?? [...entries.values()].find(({ resource }) => resource.logicalId === name);
    if (!entry)
      throw new Error(`There is no function ${nameOrArn}; there are ${[...entries.keys()].join(', ')}.`);
    return entry;
  }

  function textOf(payload: unknown, limit: number): string {
    const text = JSON.stringify(payload) ?? 'null';
    const bytes = Buffer.byteLength(text);
    if (bytes > limit)
      throw new PayloadTooLarge(
        `${bytes} byte payload is too large for the invocation (limit ${limit} bytes)`,
      );
    return text;
  }

  async function run(
    entry: Entry,
    payload: string,
    requestId?: string,
    trace?: string,
  ): Promise<InvokeResult> {
    const result = await entry.runtime.invoke(payload, requestId, trace);
    if (
      !result.ok &&
      result.failure.errorType !== 'Runtime.BuildFailed' &&
      result.failure.errorType !== 'ServiceException'
    ) {
      const name = shortName(String(entry.resource.metadata['dealbell:entry']));
      const { errorType, errorMessage, trace } = result.failure;
      logs.line(name, `ERROR ${requestId ?? ''} ${errorType}: ${trace?.join('\n') ?? errorMessage}`, 'err');
    }
    return result;
  }

  const configs = new Map(
    (options.invokeConfigs ?? []).map(({ properties }) => [String(properties.FunctionName), properties]),
  );

  const asyncQueue = new AsyncQueue({
    stateDir: options.stateDir,
    now,
    settings: (name) => {
      const config = configs.get(name) ?? {};
      return {
        retries: Number(config.MaximumRetryAttempts ?? asyncDefaults.retries),
        maxAgeMs: Number(config.MaximumEventAgeInSeconds ?? asyncDefaults.maxAgeMs / 1000) * 1000,
      };
    },
    invoke: async (name, payload, requestId) => {
      const entry = entries.get(name);
      if (entry) return run(entry, payload, requestId);
      const errorMessage = `There is no function ${name} any more.`;
      return { ok: false, requestId, failure: { errorType: 'ResourceNotFoundException', errorMessage } };
    },
    finished,
  });

  async function finished(name: string, payload: string, outcome: Outcome): Promise<void> {
    const entry = entries.get(name);
    if (!entry) return;
    const { result } = outcome;
    const destinations = configs.get(name)?.DestinationConfig;
    const destination = (result.ok ? destinations?.OnSuccess : destinations?.OnFailure)?.Destination;
    if (destination) {
      const record: DestinationRecord = {
        version: '1.0',
        timestamp: new Date(now()).toISOString(),
        requestContext: {
          requestId: outcome.requestId,
          functionArn: `${entry.resource.arn}:$LATEST`,
          condition: result.ok ? 'Success' : result.condition,
          approximateInvokeCount: outcome.attempts,
        },
        requestPayload: JSON.parse(payload),
        responseContext: {
          statusCode: 200,
          executedVersion: '$LATEST',
          ...(result.ok ? {} : { functionError: 'Unhandled' }),
        },
        responsePayload: result.ok ? JSON.parse(result.payload) : result.failure,
      };
      await options.destination?.(String(destination), JSON.stringify(record));
    }
    const deadLetters = entry.resource.properties.DeadLetterConfig?.TargetArn;
    if (!result.ok && deadLetters) await options.destination?.(String(deadLetters), payload);
  }

  return {
    names: () => [...entries.keys()],
    invoke: async (nameOrArn, payload, trace) =>
      run(find(nameOrArn), textOf(payload, LAMBDA_LIMITS.syncRequestBytes), undefined, trace),
    invokeAsync: (nameOrArn, payload) =>
      asyncQueue.add(find(nameOrArn).resource.name, textOf(payload, LAMBDA_LIMITS.asyncRequestBytes)),
    async buildAll() {
      await firstBuilt;
      // A build that fails has been told; the next one may well succeed.
      for (const { build } of entries.values()) if (!stopped) await build.current().catch(() => undefined);
    },
    crash: (nameOrArn) => find(nameOrArn).runtime.crash(),
    concurrencyOf: (nameOrArn) => find(nameOrArn).concurrency,
    allowsLoops: (nameOrArn) => find(nameOrArn).resource.properties.RecursiveLoop === 'Allow',
    timeoutOf: (nameOrArn) => find(nameOrArn).timeoutMs,
    asyncQueue,
    async stop() {
      stopped = true;
      asyncQueue.close();
      await Promise.all([...entries.values()].map(({ runtime }) => runtime.stop()));
      await Promise.all([...entries.values()].map(({ build }) => build.dispose()));
      logs.flush();
    },
  };
}
