/**
 * `npm run bench:iam`: what the check of permissions costs in the local cloud: how many requests it reads and checks in a
 * second, and how long a read and a transaction of 20 writes take at the engine itself, through the local cloud's door
 * without a check (as the local cloud itself asks), and with it (as a function asks). The three take turns. The last
 * line is JSON.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient, GetItemCommand, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { createAwsServer } from '#infra/local/aws-server.ts';
import { forwardTo } from '#infra/local/iam/forward.ts';
import { Access } from '#infra/local/iam/index.ts';
import { readStacks, synthesize } from '#infra/local/template/synthesize.ts';
import { resolveTemplates } from '#infra/local/template/template.ts';
import { startCloud } from '#tests/support/cloud.ts';
import { createTable } from '#tests/support/table.ts';
import { percentile, round } from './figures.ts';

const requests = Number(process.env.N ?? 2_000);
const questions = 200_000;
const writes = 20;

const region = 'us-east-1';
const place = { accountId: '000000000000', region, awsEndpoint: 'http://aws', cdnHost: 'cdn' };
const addresses = {
  publicUrl: 'http://public',
  sandboxUrl: 'http://sandbox',
  filesUrl: 'http://files',
  pushUrl: 'http://push',
};
const description = resolveTemplates(readStacks(await synthesize(() => undefined), addresses), place);
const caller = description
  .ofType('AWS::Lambda::Function')
  .find(({ metadata }) => metadata['dealbell:entry'] === 'functions/leads/index.ts')!.name;
const table = description.ofType('AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable')[0]!;
const TableName = table.name;

const cloud = await startCloud();
const stateDir = mkdtempSync(join(tmpdir(), 'dealbell-bench-'));
const access = new Access({ stateDir, ...place, cloud: description, fault: console.error });
const engine = cloud.env.AWS_ENDPOINT_URL_DYNAMODB!;
const credentials = {
  accessKeyId: cloud.env.AWS_ACCESS_KEY_ID!,
  secretAccessKey: cloud.env.AWS_SECRET_ACCESS_KEY!,
};
const way = forwardTo(engine);
const door = createAwsServer({
  services: { dynamodb: way.handle },
  credentials,
  region,
  authorize: (service, req, body) => access.checkRequest(service, req, body),
  verifiesItself: ['dynamodb'],
});

/** Questions in a second, the `n`th of which is `ask(n)`. */
function perSecond(ask: (n: number) => void): number {
  const began = performance.now();
  for (let n = 0; n < questions; n++) ask(n);
  return Math.round(questions / ((performance.now() - began) / 1000));
}

const itemOf = (n: number) => ({ pk: { S: `$bench#tenantid_1#${n}` }, sk: { S: '$item' } });

try {
  await createTable(engine, TableName);
  const address = await door.listen();
  const client = (endpoint: string, sessionToken?: string) =>
    new DynamoDBClient({
      region,
      endpoint,
      credentials: { ...credentials, ...(sessionToken ? { sessionToken } : {}) },
    });
  const clients = {
    engine: client(engine),
    unchecked: client(address),
    checked: client(address, caller),
  };
  const operations = {
    read: (db: DynamoDBClient, n: number) => db.send(new GetItemCommand({ TableName, Key: itemOf(n % 100) })),
    transaction: (db: DynamoDBClient, n: number) =>
      db.send(
        new TransactWriteItemsCommand({
          TransactItems: Array.from({ length: writes }, (_, at) => ({
            Put: { TableName, Item: { ...itemOf(n * writes + at), text: { S: 'x'.repeat(500) } } },
          })),
        }),
      ),
  };

  const req = {
    headers: { 'x-amz-security-token': caller, 'x-amz-target': 'DynamoDB_20120810.GetItem' },
    url: '/',
  };
  const body = Buffer.from(JSON.stringify({ TableName, Key: itemOf(1) }));
  const checks = {
    asBefore: perSecond(() => access.checkRequest('dynamodb', req as unknown as IncomingMessage, body)),
    neverAsked: perSecond((n) =>
      access.check(caller, { action: 'dynamodb:GetItem', resources: [table.arn], context: { n: String(n) } }),
    ),
  };
  console.log(
    `${checks.asBefore} requests read and checked in a second; ${checks.neverAsked} questions that were never asked before.`,
  );

  const took: Record<string, Record<string, number>> = {};
  for (const [operation, run] of Object.entries(operations)) {
    const ms = Object.fromEntries(Object.keys(clients).map((name) => [name, [] as number[]]));
    for (let n = -100; n < requests; n++)
      for (const [name, db] of Object.entries(clients)) {
        const began = performance.now();
        await run(db, Math.abs(n));
        // The first hundred warm everything up.
        if (n >= 0) ms[name]!.push(performance.now() - began);
      }
    took[operation] = Object.fromEntries(
      Object.entries(ms).map(([name, all]) => [name, round(percentile(all, 0.5), 3)]),
    );
    console.log(`${operation}, median ms: ${JSON.stringify(took[operation])}`);
  }
  for (const db of Object.values(clients)) db.destroy();
  console.log(JSON.stringify({ checks, took, requests, cpus: cpus().length, load: round(loadavg()[0]!) }));
} finally {
  way.close();
  await door.close();
  await cloud.stop();
  rmSync(stateDir, { recursive: true, force: true });
}
