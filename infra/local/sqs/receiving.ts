import { randomUUID } from 'node:crypto';
import { invalidParameter, messageNotInflight, receiptHandleIsInvalid } from './errors.ts';
import { fairCandidates } from './fair.ts';
import { SQS_LIMITS } from './limits.ts';
import { type MessageAttributes, md5, md5OfAttributes } from './message-attributes.ts';
import { isFifo, parseRedrivePolicy } from './queue-attributes.ts';
import { sequenceNumber } from './sending.ts';
import type { MessageRow, QueueRecord, SqsStore } from './store.ts';

/** A message as the host's workers get it, in the terms of Lambda's SQS event. */
export interface ReceivedMessage {
  messageId: string;
  receiptHandle: string;
  body: string;
  md5OfBody: string;
  /** System attributes: ApproximateReceiveCount, SentTimestamp, MessageGroupId and so on. */
  attributes: Record<string, string>;
  messageAttributes: MessageAttributes;
  md5OfMessageAttributes?: string;
}

const SENDER_ID = 'AIDALOCALLOCALLOCALL';
export const nameOfArn = (arn: string): string => arn.slice(arn.lastIndexOf(':') + 1);

function handleOf(row: MessageRow, receipt: string): string {
  return Buffer.from(JSON.stringify([row.queue, row.seq, receipt])).toString('base64');
}

function parseHandle(queue: string, handle: string): { seq: number; receipt: string } {
  try {
    const [name, seq, receipt] = JSON.parse(Buffer.from(handle, 'base64').toString('utf8'));
    if (name === queue && Number.isSafeInteger(seq) && typeof receipt === 'string') return { seq, receipt };
  } catch {
    // falls through to the one answer for every malformed handle
  }
  throw receiptHandleIsInvalid(handle);
}

function received(row: MessageRow, receipt: string): ReceivedMessage {
  const attributes: Record<string, string | undefined> = {
    SenderId: SENDER_ID,
    SentTimestamp: String(row.sent_ms),
    ApproximateReceiveCount: String(row.receive_count),
    ApproximateFirstReceiveTimestamp: String(row.first_received_ms),
    SequenceNumber: isFifo(row.queue) ? sequenceNumber(row.seq) : undefined,
    MessageDeduplicationId: row.deduplication_id ?? undefined,
    MessageGroupId: row.group_id ?? undefined,
    AWSTraceHeader: row.trace_header ?? undefined,
    DeadLetterQueueSourceArn: row.dead_letter_source ?? undefined,
  };
  const messageAttributes = JSON.parse(row.attributes) as MessageAttributes;
  return {
    messageId: row.id,
    receiptHandle: handleOf(row, receipt),
    body: row.body,
    md5OfBody: md5(row.body),
    attributes: JSON.parse(JSON.stringify(attributes)),
    messageAttributes,
    md5OfMessageAttributes: md5OfAttributes(messageAttributes),
  };
}

function candidates(store: SqsStore, queue: string, nowMs: number, limit: number): MessageRow[] {
  if (!isFifo(queue)) return fairCandidates(store, queue, nowMs, limit);
  // A group with a message in flight is closed; "+visible_ms" keeps SQLite on the index in queue order.
  return store.db
    .sql(
      `SELECT * FROM messages WHERE queue = :queue AND +visible_ms <= :now AND group_id NOT IN
         (SELECT group_id FROM messages WHERE queue = :queue AND visible_ms > :now AND receipt IS NOT NULL)
       ORDER BY seq LIMIT :limit`,
    )
    .all({ queue, now: nowMs, limit }) as unknown as MessageRow[];
}

/**
 * Puts a message at the end of another queue. A standard queue keeps the time of sending, so that the
 * retention counts from there; a FIFO queue starts it again, as SQS documents both.
 */
export function moveMessage(
  store: SqsStore,
  row: MessageRow,
  to: QueueRecord,
  source: string | null,
  nowMs: number,
): void {
  const sentMs = isFifo(to.name) ? nowMs : row.sent_ms;
  store.db.sql('DELETE FROM messages WHERE seq = ?').run(row.seq);
  store.db
    .sql(
      `INSERT INTO messages (queue, id, body, attributes, trace_header, group_id, deduplication_id, sent_ms, expires_ms,
         visible_ms, receive_count, count_before, first_received_ms, dead_letter_source)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      to.name,
      row.id,
      row.body,
      row.attributes,
      row.trace_header,
      row.group_id,
      row.deduplication_id,
      sentMs,
      sentMs + Number(to.attributes.MessageRetentionPeriod) * 1000,
      nowMs,
      row.receive_count,
      row.receive_count,
      row.first_received_ms,
      source,
    );
}

export interface ReceiveResult {
  messages: ReceivedMessage[];
  /** Queues that messages were moved to because they had been received too often. */
  movedTo: Set<string>;
}

/** Takes up to `max` visible messages and hides them for `visibilitySeconds`; one write transaction. */
export function receiveMessages(
  store: SqsStore,
  queue: QueueRecord,
  queueArn: string,
  max: number,
  visibilitySeconds: number,
  nowMs: number,
): ReceiveResult {
  const policy = parseRedrivePolicy(queue.attributes.RedrivePolicy);
  const deadLetters = policy && store.queue(nameOfArn(policy.deadLetterTargetArn));
  const movedTo = new Set<string>();
  const messages: ReceivedMessage[] = [];
  const taken = new Set<number>();
  store.db.transaction(() => {
    store.dropExpired(queue.name, nowMs);
    while (messages.length < max) {
      const rows = candidates(store, queue.name, nowMs, max).filter((row) => !taken.has(row.seq));
      if (rows.length === 0) break;
      for (const row of rows) {
        if (messages.length === max) break;
        if (policy && deadLetters && row.receive_count - row.count_before >= policy.maxReceiveCount) {
          moveMessage(store, row, deadLetters, queueArn, nowMs);
          movedTo.add(deadLetters.name);
          continue;
        }
        const receipt = randomUUID();
        row.receive_count += 1;
        row.first_received_ms ??= nowMs;
        store.db
          .sql(
            `UPDATE messages SET receive_count = ?, first_received_ms = ?, received_ms = ?, receipt = ?, visible_ms = ? WHERE seq = ?`,
          )
          .run(
            row.receive_count,
            row.first_received_ms,
            nowMs,
            receipt,
            nowMs + visibilitySeconds * 1000,
            row.seq,
          );
        taken.add(row.seq);
        messages.push(received(row, receipt));
      }
      // A FIFO query must not be asked again: what was just taken has closed its groups.
      if (isFifo(queue.name) && taken.size > 0) break;
    }
  });
  return { messages, movedTo };
}

/** Moves a received message to the dead letters of its queue; where it has none, deletes it. Answers where it lies. */
export function buryMessage(
  store: SqsStore,
  queue: QueueRecord,
  queueArn: string,
  handle: string,
  nowMs: number,
): string | undefined {
  const { seq, receipt } = parseHandle(queue.name, handle);
  const policy = parseRedrivePolicy(queue.attributes.RedrivePolicy);
  const deadLetters = policy && store.queue(nameOfArn(policy.deadLetterTargetArn));
  const row = store.db.sql('SELECT * FROM messages WHERE seq = ? AND receipt = ?').get(seq, receipt);
  if (!row) return undefined;
  if (deadLetters) moveMessage(store, row as unknown as MessageRow, deadLetters, queueArn, nowMs);
  else store.db.sql('DELETE FROM messages WHERE seq = ?').run(seq);
  return deadLetters?.name;
}

/**
 * Deletes by receipt handle; a message that is already gone counts as deleted. An old handle of a
 * message that was received again deletes nothing.
 *
 * @throws AwsError ReceiptHandleIsInvalid; InvalidParameterValue for an expired handle of a FIFO queue
 */
export function deleteMessage(store: SqsStore, queue: string, handle: string, nowMs: number): void {
  const { seq, receipt } = parseHandle(queue, handle);
  const row = store.db
    .sql('SELECT receipt, visible_ms FROM messages WHERE seq = ? AND queue = ?')
    .get(seq, queue);
  if (!row) return;
  if (isFifo(queue) && (row.receipt !== receipt || Number(row.visible_ms) <= nowMs))
    throw invalidParameter(
      `Value ${handle} for parameter ReceiptHandle is invalid. Reason: The receipt handle has expired.`,
    );
  store.db.sql('DELETE FROM messages WHERE seq = ? AND receipt = ?').run(seq, receipt);
}

/**
 * Hides a message in flight for `seconds` from now; 0 gives it back at once.
 *
 * @throws AwsError ReceiptHandleIsInvalid, MessageNotInflight, InvalidParameterValue
 */
export function changeVisibility(
  store: SqsStore,
  queue: string,
  handle: string,
  seconds: number,
  nowMs: number,
): void {
  if (!Number.isInteger(seconds) || seconds < 0 || seconds > SQS_LIMITS.visibilitySeconds)
    throw invalidParameter(
      `Value ${seconds} for parameter VisibilityTimeout is invalid. Reason: Must be between 0 and 43200.`,
    );
  const { seq, receipt } = parseHandle(queue, handle);
  const row = store.db
    .sql('SELECT receipt, visible_ms, received_ms FROM messages WHERE seq = ? AND queue = ?')
    .get(seq, queue);
  if (!row)
    throw invalidParameter(
      `Value ${handle} for parameter ReceiptHandle is invalid. Reason: Message does not exist or is not available for visibility timeout change.`,
    );
  if (row.receipt !== receipt || Number(row.visible_ms) <= nowMs) throw messageNotInflight();
  if (nowMs + seconds * 1000 - Number(row.received_ms) > SQS_LIMITS.visibilitySeconds * 1000)
    throw invalidParameter(
      `Value ${seconds} for parameter VisibilityTimeout is invalid. Reason: Total VisibilityTimeout for the message is beyond the limit [43200 seconds].`,
    );
  store.db.sql('UPDATE messages SET visible_ms = ? WHERE seq = ?').run(nowMs + seconds * 1000, seq);
}
