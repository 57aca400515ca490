import { isIPv6 } from 'node:net';
import { requests } from '#functions/kernel/http-context.ts';

/**
 * The caller's address as it is counted; work that came by no request counts under one name. Of IPv6 the first
 * 64 bits, which is what one connection is given (RFC 6177, 2): the rest is the caller's to choose.
 */
export const callerAddress = (): string => networkOf(requests.getStore()?.address ?? 'internal');

export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address)?.[1];
  if (mapped) return mapped;
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return address;
  // In the canonical form of a URL only '::' is left to expand.
  const canonical = new URL(`http://[${plain}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const before = head ? head.split(':') : [];
  const after = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
