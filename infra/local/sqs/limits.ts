/**
 * Quotas of Amazon SQS as documented in 2026:
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-messages.html
 */
export const SQS_LIMITS = {
  /** Bytes of one message, body and attributes together, and of a whole batch. */
  messageBytes: 1_048_576,
  batchEntries: 10,
  messageAttributes: 10,
  receiveMax: 10,
  waitSeconds: 20,
  visibilitySeconds: 43_200,
  delaySeconds: 900,
  /** How long a FIFO queue remembers a deduplication id. */
  deduplicationMs: 300_000,
  /** PurgeQueue may be called once in this time. */
  purgeIntervalMs: 60_000,
  queueNameLength: 80,
  groupIdLength: 128,
} as const;

/** Attribute values of a queue that names none. */
export const QUEUE_DEFAULTS: Record<string, string> = {
  DelaySeconds: '0',
  MaximumMessageSize: String(SQS_LIMITS.messageBytes),
  MessageRetentionPeriod: '345600',
  ReceiveMessageWaitTimeSeconds: '0',
  VisibilityTimeout: '30',
  SqsManagedSseEnabled: 'true',
};
