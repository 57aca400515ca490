import * as z from 'zod';

/** What a bridge is told when it starts: from a file of JSON whose path is in BRIDGE_SETTINGS. */
export const bridgeSettings = z.strictObject({
  /** Where the journal and fetched sounds lie. Asterisk must be able to read it. */
  folder: z.string(),
  /** The address and port that both the product and Asterisk reach it at. */
  host: z.string().default('127.0.0.1'),
  port: z.number().int(),
  /** The password that Asterisk's outbound websocket brings. */
  ariPassword: z.string().min(16),
  /** Where a product reaches the bridge by HTTP: tenants' tokens are made of it (`tokenOf`). */
  secret: z.string().min(16).optional(),
  /** Where a product cannot: its address, as https://app.example.com; the bridge enrols there and fetches its commands. */
  product: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  /** Where Asterisk leaves recordings. */
  recordings: z.string(),
  /** Where Asterisk looks for tenants' own music; without it, callers hear what Asterisk has by default. */
  music: z.string().optional(),
  /** Where browsers' phones connect to. */
  phoneUrl: z.string(),
  iceServers: z
    .array(z.object({ urls: z.string(), username: z.string().optional(), credential: z.string().optional() }))
    .default([]),
  /** A TURN server that shares a secret with us, as coturn does with `use-auth-secret`. */
  turn: z.strictObject({ urls: z.string().regex(/^turns?:/), secret: z.string().min(16) }).optional(),
  /** The endpoint of Asterisk that leads to the carrier. */
  carrier: z.string().default('carrier'),
});
export type BridgeSettings = z.output<typeof bridgeSettings>;

/** Waits and bounds of the bridge. */
export const timing = {
  /** An answered call that has nobody to talk with, and that nothing is asked of, ends after this; ms. */
  alone: 60_000,
  /** A phone that an inbound call, or a transfer, rings; seconds. */
  ring: 30,
  /** A queue's member who did not take a caller is not offered another for this long; ms. */
  declined: 5_000,
  /** A held place whose turn was told is left alone for so long, and so is the member who is free for it; ms. */
  placeDue: 20_000,
  placeReserved: 10_000,
  /** How often queues and times are looked at; ms. */
  tick: 500,
  /** How often a caller hears their position; ms. */
  announce: 45_000,
  /** A position is said within this; ms. */
  said: 6_000,
  /** What a dial plan asks of the product is not so where it has not answered by then; ms. */
  planAnswer: 5_000,
  /** What is ended is remembered for this long, so that the same order again is still the same call; ms. */
  remember: 7 * 24 * 3600_000,
} as const;
