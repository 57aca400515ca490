import { hooks } from '#functions/kernel/hook.ts';

/** What numbers want to know of the dial plans that they lead to. */
export const plansOfNumbers = hooks<{
  /** Which of some plans there are. */
  plansThere(planIds: string[]): Promise<string[]>;
  planNames(): Promise<ReadonlyMap<string, string>>;
  /** Whether the exchange takes calls by a plan. */
  isServing(planId: string): Promise<boolean>;
}>('plansOfNumbers');
