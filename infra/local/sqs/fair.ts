import type { MessageRow, SqsStore } from './store.ts';

/** The groups that have a message in a queue, found by skipping through the index; null for messages of none. */
const groupsText = `
WITH RECURSIVE found(id) AS (
  SELECT min(group_id) FROM messages WHERE queue = :queue
  UNION ALL
  SELECT (SELECT min(group_id) FROM messages WHERE queue = :queue AND group_id > found.id)
  FROM found WHERE found.id IS NOT NULL
)
SELECT id FROM found WHERE id IS NOT NULL
UNION ALL SELECT NULL WHERE EXISTS (SELECT 1 FROM messages WHERE queue = :queue AND group_id IS NULL)`;

const visibleText = `
SELECT * FROM messages WHERE queue = :queue AND group_id IS :group AND visible_ms <= :now
ORDER BY visible_ms, seq LIMIT :limit`;

const inFlightText = `
SELECT count(*) AS n FROM messages
WHERE queue = :queue AND group_id IS :group AND visible_ms > :now AND receipt IS NOT NULL`;

const isEarlier = (one: MessageRow, other: MessageRow) =>
  one.visible_ms < other.visible_ms || (one.visible_ms === other.visible_ms && one.seq < other.seq);

/**
 * The next visible messages of a standard queue. A group that has more in work than others waits for them, as SQS
 * promises of fair queues; within a group, and between groups that have as many in work, the oldest comes first.
 * Messages without a group count as one.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues.html
 */
export function fairCandidates(store: SqsStore, queue: string, now: number, limit: number): MessageRow[] {
  const groups = store.db.sql(groupsText).all({ queue }) as { id: string | null }[];
  const lanes = groups.map(({ id: group }) => ({
    rows: store.db.sql(visibleText).all({ queue, group, now, limit }) as unknown as MessageRow[],
    inWork: groups.length > 1 ? Number(store.db.sql(inFlightText).get({ queue, group, now })?.n ?? 0) : 0,
  }));
  const chosen: MessageRow[] = [];
  while (chosen.length < limit) {
    const waiting = lanes.filter(({ rows }) => rows.length > 0);
    const [first, ...others] = waiting;
    if (!first) break;
    const next = others.reduce(
      (best, lane) =>
        lane.inWork < best.inWork || (lane.inWork === best.inWork && isEarlier(lane.rows[0]!, best.rows[0]!))
          ? lane
          : best,
      first,
    );
    chosen.push(next.rows.shift()!);
    next.inWork++;
  }
  return chosen;
}
