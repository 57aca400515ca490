import type { IncomingMessage } from 'node:http';

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
}

export const json = (status: number, body: unknown): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

export const page = (body: string): Answer => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8', 'x-content-type-options': 'nosniff' },
  body,
});

export const script = (body: string): Answer => ({
  status: 200,
  headers: { 'content-type': 'text/javascript; charset=utf-8' },
  body,
});

export const redirect = (to: string): Answer => ({ status: 303, headers: { location: to }, body: '' });

/** Bodies above this are refused; bytes. A raw mail with its attachments is the longest. */
const maxBytes = 10_000_000;

export async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > maxBytes) throw new Error('The request is larger than 10 MB.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** A body of JSON, or undefined where it is none. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  try {
    return JSON.parse(await readBody(request));
  } catch {
    return undefined;
  }
}

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
