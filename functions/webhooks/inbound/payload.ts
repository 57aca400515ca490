import { createHash } from 'node:crypto';
import { AppError, badRequest } from '#functions/kernel/errors.ts';
import { readForm } from '#functions/kernel/request.ts';
import { webhookLimits as limits } from '#shared/model/webhook-limits.ts';
import type { Raw } from './authenticate.ts';

export interface Payload {
  /** JSON, as it came where it was JSON. */
  text: string;
  rows: number;
  /** Of what it says, whatever the order of its keys. */
  hash: string;
}

/** A form as one flat object; a name that comes again makes a list. */
function ofForm(text: string): Record<string, unknown> {
  const fields = new Map<string, string[]>();
  for (const [name, value] of readForm(text)) {
    const values = fields.get(name);
    if (values) values.push(value);
    else fields.set(name, [value]);
  }
  return Object.fromEntries(
    [...fields].map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
}

/** One text for all ways of writing a value. @throws 400 where it nests too deep */
export function canonical(value: unknown, depth = 0): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (depth >= limits.depth) throw badRequest(`The payload is nested deeper than ${limits.depth} levels.`);
  if (Array.isArray(value)) return `[${value.map((one) => canonical(one, depth + 1)).join(',')}]`;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one, depth + 1)}`).join(',')}}`;
}

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** The leads of a payload: it is one object, or a list of them. */
export const rowsOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

/** @throws 400 for what holds no lead; 413 for too many */
export function assertRows(value: unknown): unknown[] {
  if (value === null || typeof value !== 'object')
    throw badRequest('Please send a JSON object, or a list of up to 1,000 of them.');
  const rows = rowsOf(value);
  if (rows.length === 0) throw badRequest('The list is empty.');
  if (rows.length > limits.rows)
    throw new AppError(
      413,
      'too_many_leads',
      `At most ${limits.rows} leads can be sent at once; this is ${rows.length}.`,
    );
  return rows;
}

/** What was sent, read and measured. @throws 400, 413 */
export function readPayload({ headers, body }: Raw): Payload {
  if (body.length > limits.bytes)
    throw new AppError(
      413,
      'payload_too_large',
      `At most ${limits.bytes / 1024 / 1024} MB can be sent at once; this is ${(body.length / 1024 / 1024).toFixed(1)} MB.`,
    );
  if (body.length === 0) throw badRequest('Please send a JSON object, or a list of up to 1,000 of them.');
  const sent = body.toString('utf8');
  const isForm = /^application\/x-www-form-urlencoded/i.test(headers['content-type'] ?? '');
  let value: unknown;
  try {
    value = isForm ? ofForm(sent) : JSON.parse(sent);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw badRequest('The body is not valid JSON.');
  }
  const rows = assertRows(value);
  return { text: isForm ? JSON.stringify(value) : sent, rows: rows.length, hash: hashOf(canonical(value)) };
}
