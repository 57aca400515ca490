import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { personFor } from './galaxy-persons.ts';
import { type Answer, json, readJson } from './http.ts';
import type { Route } from './index.ts';
import type { Scripts } from './scripts.ts';

/*
 * The stand-in for the Galaxy API of Tracers and Enformion (https://galaxyapi.readme.io). Who is searched for says how
 * it behaves, by last name or by the last four digits of a number:
 *
 *   Nobody  0000   nobody is found            Several  0003   three persons are found
 *   Trouble 0500   200, and an error in it    Timeout  0504   it is billed, and answers after a minute
 *
 * and the access profile: `sandbox-wrong` is not known, `sandbox-spent` has nothing left.
 */

/** Searches that an account begins with. */
const firstBalance = 1_000;
/** How long a search takes that times out, ms. */
const endlessMs = 60_000;

export interface GalaxyRequest {
  account: string;
  type: string;
  criteria: unknown;
  billed: boolean;
  at: string;
}

/** What was searched for, so that it can be told what was billed. */
export class GalaxyStore {
  readonly #database: DatabaseSync;
  readonly #iso: () => string;

  constructor(database: DatabaseSync, iso: () => string) {
    this.#database = database;
    this.#iso = iso;
    database.exec(`CREATE TABLE IF NOT EXISTS galaxy_request (
      number INTEGER PRIMARY KEY AUTOINCREMENT, account TEXT NOT NULL, type TEXT NOT NULL, criteria TEXT NOT NULL,
      billed INTEGER NOT NULL, at TEXT NOT NULL)`);
  }

  add(account: string, type: string, criteria: unknown, billed: boolean): void {
    this.#database
      .prepare('INSERT INTO galaxy_request (account, type, criteria, billed, at) VALUES (?, ?, ?, ?, ?)')
      .run(account, type, JSON.stringify(criteria), billed ? 1 : 0, this.#iso());
  }

  billedTo(account: string): number {
    const row = this.#database
      .prepare('SELECT coalesce(sum(billed), 0) AS sum FROM galaxy_request WHERE account = ?')
      .get(account) as { sum: number };
    return row.sum;
  }

  /** The newest first. */
  requests(): GalaxyRequest[] {
    const rows = this.#database
      .prepare(
        'SELECT account, type, criteria, billed, at FROM galaxy_request ORDER BY number DESC LIMIT 200',
      )
      .all() as { account: string; type: string; criteria: string; billed: number; at: string }[];
    return rows.map((row) => ({ ...row, criteria: JSON.parse(row.criteria), billed: row.billed === 1 }));
  }
}

const text = z.string().max(200).default('');
const criteria = z.looseObject({
  FirstName: text,
  LastName: text,
  Email: text,
  Phone: text,
  Addresses: z.array(z.looseObject({ AddressLine1: text, AddressLine2: text })).default([]),
  Page: z.number().int().min(1).default(1),
  ResultsPerPage: z.number().int().min(1).max(100).default(10),
});
export type Criteria = z.output<typeof criteria>;

const answered = (persons: object[], { Page, ResultsPerPage }: Criteria): Answer =>
  json(200, {
    persons: persons.slice(0, ResultsPerPage),
    counts: { searchResults: persons.length, names: 0, aliases: 0, addresses: 0, phoneNumbers: 0 },
    pagination: {
      currentPageNumber: Page,
      resultsPerPage: ResultsPerPage,
      totalPages: Math.ceil(persons.length / ResultsPerPage),
      totalResults: persons.length,
    },
    searchCriteria: [],
    totalRequestExecutionTimeMs: 12,
    requestType: 'Search',
    isError: false,
    error: { inputErrors: [], warnings: [] },
  });

const failed = (status: number, message: string, inputErrors: string[] = []): Answer =>
  json(status, {
    persons: [],
    isError: true,
    error: { code: status === 200 ? 'Technical Error' : 'Invalid Input', message, inputErrors, warnings: [] },
  });

/** What a last name or the last digits of a number ask for. */
function behaviourOf({
  LastName,
  Phone,
}: Criteria): 'nobody' | 'several' | 'trouble' | 'timeout' | undefined {
  const end = Phone.replace(/\D/g, '').slice(-4);
  const name = LastName.toLowerCase();
  if (name === 'nobody' || end === '0000') return 'nobody';
  if (name === 'several' || end === '0003') return 'several';
  if (name === 'trouble' || end === '0500') return 'trouble';
  return name === 'timeout' || end === '0504' ? 'timeout' : undefined;
}

const seedOf = (asked: Criteria): number =>
  createHash('sha256')
    .update(
      JSON.stringify([
        asked.FirstName,
        asked.LastName,
        asked.Email,
        asked.Phone,
        asked.Addresses,
      ]).toLowerCase(),
    )
    .digest()
    .readUInt32BE(0);

const types = ['Person', 'ReversePhonePerson'];

async function personSearch(request: IncomingMessage, store: GalaxyStore, scripts: Scripts): Promise<Answer> {
  const header = (name: string) => String(request.headers[name] ?? '');
  const [account, type] = [header('galaxy-ap-name'), header('galaxy-search-type')];
  if (
    account === 'sandbox-wrong' ||
    !/^sandbox-[\w-]+$/.test(account) ||
    header('galaxy-ap-password') !== account
  )
    return failed(401, 'The access profile name or password is not valid.');
  if (!types.includes(type)) return failed(403, 'You do not have access to this search type.');
  const outage = scripts.outage('galaxy');
  if (outage && !outage.lost) return failed(outage.status, 'The service is not available.');
  const read = criteria.safeParse(await readJson(request));
  if (!read.success) return failed(400, 'The request could not be read.', ['Invalid JSON.']);
  const asked = read.data;
  const { LastName, Email, Phone, Addresses } = asked;
  if (!LastName && !Email && !Phone && Addresses.length === 0)
    return failed(400, 'Search criteria are missing.', ['At least one search criterion is required.']);
  if (account === 'sandbox-spent' || store.billedTo(account) >= firstBalance) {
    store.add(account, type, asked, false);
    return failed(200, 'The balance of the account is insufficient for this request.');
  }
  const behaviour = behaviourOf(asked);
  store.add(account, type, asked, behaviour !== 'trouble');
  if (outage) return failed(outage.status, 'The answer was lost.');
  if (behaviour === 'trouble') return failed(200, 'An unexpected error has occurred.');
  if (behaviour === 'timeout') await pause(endlessMs, undefined, { ref: false });
  const count = behaviour === 'nobody' ? 0 : behaviour === 'several' ? 3 : 1;
  const persons = Array.from({ length: count }, (_, at) => personFor(asked, seedOf(asked) + at, at));
  return answered(persons, asked);
}

/** /galaxy/PersonSearch as the vendor has it; /sandbox/galaxy: what was searched for, and what of it was billed. */
export function galaxyRoutes(store: GalaxyStore, scripts: Scripts): Route {
  return async (request, { pathname }) => {
    if (pathname === '/sandbox/galaxy') return json(200, { requests: store.requests(), firstBalance });
    if (pathname !== '/galaxy/PersonSearch') return undefined;
    return request.method === 'POST'
      ? personSearch(request, store, scripts)
      : failed(405, 'Only POST is possible here.');
  };
}
