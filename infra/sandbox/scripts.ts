import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { json, readJson } from './http.ts';
import type { Route } from './index.ts';
import { registrationScript } from './registrations.ts';
import { reputationScript } from './reputation.ts';

/** What a script may name instead of a number or an address: a whole third party. */
export const providers = [
  'twilio',
  'telnyx',
  'ses',
  'smtp',
  'exchange',
  'hooks',
  'weather-gov',
  'met-norway',
  'galaxy',
  'trustedform',
  'jornaya',
  'stripe',
  'bedrock',
] as const;
export type ProviderName = (typeof providers)[number];

const ms = z.number().int().min(0).max(31_536_000_000);

const sms = z.strictObject({
  /** Between being sent and its end. */
  delayMs: ms.optional(),
  outcome: z.enum(['delivered', 'undelivered', 'failed', 'optout']).optional(),
  /** Of an undelivered or failed text, in the vendor's own numbers. */
  errorCode: z.number().int().optional(),
  /** Who answers STOP and blocks the pair: the product itself (the default), or the carrier for it. */
  stops: z.enum(['product', 'provider']).optional(),
});

const call = z.strictObject({
  result: z.enum(['answered', 'busy', 'no-answer', 'voicemail', 'failed']),
  /** From the first ring on. */
  afterMs: ms.optional(),
  talkSeconds: z.number().int().min(0).max(86_400).optional(),
  /** Of whoever calls and gets to a voicemail box: they say so much, and hang up. */
  messageSeconds: z.number().int().min(0).max(300).optional(),
  /** What a transcript of the call has: who is called with `them`. Nothing at all: the transcript fails. */
  says: z
    .array(z.strictObject({ by: z.enum(['us', 'them']), text: z.string().trim().min(1).max(500) }))
    .max(200)
    .optional(),
  /** Keys that are pressed, so long after it was taken. */
  keys: z.strictObject({ afterMs: ms, digits: z.string().regex(/^[0-9*#]{1,32}$/) }).optional(),
});

const mail = z.strictObject({
  /** bounce and complaint: SES takes it, and tells later; an SMTP server refuses the receiver of a bounce. */
  outcome: z.enum(['accept', 'reject', 'delay', 'bounce', 'complaint']),
  /** In SES's own words; Permanent and NoEmail by default. */
  bounceType: z.enum(['Permanent', 'Transient', 'Undetermined']).optional(),
  bounceSubType: z.string().max(40).optional(),
  /** Until it is taken; of a bounce or complaint, until it is told. */
  delayMs: ms.optional(),
});

const provider = z.strictObject({
  down: z.boolean(),
  status: z.number().int().min(400).max(599).optional(),
  /** It takes what it is asked, and only its answer is lost. */
  lost: z.boolean().optional(),
  /** It is out of order for these requests alone. */
  method: z.enum(['GET', 'POST', 'PATCH', 'DELETE']).optional(),
  /** So many requests; without a number until the script is cleared. */
  times: z.number().int().min(1).optional(),
});

const transfer = z.strictObject({
  /** The platform's balance does not hold as much, or the account takes nothing. */
  outcome: z.enum(['insufficient', 'restricted']),
});

const number = z.strictObject({
  /** What becomes of who buys it: somebody else was quicker, there is no such number, or the account is empty. */
  order: z.enum(['gone', 'invalid', 'unpaid', 'fails']).optional(),
  /** So long an order of it is pending, where orders take their time. */
  pendingMs: ms.optional(),
});

const script = z.strictObject({
  match: z
    .string()
    .trim()
    .min(1)
    .max(254)
    .describe('a number, an address, a beginning or an end of one with *, a provider, or *'),
  sms: sms.optional(),
  call: call.optional(),
  mail: mail.optional(),
  provider: provider.optional(),
  number: number.optional(),
  transfer: transfer.optional(),
  registration: registrationScript.optional(),
  reputation: reputationScript.optional(),
});
export type Script = z.output<typeof script>;
type Section = 'sms' | 'call' | 'mail' | 'provider' | 'number' | 'transfer' | 'registration' | 'reputation';

/** How well a script fits: the longer what it names, the better; an exact one best. Undefined when it does not. */
function closeness(match: string, target: string): number | undefined {
  if (match === '*') return 0;
  if (match.endsWith('*')) return target.startsWith(match.slice(0, -1)) ? match.length : undefined;
  if (match.startsWith('*')) return target.endsWith(match.slice(1)) ? match.length : undefined;
  return match === target ? 1_000 : undefined;
}

/** How numbers, addresses and providers behave, as tests and demonstrations set it. */
export class Scripts {
  readonly #database: DatabaseSync;
  #all: Script[];

  constructor(database: DatabaseSync) {
    this.#database = database;
    database.exec('CREATE TABLE IF NOT EXISTS script (match TEXT PRIMARY KEY, body TEXT NOT NULL)');
    const rows = database.prepare('SELECT body FROM script ORDER BY match').all() as { body: string }[];
    this.#all = rows.map(({ body }) => JSON.parse(body) as Script);
  }

  list(): readonly Script[] {
    return this.#all;
  }

  set(one: Script): void {
    const match = one.match.toLowerCase();
    const body = { ...one, match };
    this.#database.prepare('INSERT OR REPLACE INTO script VALUES (?, ?)').run(match, JSON.stringify(body));
    this.#all = [...this.#all.filter((known) => known.match !== match), body];
  }

  /** Forgets one script, or all. */
  clear(match?: string): void {
    if (match === undefined) this.#database.exec('DELETE FROM script');
    else this.#database.prepare('DELETE FROM script WHERE match = ?').run(match.toLowerCase());
    this.#all = match === undefined ? [] : this.#all.filter((one) => one.match !== match.toLowerCase());
  }

  /** The section of the script that fits best. */
  for<S extends Section>(section: S, target: string): Script[S] | undefined {
    let best: Script[S] | undefined;
    let points = -1;
    for (const one of this.#all) {
      const how = one[section] === undefined ? undefined : closeness(one.match, target.toLowerCase());
      if (how !== undefined && how > points) [best, points] = [one[section], how];
    }
    return best;
  }

  /** Whether a third party is out of order for this request, which counts among its `times`. */
  outage(name: ProviderName, asked?: string): { status: number; lost: boolean } | undefined {
    const one =
      this.#all.find(({ match, provider: own }) => own && match === name) ??
      this.#all.find(({ match, provider: own }) => own && match === '*');
    if (!one?.provider?.down) return undefined;
    const { status = 503, lost = false, times, method } = one.provider;
    if (method && method !== asked) return undefined;
    if (times !== undefined)
      this.set({ ...one, provider: times > 1 ? { ...one.provider, times: times - 1 } : { down: false } });
    return { status, lost };
  }
}

/** /sandbox/script: POST sets one, GET lists, DELETE (?match=) forgets. */
export function scriptRoutes(scripts: Scripts): Route {
  return async (request, { pathname, searchParams }) => {
    if (pathname !== '/sandbox/script') return undefined;
    if (request.method === 'DELETE') scripts.clear(searchParams.get('match') ?? undefined);
    if (request.method === 'POST') {
      const read = script.safeParse(await readJson(request));
      if (!read.success) return json(400, { error: z.prettifyError(read.error), code: 'invalid_input' });
      scripts.set(read.data);
    }
    return json(200, { scripts: scripts.list() });
  };
}
