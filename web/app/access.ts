import type { Access, Role } from '#shared/api/contract.ts';

/** The specification's sentences (document 001, section 6). */
export const signInRequired = 'Authentication required. Please log in.';
export const accessDenied = (access: readonly Role[]) =>
  `Access denied. ${access.join(' or ')} role required.`;

/** Why `role` may not, or undefined where it may. An admin passes every check but the operator's. */
export function refusalOf(access: Access, role: Role | undefined): string | undefined {
  if (access === 'public') return undefined;
  if (!role) return signInRequired;
  if (access === 'signed-in' || access.includes(role)) return undefined;
  if (role === 'admin' && access.some((allowed) => allowed !== 'operator')) return undefined;
  return accessDenied(access);
}
