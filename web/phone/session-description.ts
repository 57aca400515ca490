/**
 * An address that is nobody's (TEST-NET-1, RFC 5737). ICE finds the real one; this only has to be none that means hold.
 */
const placeholder = '192.0.2.1';

/**
 * Browsers hide their addresses behind mDNS names and write `c=IN IP4 0.0.0.0`. To an exchange that means hold (RFC 3264,
 * section 8.4), and it would send no sound.
 */
export const withoutHold = (sdp: string): string =>
  sdp.replaceAll('c=IN IP4 0.0.0.0', `c=IN IP4 ${placeholder}`);
