export const weatherLimits = {
  /** Bytes of an answer; a forecast of MET Norway's has some 60 kB, an hourly one of weather.gov's 120 kB. */
  bytes: 2_000_000,
  /** ms for one request. */
  timeout: 5_000,
  /** Hours of a forecast that are kept: a display without a network shows as many. */
  hours: 24,
  /** ms until a service is asked again that says nothing of when; both say it. */
  fresh: 30 * 60_000,
  /** ms: what a service calls fresh for longer is asked for again all the same. */
  longestFresh: 6 * 3_600_000,
  /** One who asks has so long before another may ask; ms, longer than all requests of one forecast together. */
  lease: 20_000,
  /** ms until a service that failed is asked again, and one that said "too many" or "forbidden". */
  retry: 60_000,
  retryRefused: 15 * 60_000,
  /** Seconds that a place is kept after it was last asked for. */
  kept: 7 * 24 * 3600,
  /** Requests to one service by all functions of a deployment: MET Norway throttles from 20 on. */
  requestsPerSecond: 10,
  /** Places that a tenant may begin to show in a day: each is asked of services that are free to all. */
  newPlacesPerDay: 200,
} as const;
