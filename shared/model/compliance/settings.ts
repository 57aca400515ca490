import * as z from 'zod';
import { dayWindow } from '../week-hours.ts';
import { isTimeZone } from '../zone-time.ts';
import { callingRules } from './rules.ts';

const isoDate = z.iso.date();

/** Two letters of a state, a territory or a province; null for everywhere. */
const closedPlace = z
  .string()
  .regex(/^[A-Z]{2}$/, 'A state has two letters.')
  .nullable()
  .default(null);

/** States and territories whose law forbids sales calls while an emergency is declared. */
export const emergencyStates = callingRules
  .filter(({ emergencies }) => emergencies)
  .map(({ where }) => where);

/** A declared state of emergency: days by the state's own clock. */
export const emergency = z
  .strictObject({
    state: z.enum(emergencyStates as [string, ...string[]], {
      error:
        'Only states whose law forbids sales calls in an emergency can be named: New York and Louisiana.',
    }),
    name: z.string().trim().max(100).default(''),
    from: isoDate,
    until: isoDate.nullable().default(null).describe('the last day; null while nobody knows'),
  })
  .refine(({ from, until }) => until === null || from <= until, 'The emergency ends before it begins.');
export type Emergency = z.output<typeof emergency>;

/** The hours that a tenant keeps in another country, whose law the product does not know. */
const countryRule = z.strictObject({
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'A country has two letters, such as DE.')
    .refine((code) => code !== 'US' && code !== 'CA', 'The law of this country is built in.'),
  timeZones: z
    .array(z.string().max(64).refine(isTimeZone, 'There is no such time zone.'))
    .min(1, 'Please choose the time zone of the country.')
    .max(20),
  /** From Sunday to Saturday, by the called person's clock. */
  week: z.array(dayWindow).length(7),
});
export type CountryRule = z.output<typeof countryRule>;

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
        state: closedPlace,
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
  /** States of emergency that the tenant's admin declares, besides those of the platform's operator. */
  emergencies: z.array(emergency).max(100).default([]),
  /** Other countries that may be called, once each; without an entry their numbers are refused. */
  countries: z
    .array(countryRule)
    .max(100)
    .refine(
      (rules) => new Set(rules.map(({ country }) => country)).size === rules.length,
      'A country stands there twice.',
    )
    .default([]),
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
  emergencies: [],
  countries: [],
  version: 0,
};
