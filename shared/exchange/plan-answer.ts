import * as z from 'zod';
import { exchangeLimits } from '#shared/model/exchange.ts';
import { type MessageBox, messageBox } from './commands.ts';

/** What the product answers to `plan-asks`; what is not as it has to be counts as not said. */
const planAnswer = z.object({
  /** By which way the caller goes on. */
  way: z.string().optional().catch(undefined),
  /** Of a mailbox how it stands; null: it takes no messages. */
  box: messageBox.nullable().optional().catch(undefined),
});
export type PlanAnswer = z.output<typeof planAnswer>;

/** An answer as it came; undefined where it is no JSON object. */
export function readPlanAnswer(told: string): PlanAnswer | undefined {
  try {
    return planAnswer.safeParse(JSON.parse(told)).data;
  } catch {
    return undefined;
  }
}

/**
 * The box in which a caller leaves a message; null where it takes none. While nobody says how it stands it is the one that
 * was deployed, with the exchange's own words.
 */
export const boxToUse = (boxId: string, { box }: PlanAnswer): MessageBox | null =>
  box === undefined ? { boxId, greeting: null, maxSeconds: exchangeLimits.message.most } : box;
