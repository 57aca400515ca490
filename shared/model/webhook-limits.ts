/** Bounds and defaults of webhooks; document 002, sections 4, 5 and 9, where it says so. */
export const webhookLimits = {
  /** Webhooks and outgoing endpoints of a tenant. */
  webhooks: 100,
  endpoints: 20,
  name: 120,
  text: 500,
  path: 200,
  tags: 20,
  tagRules: 20,
  moreFields: 40,
  displays: 100,
  journeys: 50,
  networks: 50,
  /** Document 002: Maximum Attempts 1 to 10, falls back to 3; Delay Between Calls 60 to 3600 s, falls back to 300. */
  maxAttempts: { min: 1, max: 10, default: 3 },
  delayBetweenCalls: { min: 60, max: 3_600, default: 300 },
  /** Rows of one delivery, and its bytes: less than the CDN lets through, so that what is more is kept as refused. */
  rows: 1_000,
  bytes: 5 * 1024 * 1024,
  /** How deep a payload may nest: real ones stay below ten. */
  depth: 64,
  /** Deliveries a minute that one webhook takes. */
  perMinute: { min: 1, max: 60_000, default: 3_000 },
  /** Hours for which an Idempotency-Key makes one delivery. */
  keyHours: { min: 1, max: 168, default: 24 },
  /** Minutes for which an equal payload makes one delivery; 0 lets each be its own. */
  payloadMinutes: { min: 0, max: 1_440, default: 10 },
  token: { min: 8, max: 200 },
  /** Of a pause or an announcement, in minutes: a year, a day. */
  pauseMinutes: { min: 1, max: 525_600 },
  announceMinutes: { min: 1, max: 1_440 },
  /** Leads of one delivery that are announced, one after another. */
  announcedRows: 10,
  /** Rows of a test. */
  testRows: 100,
  /** Days that a delivery is kept. */
  keepDays: 90,
} as const;
