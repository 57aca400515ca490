import { randomUUID } from 'node:crypto';
import {
  CreateQueueCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, vi } from 'vitest';
import { handler } from '#functions/auth/mail-worker.ts';
import { TestSandbox } from '#infra/sandbox/sandbox-testing.ts';
import { lambdaContext } from './gateway.ts';

interface SentMail {
  target: string;
  subject: string;
  body: string;
  notes: string;
}

/** The mails about accounts of a file's tests: a queue of its own, its worker, and the sandbox's mailboxes. */
class AccountMails {
  sandbox!: TestSandbox;
  readonly #sqs = new SQSClient({});

  async open(): Promise<void> {
    this.sandbox = await TestSandbox.open();
    const { QueueUrl } = await this.#sqs.send(
      new CreateQueueCommand({ QueueName: `test-accounts-${randomUUID()}` }),
    );
    vi.stubEnv('ACCOUNTS_QUEUE_URL', QueueUrl!);
    vi.stubEnv('AWS_ENDPOINT_URL_SESV2', `${this.sandbox.origin}/ses`);
    vi.stubEnv('MAIL_FROM', 'no-reply@dealbell.example');
  }

  async close(): Promise<void> {
    vi.unstubAllEnvs();
    await this.sandbox.close();
  }

  /** What was asked for and is not written yet; each is handed to `work`, which may be the worker or a test's eye. */
  async #take(work: (body: string) => Promise<void>): Promise<number> {
    const QueueUrl = process.env.ACCOUNTS_QUEUE_URL!;
    for (let taken = 0; ; ) {
      const { Messages = [] } = await this.#sqs.send(
        new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }),
      );
      if (Messages.length === 0) return taken;
      for (const { Body, ReceiptHandle } of Messages) {
        await work(Body!);
        await this.#sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
        taken++;
      }
    }
  }

  /** Writes and sends what was asked for. @returns how many messages lay on the queue */
  work(): Promise<number> {
    return this.#take(async (body) => {
      const record = { messageId: randomUUID(), body };
      const answer = await handler({ Records: [record] } as never, lambdaContext());
      if (answer.batchItemFailures.length > 0) throw new Error(`The worker failed at ${body}`);
    });
  }

  /** The messages that lie on the queue, which are taken from it and not worked. */
  async asked(): Promise<{ tenantId: number; body: unknown }[]> {
    const all: { tenantId: number; body: unknown }[] = [];
    await this.#take(async (body) => {
      all.push(JSON.parse(body));
    });
    return all;
  }

  /** The mails to an address, newest first, once what was asked for is written. */
  async to(address: string): Promise<SentMail[]> {
    await this.work();
    const { body } = await this.sandbox.ask<{ sent: SentMail[] }>('GET', '/sandbox/mail.json');
    return body.sent.filter(({ target }) => target === address);
  }

  /** The token of the link in the newest mail to an address. */
  async linkTo(address: string): Promise<string> {
    const [mail] = await this.to(address);
    const token = /\?token=(\S+)/.exec(mail?.body ?? '')?.[1];
    if (!token) throw new Error(`No link was mailed to ${address}.`);
    return decodeURIComponent(token);
  }
}

/** Opened before the tests of a file and closed after them. */
export function withAccountMails(): AccountMails {
  const mails = new AccountMails();
  beforeAll(() => mails.open());
  afterAll(() => mails.close());
  return mails;
}
