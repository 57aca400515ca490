import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { neverArrived } from '#functions/kernel/never-arrived.ts';
import { PrivateAddress, publicLookup } from '#functions/kernel/public-address.ts';
import type { Billed } from '#shared/model/tracer.ts';

/*
 * The Galaxy API, by which Tracers and Enformion are asked: https://galaxyapi.readme.io. A request is sent once and
 * never again by itself, because each one is billed, that of a duplicate too.
 */

/** Where searches are sent, and as whom. */
export interface TracerAccount {
  url: string;
  label: string;
  accessProfile: string;
  password: string;
  sandbox: boolean;
}

/** By search type: a person search and a reverse phone search are one call, set up differently at the provider. */
export type SearchType = 'Person' | 'ReversePhonePerson';

/** ms after which an answer counts as lost: the gateway waits 29 s for ours. */
export const patienceMs = 20_000;
/** Bytes of an answer that are read: some ten persons with all that is known of them take 300 KB. */
const mostBytes = 4_000_000;

/**
 * - account: an admin has to see to credentials, balance or rights of the access profile
 * - criteria: what was asked is not enough, or wrong
 * - busy: it asks to be asked less often
 * - unreached: nothing arrived
 * - unknown: the answer was lost, or says nothing that is known
 */
type FailureCause = 'account' | 'criteria' | 'busy' | 'unreached' | 'unknown';

/** What went wrong with a request, and whether it has to be paid all the same. */
export class TracerFailure extends Error {
  readonly billed: Extract<Billed, 'no' | 'maybe'>;
  override readonly cause: FailureCause;
  constructor(message: string, billed: 'no' | 'maybe', cause: FailureCause) {
    super(message);
    this.name = 'TracerFailure';
    this.billed = billed;
    this.cause = cause;
  }
}

interface Raw {
  status: number;
  text: string;
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > mostBytes) throw new Error('The answer is too long.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8').toWellFormed();
}

/** One request; a redirect is not followed. Of a provider the name is looked up once, for the check and the call. */
function send(account: TracerAccount, type: SearchType, body: string, timeoutMs: number): Promise<Raw> {
  const url = new URL(`${account.url}/PersonSearch`);
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const call = request(
      url,
      {
        method: 'POST',
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'galaxy-ap-name': account.accessProfile,
          'galaxy-ap-password': account.password,
          'galaxy-search-type': type,
        },
        signal: AbortSignal.timeout(timeoutMs),
        agent: false,
        ...(account.sandbox ? {} : { lookup: publicLookup }),
      },
      (answer) => {
        textOf(answer).then((text) => resolve({ status: answer.statusCode ?? 0, text }), reject);
      },
    );
    call.on('error', reject);
    call.end(body);
  });
}

type Fields = Record<string, unknown>;
/** Whether what came from outside has fields by name. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Names of fields begin in capitals in some answers and in small letters in others. */
function inSmallLetters(value: unknown, depth = 0): unknown {
  if (depth > 12) return null;
  if (Array.isArray(value)) return value.map((one) => inSmallLetters(one, depth + 1));
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name.charAt(0).toLowerCase() + name.slice(1),
      inSmallLetters(one, depth + 1),
    ]),
  );
}

/** What an answer says of an error, in its own words; empty where it says none. */
function errorText({ error, message }: Record<string, unknown>): string {
  const { inputErrors, technicalErrorMessage, message: own } = isFields(error) ? error : {};
  const said = [...(Array.isArray(inputErrors) ? inputErrors : []), own, technicalErrorMessage, message];
  return said
    .filter((one) => typeof one === 'string' && one !== '')
    .join(' ')
    .slice(0, 300);
}

const speaksOf = (text: string, ...words: string[]): boolean =>
  words.some((word) => text.toLowerCase().includes(word));

/** What a refusal means. Of an error that nobody knows it is not known whether it is billed. */
function failureOf(label: string, status: number, text: string, hasInputErrors: boolean): TracerFailure {
  const says = text ? ` It says: ${text}` : '';
  if (status === 402 || speaksOf(text, 'balance', 'credit', 'funds'))
    return new TracerFailure(`The account at ${label} is spent.${says}`, 'no', 'account');
  if (status === 401 || speaksOf(text, 'access profile', 'unauthorized', 'password'))
    return new TracerFailure(`${label} does not take the credentials that are set.${says}`, 'no', 'account');
  if (status === 403 || speaksOf(text, 'do not have access'))
    return new TracerFailure(
      `${label} does not allow this search to the access profile.${says}`,
      'no',
      'account',
    );
  if (status === 429) return new TracerFailure(`${label} asks to be asked less often.${says}`, 'no', 'busy');
  if (hasInputErrors || (status >= 400 && status < 500))
    return new TracerFailure(`${label} cannot search for this.${says}`, 'no', 'criteria');
  return new TracerFailure(`${label} had a fault of its own (${status}).${says}`, 'maybe', 'unknown');
}

/** @throws TracerFailure */
function personsOf(label: string, { status, text }: Raw): Record<string, unknown>[] {
  let body: unknown;
  try {
    body = inSmallLetters(JSON.parse(text));
  } catch {
    if (status >= 200 && status < 300)
      throw new TracerFailure(`${label} answered something that is not JSON.`, 'maybe', 'unknown');
    throw failureOf(label, status, '', false);
  }
  const answer = isFields(body) ? body : {};
  const { inputErrors } = isFields(answer.error) ? answer.error : {};
  const hasInputErrors = Array.isArray(inputErrors) && inputErrors.length > 0;
  // An object `error` stands in every answer, also in a good one.
  if (status < 200 || status >= 300 || answer.isError === true || hasInputErrors)
    throw failureOf(label, status, errorText(answer), hasInputErrors);
  if (!Array.isArray(answer.persons))
    throw new TracerFailure(`${label} answered without a list of persons.`, 'maybe', 'unknown');
  return answer.persons.filter(isFields);
}

/**
 * Sends a search, once.
 * @returns the persons as the provider tells of them, names of fields in small letters
 * @throws TracerFailure
 */
export async function askGalaxy(
  account: TracerAccount,
  type: SearchType,
  criteria: object,
  timeoutMs = patienceMs,
): Promise<Record<string, unknown>[]> {
  let raw: Raw;
  try {
    raw = await send(account, type, JSON.stringify(criteria), timeoutMs);
  } catch (error) {
    if (neverArrived(error) || error instanceof PrivateAddress)
      throw new TracerFailure(`${account.label} cannot be reached.`, 'no', 'unreached');
    throw new TracerFailure(`The answer of ${account.label} was lost.`, 'maybe', 'unknown');
  }
  return personsOf(account.label, raw);
}

/**
 * Whether the provider takes the credentials: it is asked for nobody, which it refuses for want of criteria.
 * @throws TracerFailure where it does not take them, or cannot be reached
 */
export async function assertCredentials(account: TracerAccount): Promise<void> {
  try {
    await askGalaxy(account, 'Person', { Page: 1, ResultsPerPage: 1 }, 10_000);
  } catch (error) {
    if (!(error instanceof TracerFailure && error.cause === 'criteria')) throw error;
  }
}
