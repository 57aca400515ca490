import * as z from 'zod';
import { planSteps } from '../model/dialplan/steps.ts';

/*
 * A dial plan on its way to an exchange. It may be larger than a message, so the exchange is told where its file lies
 * and what it has to hold, and fetches it as it fetches sounds.
 */

export const dialPlanId = z.string().regex(/^dlp_[\w-]{1,60}$/, 'the id of a dial plan');

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** A file of a plan's: as Asterisk reads it, and as steps, which the bridge does some of and the sandbox all. */
export const planFile = z.strictObject({
  /** `t<tenant>-p<plan>`: what the names of its contexts begin with. */
  context: z.string().regex(/^t\d{1,10}-p[\w-]{1,60}$/),
  /** An extension of that context that no other version of the plan has. */
  marker: z.string().regex(/^sha-[0-9a-f]{32}$/),
  text: z.string().max(8_000_000),
  steps: planSteps,
});
export type PlanFile = z.output<typeof planFile>;

/** Bytes of such a file, at most. */
export const planFileBytes = 10_000_000;

/** Where the file lies, and its SHA-256 in hex: the same again changes nothing. */
export const planPlacing = z.strictObject({
  url: z.url({ protocol: /^https?$/ }),
  sha256,
});
export type PlanPlacing = z.output<typeof planPlacing>;

/** Which file serves calls now. */
export const planState = z.object({ sha256 });
