import type { Clock } from '../aws-json.ts';
import { invalidAttributeValue, purgeInProgress, queueDoesNotExist, queueNameExists } from './errors.ts';
import { QUEUE_DEFAULTS, SQS_LIMITS } from './limits.ts';
import {
  type Attributes,
  checkQueueAttributes,
  checkQueueName,
  isFifo,
  parseRedrivePolicy,
} from './queue-attributes.ts';
import {
  buryMessage,
  changeVisibility,
  deleteMessage,
  nameOfArn,
  type ReceivedMessage,
  receiveMessages,
} from './receiving.ts';
import { type OutgoingMessage, type SentMessage, sendMessage } from './sending.ts';
import { type QueueRecord, type QueueStats, SqsStore } from './store.ts';
import { Waiters } from './waiters.ts';

export interface SqsServiceOptions {
  stateDir: string;
  clock: Clock;
  region: string;
  accountId: string;
}

/** What SQS does, apart from its wire format. */
export class SqsService {
  readonly store: SqsStore;
  readonly waiters = new Waiters();
  readonly accountId: string;
  private readonly clock: Clock;
  private readonly region: string;

  constructor(options: SqsServiceOptions) {
    this.store = new SqsStore(options.stateDir);
    this.clock = options.clock;
    this.region = options.region;
    this.accountId = options.accountId;
  }

  now(): number {
    return this.clock().getTime();
  }

  arn(queueName: string): string {
    return `arn:aws:sqs:${this.region}:${this.accountId}:${queueName}`;
  }

  /** @throws AwsError QueueDoesNotExist */
  queue(name: string): QueueRecord {
    const queue = this.store.queue(name);
    if (!queue) throw queueDoesNotExist();
    return queue;
  }

  private checkRedrive(name: string, attributes: Attributes): void {
    const policy = parseRedrivePolicy(attributes.RedrivePolicy);
    if (!policy) return;
    const target = nameOfArn(policy.deadLetterTargetArn);
    if (!this.store.queue(target))
      throw invalidAttributeValue('RedrivePolicy', `Dead letter target ${target} does not exist.`);
    if (isFifo(target) !== isFifo(name))
      throw invalidAttributeValue(
        'RedrivePolicy',
        'the dead-letter queue of a FIFO queue must be FIFO, and that of a standard queue standard.',
      );
  }

  /** @throws AwsError QueueNameExists when the queue is there with another value of a named attribute. */
  createQueue(name: string, attributes: Attributes, tags: Record<string, string>): QueueRecord {
    checkQueueName(name, attributes);
    checkQueueAttributes(name, attributes);
    const existing = this.store.queue(name);
    if (existing) {
      for (const [key, value] of Object.entries(attributes))
        if (existing.attributes[key] !== value) throw queueNameExists(key);
      return existing;
    }
    this.checkRedrive(name, attributes);
    return this.insertQueue(name, attributes, tags);
  }

  private insertQueue(name: string, attributes: Attributes, tags: Record<string, string>): QueueRecord {
    const now = this.now();
    const fifo: Attributes = isFifo(name)
      ? { ContentBasedDeduplication: 'false', DeduplicationScope: 'queue', FifoThroughputLimit: 'perQueue' }
      : {};
    const queue: QueueRecord = {
      name,
      attributes: { ...QUEUE_DEFAULTS, ...fifo, ...attributes },
      tags,
      createdMs: now,
      modifiedMs: now,
      purgedMs: 0,
    };
    this.store.putQueue(queue);
    return queue;
  }

  setAttributes(name: string, attributes: Attributes): void {
    const queue = this.queue(name);
    checkQueueAttributes(name, attributes);
    if ('FifoQueue' in attributes && attributes.FifoQueue !== queue.attributes.FifoQueue)
      throw invalidAttributeValue('FifoQueue', 'it cannot be changed after the queue was made.');
    this.checkRedrive(name, attributes);
    this.updateAttributes(queue, attributes);
  }

  private updateAttributes(queue: QueueRecord, attributes: Attributes): void {
    const merged = { ...queue.attributes, ...attributes };
    for (const [key, value] of Object.entries(merged)) if (value === '') delete merged[key];
    this.store.db.transaction(() => {
      this.store.putQueue({ ...queue, attributes: merged, modifiedMs: this.now() });
      if (merged.MessageRetentionPeriod !== queue.attributes.MessageRetentionPeriod)
        this.store.applyRetention(queue.name, Number(merged.MessageRetentionPeriod) * 1000);
    });
    this.waiters.wake(queue.name);
  }

  /** Makes the queue, or brings its attributes up to date; the dead-letter queue may follow later. */
  ensureQueue(name: string, attributes: Attributes): QueueRecord {
    checkQueueName(name, attributes);
    checkQueueAttributes(name, attributes);
    const existing = this.store.queue(name);
    if (existing) this.updateAttributes(existing, attributes);
    else this.insertQueue(name, attributes, {});
    return this.queue(name);
  }

  deleteQueue(name: string): void {
    this.queue(name);
    this.store.deleteQueue(name);
    this.waiters.wake(name);
  }

  /** @throws AwsError PurgeQueueInProgress within a minute of the last purge. */
  purge(name: string): void {
    const queue = this.queue(name);
    const now = this.now();
    if (now - queue.purgedMs < SQS_LIMITS.purgeIntervalMs) throw purgeInProgress(name);
    this.store.db.transaction(() => {
      this.store.clear(name);
      this.store.putQueue({ ...queue, purgedMs: now });
    });
  }

  stats(name: string): QueueStats {
    this.queue(name);
    return this.store.stats(name, this.now());
  }

  send(name: string, message: OutgoingMessage): SentMessage {
    const queue = this.queue(name);
    const sent = this.store.db.transaction(() => sendMessage(this.store, queue, message, this.now()));
    this.waiters.wake(name);
    return sent;
  }

  /** Sends several in one transaction; each answers for itself, in the order given. */
  sendEach(name: string, messages: OutgoingMessage[]): (SentMessage | Error)[] {
    const queue = this.queue(name);
    const results = this.store.db.transaction(() =>
      messages.map((message) => {
        try {
          return sendMessage(this.store, queue, message, this.now());
        } catch (error) {
          return error as Error;
        }
      }),
    );
    this.waiters.wake(name);
    return results;
  }

  /**
   * Takes up to `max` messages, waiting up to `waitMs` for the first. Ends early with none when
   * `signal` is aborted or the service closes.
   */
  async receive(
    name: string,
    max: number,
    visibilitySeconds: number | undefined,
    waitMs: number,
    signal?: AbortSignal,
  ): Promise<ReceivedMessage[]> {
    const deadline = this.now() + waitMs;
    for (;;) {
      if (signal?.aborted || this.waiters.isClosed) return [];
      const queue = this.queue(name);
      const now = this.now();
      const visibility = visibilitySeconds ?? Number(queue.attributes.VisibilityTimeout);
      const result = receiveMessages(this.store, queue, this.arn(name), max, visibility, now);
      for (const target of result.movedTo) this.waiters.wake(target);
      if (result.messages.length > 0 || now >= deadline) return result.messages;
      const next = this.store.nextVisibleMs(name, now) ?? deadline;
      await this.waiters.wait(name, Math.min(deadline, next) - now, signal);
    }
  }

  /** @throws AwsError as `deleteMessage` */
  remove(name: string, receiptHandle: string): void {
    this.queue(name);
    deleteMessage(this.store, name, receiptHandle, this.now());
    // The next message of a FIFO group can go out now.
    if (isFifo(name)) this.waiters.wake(name);
  }

  bury(name: string, receiptHandle: string): void {
    const queue = this.queue(name);
    const target = this.store.db.transaction(() =>
      buryMessage(this.store, queue, this.arn(name), receiptHandle, this.now()),
    );
    if (target) this.waiters.wake(target);
  }

  /** @throws AwsError as `changeVisibility` */
  changeVisibility(name: string, receiptHandle: string, seconds: number): void {
    this.queue(name);
    changeVisibility(this.store, name, receiptHandle, seconds, this.now());
    this.waiters.wake(name);
  }

  close(): void {
    this.waiters.close();
    this.store.close();
  }
}
