import * as z from 'zod';

/**
 * Certificates of consent: what a third party saw of a person who filled in a form, as sold leads carry them.
 * TrustedForm calls it a certificate, Jornaya a universal LeadiD.
 */
export const certificateProviders = ['trustedform', 'jornaya'] as const;
export type CertificateProvider = (typeof certificateProviders)[number];

export const certificateLabels: Readonly<Record<CertificateProvider, string>> = {
  trustedform: 'TrustedForm',
  jornaya: 'Jornaya',
};

/** What a listing promises of each lead: none, one of a certain provider, or one of whichever. */
export const certificatePromises = ['none', ...certificateProviders, 'either'] as const;
export type CertificatePromise = (typeof certificatePromises)[number];

/**
 * - checking: it is asked for, or will be again
 * - valid: the provider saw this person agree
 * - mismatch: it saw somebody else, or has no such certificate
 * - expired: it can no longer be looked up, so it proves nothing
 * - unchecked: the provider never answered in time
 */
export const certificateOutcomes = ['checking', 'valid', 'mismatch', 'expired', 'unchecked'] as const;
export type CertificateOutcome = (typeof certificateOutcomes)[number];

/** In plain words, for screens and timelines. */
export const outcomeWords: Readonly<Record<CertificateOutcome, string>> = {
  checking: 'being checked',
  valid: 'valid',
  mismatch: 'does not match',
  expired: 'expired',
  unchecked: 'unchecked',
};

/** '12 seconds', '3 hours', '2 days': in the largest unit of which there are two or more. */
export function ageText(seconds: number): string {
  const [size, unit] = (
    [
      [86_400, 'day'],
      [3_600, 'hour'],
      [60, 'minute'],
      [1, 'second'],
    ] as const
  ).find(([one]) => seconds >= 2 * one || one === 1)!;
  const count = Math.floor(seconds / size);
  return `${count.toLocaleString('en-US')} ${unit}${count === 1 ? '' : 's'}`;
}

export const certificateLimits = {
  /** A provider that does not answer is asked for so long; TrustedForm has a certificate claimed within 72 hours. */
  checkHours: 72,
  /** Pauses between two tries, minutes. Jornaya answers 100 questions about one LeadiD in all, so they grow. */
  firstPause: 1,
  longestPause: 180,
} as const;

/** An address of a certificate, and no other: a request goes to this host alone, because the key goes with it. */
export const trustedFormUrl = z
  .string()
  .trim()
  .regex(
    /^https:\/\/cert\.trustedform\.com\/[0-9a-f]{40}$/i,
    'A TrustedForm certificate is an address such as https://cert.trustedform.com/ and 40 letters and digits after it.',
  );

export const jornayaLeadId = z
  .string()
  .trim()
  .regex(
    /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
    'A universal LeadiD of Jornaya has 36 characters, such as 58990313-03FB-43B8-AD0B-08CEF791D49B.',
  );

/** How many certificates of an order came to what; neither side sees of whom. */
export const certificateCounts = z.object({
  checking: z.number().int(),
  valid: z.number().int(),
  mismatch: z.number().int(),
  expired: z.number().int(),
  unchecked: z.number().int(),
});
export type CertificateCounts = z.output<typeof certificateCounts>;
export const noCertificates: CertificateCounts = {
  checking: 0,
  valid: 0,
  mismatch: 0,
  expired: 0,
  unchecked: 0,
};

/** All certificates of an order. */
export const countOf = (counts: CertificateCounts): number =>
  certificateOutcomes.reduce((all, outcome) => all + counts[outcome], 0);

/** Those that prove no consent: what a dispute may be about. */
export const failedOf = ({ mismatch, expired }: CertificateCounts): number => mismatch + expired;

/** A certificate as its buyer sees it beside the lead. */
export const leadCertificate = z.object({
  id: z.string(),
  provider: z.enum(certificateProviders),
  providerName: z.string(),
  certificate: z.string().describe('the address of a TrustedForm certificate, or a universal LeadiD'),
  outcome: z.enum(certificateOutcomes),
  detail: z.string().describe('why, as a sentence; empty where the outcome says it all'),
  from: z.string().describe('the shop that sold the lead'),
  orderId: z.string(),
  receivedAt: z.string(),
  checkedAt: z.string().nullable(),
  ageSeconds: z
    .number()
    .int()
    .nullable()
    .describe('how old it was when it was checked, where the provider tells'),
});
export type LeadCertificate = z.output<typeof leadCertificate>;
