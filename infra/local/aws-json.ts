import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ZodError, ZodType } from 'zod';

export type Handle = (req: IncomingMessage, res: ServerResponse) => Promise<void>;
export type Clock = () => Date;

/** What every local AWS service is told about where it runs. */
export interface ServiceOptions {
  /** Folder of the service's state file; `:memory:` keeps nothing. */
  stateDir: string;
  clock?: Clock;
  /** Default us-east-1. */
  region?: string;
  /** Default 000000000000. */
  accountId?: string;
}

/** An error that goes to the caller in the shape its SDK turns into a typed exception. */
export class AwsError extends Error {
  readonly code: string;
  readonly status: number;
  /** The older query-protocol name, sent in `x-amzn-query-error` (SQS). */
  readonly queryCode?: string;
  constructor(code: string, message: string, status = 400, queryCode?: string) {
    super(message);
    this.name = code;
    this.code = code;
    this.status = status;
    this.queryCode = queryCode;
  }
}

export interface CallContext {
  /** Scheme, host and port as the client addressed them, without a slash at the end. */
  origin: string;
  /** Aborted when the client goes away before it was answered. */
  signal: AbortSignal;
  /** The request's X-Amzn-Trace-Id. */
  trace?: string;
}

export type Operation = (input: Record<string, unknown>, context: CallContext) => unknown;

/** Largest request of any service here: a 1 MiB batch, base64 and JSON escapes included. */
const MAX_REQUEST_BYTES = 8 * 1024 * 1024;

const bodies = new WeakMap<IncomingMessage, Buffer>();

/**
 * Reads a whole body, once: the dispatcher has read it to verify the signature, and the service
 * behind it gets the same bytes. @throws AwsError RequestEntityTooLarge above `limit` bytes.
 */
export async function readBody(req: IncomingMessage, limit = MAX_REQUEST_BYTES): Promise<Buffer> {
  const known = bodies.get(req);
  if (known) return known;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Read on without keeping: breaking off here would close the connection before the answer.
    if (size <= limit) chunks.push(chunk);
  }
  if (size > limit)
    throw new AwsError('RequestEntityTooLarge', `The request is larger than ${limit} bytes.`, 413);
  const body = Buffer.concat(chunks);
  bodies.set(req, body);
  return body;
}

/** Parses a body as a JSON object; an empty body is `{}`. @throws AwsError SerializationException */
export function parseJsonObject(body: Buffer): Record<string, unknown> {
  if (body.length === 0) return {};
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch {
    throw new AwsError('SerializationException', 'The request body is not valid JSON.');
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new AwsError('SerializationException', 'The request body is not a JSON object.');
  return value as Record<string, unknown>;
}

function validationSentence(error: ZodError): string {
  return error.issues
    .slice(0, 3)
    .map((issue) => {
      const name = issue.path.join('.') || 'the request';
      const missing = issue.code === 'invalid_type' && /received undefined/.test(issue.message);
      return missing ? `${name} is required.` : `Value at '${name}' is not valid: ${issue.message}`;
    })
    .join(' ');
}

/** Checks an input against its schema. @throws AwsError `code` naming what is wrong. */
export function checked<T>(schema: ZodType<T>, input: unknown, code = 'ValidationException'): T {
  const result = schema.safeParse(input);
  if (!result.success) throw new AwsError(code, validationSentence(result.error));
  return result.data;
}

/** A signal that fires when the client hangs up before its answer was written. */
function hangUpSignal(res: ServerResponse): AbortSignal {
  const controller = new AbortController();
  res.once('close', () => {
    if (!res.writableEnded) controller.abort();
  });
  return controller.signal;
}

const traceOf = (req: IncomingMessage) => req.headers['x-amzn-trace-id'] as string | undefined;

function callContext(req: IncomingMessage, res: ServerResponse): CallContext {
  return {
    origin: `http://${req.headers.host ?? '127.0.0.1'}`,
    signal: hangUpSignal(res),
    trace: traceOf(req),
  };
}

/** Any thrown thing as an AwsError; what is not one is a defect here and is logged with its stack. */
export function asAwsError(error: unknown): AwsError {
  if (error instanceof AwsError) return error;
  console.error(error);
  return new AwsError('InternalFailure', 'The local service failed; its log tells why.', 500);
}

/** Writes a JSON answer unless the client has gone. */
export function sendJson(
  res: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  if (res.destroyed || res.headersSent) return;
  const text = JSON.stringify(body ?? {});
  res.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'x-amzn-requestid': randomUUID(),
    ...headers,
  });
  res.end(text);
}

export interface JsonServiceOptions {
  /** What stands before the dot in X-Amz-Target, e.g. `AmazonSQS`. */
  target: string;
  version: '1.0' | '1.1';
  /** Smithy namespace put before error names, e.g. `com.amazonaws.sqs`. */
  namespace: string;
  operations: Record<string, Operation>;
}

/** The AWS JSON 1.0 / 1.1 protocol: operation in X-Amz-Target, JSON in, JSON out. */
export function jsonService(options: JsonServiceOptions): Handle {
  const contentType = `application/x-amz-json-${options.version}`;
  return async (req, res) => {
    try {
      const context = callContext(req, res);
      const body = await readBody(req);
      const [prefix, name = ''] = String(req.headers['x-amz-target'] ?? '').split('.');
      const operation = Object.hasOwn(options.operations, name) ? options.operations[name] : undefined;
      if (prefix !== options.target || !operation)
        throw new AwsError(
          'UnknownOperationException',
          `The local ${options.target} has no operation ${name || '(none named)'}.`,
        );
      const output = await operation(parseJsonObject(body), context);
      sendJson(res, 200, output, { 'content-type': contentType });
    } catch (thrown) {
      const error = asAwsError(thrown);
      const headers: Record<string, string> = { 'content-type': contentType };
      if (error.queryCode) headers['x-amzn-query-error'] = `${error.queryCode};Sender`;
      sendJson(
        res,
        error.status,
        { __type: `${options.namespace}#${error.code}`, message: error.message },
        headers,
      );
    }
  };
}
