import * as z from 'zod';
import { areaCodeOf } from './compliance/area-codes.ts';
import { placeOf } from './compliance/places.ts';

/*
 * 10DLC: carriers of the United States take texts from a local number only where its brand and a campaign of it are
 * registered and the number is assigned to that campaign. What stands here is what the number's own carrier says of it.
 * https://developers.telnyx.com/docs/messaging/10dlc, https://www.twilio.com/docs/messaging/compliance/a2p-10dlc
 */

/** The steps of a registration, in the order in which they are taken. */
export const registrationSteps = {
  brand: 'Brand',
  campaign: 'Campaign',
  number: 'Number in the campaign',
} as const;
export type RegistrationStep = keyof typeof registrationSteps;

export const stepStates = {
  missing: 'Missing',
  pending: 'In review',
  rejected: 'Rejected',
  approved: 'Approved',
} as const;
export type StepState = keyof typeof stepStates;

const step = z.object({
  state: z.enum(Object.keys(stepStates) as [StepState, ...StepState[]]),
  reason: z.string().nullable().describe("the carrier's own words, where it has rejected it"),
});
export type StepStanding = z.output<typeof step>;

export const textRegistration = z.object({
  brand: step,
  campaign: step,
  number: step,
  campaignId: z.string().nullable().describe("the carrier's own id"),
  useCase: z.string().nullable().describe("of the campaign, in the carrier's word, such as MARKETING"),
  attTextsAMinute: z
    .number()
    .int()
    .nullable()
    .describe('of the campaign; null where the carrier does not say'),
  tmobileSegmentsADay: z
    .number()
    .int()
    .nullable()
    .describe('of the brand; null where the carrier does not say'),
});
export type TextRegistration = z.output<typeof textRegistration>;

/** What is wrong with a step, so that it goes on after 'This number cannot text: '. */
const troubles: Readonly<Record<RegistrationStep, Record<Exclude<StepState, 'approved'>, string>>> = {
  brand: {
    missing: 'no brand is registered for 10DLC',
    pending: 'the brand is in review for 10DLC',
    rejected: 'the brand was rejected for 10DLC',
  },
  campaign: {
    missing: 'no campaign is registered for 10DLC',
    pending: 'the 10DLC campaign is in review',
    rejected: 'the 10DLC campaign was rejected',
  },
  number: {
    missing: 'it is assigned to no 10DLC campaign',
    pending: 'it is being assigned to the 10DLC campaign',
    rejected: 'it could not be assigned to the 10DLC campaign',
  },
};

export interface MissingStep {
  step: RegistrationStep;
  /** The whole of it, as people read it. */
  sentence: string;
}

/** The first step that is not done; undefined where all are. */
export function missingStep(registration: TextRegistration): MissingStep | undefined {
  for (const name of Object.keys(registrationSteps) as RegistrationStep[]) {
    const { state, reason } = registration[name];
    if (state === 'approved') continue;
    // A carrier's reason may be a sentence with its own full stop.
    const why = reason ? ` (${reason.endsWith('.') ? reason.slice(0, -1) : reason})` : '';
    return { step: name, sentence: `This number cannot text: ${troubles[name][state]}${why}.` };
  }
  return undefined;
}

export const isTollFree = (number: string): boolean => /^\+18(00|33|44|55|66|77|88)/.test(number);

/** Whether a number is a local one of the United States, which 10DLC is about. */
export const wantsRegistration = (number: string): boolean =>
  !isTollFree(number) && (areaCodeOf(number)?.states ?? []).some((code) => placeOf(code)?.nation === 'US');

/** Why a number may not text, as far as its carrier has said; undefined where it may, or nothing is known. */
export const registrationTrouble = (
  number: string,
  registration: TextRegistration | null,
): MissingStep | undefined =>
  registration && wantsRegistration(number) ? missingStep(registration) : undefined;
