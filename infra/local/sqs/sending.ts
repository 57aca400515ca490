import { createHash, randomUUID } from 'node:crypto';
import { invalidParameter, missingParameter } from './errors.ts';
import { SQS_LIMITS } from './limits.ts';
import {
  attributeBytes,
  checkCharacters,
  checkMessageAttributes,
  type MessageAttributes,
  md5,
  md5OfAttributes,
} from './message-attributes.ts';
import { isFifo } from './queue-attributes.ts';
import type { QueueRecord, SqsStore } from './store.ts';

export interface OutgoingMessage {
  body: string;
  /** 0 to 900; the queue's own delay when left out. Not allowed for one message of a FIFO queue. */
  delaySeconds?: number;
  attributes?: MessageAttributes;
  /** The only system attribute a sender may set. */
  traceHeader?: string;
  /** The trace header of the request that sends it, which is kept where the sender sets none. */
  trace?: string;
  groupId?: string;
  deduplicationId?: string;
}

export interface SentMessage {
  MessageId: string;
  MD5OfMessageBody: string;
  MD5OfMessageAttributes?: string;
  MD5OfMessageSystemAttributes?: string;
  SequenceNumber?: string;
}

/** 20 digits, growing, as SQS writes them. */
export const sequenceNumber = (seq: number | bigint): string => String(seq).padStart(20, '0');

/** Bytes a message counts towards the limits of a queue and a batch. */
export const messageBytes = (message: OutgoingMessage): number =>
  Buffer.byteLength(message.body) + attributeBytes(message.attributes ?? {});

function checkMessage(queue: QueueRecord, message: OutgoingMessage): void {
  if (!message.body) throw missingParameter('MessageBody');
  checkCharacters(message.body);
  checkMessageAttributes(message.attributes ?? {});
  const limit = Number(queue.attributes.MaximumMessageSize);
  if (messageBytes(message) > limit)
    throw invalidParameter(
      `One or more parameters are invalid. Reason: Message must be shorter than ${limit} bytes.`,
    );
  const fifo = isFifo(queue.name);
  if (message.delaySeconds !== undefined) {
    const { delaySeconds } = message;
    if (fifo)
      throw invalidParameter(
        `Value ${delaySeconds} for parameter DelaySeconds is invalid. Reason: The request include parameter that is not valid for this queue type.`,
      );
    if (!Number.isInteger(delaySeconds) || delaySeconds < 0 || delaySeconds > SQS_LIMITS.delaySeconds)
      throw invalidParameter(
        `Value ${delaySeconds} for parameter DelaySeconds is invalid. Reason: DelaySeconds must be >= 0 and <= 900.`,
      );
  }
  if (fifo && !message.groupId) throw missingParameter('MessageGroupId');
  if (!fifo && message.deduplicationId !== undefined)
    throw invalidParameter(
      `Value ${message.deduplicationId} for parameter MessageDeduplicationId is invalid. Reason: The request includes a parameter that is not valid for this queue type.`,
    );
  for (const [name, value] of [
    ['MessageGroupId', message.groupId],
    ['MessageDeduplicationId', message.deduplicationId],
  ] as const)
    if (value !== undefined && !/^[!-~]{1,128}$/.test(value))
      throw invalidParameter(
        `Value ${value} for parameter ${name} is invalid. Reason: ${name} can only include alphanumeric and punctuation characters. 1 to 128 in length.`,
      );
}

function deduplicationIdOf(queue: QueueRecord, message: OutgoingMessage): string {
  if (message.deduplicationId !== undefined) return message.deduplicationId;
  if (queue.attributes.ContentBasedDeduplication === 'true')
    return createHash('sha256').update(message.body).digest('hex');
  throw invalidParameter(
    'The queue should either have ContentBasedDeduplication enabled or MessageDeduplicationId provided explicitly',
  );
}

type Identity = Pick<SentMessage, 'MessageId' | 'SequenceNumber'>;

/** What the SDK compares with what it sent, so they belong to this request even when it is a repeat. */
function digests(message: OutgoingMessage): Omit<SentMessage, keyof Identity> {
  return {
    MD5OfMessageBody: md5(message.body),
    MD5OfMessageAttributes: md5OfAttributes(message.attributes ?? {}),
    MD5OfMessageSystemAttributes: message.traceHeader
      ? md5OfAttributes({ AWSTraceHeader: { DataType: 'String', StringValue: message.traceHeader } })
      : undefined,
  };
}

/**
 * Stores one message. A FIFO message whose deduplication id was seen in the last five minutes is
 * answered with the first one's id and not stored again. Runs inside the caller's transaction.
 *
 * @throws AwsError InvalidParameterValue, MissingParameter, InvalidMessageContents
 */
export function sendMessage(
  store: SqsStore,
  queue: QueueRecord,
  message: OutgoingMessage,
  nowMs: number,
): SentMessage {
  checkMessage(queue, message);
  const fifo = isFifo(queue.name);
  const deduplicationId = fifo ? deduplicationIdOf(queue, message) : undefined;
  const scope = queue.attributes.DeduplicationScope === 'messageGroup' ? message.groupId : '';
  const key = JSON.stringify([scope, deduplicationId]);
  if (fifo) {
    store.db
      .sql('DELETE FROM deduplications WHERE queue = ? AND at_ms <= ?')
      .run(queue.name, nowMs - SQS_LIMITS.deduplicationMs);
    const seen = store.db
      .sql('SELECT sent FROM deduplications WHERE queue = ? AND key = ?')
      .get(queue.name, key);
    if (seen) return { ...digests(message), ...(JSON.parse(String(seen.sent)) as Identity) };
  }
  const id = randomUUID();
  const delaySeconds = message.delaySeconds ?? Number(queue.attributes.DelaySeconds);
  const { lastInsertRowid } = store.db
    .sql(
      `INSERT INTO messages (queue, id, body, attributes, trace_header, group_id, deduplication_id, sent_ms, expires_ms, visible_ms)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      queue.name,
      id,
      message.body,
      JSON.stringify(message.attributes ?? {}),
      message.traceHeader ?? message.trace ?? null,
      message.groupId ?? null,
      deduplicationId ?? null,
      nowMs,
      nowMs + Number(queue.attributes.MessageRetentionPeriod) * 1000,
      nowMs + delaySeconds * 1000,
    );
  const identity: Identity = {
    MessageId: id,
    SequenceNumber: fifo ? sequenceNumber(lastInsertRowid) : undefined,
  };
  if (fifo)
    store.db
      .sql('INSERT INTO deduplications (queue, key, at_ms, sent) VALUES (?, ?, ?, ?)')
      .run(queue.name, key, nowMs, JSON.stringify(identity));
  return { ...digests(message), ...identity };
}
