import type { FlowStep } from '#shared/model/flow.ts';
import type { FlowKind } from '../kind.ts';

/** Whether two values of a drawing, which are JSON, are the same: a draft and the server may have their fields in another order. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const fields = Object.entries(one);
  return (
    fields.length === Object.keys(other).length &&
    fields.every(
      ([key, value]) => Object.hasOwn(other, key) && isEqual(value, (other as Record<string, unknown>)[key]),
    )
  );
}

/** The ways out of a step that say something. Where a way that is not connected is over, one that leads nowhere says the same. */
export const waysThatCount = (
  { openWays }: Pick<FlowKind, 'openWays'>,
  { next }: Pick<FlowStep, 'next'>,
): Record<string, string | null> =>
  Object.fromEntries(
    Object.entries(next).filter(([, to]) => to !== undefined && (to !== null || openWays !== 'over')),
  );
