/**
 * The one error that a caller sees as it is. Everything else thrown in a function is logged and answered as a
 * plain 500, so that nothing internal leaks.
 */
export class AppError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: unknown;
  /** Seconds after which to try again; sent as Retry-After and in the body as `retryAfter`. */
  readonly retryAfter: number | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    options: { details?: unknown; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'AppError';
    this.status = status;
    this.code = code;
    this.details = options.details;
    this.retryAfter = options.retryAfter;
  }
}

export const badRequest = (message: string, details?: unknown) =>
  new AppError(400, 'invalid_input', message, { details });
export const unauthorized = (message = 'Authentication required. Please log in.', code = 'unauthorized') =>
  new AppError(401, code, message);
export const forbidden = (message: string, code = 'forbidden') => new AppError(403, code, message);
export const notFound = (what: string) => new AppError(404, 'not_found', `${what} was not found.`);
export const conflict = (message: string, details?: unknown, code = 'conflict') =>
  new AppError(409, code, message, { details });
/** @param what 'office' */
export const changedSinceOpened = (what: string, details?: unknown) =>
  conflict(`Somebody has changed this ${what} since you opened it. Reload it and try again.`, details);
export const tooMany = (message: string, retryAfter: number) =>
  new AppError(429, 'too_many_requests', message, { retryAfter });
export const unavailable = (message: string, code = 'unavailable', cause?: unknown) =>
  new AppError(502, code, message, { cause });
