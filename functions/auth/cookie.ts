import { cookiesOf, rawRequest, setCookie } from '#functions/kernel/http-context.ts';
import { deviceSeconds, devicesKept, sessionIdleSeconds } from './limits.ts';

/*
 * The web app keeps its refresh token and its devices' tokens in cookies that no script can read. It asks for that by
 * the header `x-session: cookie`; whoever does not ask gets and gives everything in the body. No function but this
 * noun's is handed cookies.
 */

const names = { refresh: 'dealbell_refresh', devices: 'dealbell_devices' } as const;

/** Between tokens of devices: none of them has it. */
const between = '.';

/**
 * Whether the caller asked for cookies, and is no form of another site: that could send neither the header nor
 * JSON without asking first. The cookie's SameSite=Strict is the other lock of this door.
 */
function wantsCookies(): boolean {
  const { headers } = rawRequest();
  return headers['x-session'] === 'cookie' && /^application\/json\b/i.test(headers['content-type'] ?? '');
}

const cookieNamed = (name: string): string | undefined => (wantsCookies() ? cookiesOf()[name] : undefined);

/** The refresh token of a call: of its body, else of its cookie. */
export const givenRefreshToken = (inBody: string | undefined): string | undefined =>
  inBody ?? cookieNamed(names.refresh);

/** The devices' tokens of a call, likewise. */
export function givenDevices(inBody: string | undefined): string[] {
  if (inBody) return [inBody];
  return (cookieNamed(names.devices) ?? '').split(between).filter(Boolean).slice(0, devicesKept);
}

function write(name: string, value: string, maxAge: number): void {
  // Over plain http, which only the local cloud speaks, a browser would drop it elsewhere than on localhost.
  const secure = process.env.PUBLIC_URL?.startsWith('http://') ? [] : ['Secure'];
  const parts = [`${name}=${value}`, 'Path=/api/auth', `Max-Age=${maxAge}`, 'HttpOnly', 'SameSite=Strict'];
  setCookie([...parts, ...secure].join('; '));
}

/** What a call answers of its tokens: as it is, or without those that now lie in cookies. */
export function answerTokens<T extends { refreshToken?: string; deviceToken?: string }>(answer: T): T {
  if (!wantsCookies()) return answer;
  const { refreshToken, deviceToken, ...rest } = answer;
  if (refreshToken) write(names.refresh, refreshToken, sessionIdleSeconds);
  if (deviceToken) {
    // A token given again replaces the one it came from; they share what follows the first underscore.
    const deviceOf = (token: string) => token.split('_')[1];
    const others = givenDevices(undefined).filter((token) => deviceOf(token) !== deviceOf(deviceToken));
    write(names.devices, [deviceToken, ...others].slice(0, devicesKept).join(between), deviceSeconds);
  }
  return rest as T;
}

/** After a sign-out the browser forgets the session, and still is a known device. */
export function dropRefreshCookie(): void {
  if (wantsCookies()) write(names.refresh, '', 0);
}
