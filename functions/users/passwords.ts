import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/**
 * What one hash costs: N = 2^ln rounds over r × 128 bytes, p times. The default is the first of the settings
 * that the OWASP Password Storage Cheat Sheet names for scrypt (N=2^17, r=8, p=1: 128 MB, some 0.3 s a hash).
 * https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#scrypt
 */
export interface PasswordCost {
  ln: number;
  r: number;
  p: number;
}
export const owaspCost: PasswordCost = { ln: 17, r: 8, p: 1 };

let cost = owaspCost;

/** Sets the cost of hashes made from now on; answers a function that puts the old one back. For tests. */
export function setPasswordCost(wanted: PasswordCost): () => void {
  const before = cost;
  cost = wanted;
  return () => {
    cost = before;
  };
}

const saltBytes = 16;
const keyBytes = 32;

function derive(plain: string, salt: Buffer, { ln, r, p }: PasswordCost): Promise<Buffer> {
  const options = { N: 2 ** ln, r, p, maxmem: 2 * 128 * r * (2 ** ln + p) };
  return new Promise((resolve, reject) => {
    // The same characters typed on another keyboard may be composed otherwise: NIST SP 800-63B, 5.1.1.2.
    scrypt(plain.normalize('NFKC'), salt, keyBytes, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

/** A hash with the parameters it was made with: `scrypt$17$8$1$<salt>$<key>`. */
export async function hashPassword(plain: string): Promise<string> {
  const used = cost;
  const salt = randomBytes(saltBytes);
  const key = await derive(plain, salt, used);
  return ['scrypt', used.ln, used.r, used.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

function parse(hash: string) {
  const [, ln, r, p, salt, key] = hash.split('$');
  return {
    cost: { ln: Number(ln), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt!, 'base64url'),
    key: Buffer.from(key!, 'base64url'),
  };
}

/**
 * Whether the password is the one that was hashed. Without a hash (nobody has the username) it takes as long
 * as with one and says no, so that the time of an answer does not tell which usernames exist.
 */
export async function isPassword(plain: string, hash: string | undefined): Promise<boolean> {
  if (hash === undefined) {
    await derive(plain, randomBytes(saltBytes), cost);
    return false;
  }
  const stored = parse(hash);
  return timingSafeEqual(await derive(plain, stored.salt, stored.cost), stored.key);
}

/** Whether a hash is cheaper to try than what is asked of hashes now, and should be made again at sign-in. */
export function isOutdated(hash: string): boolean {
  const made = parse(hash).cost;
  return made.ln < cost.ln || made.r < cost.r || made.p < cost.p;
}
