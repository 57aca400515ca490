import { randomUUID } from 'node:crypto';
import {
  CreateQueueCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { onTestFinished } from 'vitest';
import { setClock } from '#functions/kernel/clock.ts';
import { handler as messagesWorker } from '#functions/messages/worker.ts';
import { TestSandbox } from '#infra/sandbox/sandbox-testing.ts';
import { api } from '#shared/api/index.ts';
import { eventually } from './eventually.ts';
import { lambdaContext } from './gateway.ts';
import { anybody, as, freshTenant } from './tenant.ts';

/** Noon in New York, on a Tuesday: texts may go out everywhere in the country. */
export const noon = '2026-03-10T16:00:00.000Z';

const names = [
  'SANDBOX_URL',
  'SANDBOX_SMTP_PORT',
  'AWS_ENDPOINT_URL_SESV2',
  'MAIL_FROM',
  'MAIL_CONFIGURATION_SET',
  'PUBLIC_URL',
  'MESSAGES_QUEUE_URL',
] as const;

/** The sandbox's carriers and mail servers, told of by the environment as the local cloud does, and a queue. */
export class Messaging {
  readonly sandbox: TestSandbox;
  readonly #before: Record<string, string | undefined>;
  readonly #sqs = new SQSClient({});
  #heard = 0;

  private constructor(sandbox: TestSandbox) {
    this.sandbox = sandbox;
    this.#before = Object.fromEntries(names.map((name) => [name, process.env[name]]));
  }

  static async open(): Promise<Messaging> {
    const one = new Messaging(await TestSandbox.open());
    const { sandbox } = one;
    const { QueueUrl } = await one.#sqs.send(
      new CreateQueueCommand({ QueueName: `test-messages-${randomUUID()}` }),
    );
    Object.assign(process.env, {
      SANDBOX_URL: sandbox.origin,
      SANDBOX_SMTP_PORT: String(await sandbox.listenSmtp()),
      AWS_ENDPOINT_URL_SESV2: `${sandbox.origin}/ses`,
      MAIL_FROM: 'no-reply@dealbell.example',
      MAIL_CONFIGURATION_SET: 'dealbell-test',
      PUBLIC_URL: sandbox.receiver,
      MESSAGES_QUEUE_URL: QueueUrl,
    });
    return one;
  }

  async close(): Promise<void> {
    for (const [name, value] of Object.entries(this.#before))
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    await this.sandbox.close();
  }

  /** The product's clock and the sandbox's in the test's hands until it ends; both run on. */
  async clock(start = noon) {
    let ahead = Date.parse(start) - Date.now();
    const set = () =>
      this.sandbox.ask('POST', '/sandbox/clock', { now: new Date(Date.now() + ahead).toISOString() });
    onTestFinished(setClock(() => Date.now() + ahead));
    await set();
    return {
      forward: async ({ seconds = 0, minutes = 0, hours = 0 }) => {
        ahead += ((hours * 60 + minutes) * 60 + seconds) * 1000;
        await set();
      },
    };
  }

  /** Hands what the sandbox has told since the last time to the product, as the gateway would. */
  async deliver(): Promise<number[]> {
    const told = this.sandbox.told.slice(this.#heard);
    this.#heard += told.length;
    const statuses: number[] = [];
    for (const one of told) statuses.push(await this.hand(one));
    return statuses;
  }

  /** Hands on what is told until something holds. @throws what `look` threw last, after 5 s */
  async told(look: () => Promise<unknown>): Promise<void> {
    const taken = async () => {
      for (const status of await this.deliver())
        if (status !== 204) throw new Error(`A callback was answered ${status}.`);
    };
    await eventually(async () => {
      await taken();
      await look();
    });
    await taken();
  }

  async hand({ path, headers, body }: TestSandbox['told'][number]): Promise<number> {
    const [route = '', query = ''] = path.split('?');
    const answer = await anybody().send(route.split('/')[2]!, {
      method: 'POST',
      path: route.replace(/^\/api/, ''),
      query,
      headers: headers as Record<string, string>,
      body,
    });
    return answer.status;
  }

  /** Works what is on the queue, until nothing is left that may be worked now. */
  async work(): Promise<number> {
    let worked = 0;
    for (;;) {
      const { Messages = [] } = await this.#sqs.send(
        new ReceiveMessageCommand({ QueueUrl: process.env.MESSAGES_QUEUE_URL!, MaxNumberOfMessages: 10 }),
      );
      if (Messages.length === 0) return worked;
      for (const { MessageId, ReceiptHandle, Body } of Messages) {
        const record = { messageId: MessageId, receiptHandle: ReceiptHandle, body: Body };
        const answer = await messagesWorker({ Records: [record] } as never, lambdaContext());
        if (answer.batchItemFailures.length > 0) throw new Error(`The worker failed at ${Body}`);
        await this.#sqs.send(
          new DeleteMessageCommand({ QueueUrl: process.env.MESSAGES_QUEUE_URL!, ReceiptHandle }),
        );
        worked++;
      }
    }
  }

  /** What stands on a person's phone, oldest first. */
  async phone(number: string): Promise<{ body: string; ours: string; direction: 'in' | 'out' }[]> {
    const { body } = await this.sandbox.ask<{ messages: [] }>(
      'GET',
      `/sandbox/phone.json?number=${encodeURIComponent(number)}`,
    );
    return body.messages;
  }

  /** Somebody writes on their phone. */
  async write(from: string, to: string, body: string): Promise<void> {
    const { status } = await this.sandbox.ask('POST', '/sandbox/phone/messages', { from, to, text: body });
    if (status >= 300) throw new Error(`The handset answered ${status}.`);
  }
}

let people = 0;
/** A number of Florida that no other test has. */
export const person = (): string => `+1305555${String(1000 + people++ + (process.pid % 80) * 100).slice(-4)}`;

/** Without one no mail goes out. */
const postalAddress = '1 Main Street, Miami, FL 33130';

/** A tenant with a lead who can be texted. */
export async function texting() {
  const tenant = await freshTenant();
  const [admin, agent] = [as(tenant.admin), as(tenant.agent)];
  await admin.call(api.email.saveConfig, { postalAddress });
  const lead = async (fields: object = {}) => {
    const number = person();
    const { body } = await admin.call(api.leads.create, {
      firstName: 'Ann',
      lastName: 'Lee',
      phones: [number],
      address: { state: 'FL', postcode: '33130' },
      emails: [`p${number.slice(1)}@example.com`],
      ...fields,
    });
    return { id: body.id, number, email: `p${number.slice(1)}@example.com` };
  };
  return { tenant, admin, agent, lead };
}
