import { randomUUID } from 'node:crypto';
import { invalidParameter, resourceNotFound, unsupportedOperation } from './errors.ts';
import { parseRedrivePolicy } from './queue-attributes.ts';
import { moveMessage, nameOfArn } from './receiving.ts';
import type { SqsService } from './service.ts';
import type { MessageRow, QueueRecord } from './store.ts';

/** Queues whose redrive policy names this queue. */
export function deadLetterSources(service: SqsService, name: string): string[] {
  return service.store.queueNames().filter((candidate) => {
    const policy = parseRedrivePolicy(service.store.queue(candidate)?.attributes.RedrivePolicy);
    return policy !== undefined && nameOfArn(policy.deadLetterTargetArn) === name;
  });
}

function queueOfArn(service: SqsService, arn: string): QueueRecord {
  const queue = service.store.queue(nameOfArn(arn));
  if (!queue)
    throw resourceNotFound("The resource that you specified for the SourceArn parameter doesn't exist.");
  return queue;
}

/**
 * Moves the visible messages of a dead-letter queue to `destinationArn`, or each to where it came from.
 * It is done when this returns, so that a task is never seen running.
 *
 * @throws AwsError ResourceNotFoundException, InvalidParameterValue
 */
export function startMoveTask(service: SqsService, sourceArn: string, destinationArn?: string): string {
  const source = queueOfArn(service, sourceArn);
  if (deadLetterSources(service, source.name).length === 0)
    throw invalidParameter('Source queue must be configured as a Dead Letter Queue.');
  const destination = destinationArn ? queueOfArn(service, destinationArn) : undefined;
  const handle = Buffer.from(JSON.stringify({ taskId: randomUUID(), sourceArn })).toString('base64');
  const touched = new Set<string>();
  service.store.db.transaction(() => {
    const now = service.now();
    const rows = service.store.db
      .sql('SELECT * FROM messages WHERE queue = ? AND visible_ms <= ? ORDER BY seq')
      .all(source.name, now) as unknown as MessageRow[];
    let moved = 0;
    for (const row of rows) {
      const to =
        destination ?? (row.dead_letter_source && service.store.queue(nameOfArn(row.dead_letter_source)));
      if (!to) continue;
      moveMessage(service.store, row, to, null, now);
      touched.add(to.name);
      moved += 1;
    }
    service.store.db
      .sql(
        'INSERT INTO move_tasks (handle, source_arn, destination_arn, moved, started_ms) VALUES (?, ?, ?, ?, ?)',
      )
      .run(handle, sourceArn, destinationArn ?? null, moved, now);
  });
  for (const name of touched) service.waiters.wake(name);
  return handle;
}

/** The last tasks of a dead-letter queue, newest first. */
export function listMoveTasks(
  service: SqsService,
  sourceArn: string,
  max: number,
): Record<string, unknown>[] {
  queueOfArn(service, sourceArn);
  return service.store.db
    .sql('SELECT * FROM move_tasks WHERE source_arn = ? ORDER BY started_ms DESC, rowid DESC LIMIT ?')
    .all(sourceArn, max)
    .map((row) => ({
      Status: 'COMPLETED',
      SourceArn: row.source_arn,
      DestinationArn: row.destination_arn ?? undefined,
      ApproximateNumberOfMessagesMoved: row.moved,
      ApproximateNumberOfMessagesToMove: row.moved,
      StartedTimestamp: row.started_ms,
    }));
}

/** @throws AwsError always: a task has ended by the time anybody can name it. */
export function cancelMoveTask(service: SqsService, handle: string): never {
  const known = service.store.db.sql('SELECT 1 FROM move_tasks WHERE handle = ?').get(handle);
  if (!known) throw resourceNotFound('The task handle is not known.');
  throw unsupportedOperation('Only active message move tasks can be cancelled.');
}
