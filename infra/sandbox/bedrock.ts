import type { IncomingMessage } from 'node:http';
import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { type Answer, json, readJson } from './http.ts';
import type { Route } from './index.ts';
import type { Scripts } from './scripts.ts';

/*
 * The stand-in for Amazon Bedrock's Converse API
 * (https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html). It writes by two rules, and keeps
 * what it was shown, so that it can be seen that this tells of nobody. By API key: `sandbox-wrong` is not known; a model
 * named `sandbox-filtered` refuses to write.
 */

/** What it was shown. */
export class BedrockStore {
  readonly #database: DatabaseSync;
  readonly #iso: () => string;

  constructor(database: DatabaseSync, iso: () => string) {
    this.#database = database;
    this.#iso = iso;
    database.exec(`CREATE TABLE IF NOT EXISTS bedrock_request (
      number INTEGER PRIMARY KEY AUTOINCREMENT, account TEXT NOT NULL, model TEXT NOT NULL, body TEXT NOT NULL,
      at TEXT NOT NULL)`);
  }

  add(account: string, model: string, body: unknown): void {
    this.#database
      .prepare('INSERT INTO bedrock_request (account, model, body, at) VALUES (?, ?, ?, ?)')
      .run(account, model, JSON.stringify(body), this.#iso());
  }

  /** The newest first. */
  requests(): { account: string; model: string; body: unknown; at: string }[] {
    const rows = this.#database
      .prepare('SELECT account, model, body, at FROM bedrock_request ORDER BY number DESC LIMIT 100')
      .all() as { account: string; model: string; body: string; at: string }[];
    return rows.map((row) => ({ ...row, body: JSON.parse(row.body) }));
  }
}

const text = z.array(z.strictObject({ text: z.string().min(1).max(100_000) })).min(1);
const converse = z.strictObject({
  system: text.optional(),
  messages: z
    .array(z.strictObject({ role: z.enum(['user', 'assistant']), content: text }))
    .min(1)
    .refine(([first]) => first?.role === 'user'),
  inferenceConfig: z.strictObject({
    maxTokens: z.number().int().min(1),
    temperature: z.number().min(0).max(1).optional(),
  }),
});

const refused = (status: number, type: string, message: string): Answer => ({
  ...json(status, { message }),
  headers: { 'content-type': 'application/json', 'x-amzn-errortype': type },
});

/** As models count, roughly: a token is four characters. */
const tokensOf = (words: string): number => Math.ceil(words.length / 4);

/** What is written to whoever said this last. */
function replyTo(conversation: string): string {
  const [last = ''] = conversation
    .split('\n')
    .filter((line) => line.startsWith('Customer: '))
    .slice(-1);
  return last.includes('?')
    ? 'Good question, [first name]. Let me find that out and text you back today.'
    : 'Thanks, [first name]. When is a good time to talk?';
}

async function answer(
  request: IncomingMessage,
  model: string,
  store: BedrockStore,
  scripts: Scripts,
): Promise<Answer> {
  const key = /^Bearer (\S{1,500})$/.exec(String(request.headers.authorization ?? ''))?.[1] ?? '';
  if (!key.startsWith('sandbox-') || key === 'sandbox-wrong')
    return refused(403, 'AccessDeniedException', 'Authentication failed: the API key is not valid.');
  const outage = scripts.outage('bedrock');
  if (outage) return refused(outage.status, 'ServiceUnavailableException', 'The service is not available.');
  const read = converse.safeParse(await readJson(request));
  if (!read.success) return refused(400, 'ValidationException', 'The request is not valid.');
  const { system = [], messages } = read.data;
  const shown = messages.flatMap(({ content }) => content.map((part) => part.text)).join('\n');
  store.add(key, model, read.data);
  const isFiltered = model === 'sandbox-filtered';
  const words = isFiltered ? '' : replyTo(shown);
  const inputTokens = tokensOf(system.map((part) => part.text).join('') + shown);
  return json(200, {
    output: { message: { role: 'assistant', content: [{ text: words }] } },
    stopReason: isFiltered ? 'content_filtered' : 'end_turn',
    usage: { inputTokens, outputTokens: tokensOf(words), totalTokens: inputTokens + tokensOf(words) },
    metrics: { latencyMs: 12 },
  });
}

/** /bedrock/model/{id}/converse as the vendor has it; /sandbox/bedrock: what it was shown. */
export function bedrockRoutes(store: BedrockStore, scripts: Scripts): Route {
  return async (request, { pathname }) => {
    if (pathname === '/sandbox/bedrock') return json(200, { requests: store.requests() });
    const [, model] = /^\/bedrock\/model\/([^/]{1,600})\/converse$/.exec(pathname) ?? [];
    if (!model) return undefined;
    return request.method === 'POST'
      ? answer(request, decodeURIComponent(model), store, scripts)
      : refused(405, 'UnknownOperationException', 'Only POST is possible here.');
  };
}
