import { compilePattern } from '../eventbridge/pattern.ts';
import type { ReceivedMessage, Sqs } from '../sqs/index.ts';
import { loopLimit, passesOf, traceOf } from './lineage.ts';
import { failedItems, type Invoke, type Mapping, reasonOf } from './mapping.ts';

export interface QueueSourceOptions {
  mapping: Mapping;
  sqs: Sqs;
  region: string;
  invoke: Invoke;
  /** Whether the function may send to itself for ever: its `RecursiveLoop`. */
  allowsLoops: boolean;
  /** Told of each loop that was cut. */
  fault(line: string): void;
  /** Batches that may be worked on at once. */
  concurrency: number;
  /** The clock of `sqs`; real time unless told otherwise. */
  now?(): number;
  log(line: string): void;
}

export interface Source {
  stop(): Promise<void>;
}

/** SQS hands out at most ten messages at once. */
const receiveMax = 10;
/** A poller waits this long for a message, as SQS's long polling allows; ms. */
const pollMs = 20_000;
/** After an error of its own the poller waits before it goes on; ms. */
const pauseMs = 1_000;

/** A message as Lambda hands it over. */
function recordOf(message: ReceivedMessage, sourceArn: string, region: string): object {
  const attributes = Object.entries(message.messageAttributes).map(([name, value]) => [
    name,
    {
      ...(value.StringValue === undefined ? {} : { stringValue: value.StringValue }),
      ...(value.BinaryValue === undefined ? {} : { binaryValue: value.BinaryValue }),
      stringListValues: [],
      binaryListValues: [],
      dataType: value.DataType,
    },
  ]);
  return {
    messageId: message.messageId,
    receiptHandle: message.receiptHandle,
    body: message.body,
    attributes: message.attributes,
    messageAttributes: Object.fromEntries(attributes),
    md5OfBody: message.md5OfBody,
    ...(message.md5OfMessageAttributes ? { md5OfMessageAttributes: message.md5OfMessageAttributes } : {}),
    eventSource: 'aws:sqs',
    eventSourceARN: sourceArn,
    awsRegion: region,
  };
}

/** A body that is JSON is matched as such, another as text. */
function filterSubject(message: ReceivedMessage): object {
  try {
    return { ...message, body: JSON.parse(message.body) as unknown };
  } catch {
    return message;
  }
}

/**
 * Lambda's poller of a queue. What a function fails on stays hidden for the queue's visibility time-out and then
 * comes again, until the queue's own redrive policy takes it away. What was being worked on when a worker or the whole
 * process was killed stays hidden for so long as well, or for as long as its worker said last; only who stops in
 * order, which no Lambda does, gives back what was not done.
 */
export function startQueueSource(options: QueueSourceOptions): Source {
  const { mapping, sqs, region, log, now = Date.now } = options;
  const queue = mapping.sourceArn.split(':').at(-1)!;
  const filters = mapping.filters.map(compilePattern);
  const stopping = new AbortController();
  const batches = new Set<Promise<void>>();

  /** Gathers a batch: the first messages, and for the length of the window those that follow. */
  async function gather(): Promise<ReceivedMessage[]> {
    const { signal } = stopping;
    const batch = await sqs.receive(
      queue,
      Math.min(receiveMax, mapping.batchSize),
      undefined,
      pollMs,
      signal,
    );
    const deadline = now() + mapping.windowMs;
    while (batch.length > 0 && batch.length < mapping.batchSize && !signal.aborted) {
      const wanted = Math.min(receiveMax, mapping.batchSize - batch.length);
      const more = await sqs.receive(queue, wanted, undefined, Math.max(0, deadline - now()), signal);
      if (more.length === 0) break;
      batch.push(...more);
    }
    return batch;
  }

  async function work(batch: ReceivedMessage[]): Promise<void> {
    const wanted = batch.filter(
      (message) => filters.length === 0 || filters.some((fits) => fits(filterSubject(message))),
    );
    // What no filter wants is deleted, as Lambda does.
    const unwanted = batch.filter((message) => !wanted.includes(message));
    for (const { receiptHandle } of unwanted) sqs.remove(queue, receiptHandle);
    await invoke(wanted.filter((message) => !cutLoop(message)));
  }

  /** Takes a message away that has come back too often, as Lambda's loop detection does. */
  function cutLoop({ attributes, receiptHandle }: ReceivedMessage): boolean {
    const passes = passesOf(attributes.AWSTraceHeader, mapping.functionName);
    if (options.allowsLoops || passes < loopLimit) return false;
    sqs.bury(queue, receiptHandle);
    options.fault(
      `A message of ${queue} had passed ${mapping.functionName} ${loopLimit} times; Lambda's recursive loop detection stops it.`,
    );
    return true;
  }

  async function invoke(wanted: ReceivedMessage[]): Promise<void> {
    if (wanted.length > 0) {
      const records = wanted.map((message) => recordOf(message, mapping.sourceArn, region));
      const headers = wanted.map(({ attributes }) => attributes.AWSTraceHeader);
      const trace = traceOf(mapping.functionName, headers);
      const result = await options.invoke(mapping.functionName, { Records: records }, trace);
      if (stopping.signal.aborted && !result.ok) return giveBack(wanted);
      const failed = failedItems(
        result,
        mapping.reportsFailures,
        wanted.map(({ messageId }) => messageId),
      );
      if (failed === 'all' || failed.size > 0)
        log(
          `${mapping.functionName} failed on ${failed === 'all' ? wanted.length : failed.size} of ${wanted.length} messages of ${queue}: ${reasonOf(result)}`,
        );
      for (const message of wanted) if (failed !== 'all' && !failed.has(message.messageId)) remove(message);
    }
  }

  function giveBack(messages: ReceivedMessage[]): void {
    for (const { receiptHandle } of messages)
      try {
        sqs.release(queue, receiptHandle);
      } catch {
        // Its time-out has passed, and it is visible already.
      }
  }

  function remove(message: ReceivedMessage): void {
    try {
      sqs.remove(queue, message.receiptHandle);
    } catch (error) {
      log(
        `A message of ${queue} that was done could not be deleted and may come again: ${(error as Error).message}`,
      );
    }
  }

  async function poll(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        while (batches.size >= options.concurrency) await Promise.race(batches);
        const batch = await gather();
        if (stopping.signal.aborted) {
          return giveBack(batch);
        }
        if (batch.length === 0) continue;
        const working: Promise<void> = work(batch)
          .catch((error: Error) => log(`The poller of ${queue} failed: ${error.message}`))
          .finally(() => batches.delete(working));
        batches.add(working);
      } catch (error) {
        if (stopping.signal.aborted) return;
        log(`The poller of ${queue} failed: ${(error as Error).message}`);
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
  }

  const polling = poll();
  return {
    async stop() {
      stopping.abort();
      await polling;
      await Promise.all(batches);
    },
  };
}
