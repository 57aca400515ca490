import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import { ChangeMessageVisibilityCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { z } from 'zod';
import '#shared/model/plain-issues.ts';
import { asSystem, platformTenant } from './actor.ts';
import { env } from './env.ts';
import { log } from './log.ts';
import { traced } from './trace.ts';

const sqs = traced(new SQSClient({}));

/** What travels on a queue: the tenant, so the worker acts for it, and the body. */
interface Envelope {
  tenantId: number;
  body: unknown;
}

/** Puts a message on the queue whose address is in the variable `<name>_QUEUE_URL`. `delaySeconds` up to 900. */
export async function send(name: string, tenantId: number, body: unknown, delaySeconds = 0): Promise<void> {
  await sqs.send(
    new SendMessageCommand({
      QueueUrl: env(`${name}_QUEUE_URL`),
      MessageBody: JSON.stringify({ tenantId, body } satisfies Envelope),
      ...(delaySeconds > 0 ? { DelaySeconds: Math.min(900, Math.ceil(delaySeconds)) } : {}),
    }),
  );
}

/**
 * Hides a message that is being worked on for so long from now, in place of its queue's own time. A worker that
 * says so again and again while it lives has its message come again soon after its death.
 */
export async function hide(name: string, receiptHandle: string, seconds: number): Promise<void> {
  await sqs.send(
    new ChangeMessageVisibilityCommand({
      QueueUrl: env(`${name}_QUEUE_URL`),
      ReceiptHandle: receiptHandle,
      VisibilityTimeout: Math.ceil(seconds),
    }),
  );
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

/**
 * A queue's worker. Each message is parsed by `schema` and worked as its tenant; those that fail are named in
 * the answer and come again, the others do not. `work` must bear the same message twice.
 */
export function worker<T extends z.ZodType>(
  name: string,
  schema: T,
  work: (body: z.infer<T>, record: SQSRecord) => Promise<void>,
): (event: SQSEvent, context: Context) => Promise<SQSBatchResponse> {
  const processor = new BatchProcessor(EventType.SQS);
  const one = async (record: SQSRecord) => {
    try {
      const { tenantId, body } = open(record);
      await asSystem(tenantId, name, () => work(schema.parse(body), record));
    } catch (error) {
      log.error('A message failed and will come again.', {
        messageId: record.messageId,
        error: error as Error,
      });
      throw error;
    }
  };
  return (event, context) =>
    processPartialResponse(event, one, processor, { context, throwOnFullBatchFailure: false });
}
