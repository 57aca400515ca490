import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { callFor, Undeliverable } from '#functions/content/api.ts';
import { neverArrived } from '#functions/kernel/never-arrived.ts';
import { PrivateAddress } from '#functions/kernel/public-address.ts';
import { endpointLimits as limits } from '#shared/model/webhook-endpoint.ts';

export interface Posted {
  ok: boolean;
  status: number | null;
  ms: number;
  error: string | null;
  /** The beginning of what was answered. */
  answer: string;
  /** Nothing but a change of the address would help. */
  forGood: boolean;
  /** It certainly did not arrive. */
  unreached: boolean;
}

/** What became of a call of which nothing was answered; what is for good was not even tried. */
const failed = (
  error: string,
  ms: number,
  { forGood = false, unreached = forGood }: { forGood?: boolean; unreached?: boolean } = {},
): Posted => ({
  ok: false,
  status: null,
  ms,
  error,
  answer: '',
  forGood,
  unreached,
});

/**
 * Posts JSON to a public https address, or to the sandbox's. The name is resolved once, for the check and the call
 * alike, and a redirect is not followed, wherever it leads.
 */
export function post(
  address: string,
  body: string,
  headers: Record<string, string>,
  timeoutMs: number = limits.timeoutMs,
): Promise<Posted> {
  const started = performance.now();
  const ms = () => Math.round(performance.now() - started);
  let target: ReturnType<typeof callFor>;
  try {
    target = callFor(address);
  } catch (error) {
    if (!(error instanceof Undeliverable)) throw error;
    return Promise.resolve(failed(error.message, ms(), { forGood: true }));
  }
  const { url, lookup } = target;
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve) => {
    const call = request(
      url,
      {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'Dealbell-Webhook/1',
          ...headers,
        },
        signal: AbortSignal.timeout(timeoutMs),
        agent: false,
        ...(lookup ? { lookup } : {}),
      },
      (answer) => {
        const status = answer.statusCode ?? 0;
        const parts: Buffer[] = [];
        let read = 0;
        answer.on('data', (chunk: Buffer) => {
          if (read < limits.answerBytes) parts.push(chunk);
          read += chunk.length;
          if (read > limits.answerBytes) answer.destroy();
        });
        answer.on('error', () => undefined);
        answer.on('close', () => {
          const ok = status >= 200 && status < 300;
          const isRedirect = status >= 300 && status < 400;
          resolve({
            ok,
            status,
            ms: ms(),
            error: ok
              ? null
              : isRedirect
                ? `It answered ${status}, a redirect, which is not followed.`
                : `It answered ${status}.`,
            answer: Buffer.concat(parts).toString('utf8').toWellFormed().slice(0, limits.answerBytes),
            // RFC 9110: the address is gone for good.
            forGood: status === 410,
            unreached: false,
          });
        });
      },
    );
    call.on('error', (error: Error & { code?: string }) => {
      if (error instanceof PrivateAddress) return resolve(failed(error.message, ms(), { forGood: true }));
      const slow = error.name === 'TimeoutError' || error.name === 'AbortError';
      const told = slow
        ? `It did not answer within ${timeoutMs / 1000} s.`
        : `It could not be reached (${error.code ?? error.message}).`;
      resolve(failed(told, ms(), { unreached: neverArrived(error) }));
    });
    call.end(body);
  });
}
