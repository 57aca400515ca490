import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { sandboxUrl } from '#functions/kernel/env.ts';
import { assertPublicHost, PrivateAddress, publicLookup } from '#functions/kernel/public-address.ts';
import { webhookAnswerBytes, webhookMs } from './limits.ts';

/** A delivery that will not succeed however often it is tried. */
export class Undeliverable extends Error {}

/** Of a client's errors those that may pass by themselves (RFC 9110; 425 RFC 8470). */
const passing = new Set([408, 409, 423, 425, 429]);

/** In the local cloud this host is the sandbox, whose outbox shows what it was sent. `.test` is nobody's (RFC 2606). */
const sandboxHost = 'hooks.dealbell.test';

interface Call {
  url: URL;
  lookup?: LookupFunction;
}

/** Where a webhook is really called. @throws Undeliverable for anything but https on the public internet */
export function callFor(address: string): Call {
  let url: URL;
  try {
    url = new URL(address.trim());
  } catch {
    throw new Undeliverable('The webhook has no valid address.');
  }
  if (url.protocol !== 'https:') throw new Undeliverable('The webhook’s address must begin with https://.');
  if (url.username || url.password) throw new Undeliverable('The webhook’s address may not hold a password.');
  if (sandboxUrl() && url.hostname === sandboxHost)
    return { url: new URL(`/sandbox/hooks${url.pathname}`, sandboxUrl()) };
  try {
    assertPublicHost(url.hostname);
  } catch (error) {
    throw new Undeliverable((error as Error).message);
  }
  return { url, lookup: publicLookup };
}

/** Posts JSON; a redirect is not followed. @throws Undeliverable, or Error for what may pass by itself */
export function post({ url, lookup }: Call, body: string, headers: Record<string, string>): Promise<void> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const fail = (error: Error) =>
      reject(error instanceof PrivateAddress ? new Undeliverable(error.message) : error);
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
        signal: AbortSignal.timeout(webhookMs),
        agent: false,
        ...(lookup ? { lookup } : {}),
      },
      (answer) => {
        const status = answer.statusCode ?? 0;
        let read = 0;
        answer.on('data', (chunk: Buffer) => {
          read += chunk.length;
          if (read > webhookAnswerBytes) answer.destroy();
        });
        answer.on('error', () => undefined);
        answer.on('close', () => {
          if (status >= 200 && status < 300) return resolve();
          if (status >= 300 && status < 400)
            return reject(new Undeliverable('The webhook answered with a redirect, which is not followed.'));
          const told = `The webhook answered ${status}.`;
          reject(status < 500 && !passing.has(status) ? new Undeliverable(told) : new Error(told));
        });
      },
    );
    call.on('error', (error: Error & { code?: string }) =>
      fail(
        error.name === 'TimeoutError'
          ? new Error(`The webhook did not answer within ${webhookMs / 1000} s.`)
          : error,
      ),
    );
    call.end(body);
  });
}
