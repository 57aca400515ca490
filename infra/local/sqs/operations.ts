import { z } from 'zod';
import { asAwsError, type CallContext, type Operation } from '../aws-json.ts';
import { batchError, invalidAttributeName, invalidParameter, missingParameter } from './errors.ts';
import { SQS_LIMITS } from './limits.ts';
import { md5OfAttributes, messageAttributes, selectAttributes } from './message-attributes.ts';
import { cancelMoveTask, deadLetterSources, listMoveTasks, startMoveTask } from './move-tasks.ts';
import type { ReceivedMessage } from './receiving.ts';
import { messageBytes, type OutgoingMessage } from './sending.ts';
import type { SqsService } from './service.ts';

/** Checks an input and answers in SQS's own terms: MissingParameter or InvalidParameterValue. */
function read<T>(schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  const name = issue.path.join('.');
  if (/received undefined/.test(issue.message)) throw missingParameter(name);
  throw invalidParameter(`Value for parameter ${name} is invalid. Reason: ${issue.message}.`);
}

const attributes = z.record(z.string(), z.string()).nullish();
const url = z.string();
const outgoing = z.object({
  MessageBody: z.string(),
  DelaySeconds: z.number().optional(),
  MessageAttributes: messageAttributes.nullish(),
  MessageSystemAttributes: messageAttributes.nullish(),
  MessageGroupId: z.string().optional(),
  MessageDeduplicationId: z.string().optional(),
});
const receive = z.object({
  QueueUrl: url,
  MaxNumberOfMessages: z.number().int().min(1).max(SQS_LIMITS.receiveMax).default(1),
  VisibilityTimeout: z.number().int().min(0).max(SQS_LIMITS.visibilitySeconds).optional(),
  WaitTimeSeconds: z.number().int().min(0).max(SQS_LIMITS.waitSeconds).optional(),
  AttributeNames: z.array(z.string()).nullish(),
  MessageSystemAttributeNames: z.array(z.string()).nullish(),
  MessageAttributeNames: z.array(z.string()).nullish(),
  ReceiveRequestAttemptId: z.string().optional(),
});

function toOutgoing(entry: z.infer<typeof outgoing>, trace?: string): OutgoingMessage {
  const system = entry.MessageSystemAttributes ?? {};
  for (const name of Object.keys(system))
    if (name !== 'AWSTraceHeader')
      throw invalidParameter(`Message system attribute name '${name}' is invalid.`);
  return {
    body: entry.MessageBody,
    delaySeconds: entry.DelaySeconds,
    attributes: entry.MessageAttributes ?? undefined,
    traceHeader: system.AWSTraceHeader?.StringValue,
    trace,
    groupId: entry.MessageGroupId,
    deduplicationId: entry.MessageDeduplicationId,
  };
}

const nameOfUrl = (queueUrl: string): string =>
  decodeURIComponent(queueUrl.slice(queueUrl.lastIndexOf('/') + 1));

/** The entries of a batch, after the checks that refuse all of it. */
function batchEntries<T extends { Id: string }>(entries: T[] | null | undefined): T[] {
  if (!entries?.length)
    throw batchError('EmptyBatchRequest', 'There should be at least one entry in the request.');
  if (entries.length > SQS_LIMITS.batchEntries)
    throw batchError(
      'TooManyEntriesInBatchRequest',
      `Maximum number of entries per request are 10. You have sent ${entries.length}.`,
    );
  for (const { Id } of entries)
    if (!/^[A-Za-z0-9_-]{1,80}$/.test(Id))
      throw batchError(
        'InvalidBatchEntryId',
        'A batch entry id can only contain alphanumeric characters, hyphens and underscores. It can be at most 80 letters long.',
      );
  if (new Set(entries.map(({ Id }) => Id)).size !== entries.length)
    throw batchError(
      'BatchEntryIdsNotDistinct',
      'Two or more batch entries in the request have the same Id.',
    );
  return entries;
}

interface BatchAnswer {
  Successful: object[];
  Failed: object[];
}

function failedEntry(Id: string, thrown: unknown): object {
  const error = asAwsError(thrown);
  return { Id, Code: error.queryCode ?? error.code, Message: error.message, SenderFault: error.status < 500 };
}

function eachEntry<T extends { Id: string }>(entries: T[], act: (entry: T) => void): BatchAnswer {
  const answer: BatchAnswer = { Successful: [], Failed: [] };
  for (const entry of entries)
    try {
      act(entry);
      answer.Successful.push({ Id: entry.Id });
    } catch (error) {
      answer.Failed.push(failedEntry(entry.Id, error));
    }
  return answer;
}

function answerMessage(
  message: ReceivedMessage,
  system: readonly string[],
  wanted: readonly string[],
): object {
  const all = system.includes('All');
  const chosen = Object.entries(message.attributes).filter(([name]) => all || system.includes(name));
  const own = selectAttributes(message.messageAttributes, wanted);
  return {
    MessageId: message.messageId,
    ReceiptHandle: message.receiptHandle,
    MD5OfBody: message.md5OfBody,
    Body: message.body,
    Attributes: chosen.length > 0 ? Object.fromEntries(chosen) : undefined,
    // The digest covers what is returned, so that a client can check it.
    MD5OfMessageAttributes: md5OfAttributes(own),
    MessageAttributes: Object.keys(own).length > 0 ? own : undefined,
  };
}

/** Every attribute of a queue, computed ones included. */
function allAttributes(service: SqsService, name: string): Record<string, string> {
  const queue = service.queue(name);
  const stats = service.stats(name);
  return {
    ...queue.attributes,
    QueueArn: service.arn(name),
    CreatedTimestamp: String(Math.floor(queue.createdMs / 1000)),
    LastModifiedTimestamp: String(Math.floor(queue.modifiedMs / 1000)),
    ApproximateNumberOfMessages: String(stats.visible),
    ApproximateNumberOfMessagesNotVisible: String(stats.inFlight),
    ApproximateNumberOfMessagesDelayed: String(stats.delayed),
  };
}

const KNOWN_ATTRIBUTES = new Set(
  'All Policy VisibilityTimeout MaximumMessageSize MessageRetentionPeriod ApproximateNumberOfMessages ApproximateNumberOfMessagesNotVisible CreatedTimestamp LastModifiedTimestamp QueueArn ApproximateNumberOfMessagesDelayed DelaySeconds ReceiveMessageWaitTimeSeconds RedrivePolicy FifoQueue ContentBasedDeduplication KmsMasterKeyId KmsDataKeyReusePeriodSeconds DeduplicationScope FifoThroughputLimit RedriveAllowPolicy SqsManagedSseEnabled'.split(
    ' ',
  ),
);

const pageToken = (name: string): string => Buffer.from(name).toString('base64url');

/** A page of names: `MaxResults` at a time when the caller gave it, else up to 1,000. */
function page(names: string[], max: number | undefined): { names: string[]; NextToken?: string } {
  const size = max ?? 1000;
  return names.length > size
    ? { names: names.slice(0, size), NextToken: max ? pageToken(names[size - 1]!) : undefined }
    : { names };
}

/** The operations of the SQS API over the service; queue URLs carry the address the client used. */
export function sqsOperations(service: SqsService): Record<string, Operation> {
  const urlOf = (name: string, context: CallContext): string =>
    `${context.origin}/${service.accountId}/${name}`;
  const byUrl = z.object({ QueueUrl: url });
  const paging = z.object({
    NextToken: z.string().optional(),
    MaxResults: z.number().int().min(1).max(1000).optional(),
  });

  return {
    CreateQueue(input, context) {
      const { QueueName, Attributes, tags } = read(
        z.object({ QueueName: z.string(), Attributes: attributes, tags: attributes }),
        input,
      );
      service.createQueue(QueueName, Attributes ?? {}, tags ?? {});
      return { QueueUrl: urlOf(QueueName, context) };
    },
    GetQueueUrl(input, context) {
      const { QueueName } = read(z.object({ QueueName: z.string() }), input);
      return { QueueUrl: urlOf(service.queue(QueueName).name, context) };
    },
    ListQueues(input, context) {
      const { QueueNamePrefix, NextToken, MaxResults } = read(
        paging.extend({ QueueNamePrefix: z.string().optional() }),
        input,
      );
      const after = NextToken ? Buffer.from(NextToken, 'base64url').toString() : '';
      const found = page(service.store.queueNames(QueueNamePrefix, after), MaxResults);
      return { QueueUrls: found.names.map((name) => urlOf(name, context)), NextToken: found.NextToken };
    },
    GetQueueAttributes(input) {
      const { QueueUrl, AttributeNames } = read(
        byUrl.extend({ AttributeNames: z.array(z.string()).nullish() }),
        input,
      );
      const values = allAttributes(service, nameOfUrl(QueueUrl));
      const wanted = AttributeNames ?? [];
      for (const name of wanted) if (!KNOWN_ATTRIBUTES.has(name)) throw invalidAttributeName(name);
      const chosen = Object.entries(values).filter(
        ([name]) => wanted.includes('All') || wanted.includes(name),
      );
      return chosen.length > 0 ? { Attributes: Object.fromEntries(chosen) } : {};
    },
    SetQueueAttributes(input) {
      const { QueueUrl, Attributes } = read(
        byUrl.extend({ Attributes: z.record(z.string(), z.string()) }),
        input,
      );
      service.setAttributes(nameOfUrl(QueueUrl), Attributes);
    },
    DeleteQueue(input) {
      service.deleteQueue(nameOfUrl(read(byUrl, input).QueueUrl));
    },
    PurgeQueue(input) {
      service.purge(nameOfUrl(read(byUrl, input).QueueUrl));
    },
    SendMessage(input, { trace }) {
      const message = read(outgoing.extend({ QueueUrl: url }), input);
      return service.send(nameOfUrl(message.QueueUrl), toOutgoing(message, trace));
    },
    SendMessageBatch(input, { trace }) {
      const { QueueUrl, Entries } = read(
        byUrl.extend({ Entries: z.array(outgoing.extend({ Id: z.string() })).nullish() }),
        input,
      );
      const entries = batchEntries(Entries);
      const total = entries.reduce((sum, entry) => sum + messageBytes(toOutgoing(entry)), 0);
      if (total > SQS_LIMITS.messageBytes)
        throw batchError(
          'BatchRequestTooLong',
          `Batch requests cannot be longer than ${SQS_LIMITS.messageBytes} bytes. You have sent ${total} bytes.`,
        );
      const answer: BatchAnswer = { Successful: [], Failed: [] };
      service
        .sendEach(
          nameOfUrl(QueueUrl),
          entries.map((entry) => toOutgoing(entry, trace)),
        )
        .forEach((result, index) => {
          const { Id } = entries[index]!;
          if (result instanceof Error) answer.Failed.push(failedEntry(Id, result));
          else answer.Successful.push({ Id, ...result });
        });
      return answer;
    },
    async ReceiveMessage(input, context) {
      const request = read(receive, input);
      const name = nameOfUrl(request.QueueUrl);
      const waitSeconds =
        request.WaitTimeSeconds ?? Number(service.queue(name).attributes.ReceiveMessageWaitTimeSeconds);
      const messages = await service.receive(
        name,
        request.MaxNumberOfMessages,
        request.VisibilityTimeout,
        waitSeconds * 1000,
        context.signal,
      );
      const system = [...(request.AttributeNames ?? []), ...(request.MessageSystemAttributeNames ?? [])];
      if (messages.length === 0) return {};
      return {
        Messages: messages.map((message) =>
          answerMessage(message, system, request.MessageAttributeNames ?? []),
        ),
      };
    },
    DeleteMessage(input) {
      const { QueueUrl, ReceiptHandle } = read(byUrl.extend({ ReceiptHandle: z.string() }), input);
      service.remove(nameOfUrl(QueueUrl), ReceiptHandle);
    },
    DeleteMessageBatch(input) {
      const { QueueUrl, Entries } = read(
        byUrl.extend({ Entries: z.array(z.object({ Id: z.string(), ReceiptHandle: z.string() })).nullish() }),
        input,
      );
      const { name } = service.queue(nameOfUrl(QueueUrl));
      return eachEntry(batchEntries(Entries), (entry) => service.remove(name, entry.ReceiptHandle));
    },
    ChangeMessageVisibility(input) {
      const { QueueUrl, ReceiptHandle, VisibilityTimeout } = read(
        byUrl.extend({ ReceiptHandle: z.string(), VisibilityTimeout: z.number() }),
        input,
      );
      service.changeVisibility(nameOfUrl(QueueUrl), ReceiptHandle, VisibilityTimeout);
    },
    ChangeMessageVisibilityBatch(input) {
      const entry = z.object({
        Id: z.string(),
        ReceiptHandle: z.string(),
        VisibilityTimeout: z.number().optional(),
      });
      const { QueueUrl, Entries } = read(byUrl.extend({ Entries: z.array(entry).nullish() }), input);
      const { name } = service.queue(nameOfUrl(QueueUrl));
      return eachEntry(batchEntries(Entries), ({ ReceiptHandle, VisibilityTimeout = 0 }) =>
        service.changeVisibility(name, ReceiptHandle, VisibilityTimeout),
      );
    },
    ListDeadLetterSourceQueues(input, context) {
      const { name } = service.queue(nameOfUrl(read(byUrl, input).QueueUrl));
      return { queueUrls: deadLetterSources(service, name).map((source) => urlOf(source, context)) };
    },
    StartMessageMoveTask(input) {
      const { SourceArn, DestinationArn } = read(
        z.object({ SourceArn: z.string(), DestinationArn: z.string().optional() }),
        input,
      );
      return { TaskHandle: startMoveTask(service, SourceArn, DestinationArn) };
    },
    ListMessageMoveTasks(input) {
      const { SourceArn, MaxResults } = read(
        z.object({ SourceArn: z.string(), MaxResults: z.number().int().min(1).max(10).default(1) }),
        input,
      );
      return { Results: listMoveTasks(service, SourceArn, MaxResults) };
    },
    CancelMessageMoveTask(input) {
      return cancelMoveTask(service, read(z.object({ TaskHandle: z.string() }), input).TaskHandle);
    },
    ListQueueTags(input) {
      return { Tags: service.queue(nameOfUrl(read(byUrl, input).QueueUrl)).tags };
    },
    TagQueue(input) {
      const { QueueUrl, Tags } = read(byUrl.extend({ Tags: z.record(z.string(), z.string()) }), input);
      const queue = service.queue(nameOfUrl(QueueUrl));
      service.store.putQueue({ ...queue, tags: { ...queue.tags, ...Tags } });
    },
    UntagQueue(input) {
      const { QueueUrl, TagKeys } = read(byUrl.extend({ TagKeys: z.array(z.string()) }), input);
      const queue = service.queue(nameOfUrl(QueueUrl));
      const tags = Object.fromEntries(Object.entries(queue.tags).filter(([key]) => !TagKeys.includes(key)));
      service.store.putQueue({ ...queue, tags });
    },
  };
}
