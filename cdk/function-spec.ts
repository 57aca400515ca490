import type { BucketArea } from '#shared/model/bucket-area.ts';

export type QueueName =
  | 'render'
  | 'joined'
  | 'signage'
  | 'forms'
  | 'bulk'
  | 'jobs'
  | 'versions'
  | 'figures'
  | 'imports'
  | 'messages'
  | 'feedback'
  | 'inbound'
  | 'threads'
  | 'journeys'
  | 'journeyEvents'
  | 'hooks'
  | 'outgoing'
  | 'accounts'
  | 'statuses'
  | 'dialler'
  | 'celebrations'
  | 'voices';

/** What a function may reach; it gets the permissions and the environment of these and nothing else. */
export interface Needs {
  table?: 'read' | 'write';
  /** Reads what is due over all tenants: the sweeper, and nobody else (docs/decisions/018). */
  due?: boolean;
  /** The platform's key for access tokens. */
  signing?: boolean;
  /** The secret by which it knows that a call came through the CDN: every function behind the gateway. */
  origin?: boolean;
  /** The key that tenants' secrets are sealed with. */
  key?: boolean;
  /** `add` reads and writes, and removes nothing: what is added goes by the bucket's own rules, or stays. */
  bucket?: Partial<Record<BucketArea, 'read' | 'add' | 'write'>>;
  /** Queues it puts messages on. */
  queues?: readonly QueueName[];
  /** Knows where people reach the product, and writes addresses of it. */
  publicUrl?: boolean;
  /** Puts events on the bus. */
  bus?: boolean;
  /** Sends e-mail from the product's own address. */
  mail?: boolean;
  /** Reads the mails that SES received, and removes them. */
  inbound?: boolean;
  /** Has Amazon Polly read texts aloud. */
  polly?: boolean;
  /** Has Amazon Transcribe write down what was said in recordings. */
  transcribe?: boolean;
  /** Has MediaConvert join videos; `ask` may look at its jobs too. */
  mediaConvert?: 'join' | 'ask';
  /** Sends commands to exchanges; or makes and removes their queues too, and gives bridges what opens theirs. */
  exchanges?: 'send' | 'manage';
  /** Reads how many messages lie in the queues of all workers. */
  watches?: boolean;
  /** Sends hints to open pages, or tells pages where hints are heard. */
  push?: 'send' | 'address';
}

export interface FunctionSpec {
  name: string;
  /** From the project's root; exports `handler`. */
  entry: string;
  /** MB; 1,769 is one whole processor. */
  memory: number;
  /** Seconds. */
  timeout: number;
  architecture: 'arm64' | 'x86_64';
  /** MB below /tmp, when more than the 512 that every function has. */
  storage?: number;
  /** Copies of it that are kept free for it, and that it may have at most. */
  reserved?: number;
  needs: Needs;
  /**
   * Why it sends messages to its own queue, and what ends that. Lambda stops a message that comes back to its function
   * some 16 times; for a function with a reason it is told not to.
   */
  sendsToItself?: string;
}
