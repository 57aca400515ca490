import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { KMSClient, ListKeysCommand } from '@aws-sdk/client-kms';
import { ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readBody } from './aws-json.ts';
import { serve, TEST_CREDENTIALS } from './aws-testing.ts';
import { createKms, type Kms } from './kms/index.ts';
import { createSqs, type Sqs } from './sqs/index.ts';

let sqs: Sqs;
let kms: Kms;
let server: Awaited<ReturnType<typeof serve>>;

beforeEach(async () => {
  sqs = createSqs({ stateDir: ':memory:' });
  kms = createKms({ stateDir: ':memory:' });
  server = await serve({
    sqs: sqs.handle,
    kms: kms.handle,
    s3: async (req, res) => {
      if (req.url === '/broken') {
        res.write('half');
        throw new Error('failed half-way');
      }
      res.end(`s3 ${req.method} ${req.url} ${(await readBody(req)).length}`);
    },
  });
});
afterEach(async () => {
  sqs.close();
  kms.close();
  await server.close();
});

const sign = (service: string) =>
  `AWS4-HMAC-SHA256 Credential=${TEST_CREDENTIALS.accessKeyId}/20261120/us-east-1/${service}/aws4_request, SignedHeaders=host, Signature=0`;

describe('the one endpoint', () => {
  it('chooses the service by the credential scope', async () => {
    sqs.ensureQueue('q');
    const queues = await new SQSClient(server.config).send(new ListQueuesCommand({}));
    expect(queues.QueueUrls).toEqual([`${server.endpoint}/000000000000/q`]);
    expect((await new KMSClient(server.config).send(new ListKeysCommand({}))).Keys).toEqual([]);
  });

  it('gives what is unsigned, and forms of browsers, to s3', async () => {
    expect(await (await fetch(`${server.endpoint}/bucket/key`)).text()).toBe('s3 GET /bucket/key 0');
    const posted = await fetch(`${server.endpoint}/bucket`, { method: 'POST', body: 'form' });
    expect(await posted.text()).toBe('s3 POST /bucket 4');
  });

  it('names a service that it does not have', async () => {
    const response = await fetch(server.endpoint, {
      method: 'POST',
      headers: { authorization: sign('polly') },
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      __type: 'UnknownService',
      message: 'The local cloud has no service named "polly"; it has sqs, kms, s3.',
    });
  });

  it('refuses a foreign key and a wrong secret', async () => {
    const as = (credentials: { accessKeyId: string; secretAccessKey: string }) =>
      new SQSClient({ ...server.config, credentials }).send(new ListQueuesCommand({}));
    await expect(as({ ...TEST_CREDENTIALS, accessKeyId: 'SOMEBODY' })).rejects.toMatchObject({
      name: 'UnrecognizedClientException',
      $metadata: { httpStatusCode: 403 },
    });
    await expect(as({ ...TEST_CREDENTIALS, secretAccessKey: 'guess' })).rejects.toMatchObject({
      name: 'InvalidSignatureException',
      $metadata: { httpStatusCode: 403 },
    });
  });

  it('answers an unknown operation, broken JSON and a huge body in words', async () => {
    const plain = createServer((req, res) => void sqs.handle(req, res)).listen(0, '127.0.0.1');
    await once(plain, 'listening');
    const call = async (target: string, body: string) => {
      const url = `http://127.0.0.1:${(plain.address() as AddressInfo).port}/`;
      const response = await fetch(url, { method: 'POST', body, headers: { 'x-amz-target': target } });
      return { status: response.status, ...((await response.json()) as { __type: string; message: string }) };
    };
    expect((await call('AmazonSQS.Nothing', '{}')).message).toContain('no operation Nothing');
    expect((await call('AmazonSQS.constructor', '{}')).message).toContain('no operation constructor');
    expect((await call('Other.ListQueues', '{}')).status).toBe(400);
    expect((await call('AmazonSQS.ListQueues', '{bad')).__type).toContain('SerializationException');
    expect((await call('AmazonSQS.ListQueues', 'x'.repeat(8_388_609))).status).toBe(413);
    plain.close();
    plain.closeAllConnections();
  });

  it('breaks off an answer that failed half-way', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const response = fetch(`${server.endpoint}/broken`).then((answer) => answer.text());
    await expect(response).rejects.toThrow();
    expect(logged).toHaveBeenCalledWith(expect.objectContaining({ message: 'failed half-way' }));
    logged.mockRestore();
  });
});
