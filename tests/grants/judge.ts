import { fits } from '#infra/local/iam/match.ts';
import type { Grant } from '#infra/local/iam/policies.ts';
import type { Reason } from './reasons.ts';

type Permission = Pick<Grant, 'action' | 'resource'>;

export interface Judgement {
  /** Different permissions, to whichever functions they are granted. */
  permissions: Permission[];
  /** Of these, what no function used. */
  unused: Permission[];
  withoutReason: Permission[];
  /** Reasons that fit nothing that is granted. */
  obsolete: Reason[];
  /** How many unused permissions each reason is for; those that are all used are missing. */
  explained: Map<Reason, number>;
}

const permissionKey = ({ action, resource }: Permission) => `${action}\t${resource}`;

/**
 * Looks at what is granted to any function, however many have it: `cdk/functions.test.ts` holds which of them need it.
 * More use never makes it worse: a permission that has a reason may be used all the same.
 * @param used lines of entry, action and resource, by tabs
 */
export function judge(
  granted: readonly Permission[],
  used: Iterable<string>,
  reasons: readonly Reason[],
): Judgement {
  const usedNames = new Set([...used].map((line) => line.slice(line.indexOf('\t') + 1)));
  const permissions = [...new Map(granted.map((one) => [permissionKey(one), one])).values()];
  const isFor = (reason: Reason, { action, resource }: Permission) =>
    fits(reason.action, action) && fits(reason.resource ?? '*', resource);
  const unused = permissions.filter((one) => !usedNames.has(permissionKey(one)));
  const explained = new Map<Reason, number>();
  const withoutReason: Permission[] = [];
  for (const one of unused) {
    const reason = reasons.find((known) => isFor(known, one));
    if (reason) explained.set(reason, (explained.get(reason) ?? 0) + 1);
    else withoutReason.push(one);
  }
  const obsolete = reasons.filter((reason) => !permissions.some((one) => isFor(reason, one)));
  return { permissions, unused, withoutReason, obsolete, explained };
}
