import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  DynamoDBClient,
  GetItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { GetQueueUrlCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AwsServer, createAwsServer } from '../aws-server.ts';
import { scratchDir, TEST_CREDENTIALS } from '../aws-testing.ts';
import { createS3, type S3Service } from '../s3/index.ts';
import { createSqs, type Sqs } from '../sqs/index.ts';
import { resolveTemplates } from '../template/template.ts';
import type { Properties } from '../template/types.ts';
import { forwardTo } from './forward.ts';
import { Access } from './index.ts';
import { fits } from './match.ts';

const place = { accountId: '000000000000', region: 'us-east-1', awsEndpoint: 'http://aws', cdnHost: 'cdn' };

it.each([
  ['*', '', true],
  ['arn:*:exports/*', 'arn:aws:exports/1/a', true],
  ['a*b*c', 'aXbXbc', true],
  ['a*b*c', 'aXbX', false],
  ['exports/?', 'exports/1', true],
  ['exports/?', 'exports/12', false],
  ['exports/*', 'media/1', false],
  ['', 'x', false],
])('the pattern %j and %j', (pattern, text, expected) => expect(fits(pattern, text)).toBe(expected));

it('a pattern of many stars takes no longer for a text that almost fits', () => {
  expect(fits(`${'*a'.repeat(200)}b`, 'a'.repeat(20_000))).toBe(false);
});

/** A template with one function whose role may do what `statements` allow. */
const template = (statements: Properties[]) => ({
  Resources: {
    Role: { Type: 'AWS::IAM::Role', Properties: {} },
    Policy: {
      Type: 'AWS::IAM::Policy',
      Properties: { Roles: [{ Ref: 'Role' }], PolicyDocument: { Statement: statements } },
    },
    Work: {
      Type: 'AWS::Lambda::Function',
      Properties: { FunctionName: 'work', Role: { 'Fn::GetAtt': ['Role', 'Arn'] } },
      Metadata: { 'dealbell:entry': 'functions/work/index.ts' },
    },
    Table: { Type: 'AWS::DynamoDB::Table', Properties: { TableName: 'table' } },
    Queue: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'queue' } },
  },
});
const allow = (
  Action: string | string[],
  Resource: string | string[] | object,
  Condition?: object,
): Properties => ({
  Effect: 'Allow',
  Action,
  Resource,
  ...(Condition ? { Condition } : {}),
});

describe('what a function asks for', () => {
  let scratch: ReturnType<typeof scratchDir>;
  let sqs: Sqs;
  let s3: S3Service;
  let server: AwsServer;
  let engine: Server;
  let reached: string[];
  let faults: string[];
  let config: { endpoint: string; region: string; credentials: object; maxAttempts: number };
  let forward: ReturnType<typeof forwardTo>;

  beforeEach(() => {
    scratch = scratchDir();
    faults = [];
    reached = [];
  });
  afterEach(async () => {
    await server.close();
    forward.close();
    engine.close();
    sqs.close();
    await s3.close();
    scratch.remove();
  });

  async function open(statements: Properties[], caller: string | undefined = 'work') {
    const cloud = resolveTemplates([{ name: 'Test', template: template(statements) }], place);
    const access = new Access({ ...place, cloud, stateDir: scratch.dir, fault: (line) => faults.push(line) });
    sqs = createSqs({ stateDir: scratch.dir });
    sqs.ensureQueue('queue');
    s3 = createS3({
      dir: `${scratch.dir}/s3`,
      credentials: TEST_CREDENTIALS,
      authorize: (who, action, bucket, key, prefix) =>
        access.check(who!, {
          action,
          resources: [key === undefined ? `arn:aws:s3:::${bucket}` : `arn:aws:s3:::${bucket}/${key}`],
          context: { 's3:prefix': prefix },
        }),
    });
    s3.ensureBucket('files');
    engine = createServer((req, res) => {
      reached.push(String(req.headers['x-amz-target']));
      req
        .resume()
        .on('end', () => res.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end('{}'));
    });
    await new Promise<void>((resolve) => engine.listen(0, '127.0.0.1', resolve));
    forward = forwardTo(`http://127.0.0.1:${(engine.address() as AddressInfo).port}`);
    server = createAwsServer({
      services: { sqs: sqs.handle, s3: s3.handle, dynamodb: forward.handle },
      credentials: TEST_CREDENTIALS,
      region: 'us-east-1',
      authorize: (service, req, body) => access.checkRequest(service, req, body),
      verifiesItself: ['dynamodb'],
    });
    config = {
      endpoint: await server.listen(),
      region: 'us-east-1',
      credentials: { ...TEST_CREDENTIALS, sessionToken: caller },
      maxAttempts: 1,
    };
  }
  const client = <T>(kind: new (config: never) => T): T =>
    new kind({ ...config, forcePathStyle: true } as never);
  const send = () =>
    client(SQSClient).send(
      new SendMessageCommand({ QueueUrl: `${config.endpoint}/000000000000/queue`, MessageBody: 'x' }),
    );
  const denied = {
    name: expect.stringMatching(/^AccessDenied/),
    message: expect.stringMatching(/not authorized to perform/),
  };

  it('of a queue is denied without a grant, and told; with one it is done', async () => {
    await open([allow('sqs:SendMessage', 'arn:aws:sqs:us-east-1:000000000000:other')]);
    await expect(send()).rejects.toMatchObject(denied);
    expect(faults).toEqual([
      'functions/work/index.ts is not authorized to perform sqs:SendMessage on resource arn:aws:sqs:us-east-1:000000000000:queue: no policy of its role allows it.',
    ]);
    expect(sqs.stats('queue').visible).toBe(0);
    await server.close();
  });

  it('of a queue is done with a grant, and so is what the local cloud itself asks for', async () => {
    await open([allow('sqs:SendMessage', { 'Fn::GetAtt': ['Queue', 'Arn'] })]);
    await send();
    config.credentials = TEST_CREDENTIALS;
    await send();
    expect([sqs.stats('queue').visible, faults]).toEqual([2, []]);
  });

  it('for a queue’s address is looked at by the queue’s name', async () => {
    await open([allow('sqs:GetQueueUrl', { 'Fn::GetAtt': ['Queue', 'Arn'] })]);
    const asked = client(SQSClient).send(new GetQueueUrlCommand({ QueueName: 'queue' }));
    await expect(asked).resolves.toMatchObject({ QueueUrl: expect.stringMatching(/\/queue$/) });
    expect(faults).toEqual([]);
  });

  it('of the table is looked at by table, by index, and by each write of a transaction', async () => {
    const table = 'arn:aws:dynamodb:us-east-1:000000000000:table/table';
    await open([
      allow(['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:PutItem'], [table, `${table}/index/gsi1`]),
    ]);
    const db = client(DynamoDBClient);
    const Key = { pk: { S: 'a' } };
    const query = (IndexName: string) =>
      db.send(new QueryCommand({ TableName: 'table', IndexName, KeyConditionExpression: 'pk = :a' }));
    await db.send(new GetItemCommand({ TableName: 'table', Key }));
    await query('gsi1');
    await expect(query('gsi2')).rejects.toMatchObject(denied);
    const put = { Put: { TableName: 'table', Item: Key } };
    const remove = { Delete: { TableName: 'table', Key } };
    await db.send(new TransactWriteItemsCommand({ TransactItems: [put] }));
    await expect(
      db.send(new TransactWriteItemsCommand({ TransactItems: [put, remove] })),
    ).rejects.toMatchObject(denied);
    expect(reached.map((target) => target.split('.')[1])).toEqual(['GetItem', 'Query', 'TransactWriteItems']);
  });

  it('of the bucket keeps to its area: objects, lists, batches, links and forms of browsers', async () => {
    await open([
      allow(['s3:GetObject', 's3:PutObject', 's3:DeleteObject'], 'arn:aws:s3:::files/media/*'),
      allow('s3:ListBucket', 'arn:aws:s3:::files', { StringLikeIfExists: { 's3:prefix': ['media/*'] } }),
    ]);
    const bucket = client(S3Client);
    const at = (Key: string) => ({ Bucket: 'files', Key });
    await bucket.send(new PutObjectCommand({ ...at('media/1/a'), Body: 'a' }));
    await expect(
      bucket.send(new PutObjectCommand({ ...at('exports/1/a'), Body: 'a' })),
    ).rejects.toMatchObject(denied);
    await bucket.send(new ListObjectsV2Command({ Bucket: 'files', Prefix: 'media/1/' }));
    await expect(
      bucket.send(new ListObjectsV2Command({ Bucket: 'files', Prefix: 'exports/' })),
    ).rejects.toMatchObject(denied);
    const batch = (...keys: string[]) =>
      bucket.send(
        new DeleteObjectsCommand({ Bucket: 'files', Delete: { Objects: keys.map((Key) => ({ Key })) } }),
      );
    await expect(batch('media/1/b', 'exports/1/b')).rejects.toMatchObject(denied);
    const fetched = async (key: string) =>
      (await fetch(await getSignedUrl(bucket, new GetObjectCommand(at(key)), { expiresIn: 60 }))).status;
    expect([await fetched('media/1/a'), await fetched('exports/1/a')]).toEqual([200, 403]);
    const posted = async (Key: string) => {
      const { url, fields } = await createPresignedPost(bucket, { Bucket: 'files', Key });
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      form.append('file', new Blob(['x']), 'x');
      return (await fetch(url, { method: 'POST', body: form })).status;
    };
    expect([await posted('media/1/c'), await posted('exports/1/c')]).toEqual([204, 403]);
    await batch('media/1/a', 'media/1/c');
  });
});
