/**
 * The one error that a call throws. `status` is the HTTP status, or 0 when no answer came (`code` is then
 * 'network' or 'timeout'). `message` is the body's `error` field, else 'HTTP {status}: {statusText}'.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: unknown;
  /** Seconds after which the server asks to be called again, from the body's `retryAfter` or the header. */
  readonly retryAfter: number | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    options: { details?: unknown; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.details = options.details;
    this.retryAfter = options.retryAfter;
  }
}

/** Reads a failing answer. `now` (ms) turns a Retry-After date into seconds. */
export async function apiErrorOf(response: Response, now = Date.now()): Promise<ApiError> {
  const body = await response.json().catch(() => undefined);
  const field = (name: string): unknown =>
    body && typeof body === 'object' ? (body as Record<string, unknown>)[name] : undefined;
  const error = field('error');
  const code = field('code');
  return new ApiError(
    response.status,
    typeof code === 'string' ? code : `http_${response.status}`,
    typeof error === 'string' && error ? error : `HTTP ${response.status}: ${response.statusText}`,
    {
      details: field('details'),
      retryAfter: seconds(field('retryAfter')) ?? headerSeconds(response.headers.get('retry-after'), now),
    },
  );
}

function seconds(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

function headerSeconds(header: string | null, now: number): number | undefined {
  if (!header) return undefined;
  if (/^\d+$/.test(header.trim())) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}

/** A sentence for the person, whatever was thrown. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  return error instanceof Error && error.message ? error.message : 'Something went wrong. Please try again.';
}

/** The server's messages by field of a 400, for putting them beside the inputs: `{ email: 'Please …' }`. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError) || error.status !== 400) return {};
  const found: Record<string, string> = {};
  const { details } = error;
  const issues = Array.isArray(details) ? details : (details as { issues?: unknown } | undefined)?.issues;
  for (const issue of Array.isArray(issues) ? issues : []) {
    const { path, field, message } = issue as { path?: unknown; field?: unknown; message?: unknown };
    const name = Array.isArray(path) ? path.join('.') : (path ?? field);
    if (typeof name === 'string' && name && typeof message === 'string') found[name] ??= message;
  }
  return found;
}
