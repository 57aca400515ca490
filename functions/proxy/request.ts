import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';

/** Where a request goes; `lookup` answers public addresses alone, and is left out for the sandbox. */
export interface Hop {
  url: URL;
  lookup?: LookupFunction;
}

/** One request; a connection of its own, so that it goes to the address that was looked up for it. */
export function get(
  { url, lookup }: Hop,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const call = request(
      url,
      {
        headers: { 'accept-encoding': 'identity', ...headers },
        signal,
        agent: false,
        ...(lookup ? { lookup } : {}),
      },
      resolve,
    );
    call.on('error', reject);
    call.end();
  });
}

/** Reads a body. @throws what `tooLarge` makes when it is longer than so many bytes */
export async function bodyOf(answer: IncomingMessage, most: number, tooLarge: () => Error): Promise<Buffer> {
  if (Number(answer.headers['content-length'] ?? 0) > most) {
    answer.destroy();
    throw tooLarge();
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
