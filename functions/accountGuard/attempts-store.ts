import { z } from 'zod';
import { clock } from '#functions/kernel/clock.ts';
import { entity, type Stored } from '#functions/kernel/entity.ts';
import { accepted, writeOne } from '#functions/kernel/table.ts';
import { type BackOff, waits } from './limits.ts';

/** Failures of one subject since the first of them; the table's TTL sweeps what is over. */
const Attempts = entity('attempts', {
  fields: z.object({
    kind: z.enum(['pair', 'device', 'account', 'address', 'signUp']),
    subject: z.string(),
    failures: z.number(),
    lastAt: z.number().optional(),
    expiresAt: z.number(),
  }),
  key: { partition: ['kind', 'subject'], sort: [] },
});

type StoredAttempts = Stored<typeof Attempts>;
export type AttemptKind = StoredAttempts['kind'];

/** A try that was let through and counts as a failure until it is forgiven. */
export interface Attempt {
  kind: AttemptKind;
  subject: string;
  /** Of the window it counts in, so that it is not taken from a later one. */
  expiresAt: number;
}

/** When the next try is open, in seconds since the epoch; 0 while failures are free. */
function opensAt({ failures, lastAt = 0 }: StoredAttempts, { free }: BackOff): number {
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
  const key = { kind, subject };
  for (;;) {
    const now = clock.seconds();
    const found = await Attempts.find(key);
    const open = found && found.expiresAt > now ? found : undefined;
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
          .params()
      : Attempts.put(
          { ...key, failures: 1, lastAt: now, expiresAt },
          { where: (at, { notExists, lte }) => `${notExists(at.expiresAt)} OR ${lte(at.expiresAt, now)}` },
        );
    if (await accepted(writeOne(counted))) return { kind, subject, expiresAt };
  }
}

/** Takes one try back: it did not fail. */
export async function releaseAttempt({ kind, subject, expiresAt }: Attempt): Promise<void> {
  await accepted(
    writeOne(
      Attempts.patch({ kind, subject })
        .add({ failures: -1 })
        .where((item, { eq, gt }) => `${eq(item.expiresAt, expiresAt)} AND ${gt(item.failures, 0)}`)
        .params(),
    ),
  );
}

export const forgetAttempts = ({ kind, subject }: Attempt): Promise<void> => forgetFailures(kind, subject);

/** Forgets what was failed on a subject, by whomever. */
export const forgetFailures = (kind: AttemptKind, subject: string): Promise<void> =>
  writeOne(Attempts.remove({ kind, subject }));

/** Counts one more in a fixed window, in one atomic step, and answers the window as it then stands. */
export async function countInWindow(
  kind: AttemptKind,
  subject: string,
  windowSeconds: number,
): Promise<{ failures: number; expiresAt: number }> {
  const key = { kind, subject };
  const now = clock.seconds();
  for (;;) {
    const open = await Attempts.upsert(key)
      .add({ failures: 1 })
      .ifNotExists({ expiresAt: now + windowSeconds })
      .go({ response: 'all_new' });
    if (open.data.expiresAt > now) return open.data;
    // An old window that the TTL has not swept yet: whoever deletes it first, all count in the new one.
    await accepted(
      writeOne(Attempts.remove(key, { where: ({ expiresAt }, { lte }) => lte(expiresAt, now) })),
    );
  }
}
