import { type Handle, jsonService, type ServiceOptions } from '../aws-json.ts';
import { sqsOperations } from './operations.ts';
import type { Attributes } from './queue-attributes.ts';
import type { ReceivedMessage } from './receiving.ts';
import type { OutgoingMessage, SentMessage } from './sending.ts';
import { SqsService } from './service.ts';
import type { QueueStats } from './store.ts';

export type { Attributes as QueueAttributes } from './queue-attributes.ts';
export type { ReceivedMessage } from './receiving.ts';
export type { OutgoingMessage, SentMessage } from './sending.ts';
export type { QueueStats } from './store.ts';

export interface Sqs {
  handle: Handle;
  /** Makes the queue or brings its attributes up to date; answers its ARN. */
  ensureQueue(name: string, attributes?: Attributes): string;
  deleteQueue(name: string): void;
  /** Names of all queues, in order. */
  queueNames(): string[];
  send(queueName: string, message: OutgoingMessage): SentMessage;
  /**
   * Takes up to `max` messages (1 to 10) and hides them for `visibilitySeconds` (the queue's own
   * time-out when undefined). Waits up to `waitMs` for the first; ends early, with none, on `signal`.
   * @throws AwsError QueueDoesNotExist
   */
  receive(
    queueName: string,
    max: number,
    visibilitySeconds?: number,
    waitMs?: number,
    signal?: AbortSignal,
  ): Promise<ReceivedMessage[]>;
  /** Deletes a message that was done. @throws AwsError ReceiptHandleIsInvalid, InvalidParameterValue */
  remove(queueName: string, receiptHandle: string): void;
  /** Gives a message back, to be seen again after `delaySeconds` (0: at once). @throws AwsError MessageNotInflight */
  release(queueName: string, receiptHandle: string, delaySeconds?: number): void;
  /** Takes a received message away for good: to the queue's dead letters, where it has them. */
  bury(queueName: string, receiptHandle: string): void;
  /** @throws AwsError QueueDoesNotExist */
  stats(queueName: string): QueueStats;
  /** Makes every waiting receive look again; for clocks that are moved by hand. */
  tick(): void;
  /** Ends all long polls without messages and closes the state file. */
  close(): void;
}

/** Amazon SQS on one machine; everything acknowledged is in `sqs.db` under the state folder. */
export function createSqs(options: ServiceOptions): Sqs {
  const service = new SqsService({
    stateDir: options.stateDir,
    clock: options.clock ?? (() => new Date()),
    region: options.region ?? 'us-east-1',
    accountId: options.accountId ?? '000000000000',
  });
  return {
    handle: jsonService({
      target: 'AmazonSQS',
      version: '1.0',
      namespace: 'com.amazonaws.sqs',
      operations: sqsOperations(service),
    }),
    ensureQueue: (name, attributes = {}) => service.arn(service.ensureQueue(name, attributes).name),
    deleteQueue: (name) => service.deleteQueue(name),
    queueNames: () => service.store.queueNames(),
    send: (name, message) => service.send(name, message),
    receive: (name, max, visibilitySeconds, waitMs = 0, signal) =>
      service.receive(name, max, visibilitySeconds, waitMs, signal),
    remove: (name, receiptHandle) => service.remove(name, receiptHandle),
    release: (name, receiptHandle, delaySeconds = 0) =>
      service.changeVisibility(name, receiptHandle, delaySeconds),
    bury: (name, receiptHandle) => service.bury(name, receiptHandle),
    stats: (name) => service.stats(name),
    tick: () => service.waiters.wakeAll(),
    close: () => service.close(),
  };
}
