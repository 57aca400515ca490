import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { traceOf } from '../event-sources/lineage.ts';
import type { Build } from './builds.ts';
import {
  type FunctionFailure,
  type InvokeMessage,
  type InvokeResult,
  LAMBDA_LIMITS,
  type WorkerMessage,
  type WorkerStart,
} from './types.ts';

export interface RuntimeOptions {
  functionName: string;
  functionArn: string;
  exportName: string;
  env: Record<string, string>;
  memoryMb: number;
  timeoutMs: number;
  /** Execution environments that may work at the same time. */
  concurrency: number;
  /** When environments without a call end; ms. Tests wait less long. */
  idle?: { extraIdleMs: number; lastIdleMs: number } | undefined;
  /** The bundle to run; throws with the compiler's message. */
  build(): Promise<Build>;
  /** A line that the function wrote. */
  line(text: string, stream: 'out' | 'err'): void;
  /** A process that the function started or that ended, so that none outlives the local cloud. */
  child(pid: number, running: boolean): void;
}

/** A new environment has this long to load its bundle; ms. Lambda gives 10 s on processors of its own. */
const initTimeoutMs = 30_000;
/**
 * Another environment is started when a call has waited for one as long as the last start took: before that, one at
 * work most likely comes free sooner, and on a busy machine each start would make the next calls wait longer. At least
 * and at most; ms.
 */
const scaleOutAfterMs = { least: 40, most: 3_000 };
/** Environments beyond the first end after this time without a call; ms. */
const extraIdleMs = 15_000;
/** So does the first, as each holds some 40 MB; the next call then waits for a cold start, as in the cloud; ms. */
const lastIdleMs = 45_000;
/** Where starts take long, environments are kept longer: idle so many times the last start, four times as long at most. */
const idleStarts = { extra: 40, last: 200 };
const mostPatience = 4;
/** V8 would let short-lived objects take as much as a process of its own may; a dozen functions share this one; MB. */
const maxYoungGenerationSizeMb = 32;

/**
 * What an environment runs, without its types: with them, each would first load Node's TypeScript compiler, which takes
 * longer than a small bundle.
 */
const workerUrl = new URL(
  `data:text/javascript,${encodeURIComponent(
    stripTypeScriptTypes(readFileSync(join(import.meta.dirname, 'worker.ts'), 'utf8')),
  )}`,
);

const keptMs = (least: number, wanted: number) => Math.min(Math.max(least, wanted), mostPatience * least);

interface Call {
  payload: string;
  requestId: string;
  trace: string;
  /** When it began to wait, on the clock of `performance.now`. */
  since: number;
  resolve(result: InvokeResult): void;
}

/** One environment: a worker thread, idle or with one call. */
class Environment {
  readonly version: string;
  readonly worker: Worker;
  readonly children = new Set<number>();
  ready = false;
  call: Call | undefined;
  timer: NodeJS.Timeout | undefined;
  readonly begun = performance.now();
  constructor(build: Build, worker: Worker) {
    this.version = build.version;
    this.worker = worker;
  }
}

const failure = (errorType: string, errorMessage: string): FunctionFailure => ({ errorType, errorMessage });

/** Splits a stream of text into lines. */
function lines(stream: NodeJS.ReadableStream, each: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop()!;
    for (const part of parts) each(part);
  });
  stream.on('end', () => {
    if (rest) each(rest);
  });
}

/**
 * A function with its environments: worker threads with one call at a time each. Calls beyond what the
 * environments can take wait in order; another environment is started when one has waited a moment.
 */
export class FunctionRuntime {
  private readonly options: RuntimeOptions;
  private readonly environments = new Set<Environment>();
  private readonly waiting: Call[] = [];
  private scaleTimer: NodeJS.Timeout | undefined;
  private stopped = false;
  /** How long the last environment took to load. */
  private loadMs = 0;

  constructor(options: RuntimeOptions) {
    this.options = options;
  }

  /** Runs the handler; never throws: what goes wrong in the function is in the answer. */
  async invoke(
    payload: string,
    requestId: string = randomUUID(),
    trace: string = traceOf(this.options.functionName, []),
  ): Promise<InvokeResult> {
    const failed = (error: FunctionFailure): InvokeResult => ({ ok: false, failure: error, requestId });
    if (this.stopped) return failed(failure('ServiceException', 'The local cloud is stopping.'));
    if (this.options.concurrency < 1)
      return failed(failure('TooManyRequestsException', 'Rate exceeded: the reserved concurrency is 0.'));
    let build: Build;
    try {
      build = await this.options.build();
    } catch (error) {
      return failed(failure('Runtime.BuildFailed', (error as Error).message));
    }
    for (const environment of this.environments)
      if (environment.version !== build.version && !environment.call) this.end(environment);
    return new Promise((resolve) => {
      this.waiting.push({ payload, requestId, trace, since: performance.now(), resolve });
      this.pump(build);
    });
  }

  /** Ends all environments; calls that run are answered as failed. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.scaleTimer);
    for (const call of this.waiting.splice(0))
      call.resolve({
        ok: false,
        failure: failure('ServiceException', 'The local cloud is stopping.'),
        requestId: call.requestId,
      });
    await Promise.all([...this.environments].map((environment) => this.end(environment)));
  }

  /** Ends the environments at work as a crash of theirs would; their calls fail. Answers how many there were. */
  crash(): number {
    const busy = [...this.environments].filter(({ call }) => call);
    for (const environment of busy)
      this.lost(environment, failure('Runtime.ExitError', 'The function was ended from outside.'));
    return busy.length;
  }

  private pump(build: Build): void {
    for (const environment of this.environments) {
      if (this.waiting.length === 0) return;
      if (environment.ready && !environment.call && environment.version === build.version)
        this.dispatch(environment, this.waiting.shift()!);
    }
    if (this.waiting.length === 0) return;
    const current = [...this.environments].filter(({ version }) => version === build.version);
    if (current.length === 0) this.start(build);
    else if (current.every(({ ready }) => ready) && this.environments.size < this.options.concurrency)
      this.scaleOutInTime(build);
  }

  /** Starts another environment as soon as the first call of those waiting has waited long enough for that. */
  private scaleOutInTime(build: Build): void {
    if (this.scaleTimer || !this.waiting[0]) return;
    const patienceMs = Math.min(Math.max(this.loadMs, scaleOutAfterMs.least), scaleOutAfterMs.most);
    const leftMs = this.waiting[0].since + patienceMs - performance.now();
    if (leftMs <= 0) {
      this.start(build);
      return;
    }
    this.scaleTimer = setTimeout(() => {
      this.scaleTimer = undefined;
      if (!this.stopped) this.pump(build);
    }, leftMs);
  }

  private start(build: Build): void {
    const { functionName, functionArn, exportName, memoryMb, env } = this.options;
    const data: WorkerStart = { file: build.file, exportName, functionName, functionArn, memoryMb };
    const worker = new Worker(workerUrl, {
      workerData: data,
      env,
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb },
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    const environment = new Environment(build, worker);
    this.environments.add(environment);
    lines(worker.stdout, (line) => this.options.line(line, 'out'));
    lines(worker.stderr, (line) => this.options.line(line, 'err'));
    environment.timer = setTimeout(
      () =>
        this.lost(
          environment,
          failure('Runtime.InitTimeout', `The function did not load within ${initTimeoutMs} ms.`),
        ),
      initTimeoutMs,
    );
    worker.on('message', (message: WorkerMessage) => this.hear(environment, build, message));
    worker.on('error', (error: Error & { code?: string }) => {
      const memory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      const type = memory ? 'Runtime.OutOfMemory' : (error.name ?? 'Error');
      this.lost(environment, {
        ...failure(type, error.message ?? String(error)),
        trace: error.stack?.split('\n'),
      });
    });
    worker.on('exit', (code) =>
      this.lost(
        environment,
        failure('Runtime.ExitError', `The function ended its process with code ${code}.`),
      ),
    );
  }

  private hear(environment: Environment, build: Build, message: WorkerMessage): void {
    switch (message.type) {
      case 'ready':
        clearTimeout(environment.timer);
        environment.ready = true;
        this.loadMs = performance.now() - environment.begun;
        this.pump(build);
        this.rest(environment);
        return;
      case 'init-failed':
        this.lost(environment, message.failure);
        return;
      case 'child':
        if (message.running) environment.children.add(message.pid);
        else environment.children.delete(message.pid);
        this.options.child(message.pid, message.running);
        return;
      case 'result':
        this.answer(environment, build, message.requestId, this.measured(message.payload, message.requestId));
        return;
      case 'failed':
        this.answer(environment, build, message.requestId, {
          ok: false,
          failure: message.failure,
          requestId: message.requestId,
        });
        return;
      default:
        message satisfies never;
    }
  }

  private measured(payload: string, requestId: string): InvokeResult {
    const bytes = Buffer.byteLength(payload);
    if (bytes <= LAMBDA_LIMITS.syncResponseBytes) return { ok: true, payload, requestId };
    const sentence = `Response payload size (${bytes} bytes) exceeded maximum allowed payload size (${LAMBDA_LIMITS.syncResponseBytes} bytes).`;
    return { ok: false, failure: failure('Function.ResponseSizeTooLarge', sentence), requestId };
  }

  private dispatch(environment: Environment, call: Call): void {
    const { timeoutMs } = this.options;
    clearTimeout(environment.timer);
    environment.call = call;
    const message: InvokeMessage = {
      type: 'invoke',
      requestId: call.requestId,
      payload: call.payload,
      deadline: Date.now() + timeoutMs,
      trace: call.trace,
    };
    environment.timer = setTimeout(() => {
      const sentence = `${new Date().toISOString()} ${call.requestId} Task timed out after ${(timeoutMs / 1000).toFixed(2)} seconds`;
      this.lost(environment, failure('Sandbox.Timedout', sentence));
    }, timeoutMs);
    environment.worker.postMessage(message);
  }

  private answer(environment: Environment, build: Build, requestId: string, result: InvokeResult): void {
    const { call } = environment;
    if (!call || call.requestId !== requestId) return;
    clearTimeout(environment.timer);
    environment.call = undefined;
    call.resolve(result);
    this.pump(build);
    this.rest(environment);
  }

  /** Ends an environment that gets no call from now on: first those beyond the last one. */
  private rest(environment: Environment): void {
    if (environment.call || !this.environments.has(environment)) return;
    const { extraIdleMs, lastIdleMs } = this.idleMs();
    environment.timer = setTimeout(() => {
      if (this.environments.size > 1) return void this.end(environment);
      environment.timer = setTimeout(() => void this.end(environment), lastIdleMs - extraIdleMs).unref();
    }, extraIdleMs).unref();
  }

  private idleMs(): { extraIdleMs: number; lastIdleMs: number } {
    return (
      this.options.idle ?? {
        extraIdleMs: keptMs(extraIdleMs, idleStarts.extra * this.loadMs),
        lastIdleMs: keptMs(lastIdleMs, idleStarts.last * this.loadMs),
      }
    );
  }

  /** An environment that crashed, timed out or could not start: its call has failed, the next gets another. */
  private lost(environment: Environment, reason: FunctionFailure): void {
    if (!this.environments.has(environment)) return;
    const { call, ready } = environment;
    this.end(environment);
    const failed = call ?? (ready ? undefined : this.waiting.shift());
    failed?.resolve({ ok: false, failure: reason, requestId: failed.requestId });
    if (this.waiting.length > 0 && !this.stopped)
      this.options.build().then(
        (build) => this.pump(build),
        (error: Error) => {
          for (const waiting of this.waiting.splice(0))
            waiting.resolve({
              ok: false,
              failure: failure('Runtime.BuildFailed', error.message),
              requestId: waiting.requestId,
            });
        },
      );
  }

  private async end(environment: Environment): Promise<void> {
    this.environments.delete(environment);
    clearTimeout(environment.timer);
    const { call } = environment;
    await environment.worker.terminate();
    for (const pid of environment.children) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended by itself.
      }
      this.options.child(pid, false);
    }
    if (call && this.stopped)
      call.resolve({
        ok: false,
        failure: failure('ServiceException', 'The local cloud is stopping.'),
        requestId: call.requestId,
      });
  }
}
