import { Entity, type EntityItem } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { connection, keys, model } from '#functions/kernel/table.ts';
import { type BackOff, waits } from './limits.ts';

const { primary } = keys;

/** Failures of one subject since the first of them; the table's TTL sweeps what is over. */
const Attempts = new Entity(
  {
    model: model('attempts'),
    attributes: {
      tenantId: { type: 'number', required: true },
      kind: { type: ['pair', 'device', 'account', 'address', 'signUp'] as const, required: true },
      subject: { type: 'string', required: true },
      failures: { type: 'number', required: true },
      lastAt: { type: 'number' },
      expiresAt: { type: 'number', required: true },
    },
    indexes: {
      bySubject: {
        pk: { ...primary.pk, composite: ['tenantId', 'kind', 'subject'] },
        sk: { ...primary.sk, composite: [] },
      },
    },
  },
  connection,
);

type Stored = EntityItem<typeof Attempts>;
export type AttemptKind = Stored['kind'];

/** A try that was let through and counts as a failure until it is forgiven. */
export interface Attempt {
  kind: AttemptKind;
  subject: string;
  /** Of the window it counts in, so that it is not taken from a later one. */
  expiresAt: number;
}

/** When the next try is open, in seconds since the epoch; 0 while failures are free. */
function opensAt({ failures, lastAt = 0 }: Stored, { free }: BackOff): number {
  if (failures < free) return 0;
  return lastAt + waits[Math.min(failures - free, waits.length - 1)]!;
}

/**
 * Counts a try before it is made, so that a burst of tries at once gets as many as a patient caller, and no more.
 * Free tries are counted by one conditional addition, which many can do at once; the few after them in turn.
 * @returns the try, or the second at which the next one is open
 */
export async function takeAttempt(
  kind: AttemptKind,
  subject: string,
  rule: BackOff,
): Promise<Attempt | number> {
  const key = { tenantId: tenantOf(), kind, subject };
  for (;;) {
    const now = clock.seconds();
    const { data } = await Attempts.get(key).go({ consistent: true });
    const open = data && data.expiresAt > now ? data : undefined;
    const next = open ? opensAt(open, rule) : 0;
    if (next > now) return next;
    const expiresAt = open?.expiresAt ?? now + rule.memory;
    const counted = open
      ? Attempts.patch(key)
          .add({ failures: 1 })
          .set({ lastAt: now })
          .where((item, { eq, lt }) => {
            const still =
              open.failures < rule.free ? lt(item.failures, rule.free) : eq(item.failures, open.failures);
            return `${still} AND ${eq(item.expiresAt, expiresAt)}`;
          })
          .go()
      : Attempts.put({ ...key, failures: 1, lastAt: now, expiresAt })
          .where((item, { notExists, lte }) => `${notExists(item.expiresAt)} OR ${lte(item.expiresAt, now)}`)
          .go();
    if (await went(counted)) return { kind, subject, expiresAt };
  }
}

/** Takes one try back: it did not fail. */
export async function releaseAttempt({ kind, subject, expiresAt }: Attempt): Promise<void> {
  await went(
    Attempts.patch({ tenantId: tenantOf(), kind, subject })
      .subtract({ failures: 1 })
      .where((item, { eq, gt }) => `${eq(item.expiresAt, expiresAt)} AND ${gt(item.failures, 0)}`)
      .go(),
  );
}

export const forgetAttempts = ({ kind, subject }: Attempt): Promise<void> => forgetFailures(kind, subject);

/** Forgets what was failed on a subject, by whomever. */
export async function forgetFailures(kind: AttemptKind, subject: string): Promise<void> {
  await Attempts.delete({ tenantId: tenantOf(), kind, subject }).go();
}

/** Counts one more in a fixed window, in one atomic step, and answers the window as it then stands. */
export async function countInWindow(
  kind: AttemptKind,
  subject: string,
  windowSeconds: number,
): Promise<{ failures: number; expiresAt: number }> {
  const key = { tenantId: tenantOf(), kind, subject };
  const now = clock.seconds();
  for (;;) {
    const open = await Attempts.upsert(key)
      .add({ failures: 1 })
      .ifNotExists({ expiresAt: now + windowSeconds })
      .go({ response: 'all_new' });
    if (open.data.expiresAt > now) return open.data;
    // An old window that the TTL has not swept yet: whoever deletes it first, all count in the new one.
    await went(
      Attempts.delete(key)
        .where(({ expiresAt }, { lte }) => lte(expiresAt, now))
        .go(),
    );
  }
}

/** Whether a write's condition held. */
async function went(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    const { name, cause } = error as Error;
    if (name === refused || (cause as Error | undefined)?.name === refused) return false;
    throw error;
  }
}

const refused = 'ConditionalCheckFailedException';
