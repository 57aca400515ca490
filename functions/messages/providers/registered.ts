import type { StepStanding, StepState, TextRegistration } from '#shared/model/text-registration.ts';

/** Of a reason in a carrier's words so much is kept; characters. */
const longestReason = 300;

export const missing: StepStanding = { state: 'missing', reason: null };

/** A step as it is kept; a reason matters where something was rejected. */
export const standing = (state: StepState, reason?: string | null): StepStanding => ({
  state,
  reason: state === 'rejected' ? reason?.trim().slice(0, longestReason) || null : null,
});

const order: readonly StepState[] = ['approved', 'pending', 'rejected', 'missing'];

/** Of several things that can be had for a step the one that has come furthest. */
export function furthest<T>(all: readonly T[], of: (one: T) => StepStanding): T | undefined {
  const place = (one: T) => order.indexOf(of(one).state);
  return all.reduce<T | undefined>(
    (best, one) => (best && place(best) <= place(one) ? best : one),
    undefined,
  );
}

/** Of an account where nothing is registered. */
export const nothingRegistered: TextRegistration = {
  brand: missing,
  campaign: missing,
  number: missing,
  campaignId: null,
  useCase: null,
  attTextsAMinute: null,
  tmobileSegmentsADay: null,
};
