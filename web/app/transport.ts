import { ApiError, apiErrorOf } from './api-error.ts';
import { limits } from './limits.ts';

/** What the transport needs of the session; `SessionStore` is one. */
export interface Credentials {
  token(): string | null;
  /** Renews the token that was refused. False when there is no going on with this session for now. */
  renew(refusedToken: string | null): Promise<boolean>;
}

export interface TransportDependencies {
  fetch: typeof fetch;
  credentials: Credentials;
  /** Resolves after `ms`; rejects with the signal's reason when that aborts first. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  timeoutSignal(ms: number): AbortSignal;
}

export interface SendOptions {
  /** A public call: no token is sent, and a 401 is an answer like any other. */
  anonymous?: boolean;
  /** Retry 429 and 5xx. Default true; sign-in says false. */
  retry?: boolean;
  /** Milliseconds for one attempt; default 15 s. */
  timeoutMs?: number;
  /** What is said where no answer came; else the platform core's own sentences. */
  words?: { timeout: string; network: string };
}

export type Send = (request: Request, init?: RequestInit, options?: SendOptions) => Promise<Response>;

const ownWords = {
  timeout: 'The server took too long to respond. Please try again.',
  network: 'Unable to reach the server. Please check your internet connection and try again.',
};

/** Of a call without a valid token: document 001, section 8. */
const tokenWords = {
  /** There was none to send, and none could be had. */
  missing: 'No authentication token found. Please refresh the page.',
  /** It was refused, and could not be renewed either; the session is left as it is. */
  refused: 'Authentication required. Please refresh the page.',
};

/**
 * Sends a request as document 001, section 8 says: bearer token, time-out, up to three retries on 429 and 5xx,
 * one renewal and one retry on 401. Answers only successful responses.
 * @throws ApiError for every other answer; the caller's own abort is passed on untouched.
 */
export function createTransport(deps: TransportDependencies): Send {
  async function attempt(request: Request, init: RequestInit, token: string | null, options: SendOptions) {
    const { timeoutMs = limits.requestTimeout, words = ownWords } = options;
    const timeout = deps.timeoutSignal(timeoutMs);
    const copy = request.clone();
    if (token) copy.headers.set('authorization', `Bearer ${token}`);
    try {
      return await deps.fetch(copy, { ...init, signal: AbortSignal.any([request.signal, timeout]) });
    } catch (cause) {
      if (request.signal.aborted) throw cause;
      if (timeout.aborted) throw new ApiError(0, 'timeout', words.timeout, { cause });
      throw new ApiError(0, 'network', words.network, { cause });
    }
  }

  return async (request, init = {}, options = {}) => {
    const { anonymous = false, retry = true } = options;
    let renewed = anonymous;
    for (let retries = 0; ; ) {
      const token = anonymous ? null : deps.credentials.token();
      const response = await attempt(request, init, token, options);
      if (response.ok) return response;

      const error = await apiErrorOf(response);
      if (response.status === 401 && !renewed) {
        renewed = true;
        if (await deps.credentials.renew(token)) continue;
        if (token === null) throw new ApiError(401, error.code, tokenWords.missing);
        // Where the renewal has ended the session, the server's own sentence and the sign-in page say so.
        if (deps.credentials.token() !== null) throw new ApiError(401, error.code, tokenWords.refused);
      }
      const wait = retry ? waitBefore(error, retries) : undefined;
      if (wait === undefined) throw error;
      retries += 1;
      await deps.sleep(wait, request.signal);
    }
  };
}

/** Milliseconds to wait before the next retry, or undefined when there is none. */
function waitBefore(error: ApiError, retries: number): number | undefined {
  if (error.status !== 429 && error.status < 500) return undefined;
  const planned = limits.retryDelays[retries];
  if (planned === undefined) return undefined;
  const wait = error.retryAfter === undefined ? planned : error.retryAfter * 1000;
  return wait > limits.longestRetryAfter ? undefined : wait;
}

/** `sleep` by the browser's own timer. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}
