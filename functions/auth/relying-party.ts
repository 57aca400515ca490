import { rawRequest } from '#functions/kernel/http-context.ts';
import { publicUrl } from '#functions/kernel/public-url.ts';

/** Whose passkeys these are (WebAuthn, 5.4.2): the site's name, and the origins whose pages may use them. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/**
 * The site as the deployment knows it; what a caller names counts on this machine only, where the port is anybody's.
 * @throws while the deployment does not know its address yet
 */
export function relyingParty(): RelyingParty {
  const { hostname, origin } = new URL(publicUrl());
  if (hostname !== 'localhost') return { id: hostname, origin };
  const asked = URL.parse(rawRequest().headers.origin ?? '');
  return { id: hostname, origin: asked?.hostname === 'localhost' ? asked.origin : origin };
}
