import * as z from 'zod';

const minuteOfDay = z.number().int().min(0).max(1440);

/** Minutes since midnight, from and until; null closes the day. */
const dayWindow = z
  .tuple([minuteOfDay, minuteOfDay])
  .refine(([from, to]) => from < to, 'The window ends before it begins.')
  .nullable();

const isoDate = z.iso.date();

/**
 * What a tenant asks of itself beyond the law. It can narrow what the law allows and never widen it: its hours
 * are cut with those of every law that holds.
 */
export const complianceSettings = z.strictObject({
  /** From Sunday to Saturday, by the called person's clock. */
  week: z.array(dayWindow).length(7),
  /** Days of its own on which nobody is contacted, and days that a state has proclaimed. */
  closedDays: z
    .array(
      z.strictObject({
        date: isoDate,
        name: z.string().trim().max(100).default(''),
        /** Two letters; null for everywhere. */
        state: z
          .string()
          .regex(/^[A-Z]{2}$/, 'A state has two letters.')
          .nullable()
          .default(null),
      }),
    )
    .max(500),
  /** Keep the federal holidays everywhere. */
  federalHolidays: z.boolean(),
  /** Attempts for one person: at most so many in so many hours, on each channel. */
  attempts: z.strictObject({
    max: z.number().int().min(1).max(100),
    hours: z.number().int().min(1).max(720),
  }),
  /** Texts and mails only to those who said yes. */
  consentNeeded: z.strictObject({ call: z.boolean(), sms: z.boolean(), email: z.boolean() }),
  /** E-mail knows no calling hours in the law; a tenant may still keep them. */
  emailKeepsHours: z.boolean(),
  version: z.number().int(),
});
export type ComplianceSettings = z.output<typeof complianceSettings>;

/** No stricter than the law, but for the number of attempts, where ten a day is nobody's idea of service. */
export const defaultComplianceSettings: ComplianceSettings = {
  week: Array.from({ length: 7 }, () => [0, 1440] as [number, number]),
  closedDays: [],
  federalHolidays: false,
  attempts: { max: 10, hours: 24 },
  consentNeeded: { call: false, sms: false, email: false },
  emailKeepsHours: false,
  version: 0,
};
