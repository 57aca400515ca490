import type { CachePolicy } from './policies.ts';

/** One response that the CDN keeps. */
export interface Entry {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** Milliseconds since 1970. */
  storedAt: number;
  /** Seconds that it is fresh. */
  ttl: number;
  /** Seconds after that in which it is served while it is fetched again. */
  staleWhileRevalidate: number;
  /** Seconds after that in which it is served when the origin fails; Infinity unless the origin said. */
  staleIfError: number;
  /** The body compressed, by encoding, made when first asked for. */
  encoded: Map<string, Buffer>;
}

/** The values of a Cache-Control header, in lower case; a directive without a value is the empty string. */
export function cacheControl(header: string | undefined): Map<string, string> {
  const directives = new Map<string, string>();
  for (const part of (header ?? '').split(',')) {
    const [name, value = ''] = part.trim().toLowerCase().split('=');
    if (name) directives.set(name, value.replaceAll('"', ''));
  }
  return directives;
}

const seconds = (value: string | undefined): number | undefined => {
  if (value === undefined) return undefined;
  const number = Number(value);
  return Number.isFinite(number) && number >= 0 ? number : undefined;
};

/**
 * How long CloudFront keeps a response, in seconds; 0: not at all.
 * Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/Expiration.html
 */
export function timeToLive(headers: Record<string, string>, policy: CachePolicy, now: number): number {
  const control = cacheControl(headers['cache-control']);
  if (control.has('no-store') || control.has('private') || control.has('no-cache')) return policy.minTtl;
  const expires = headers.expires === undefined ? undefined : (Date.parse(headers.expires) - now) / 1000;
  const given = seconds(control.get('s-maxage')) ?? seconds(control.get('max-age')) ?? expires;
  if (given === undefined || Number.isNaN(given)) return Math.max(policy.minTtl, policy.defaultTtl);
  return Math.min(policy.maxTtl, Math.max(policy.minTtl, given));
}

export function entryOf(
  response: { status: number; headers: Record<string, string>; body: Buffer },
  ttl: number,
  policy: CachePolicy,
  now: number,
): Entry {
  const control = cacheControl(response.headers['cache-control']);
  const within = (name: string) => {
    const value = seconds(control.get(name));
    return value === undefined ? undefined : Math.min(value, policy.maxTtl);
  };
  return {
    ...response,
    storedAt: now,
    ttl,
    staleWhileRevalidate: within('stale-while-revalidate') ?? 0,
    // CloudFront serves what it has when an origin fails, unless the origin limits that.
    staleIfError: within('stale-if-error') ?? Number.POSITIVE_INFINITY,
    encoded: new Map(),
  };
}

/** Seconds since the entry was stored. */
export const ageOf = (entry: Entry, now: number): number => (now - entry.storedAt) / 1000;

/** What the CDN keeps, the least recently used going first when it is full. */
export class EdgeCache {
  private readonly entries = new Map<string, Entry>();
  private readonly capacity: number;
  private bytes = 0;

  /** @param capacity bytes of all bodies together */
  constructor(capacity: number) {
    this.capacity = capacity;
  }

  get(key: string): Entry | undefined {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    this.entries.delete(key);
    this.entries.set(key, entry);
    return entry;
  }

  set(key: string, entry: Entry): void {
    this.delete(key);
    this.entries.set(key, entry);
    this.bytes += entry.body.length;
    for (const oldest of this.entries.keys()) {
      if (this.bytes <= this.capacity) break;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const entry = this.entries.get(key);
    if (!entry) return;
    this.entries.delete(key);
    this.bytes -= entry.body.length;
  }

  clear(): void {
    this.entries.clear();
    this.bytes = 0;
  }
}
