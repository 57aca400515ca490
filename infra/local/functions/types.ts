/** What the host hands a worker thread when it starts it. */
export interface WorkerStart {
  /** The bundle, an absolute path. */
  file: string;
  /** The name of the export that is called. */
  exportName: string;
  functionName: string;
  functionArn: string;
  memoryMb: number;
}

export interface InvokeMessage {
  type: 'invoke';
  requestId: string;
  /** JSON text. */
  payload: string;
  /** Milliseconds since 1970 at which the time-out strikes. */
  deadline: number;
  /** The trace header, which the SDK sends on with every request. */
  trace: string;
}

/** An error as the Lambda runtime reports it. */
export interface FunctionFailure {
  errorType: string;
  errorMessage: string;
  trace?: string[];
}

export type WorkerMessage =
  | { type: 'ready' }
  | { type: 'init-failed'; failure: FunctionFailure }
  | { type: 'result'; requestId: string; payload: string }
  | { type: 'failed'; requestId: string; failure: FunctionFailure }
  /** A process that the function started, or that has ended. */
  | { type: 'child'; pid: number; running: boolean };

/** What an invocation answers: the handler's JSON text, or the error it ended with. */
export type InvokeResult =
  | { ok: true; payload: string; requestId: string }
  | { ok: false; failure: FunctionFailure; requestId: string };

/**
 * Lambda's quotas in bytes, as documented in 2026:
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
export const LAMBDA_LIMITS = {
  syncRequestBytes: 6 * 1024 * 1024,
  syncResponseBytes: 6 * 1024 * 1024 + 100,
  asyncRequestBytes: 1024 * 1024,
} as const;

/** An invocation whose event is above Lambda's limit, which therefore never ran. */
export class PayloadTooLarge extends Error {
  override name = 'PayloadTooLarge';
}
