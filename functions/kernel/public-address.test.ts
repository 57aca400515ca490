import { describe, expect, it } from 'vitest';
import {
  assertPublicHost,
  assertPublicName,
  isPublicAddress,
  PrivateAddress,
  publicLookup,
} from './public-address.ts';

describe('addresses that may be called', () => {
  it.each(['8.8.8.8', '1.1.1.1', '172.15.255.255', '172.32.0.1', '192.167.0.1', '2606:4700:4700::1111'])(
    '%s may',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    '127.0.0.1',
    '127.8.8.8',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:169.254.169.254',
    '::ffff:8.8.8.8',
    'fe80::1',
    'fd00:ec2::254',
    '2002:7f00:1::',
    '2001:db8::1',
    '64:ff9b::a9fe:a9fe',
    'example.com',
    '',
    '2130706433',
  ])('%s may not', (address) => expect(isPublicAddress(address)).toBe(false));

  it('written into an address are checked without a lookup', () => {
    for (const host of ['127.0.0.1', '[::1]', '[::ffff:7f00:1]', '169.254.169.254'])
      expect(() => assertPublicHost(host)).toThrow(PrivateAddress);
    expect(() => assertPublicHost('example.com')).not.toThrow();
    for (const host of ['localhost', 'LOCALHOST.', 'app.localhost', 'printer', 'nas.local', 'db.internal'])
      expect(() => assertPublicName(host)).toThrow(PrivateAddress);
    for (const host of ['example.com', '8.8.8.8', 'local.example.com'])
      expect(() => assertPublicName(host)).not.toThrow();
    // URL writes every way of spelling an IPv4 address in one form.
    expect(() => assertPublicHost(new URL('https://0x7f.1/').hostname)).toThrow(PrivateAddress);
    expect(() => assertPublicHost(new URL('https://2130706433/').hostname)).toThrow(PrivateAddress);
  });

  it.each([true, false])('are what a name resolves to, else it is refused (all: %s)', async (all) => {
    const error = await new Promise((resolve) =>
      publicLookup('localhost', { all }, (failure) => resolve(failure)),
    );
    expect(error).toBeInstanceOf(PrivateAddress);
  });
});
