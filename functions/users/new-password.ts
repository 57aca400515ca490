import { tenantOf } from '#functions/kernel/actor.ts';
import { badRequest } from '#functions/kernel/errors.ts';
import { findTenant } from '#functions/tenants/api.ts';
import { commonPasswords } from './common-passwords.ts';
import { hashPassword } from './passwords.ts';

const product = 'Dealbell';

/** Names shorter than this, in letters, are in many good passwords by chance. */
const shortestName = 3;

export interface PasswordOwner {
  username: string;
  email: string;
  /** The tenant's name; by default that of the actor's tenant. */
  company?: string;
}

/**
 * The hash of a password that somebody chooses: the one way to set one, at registration, trial, invitation, change
 * or reset.
 * @param field the input's name, for the form that shows the refusal
 * @throws 400 for one of the 10,000 commonest, and for the owner's own names with or without digits around them
 */
export async function hashOfNewPassword(
  password: string,
  owner: PasswordOwner,
  field = 'password',
): Promise<string> {
  await assertGoodPassword(password, owner, field);
  return hashPassword(password);
}

async function assertGoodPassword(password: string, owner: PasswordOwner, field: string): Promise<void> {
  const plain = password.normalize('NFKC').toLowerCase();
  if ((await commonPasswords()).has(plain))
    throw refused(
      'This is one of the most common passwords and would be guessed. Please choose another.',
      field,
    );
  const company = owner.company ?? (await findTenant(tenantOf()))?.name ?? '';
  const [local = ''] = owner.email.split('@');
  const names = [owner.username, local, company, ...company.split(/\s/), product].map(lettersOf);
  const letters = lettersOf(plain);
  if (names.some((name) => name.length >= shortestName && isRepeated(letters, name)))
    throw refused(
      'A password must not be your username, your e-mail address or the name of your company. Please choose another.',
      field,
    );
}

/** In the form of an input that is not valid, so that the sentence stands beside the field. */
const refused = (message: string, field: string) =>
  badRequest(message, { issues: [{ path: field, message }] });

/** What is left without digits, spaces and signs: "Northwind-2026!" says no more than "northwind". */
const lettersOf = (text: string): string =>
  [...text.normalize('NFKC').toLowerCase()].filter((letter) => /\p{L}/u.test(letter)).join('');

const isRepeated = (text: string, part: string): boolean =>
  text.length > 0 && text === part.repeat(Math.ceil(text.length / part.length));
