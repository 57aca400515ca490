import { type LookupAddress, lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/*
 * Which addresses the product may call for a tenant: those of the public internet. Anything else (this machine,
 * private networks, the cloud's metadata service) could be reached from here and not by the tenant.
 * Source: IANA special-purpose address registries for IPv4 (RFC 6890) and IPv6, November 2026.
 */

const special4 = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  special4.addSubnet(net, bits, 'ipv4');

/** Only 2000::/3 is global unicast; within it some are tunnels and examples. */
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');
const special6 = new BlockList();
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special6.addSubnet(net, bits, 'ipv6');

/** Whether an IP address is one of the public internet. Names and texts that are no address are not. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !special4.check(address, 'ipv4');
    case 6:
      return global6.check(address, 'ipv6') && !special6.check(address, 'ipv6');
    default:
      return false;
  }
}

export class PrivateAddress extends Error {
  constructor(host: string) {
    super(`${host} is not an address on the public internet.`);
    this.name = 'PrivateAddress';
  }
}

/**
 * A `lookup` for requests that answers public addresses only. The request connects to what was checked here, so
 * a name cannot resolve to one address for the check and to another for the call.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return callback(error, []);
    if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address)))
      return callback(new PrivateAddress(hostname), []);
    if (options.all) return callback(null, addresses);
    callback(null, addresses[0]!.address, addresses[0]!.family);
  });
};

/** @throws PrivateAddress when the host is written as an address that is not public: no lookup happens for those */
export function assertPublicHost(hostname: string): void {
  const literal = hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) && !isPublicAddress(literal)) throw new PrivateAddress(hostname);
}

/** Ends of names that are nobody's on the public internet (RFC 6761, 6762, 8375; ICANN's .internal). */
const privateEnds = ['localhost', 'local', 'internal', 'home.arpa'];

/**
 * For an address that is saved, and looked up only when it is called.
 * @throws PrivateAddress for one that cannot be on the public internet, by its number or its name
 */
export function assertPublicName(hostname: string): void {
  assertPublicHost(hostname);
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) return;
  const name = hostname.toLowerCase().replace(/\.$/, '');
  if (!name.includes('.') || privateEnds.some((end) => name.endsWith(`.${end}`)))
    throw new PrivateAddress(hostname);
}
