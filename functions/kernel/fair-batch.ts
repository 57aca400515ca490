/*
 * How the messages of several tenants that a worker is handed together share its time. Each tenant has a lane: its
 * messages are worked one after another, beside those of the others, so that none waits behind another's second.
 */

export interface FairBatch<Item> {
  items: readonly Item[];
  /** Whose a message is; what cannot be read is a lane of its own. */
  tenantOf: (item: Item) => number | string;
  /** Works one. It must not throw: a failure is its own to note. */
  work: (item: Item) => Promise<void>;
  /** ms that the invocation has left. */
  remainingMs: () => number;
}

/**
 * Works a batch and answers what it did not come to: the messages of a tenant that has used its share of the
 * invocation, which is its remaining time divided by the tenants in the batch. Time that one message burns without a
 * pause is gone for all. A batch of one tenant is worked all at once.
 */
export async function workFairly<Item>({
  items,
  tenantOf,
  work,
  remainingMs,
}: FairBatch<Item>): Promise<Item[]> {
  const lanes = [...Map.groupBy(items, tenantOf).values()];
  if (lanes.length === 1) {
    await Promise.all(items.map(work));
    return [];
  }
  const atStart = remainingMs();
  const share = atStart / lanes.length;
  const left: Item[] = [];
  // Who sent least begins, as only the first steps of each lane can hold up the others.
  const bySize = lanes.toSorted((one, other) => one.length - other.length);
  await Promise.all(
    bySize.map(async (lane) => {
      for (const [n, item] of lane.entries()) {
        if (n > 0 && atStart - remainingMs() >= share) {
          left.push(...lane.slice(n));
          return;
        }
        await work(item);
      }
    }),
  );
  return left;
}
