import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { asVisitor, tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { entity } from '#functions/kernel/entity.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { writeOne } from '#functions/kernel/table.ts';
import { linkSeconds } from './link-limits.ts';

export type LinkPurpose = keyof typeof linkSeconds;

/**
 * The token of a link by mail. There is one for a purpose and a subject (a user, an invitation): a newer one takes the
 * place of an older. Only its hash is kept; 192 bits of chance need no slower one.
 */
const OneTimeTokens = entity('oneTimeToken', {
  fields: z.object({
    purpose: z.string(),
    subject: z.string(),
    hash: z.string(),
    /** What the link is for in particular, such as the address that it confirms. */
    data: z.custom<object>(),
    /** TTL, in seconds. */
    expiresAt: z.number(),
  }),
  key: { partition: ['purpose', 'subject'], sort: [] },
});

const secretBytes = 24;
const form = /^(\d{1,10})\.([A-Za-z0-9_-]{1,64})\.([A-Za-z0-9_-]{32})$/;

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/**
 * Makes the token of a link, in the place of an earlier one: `<tenant>.<subject>.<secret>`.
 * @param data what whoever opens it needs to know; it is not part of the token
 */
export async function issueToken(purpose: LinkPurpose, subject: string, data: object): Promise<string> {
  const secret = randomBytes(secretBytes).toString('base64url');
  const expiresAt = clock.seconds() + linkSeconds[purpose];
  await writeOne(OneTimeTokens.put({ purpose, subject, hash: hashOf(secret), data, expiresAt }));
  return `${tenantOf()}.${subject}.${secret}`;
}

/** The write after which the link of a subject leads nowhere. */
export const revokeToken = (purpose: LinkPurpose, subject: string): object =>
  OneTimeTokens.remove({ purpose, subject });

export const linkOver = () =>
  new AppError(
    400,
    'link_invalid',
    'This link is not valid: it has been used, has run out, or a newer one was sent.',
  );

export interface OpenedToken {
  subject: string;
  data: unknown;
  /** The write that uses it up, for the same commit as its effect: of two at once, one is refused. */
  spending: object;
}

/**
 * Works with the token of a link, as a visitor of its tenant. It is used up by its `spending` alone.
 * @throws 400 'link_invalid'
 */
export async function withToken<T>(
  purpose: LinkPurpose,
  token: string,
  work: (opened: OpenedToken) => Promise<T>,
): Promise<T> {
  const [, tenant, subject, secret] = form.exec(token) ?? [];
  if (!tenant || !subject || !secret) throw linkOver();
  return asVisitor(Number(tenant), async () => {
    const key = { purpose, subject };
    const kept = await OneTimeTokens.find(key);
    const hash = hashOf(secret);
    if (!kept || kept.expiresAt <= clock.seconds() || !isSame(kept.hash, hash)) throw linkOver();
    const spending = OneTimeTokens.remove(key, {
      where: (at, { eq }) => eq(at.hash, hash),
      error: linkOver(),
    });
    return work({ subject, data: kept.data, spending });
  });
}
