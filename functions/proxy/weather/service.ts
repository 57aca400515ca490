import { clock } from '#functions/kernel/clock.ts';
import { contact, sandboxUrl } from '#functions/kernel/env.ts';
import { log } from '#functions/kernel/log.ts';
import { publicLookup } from '#functions/kernel/public-address.ts';
import { publicUrl } from '#functions/kernel/public-url.ts';
import type { Forecast } from '#shared/model/weather.ts';
import { bodyOf, get, type Hop } from '../request.ts';
import { weatherLimits as limits } from './limits.ts';
import { countRequest } from './store.ts';

/** The services that are asked; no other host ever is, whatever an answer names. */
const hosts = { 'api.weather.gov': 'weather-gov', 'api.met.no': 'met-norway' } as const;
export type WeatherHost = keyof typeof hosts;

export interface ServiceAnswer {
  status: number;
  /** The JSON; undefined of a 304 and a 404. */
  body: unknown;
  /** ms since 1970 until which it need not be asked again. */
  freshUntil: number;
  /** Its own `Last-Modified`; '' where it does not say. */
  lastModified: string;
}

/** What a service says of a place, as it is stored. */
export interface Found {
  forecast: Forecast;
  freshUntil: number;
  lastModified: string;
}

/** A service failed, or refused; `status` 0 when it was not reached or answered with something else. */
export class ServiceFailed extends Error {
  readonly status: number;
  constructor(host: string, status: number, cause?: unknown) {
    super(`${host} answered ${status || 'nothing that is read'}.`, { cause });
    this.status = status;
  }
}

function hopTo(host: WeatherHost, path: string): Hop {
  if (sandboxUrl()) return { url: new URL(`/${hosts[host]}${path}`, sandboxUrl()) };
  return { url: new URL(path, `https://${host}`), lookup: publicLookup };
}

/** The end of an answer's freshness by its own `Expires`, within our bounds. */
function freshUntilOf(expires: string | undefined): number {
  const told = Date.parse(expires ?? '');
  const now = clock.now();
  if (!Number.isFinite(told) || told <= now) return now + limits.fresh;
  return Math.min(told, now + limits.longestFresh);
}

/**
 * One request to a service, by a connection to a public address alone; no redirect is followed. Both ask to be told who
 * asks and how they are reached: https://www.weather.gov/documentation/services-web-api (Authentication) and
 * https://api.met.no/doc/TermsOfService (Identification).
 * @throws ServiceFailed for anything but 200, 203, 304 and 404, and where it was asked as often as it may be in this second
 */
export async function ask(host: WeatherHost, path: string, since = ''): Promise<ServiceAnswer> {
  try {
    if ((await countRequest(host)) > limits.requestsPerSecond) throw new ServiceFailed(host, 0, 'rate');
    const headers = {
      accept: 'application/geo+json, application/json',
      'user-agent': `Dealbell/1 ${publicUrl()} ${contact()}`.trim(),
      ...(since ? { 'if-modified-since': since } : {}),
    };
    const answer = await get(hopTo(host, path), headers, AbortSignal.timeout(limits.timeout));
    const status = answer.statusCode ?? 0;
    const freshUntil = freshUntilOf(answer.headers.expires);
    const lastModified = answer.headers['last-modified'] ?? '';
    // 203 is MET Norway's word for a version that is going to end, which is to be logged: it is still the forecast.
    const isBody = status === 200 || status === 203;
    if (status === 203) log.warn('A weather service is going to end this version.', { host, path });
    if (!isBody) answer.destroy();
    if (status === 304 || status === 404) return { status, body: undefined, freshUntil, lastModified };
    if (!isBody) throw new ServiceFailed(host, status);
    const bytes = await bodyOf(answer, limits.bytes, () => new ServiceFailed(host, 0));
    return { status, body: JSON.parse(bytes.toString('utf8')) as unknown, freshUntil, lastModified };
  } catch (error) {
    throw error instanceof ServiceFailed ? error : new ServiceFailed(host, 0, error);
  }
}
