import { createHash, timingSafeEqual } from 'node:crypto';
import { asSystem } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { randomToken } from '#functions/kernel/ids.ts';
import { everyUser } from '#functions/users/api.ts';
import { findLink, linkUsed, putLink, type SetupLink } from './setup-store.ts';

/** A link works for this long; hours. */
const linkHours = 72;

/** The tenant that a deployment begins with (document 001, section 9). */
export const defaultTenantId = 1;

const tokenBytes = 32;
const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** The page that takes the token. It stands behind the #, which no browser sends to a server and no log keeps. */
export const setupPath = (token: string): string => `/setup#${token}`;

export interface MadeLink {
  token: string;
  /** ISO 8601. */
  expiresAt: string;
}

/**
 * Makes the link by which a tenant gets its first admin; one made before it no longer works.
 * @param secret 32 bytes in base64url; random unless the same request must make the same link
 */
export async function makeLink(number: number, secret = randomToken(tokenBytes)): Promise<MadeLink> {
  const token = `setup_${number}_${secret}`;
  const expiresAt = new Date(clock.now() + linkHours * 3_600_000).toISOString();
  await putLink({ number, hash: hashOf(token), validUntil: expiresAt, createdAt: clock.iso() });
  return { token, expiresAt };
}

const noLink = () =>
  new AppError(404, 'link_unknown', 'This link does not work. A newer one may have taken its place.');

/** The link that a token belongs to, while it works. @throws 404; 409 when it was used; 410 when its time is over */
export async function linkOf(token: string): Promise<SetupLink> {
  const number = Number(token.split('_')[1]);
  const link = await findLink(number);
  const [given, kept] = [Buffer.from(hashOf(token)), Buffer.from(link?.hash ?? '')];
  if (!link || given.length !== kept.length || !timingSafeEqual(given, kept)) throw noLink();
  if (link.usedAt) throw linkUsed();
  if (link.validUntil <= clock.iso())
    throw new AppError(410, 'link_over', `This link worked for ${linkHours} hours. Ask for a new one.`);
  if (number === defaultTenantId && (await operatorExists())) throw linkUsed();
  return link;
}

/** Whether the platform has an operator already, made by a link or by hand; operators are of the default tenant. */
export async function operatorExists(): Promise<boolean> {
  if ((await findLink(defaultTenantId))?.madeOperator) return true;
  const users = await asSystem(defaultTenantId, 'setup', everyUser);
  return users.some(({ role }) => role === 'operator');
}
