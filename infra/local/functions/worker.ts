/**
 * One execution environment: a worker thread that loads a function's bundle and works one invocation at a time,
 * as a Lambda sandbox does. Its environment variables are its own.
 */
import { ChildProcess } from 'node:child_process';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { FunctionFailure, InvokeMessage, WorkerMessage, WorkerStart } from './types.ts';

const start = workerData as WorkerStart;
const port = parentPort!;
const post = (message: WorkerMessage) => port.postMessage(message);

process.setSourceMapsEnabled(true);

// A sandbox takes its processes with it when it goes. The host can only do so when it knows them.
const prototype = ChildProcess.prototype as unknown as { spawn(options: unknown): number };
const spawn = prototype.spawn;
prototype.spawn = function (this: ChildProcess, options: unknown) {
  const result = spawn.call(this, options);
  const { pid } = this;
  if (pid) {
    post({ type: 'child', pid, running: true });
    this.once('exit', () => post({ type: 'child', pid, running: false }));
  }
  return result;
};

function failureOf(thrown: unknown): FunctionFailure {
  if (thrown instanceof Error)
    return { errorType: thrown.name, errorMessage: thrown.message, trace: thrown.stack?.split('\n') };
  return { errorType: typeof thrown, errorMessage: String(thrown) };
}

type Handler = (event: unknown, context: object) => unknown;

function contextOf(message: InvokeMessage): object {
  return {
    awsRequestId: message.requestId,
    functionName: start.functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: start.functionArn,
    memoryLimitInMB: String(start.memoryMb),
    logGroupName: process.env.AWS_LAMBDA_LOG_GROUP_NAME,
    logStreamName: process.env.AWS_LAMBDA_LOG_STREAM_NAME,
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, message.deadline - Date.now()),
  };
}

async function work(handler: Handler, message: InvokeMessage): Promise<void> {
  const { requestId } = message;
  process.env._X_AMZN_TRACE_ID = message.trace;
  try {
    const result = await handler(JSON.parse(message.payload), contextOf(message));
    post({ type: 'result', requestId, payload: JSON.stringify(result) ?? 'null' });
  } catch (error) {
    post({ type: 'failed', requestId, failure: failureOf(error) });
  }
}

try {
  // A bundle is several MB: what V8 makes of it is kept beside it, for all later environments and starts.
  enableCompileCache(join(dirname(start.file), 'compiled'));
  const module = (await import(pathToFileURL(start.file).href)) as Record<string, unknown>;
  const exported =
    module[start.exportName] ?? (module.default as Record<string, unknown>)?.[start.exportName];
  if (typeof exported !== 'function')
    throw new Error(`${start.file} exports no function named ${start.exportName}.`);
  port.on('message', (message: InvokeMessage) => void work(exported as Handler, message));
  post({ type: 'ready' });
  // An environment is ended without notice, so that its end would be too late for writing.
  flushCompileCache();
} catch (error) {
  post({ type: 'init-failed', failure: failureOf(error) });
}
