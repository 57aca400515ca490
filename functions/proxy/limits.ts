export const proxyLimits = {
  /** Bytes of a picture: a function answers 6 MB at most, and base64 takes a third more. */
  bytes: 4_500_000,
  /** ms for all of it, redirects included; below the 10 s after which the renderer draws the placeholder. */
  timeout: 8_000,
  redirects: 3,
  /** How long a browser may keep what was fetched. */
  cacheSeconds: 3_600,
} as const;
