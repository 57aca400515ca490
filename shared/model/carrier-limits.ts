import * as z from 'zod';

/*
 * What carriers of the United States let through from long codes (10DLC), by how a tenant's brand and campaign are
 * registered there. Dated, as carriers change it.
 */

export const carriers = ['tmobile', 'att', 'verizon', 'other'] as const;
export type Carrier = (typeof carriers)[number];

/** Of a registration that is approved: the score that the brand was given, and what kind of use the campaign has. */
export const registration = z.strictObject({
  useCase: z.enum(['standard', 'lowVolume']).describe('lowVolume: low volume mixed, or starter'),
  trustScore: z.number().int().min(0).max(100).describe('of the brand, by The Campaign Registry'),
});
export type Registration = z.output<typeof registration>;

export interface CarrierLimits {
  /** Segments of the brand in a day that begins at midnight in Los Angeles, whatever provider they go by. */
  tmobileSegmentsADay: number;
  /** Texts of the registered campaign in a minute. */
  attTextsAMinute: number;
}

export const carrierLimitSources = {
  readOn: '2026-11-22',
  att: 'https://developers.telnyx.com/docs/messaging/10dlc/10dlc-rate-limits',
  tmobile: 'https://support.twilio.com/hc/en-us/articles/1260804800549',
} as const;

/** From which score on what holds, the best first. */
const byScore = [
  { from: 75, tmobileSegmentsADay: 200_000, attTextsAMinute: 4_500 },
  { from: 50, tmobileSegmentsADay: 40_000, attTextsAMinute: 2_400 },
  { from: 25, tmobileSegmentsADay: 10_000, attTextsAMinute: 240 },
  { from: 0, tmobileSegmentsADay: 2_000, attTextsAMinute: 240 },
] as const;

/** AT&T's class T. */
const lowVolume = 75;

/** The limits of a registration. Sources: `carrierLimitSources`. */
export function limitsOf({ useCase, trustScore }: Registration): CarrierLimits {
  const { tmobileSegmentsADay, attTextsAMinute } =
    byScore.find(({ from }) => trustScore >= from) ?? byScore[3];
  return {
    tmobileSegmentsADay,
    attTextsAMinute: useCase === 'lowVolume' ? Math.min(lowVolume, attTextsAMinute) : attTextsAMinute,
  };
}

/** AT&T's classes of campaigns in texts a minute, as `carrierLimitSources.att` has them. */
const attClasses: Readonly<Record<string, number>> = {
  A: 4_500,
  B: 4_500,
  C: 2_400,
  D: 2_400,
  E: 240,
  F: 240,
  T: lowVolume,
};

/** Texts a minute of AT&T's class of a campaign; null for one that is not known. */
export const attTextsOfClass = (name: string | undefined): number | null =>
  attClasses[name?.toUpperCase() ?? ''] ?? null;

/** T-Mobile's tiers of brands in segments a day, as `carrierLimitSources.tmobile` has them. */
const tmobileTiers: Readonly<Record<string, number>> = {
  TOP: 200_000,
  UPPER_MID: 40_000,
  LOWER_MID: 10_000,
  LOW: 2_000,
};

/** Segments a day of T-Mobile's tier of a brand; null for one that is not known. */
export const tmobileSegmentsOfTier = (name: string | undefined): number | null =>
  tmobileTiers[name?.toUpperCase() ?? ''] ?? null;

/** Which carrier a name means, as providers' look-ups write it: 'T-Mobile USA, Inc.', 'CINGULAR WIRELESS'. */
export function carrierNamed(name: string): Carrier {
  const plain = name.toLowerCase().replaceAll(/[^a-z&]/g, '');
  const means = (...parts: string[]) => parts.some((part) => plain.includes(part));
  if (means('tmobile', 'metropcs', 'sprint')) return 'tmobile';
  if (means('at&t', 'att', 'cingular', 'cricket')) return 'att';
  return means('verizon', 'cellco') ? 'verizon' : 'other';
}
