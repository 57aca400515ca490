import * as z from 'zod';
import { type DisputeReason, disputeReasons, marketLimits } from './market.ts';

/** Bounds of returns of single leads. */
export const returnLimits = {
  /** Leads that one call is about. */
  atOnce: 50,
  /** Of an order's leads so many percent may be returned one by one, and one in any case; a dispute is about the rest. */
  percent: 20,
  /** Days that the seller has to object; who says nothing accepts. */
  answerDays: 3,
} as const;

/** Reasons that the buyer's own calls have to bear out: a lead that was never called is not known to be unreachable. */
const provenByCalls: readonly DisputeReason[] = ['disconnected', 'wrong_number'];
export const needsCalls = (reason: DisputeReason): boolean => provenByCalls.includes(reason);

/**
 * - requested: the seller has some days to object
 * - objected: the operator decides
 * - accepted: the money is back
 * - rejected: the sale stands
 */
export const returnStates = ['requested', 'objected', 'accepted', 'rejected'] as const;
export type ReturnState = (typeof returnStates)[number];
export const isOpenReturn = (state: ReturnState): boolean => state === 'requested' || state === 'objected';

/** How many of an order's leads may be returned one by one. */
export const returnableOf = (quantity: number): number =>
  Math.max(1, Math.floor((quantity * returnLimits.percent) / 100));

/** What the buyer's own call log says of a lead since the order. */
export const returnProof = z.object({
  calls: z.number().int(),
  answered: z.number().int(),
  lastAt: z.string().nullable(),
  lastResult: z.string().describe("how the last call ended, such as 'Failed'; empty without one"),
  lastDisposition: z.string().describe('what the agent noted of it; empty where nothing'),
});
export type ReturnProof = z.output<typeof returnProof>;

/** A lead that goes back to its seller, with what was said of it and when. */
export const leadReturn = z.object({
  state: z.enum(returnStates),
  reason: z.enum(Object.keys(disputeReasons) as [DisputeReason, ...DisputeReason[]]),
  note: z.string(),
  proof: returnProof,
  requestedAt: z.string(),
  answerUntil: z.string().describe('until when the seller may object'),
  objection: z.string().describe('what the seller says against it; empty while nothing'),
  objectedAt: z.string().nullable(),
  decision: z.string().describe("the operator's reason; empty where none was needed"),
  decidedAt: z.string().nullable(),
});
export type LeadReturn = z.output<typeof leadReturn>;

/** One lead of an order, for either side. */
export const orderLead = z.object({
  id: z.string(),
  leadId: z.string().nullable().describe("the buyer's lead; null for the seller, and where it is gone"),
  name: z.string().describe("as the buyer's lead has it; empty for the seller"),
  hint: z.string().describe('the end of its number, or its address shortened, by which the seller knows it'),
  arrived: z.boolean(),
  known: z.boolean().describe('whom the buyer had among their leads already'),
  calls: returnProof.nullable().describe('since the order, for the buyer; null for the seller'),
  return: leadReturn.nullable(),
});
export type OrderLead = z.output<typeof orderLead>;

export const returnNote = z
  .string()
  .trim()
  .max(marketLimits.reason, `At most ${marketLimits.reason} characters.`);
