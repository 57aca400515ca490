import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createAwsServer } from '#infra/local/aws-server.ts';
import { createEventBridge } from '#infra/local/eventbridge/index.ts';
import { createKms } from '#infra/local/kms/index.ts';
import { createMediaConvert } from '#infra/local/mediaconvert/index.ts';
import { createS3 } from '#infra/local/s3/index.ts';
import { createSecretsManager } from '#infra/local/secretsmanager/index.ts';
import { createSqs } from '#infra/local/sqs/index.ts';
import { startEngine } from './engine.ts';
import { originSecret } from './gateway.ts';
import { createTable } from './table.ts';
import { stateFolder } from './temporary.ts';

export interface Cloud {
  /** What a function sees of the cloud. */
  env: Record<string, string>;
  stop(): Promise<void>;
}

// The key of AWS's own documentation: extenddb takes only keys of that form, and nothing is behind it.
const credentials = {
  AWS_ACCESS_KEY_ID: 'AKIAIOSFODNN7EXAMPLE',
  AWS_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};

const names = {
  // An engine that DYNAMODB_ENDPOINT names may still hold the tables of earlier runs.
  TABLE_NAME: `dealbell-test-${randomUUID().slice(0, 8)}`,
  BUCKET_NAME: 'dealbell-test-files',
  BUS_NAME: 'dealbell-test',
  EXCHANGE_QUEUES: 'test-exchange-',
};
const queues = {
  ACCOUNTS_QUEUE_URL: 'test-accounts',
  BULK_QUEUE_URL: 'test-bulk',
  FORMS_QUEUE_URL: 'test-forms',
  HOOKS_QUEUE_URL: 'test-hooks',
  IMPORTS_QUEUE_URL: 'test-imports',
  MESSAGES_QUEUE_URL: 'test-messages',
  JOBS_QUEUE_URL: 'test-jobs',
  JOURNEYS_QUEUE_URL: 'test-journeys',
  OUTGOING_QUEUE_URL: 'test-outgoing',
  RENDER_QUEUE_URL: 'test-render',
  SIGNAGE_QUEUE_URL: 'test-signage',
  THREADS_QUEUE_URL: 'test-threads',
};

/**
 * The cloud that unit tests run against: the DynamoDB engine with the table, and the project's local AWS
 * services behind one address, all in a folder of its own that goes when it stops.
 */
export async function startCloud(): Promise<Cloud> {
  const dir = stateFolder('dealbell-test-');
  const state = (service: string) => {
    const stateDir = join(dir, service);
    mkdirSync(stateDir);
    return { stateDir };
  };
  const keyPair = {
    accessKeyId: credentials.AWS_ACCESS_KEY_ID,
    secretAccessKey: credentials.AWS_SECRET_ACCESS_KEY,
  };
  const sqs = createSqs(state('sqs'));
  const s3 = createS3({ dir: state('s3').stateDir, credentials: keyPair });
  const bus = createEventBridge({ ...state('events'), deliver: async () => {} });
  const kms = createKms(state('kms'));
  const secrets = createSecretsManager(state('secretsmanager'));
  const mediaConvert = createMediaConvert({
    ...state('mediaconvert'),
    s3,
    putEvent: (entry) => bus.putEvent(entry),
    log: () => undefined,
  });
  const server = createAwsServer({
    services: {
      s3: s3.handle,
      sqs: sqs.handle,
      events: bus.handle,
      kms: kms.handle,
      secretsmanager: secrets.handle,
      mediaconvert: mediaConvert.handle,
    },
    credentials: keyPair,
    region: 'us-east-1',
  });
  const [engine, endpoint] = await Promise.all([startEngine(dir, credentials), server.listen()]);
  const stop = async () => {
    await Promise.all([engine.stop(), server.close(), mediaConvert.close()]);
    for (const service of [sqs, bus, kms, secrets]) service.close();
    await s3.close();
    rmSync(dir, { recursive: true, force: true });
  };
  const env = {
    ...credentials,
    ...names,
    KEY_ID: kms.ensureKey('alias/dealbell-test').arn,
    SIGNING_SECRET: secrets.ensureSecret('dealbell-test-signing'),
    ORIGIN_SECRET: secrets.ensureSecret('dealbell-test-origin', { secretString: originSecret }),
    AWS_REGION: 'us-east-1',
    AWS_ENDPOINT_URL: endpoint,
    AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
    AWS_ENDPOINT_URL_DYNAMODB_STREAMS: engine.endpoint,
    MEDIACONVERT_ROLE: 'arn:aws:iam::000000000000:role/test-convert',
    STAGE: 'test',
    SERVICE_NAME: 'test',
    PUBLIC_URL: 'http://localhost:3000',
    // Where pages would listen; a test that pushes starts a channel of its own.
    PUSH_HOST: 'push.invalid',
    PUSH_REALTIME_URL: 'ws://push.invalid/event/realtime',
    ACCOUNT_MAILS: 'on',
    // Powertools' own name for it; a test that looks at logs sets its own.
    POWERTOOLS_LOG_LEVEL: 'SILENT',
    ...Object.fromEntries(
      Object.entries(queues).map(([name, queue]) => [name, `${endpoint}/000000000000/${queue}`]),
    ),
  };
  try {
    s3.ensureBucket(names.BUCKET_NAME);
    bus.ensureBus(names.BUS_NAME);
    for (const queue of Object.values(queues)) sqs.ensureQueue(queue);
    Object.assign(process.env, credentials, { AWS_REGION: env.AWS_REGION });
    await createTable(engine.endpoint, names.TABLE_NAME);
  } catch (error) {
    await stop();
    throw error;
  }
  return { env, stop };
}
