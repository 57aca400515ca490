import { createHmac, timingSafeEqual } from 'node:crypto';

const proofOf = (secret: string, tenant: number): string =>
  createHmac('sha256', secret).update(`exchange account ${tenant}`).digest('hex');

/** The token that opens one tenant's account, and no other: `t7.<hex>`. */
export const tokenOf = (secret: string, tenant: number): string => `t${tenant}.${proofOf(secret, tenant)}`;

/** The tenant that an Authorization header proves; undefined for anybody else. */
export function tenantOfToken(secret: string, authorization: string | undefined): number | undefined {
  const [, tenant, given] = /^Bearer t(\d{1,10})\.([0-9a-f]{64})$/.exec(authorization ?? '') ?? [];
  if (!tenant || !given) return undefined;
  const right = Buffer.from(proofOf(secret, Number(tenant)));
  return timingSafeEqual(right, Buffer.from(given)) ? Number(tenant) : undefined;
}
