import { invalidAttributeName, invalidAttributeValue, invalidParameter } from './errors.ts';
import { SQS_LIMITS } from './limits.ts';

export type Attributes = Record<string, string>;

export interface RedrivePolicy {
  deadLetterTargetArn: string;
  maxReceiveCount: number;
}

const RANGES: Record<string, [min: number, max: number]> = {
  DelaySeconds: [0, SQS_LIMITS.delaySeconds],
  MaximumMessageSize: [1024, SQS_LIMITS.messageBytes],
  MessageRetentionPeriod: [60, 1_209_600],
  ReceiveMessageWaitTimeSeconds: [0, SQS_LIMITS.waitSeconds],
  VisibilityTimeout: [0, SQS_LIMITS.visibilitySeconds],
  KmsDataKeyReusePeriodSeconds: [60, 86_400],
};
const BOOLEANS = new Set(['FifoQueue', 'ContentBasedDeduplication', 'SqsManagedSseEnabled']);
const FIFO_ONLY = new Set([
  'FifoQueue',
  'ContentBasedDeduplication',
  'DeduplicationScope',
  'FifoThroughputLimit',
]);
const CHOICES: Record<string, string[]> = {
  DeduplicationScope: ['messageGroup', 'queue'],
  FifoThroughputLimit: ['perQueue', 'perMessageGroupId'],
};
const DOCUMENTS = new Set(['Policy', 'RedrivePolicy', 'RedriveAllowPolicy']);
const FREE = new Set(['KmsMasterKeyId']);

export const isFifo = (queueName: string): boolean => queueName.endsWith('.fifo');

/** @throws AwsError InvalidParameterValue for a name SQS would not take. */
export function checkQueueName(name: string, attributes: Attributes): void {
  const fifo = isFifo(name);
  const stem = fifo ? name.slice(0, -5) : name;
  if (name.length > SQS_LIMITS.queueNameLength || !/^[A-Za-z0-9_-]+$/.test(stem))
    throw invalidParameter(
      'Can only include alphanumeric characters, hyphens, or underscores. 1 to 80 in length',
    );
  if (fifo !== (attributes.FifoQueue === 'true'))
    throw invalidParameter(
      fifo
        ? 'The .fifo suffix needs the attribute FifoQueue to be true.'
        : 'The name of a FIFO queue can only include alphanumeric characters, hyphens, or underscores, must end with .fifo suffix and be 1 to 80 in length.',
    );
}

function checkValue(name: string, value: string): void {
  const range = RANGES[name];
  if (range) {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < range[0] || number > range[1])
      throw invalidAttributeValue(name, `must be a whole number from ${range[0]} to ${range[1]}.`);
  } else if (BOOLEANS.has(name)) {
    if (value !== 'true' && value !== 'false') throw invalidAttributeValue(name, 'must be true or false.');
  } else if (CHOICES[name]) {
    if (!CHOICES[name].includes(value))
      throw invalidAttributeValue(name, `must be one of ${CHOICES[name].join(', ')}.`);
  } else if (DOCUMENTS.has(name)) {
    if (value === '') return;
    try {
      JSON.parse(value);
    } catch {
      throw invalidAttributeValue(name, 'must be a JSON document.');
    }
    if (name === 'RedrivePolicy') parseRedrivePolicy(value);
  } else if (!FREE.has(name)) throw invalidAttributeName(name);
}

/** Checks the attributes a caller sets. @throws AwsError InvalidAttributeName, InvalidAttributeValue */
export function checkQueueAttributes(queueName: string, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value !== 'string') throw invalidAttributeValue(name, 'must be a string.');
    checkValue(name, value);
    if (FIFO_ONLY.has(name) && !isFifo(queueName)) throw invalidAttributeName(name);
  }
}

/** @throws AwsError InvalidAttributeValue when it is not `{deadLetterTargetArn, maxReceiveCount}`. */
export function parseRedrivePolicy(text: string | undefined): RedrivePolicy | undefined {
  if (!text) return undefined;
  const policy = JSON.parse(text) as { deadLetterTargetArn?: unknown; maxReceiveCount?: unknown } | null;
  const count = Number(policy?.maxReceiveCount);
  if (
    typeof policy?.deadLetterTargetArn !== 'string' ||
    !Number.isInteger(count) ||
    count < 1 ||
    count > 1000
  )
    throw invalidAttributeValue(
      'RedrivePolicy',
      'needs deadLetterTargetArn and a maxReceiveCount from 1 to 1000.',
    );
  return { deadLetterTargetArn: policy.deadLetterTargetArn, maxReceiveCount: count };
}
