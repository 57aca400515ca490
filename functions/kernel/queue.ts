import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { z } from 'zod';
import '#shared/model/plain-issues.ts';
import { asSystem, platformTenant } from './actor.ts';
import { env } from './env.ts';
import { workFairly } from './fair-batch.ts';
import { log } from './log.ts';
import { traced } from './trace.ts';

const sqs = traced(new SQSClient({}));

/** What travels on a queue: the tenant, so the worker acts for it, and the body. */
interface Envelope {
  tenantId: number;
  body: unknown;
}

/**
 * Puts a message on the queue whose address is in the variable `<name>_QUEUE_URL`. `delaySeconds` up to 900. The
 * tenant is its group: SQS hands out the messages of a tenant with few in work before those of one with many (fair
 * queues: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues.html).
 */
export async function send(name: string, tenantId: number, body: unknown, delaySeconds = 0): Promise<void> {
  await sqs.send(
    new SendMessageCommand({
      QueueUrl: env(`${name}_QUEUE_URL`),
      MessageBody: JSON.stringify({ tenantId, body } satisfies Envelope),
      MessageGroupId: `tenant-${tenantId}`,
      ...(delaySeconds > 0 ? { DelaySeconds: Math.min(900, Math.ceil(delaySeconds)) } : {}),
    }),
  );
}

const urls = new Map<string, Promise<string>>();

/** The address of the queue that a message came from, which is another than its worker's own when it comes again. */
async function urlOf(arn: string): Promise<string> {
  const [, , , , account, name] = arn.split(':');
  const asked = () =>
    sqs
      .send(new GetQueueUrlCommand({ QueueName: name, QueueOwnerAWSAccountId: account }))
      .then(({ QueueUrl }) => QueueUrl!);
  const url = urls.get(arn) ?? asked();
  urls.set(arn, url);
  return url.catch((error) => {
    urls.delete(arn);
    throw error;
  });
}

/**
 * Hides a message that is being worked on for so long from now, in place of its queue's own time. A worker that
 * says so again and again while it lives has its message come again soon after its death. `arn` is the queue that the
 * message came from, where that may be the one of retries.
 */
export async function hide(
  name: string,
  receiptHandle: string,
  seconds: number,
  arn?: string,
): Promise<void> {
  await sqs.send(
    new ChangeMessageVisibilityCommand({
      QueueUrl: arn ? await urlOf(arn) : env(`${name}_QUEUE_URL`),
      ReceiptHandle: receiptHandle,
      VisibilityTimeout: Math.ceil(seconds),
    }),
  );
}

/** How a queue stands, by SQS's own counts: they are a moment late. */
export interface QueueCounts {
  waiting: number;
  working: number;
  deadLetters: number;
}

const counted = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const;

/**
 * What waits in a queue and in those behind it, where its messages come again and at last lie as dead letters. The
 * queues behind it are found by their redrive policies.
 * @param arn of the queue
 */
export async function queueCounts(arn: string, abortSignal: AbortSignal): Promise<QueueCounts> {
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({
      QueueUrl: await urlOf(arn),
      AttributeNames: [...counted, 'RedrivePolicy'],
    }),
    { abortSignal },
  );
  const [waiting, working] = counted.map((name) => Number(Attributes[name] ?? 0)) as [number, number];
  const next = JSON.parse(Attributes.RedrivePolicy ?? '{}').deadLetterTargetArn as string | undefined;
  // Behind the last one nothing comes: what lies there failed for good.
  if (!next) return { waiting: 0, working: 0, deadLetters: waiting + working };
  const behind = await queueCounts(next, abortSignal);
  return {
    waiting: waiting + behind.waiting,
    working: working + behind.working,
    deadLetters: behind.deadLetters,
  };
}

/**
 * A message is the kernel's envelope, or an event that a rule of a bus put on the queue: the product's own, or
 * one of MediaConvert or SES, which bring back the tenant that the job or the mail was given. A file that S3 tells of
 * is nobody's until its worker has read it.
 */
function open(record: SQSRecord): Envelope {
  const message = JSON.parse(record.body);
  if ('detail-type' in message) {
    const { detail } = message;
    if (message.source === 'aws.s3') return { tenantId: platformTenant, body: detail };
    const tenantId = detail.tenantId ?? detail.userMetadata?.tenantId ?? detail.mail?.tags?.tenantId?.[0];
    return { tenantId: Number(tenantId), body: detail };
  }
  return message as Envelope;
}

function tenantOf(record: SQSRecord): number | string {
  try {
    return open(record).tenantId;
  } catch {
    return record.messageId;
  }
}

/** A message that is done is deleted at once: one beside it may yet take the worker down, with all that it holds. */
async function deleteDone({ eventSourceARN, receiptHandle, messageId }: SQSRecord): Promise<void> {
  try {
    const QueueUrl = await urlOf(eventSourceARN);
    await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: receiptHandle }));
  } catch (error) {
    log.warn('A message that is done is deleted with its batch.', { messageId, error: error as Error });
  }
}

/**
 * A queue's worker. Each message is parsed by `schema` and worked as its tenant; those that fail are named in
 * the answer and come again, the others do not. `work` must bear the same message twice.
 *
 * Tenants share the worker (fair-batch.ts). What failed, what a tenant's share did not reach and what was in a worker
 * that died comes again by the queue of retries, one message to a worker (cdk/constructs/queue-worker.ts): so a
 * message can take others with it once at most, and never into the dead-letter queue.
 */
export function worker<T extends z.ZodType>(
  name: string,
  schema: T,
  work: (body: z.infer<T>, record: SQSRecord) => Promise<void>,
): (event: SQSEvent, context: Context) => Promise<SQSBatchResponse> {
  return async ({ Records: records }, context) => {
    const failed = new Set<SQSRecord>();
    const one = async (record: SQSRecord) => {
      try {
        const { tenantId, body } = open(record);
        await asSystem(tenantId, name, () => work(schema.parse(body), record));
      } catch (error) {
        failed.add(record);
        log.error('A message failed and will come again.', {
          messageId: record.messageId,
          error: error as Error,
        });
        return;
      }
      if (records.length > 1 && record.eventSourceARN) await deleteDone(record);
    };
    const left = await workFairly({
      items: records,
      tenantOf,
      work: one,
      remainingMs: () => context.getRemainingTimeInMillis(),
    });
    for (const { messageId, receiptHandle, eventSourceARN } of left) {
      log.warn('A tenant has used its share of a worker; the message is worked by the next.', { messageId });
      await hide(name, receiptHandle, 0, eventSourceARN).catch((error) =>
        log.warn('A message comes again when its time is over.', { messageId, error }),
      );
    }
    const batchItemFailures = [...failed, ...left].map(({ messageId }) => ({ itemIdentifier: messageId }));
    return { batchItemFailures };
  };
}
