import { createHmac, randomBytes } from 'node:crypto';
import { isSame } from '#functions/kernel/hashes.ts';
import { signingKey } from '#functions/kernel/secrets.ts';

/** A refresh token names its tenant and its session, so that it is looked for in that tenant's part only. */
export interface RefreshToken {
  tenantId: number;
  sessionId: string;
  secret: string;
}

const form = /^rt_(\d{1,10})_([0-9A-Z]{26})_([A-Za-z0-9_-]{43})$/;

/** `rt_<tenant>_<session>_<secret>` */
export const write = ({ tenantId, sessionId, secret }: RefreshToken): string =>
  `rt_${tenantId}_${sessionId.slice('ses_'.length)}_${secret}`;

export function read(token: string): RefreshToken | undefined {
  const parts = form.exec(token);
  return parts ? { tenantId: Number(parts[1]), sessionId: `ses_${parts[2]}`, secret: parts[3]! } : undefined;
}

/** 192 bits that nobody guesses, and 64 that show that they were issued here, for this session. */
const sizes = { secret: 24, seal: 8 } as const;

async function mac(use: string, sessionId: string, bytes: Buffer): Promise<Buffer> {
  return createHmac('sha256', await signingKey())
    .update(`${use} ${sessionId} `)
    .update(bytes)
    .digest();
}

async function sealed(sessionId: string, bytes: Buffer): Promise<string> {
  const seal = (await mac('seal', sessionId, bytes)).subarray(0, sizes.seal);
  return Buffer.concat([bytes, seal]).toString('base64url');
}

export const newSecret = (sessionId: string): Promise<string> => sealed(sessionId, randomBytes(sizes.secret));

/**
 * Whether the token was once issued here. One that was, and is no longer current, has been used and is in two
 * hands; one that was not is rubbish, and must not end the session of somebody whose session id is known.
 */
export async function isIssued({ sessionId, secret }: RefreshToken): Promise<boolean> {
  const bytes = Buffer.from(secret, 'base64url').subarray(0, sizes.secret);
  return isSame(secret, await sealed(sessionId, bytes));
}

/**
 * The secret that follows this one. It is worked out from the one used and the platform's key, so the same
 * token used twice at once gives one and the same successor, though neither is stored.
 */
export async function successor({ sessionId, secret }: RefreshToken): Promise<string> {
  const next = await mac('next', sessionId, Buffer.from(secret));
  return sealed(sessionId, next.subarray(0, sizes.secret));
}
