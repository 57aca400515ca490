/** ms after which a provider counts as not answering. */
const patienceMs = 10_000;
/** Bytes of an answer that are read; the longest that are known take some 20 KB. */
const mostBytes = 500_000;

export type Fields = Record<string, unknown>;
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/** A number as a provider writes it, digits or text; undefined where it is none. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** The provider decided nothing: it is asked again later. */
export class Undecided extends Error {
  /** It does not take the account: whoever set its keys has to see to them. */
  readonly refusesAccount: boolean;

  constructor(message: string, { refusesAccount = false }: { refusesAccount?: boolean } = {}) {
    super(message);
    this.name = 'Undecided';
    this.refusesAccount = refusesAccount;
  }
}

async function textOf(answer: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of answer.body ?? []) {
    bytes += part.length;
    if (bytes > mostBytes) throw new Error('The answer is too long.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8').toWellFormed();
}

/**
 * Asks a provider once. A redirect is not followed, so that keys go to the address that was asked and to no other. No
 * error holds the address, which has keys in it at one of them.
 * @throws Undecided where nothing, too much, or something that is not JSON came back; of 429, 5xx and redirects
 */
export async function askProvider(
  label: string,
  url: string,
  init: RequestInit,
): Promise<{ status: number; body: Fields }> {
  let status: number;
  let text: string;
  try {
    const answer = await fetch(url, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    });
    status = answer.status;
    text = await textOf(answer);
  } catch {
    throw new Undecided(`${label} cannot be reached.`);
  }
  if (status >= 300 && status < 400)
    throw new Undecided(`${label} answered with another address, which is not followed.`);
  if (status === 429) throw new Undecided(`${label} asks to be asked less often.`);
  if (status >= 500) throw new Undecided(`${label} has a fault of its own (${status}).`);
  if (status === 401 || status === 403)
    throw new Undecided(`${label} does not take the keys that are set.`, { refusesAccount: true });
  try {
    return { status, body: fieldsOf(JSON.parse(text)) };
  } catch {
    throw new Undecided(`${label} answered something that is not JSON.`);
  }
}
