import { join } from 'node:path';
import type { AwsCredentials } from './aws-auth.ts';
import { bucketConfig } from './buckets.ts';
import { createEventBridge, type EventBridge, type RuleTarget } from './eventbridge/index.ts';
import { createKms, type Kms } from './kms/index.ts';
import { createMediaConvert, type MediaConvert } from './mediaconvert/index.ts';
import { createS3, type S3Options, type S3Service } from './s3/index.ts';
import { createScheduler, type ScheduleRequest, type Scheduler } from './scheduler/index.ts';
import { createSecretsManager, type SecretsManager } from './secretsmanager/index.ts';
import { createSqs, type QueueAttributes, type Sqs } from './sqs/index.ts';
import { createSsm, type Ssm } from './ssm/index.ts';
import type { Targets } from './targets.ts';
import type { CloudDescription } from './template/template.ts';
import type { Properties } from './template/types.ts';

export interface Services {
  s3: S3Service;
  sqs: Sqs;
  eventBridge: EventBridge;
  scheduler: Scheduler;
  kms: Kms;
  secrets: SecretsManager;
  ssm: Ssm;
  mediaConvert: MediaConvert;
}

export interface ServicesOptions {
  stateDir: string;
  credentials: AwsCredentials;
  region: string;
  accountId: string;
  targets: Targets;
  /** Refuses what a caller of S3 may not do. */
  authorizeS3?: S3Options['authorize'];
  /** Told of each process that a service runs, so that none outlives the local cloud. */
  child(pid: number, running: boolean): void;
  log(line: string): void;
}

/** Opens all local AWS services on their state. */
export function openServices({
  stateDir,
  credentials,
  region,
  accountId,
  targets,
  authorizeS3,
  child,
  log,
}: ServicesOptions): Services {
  const own = (name: string) => ({ stateDir: join(stateDir, name), region, accountId });
  const s3 = createS3({ dir: join(stateDir, 's3'), credentials, region, authorize: authorizeS3 });
  const eventBridge = createEventBridge({ ...own('eventbridge'), deliver: targets.deliver, log });
  return {
    s3,
    sqs: createSqs(own('sqs')),
    eventBridge,
    mediaConvert: createMediaConvert({
      ...own('mediaconvert'),
      s3,
      putEvent: (entry) => eventBridge.putEvent(entry),
      child,
      log,
    }),
    scheduler: createScheduler({ ...own('scheduler'), deliver: targets.deliver, log }),
    kms: createKms(own('kms')),
    secrets: createSecretsManager(own('secretsmanager')),
    ssm: createSsm({ region, accountId }),
  };
}

/** Attributes as the API takes them: every value is text, and a policy is JSON. */
function queueAttributes(properties: Properties): QueueAttributes {
  const known = [
    'DelaySeconds',
    'MaximumMessageSize',
    'MessageRetentionPeriod',
    'ReceiveMessageWaitTimeSeconds',
    'RedrivePolicy',
    'RedriveAllowPolicy',
    'VisibilityTimeout',
    'FifoQueue',
    'ContentBasedDeduplication',
    'DeduplicationScope',
    'FifoThroughputLimit',
  ];
  const given = known.filter((name) => properties[name] !== undefined);
  return Object.fromEntries(
    given.map((name) => {
      const value = properties[name] as unknown;
      return [name, typeof value === 'object' ? JSON.stringify(value) : String(value)];
    }),
  );
}

/** Makes or updates everything that the template names, and lets go of rules it no longer names. */
export function ensureResources(cloud: CloudDescription, services: Services): void {
  const { s3, sqs, eventBridge, scheduler, kms, secrets, ssm } = services;
  for (const resource of cloud.ofType('AWS::S3::Bucket'))
    s3.ensureBucket(resource.name, bucketConfig(resource));
  for (const { name, properties } of cloud.ofType('AWS::SQS::Queue'))
    sqs.ensureQueue(name, queueAttributes(properties));
  for (const { ref, properties } of cloud.ofType('AWS::KMS::Key')) kms.ensureKey(ref, properties.Description);
  for (const { name, properties } of cloud.ofType('AWS::SecretsManager::Secret'))
    secrets.ensureSecret(name, {
      description: properties.Description,
      secretString: properties.SecretString,
      generateSecretString: properties.GenerateSecretString,
    });
  for (const { name, properties } of cloud.ofType('AWS::SSM::Parameter'))
    ssm.ensureParameter(name, String(properties.Value));
  for (const { name } of cloud.ofType('AWS::Events::EventBus')) eventBridge.ensureBus(name);
  ensureRules(cloud, eventBridge);
  for (const { name } of cloud.ofType('AWS::Scheduler::ScheduleGroup')) scheduler.ensureGroup(name);
  for (const { name, properties } of cloud.ofType('AWS::Scheduler::Schedule')) {
    const { Name: _name, ...request } = properties;
    scheduler.ensureSchedule(name, request as unknown as ScheduleRequest);
  }
}

const busOf = (properties: Properties): string =>
  String(properties.EventBusName ?? 'default')
    .split('/')
    .at(-1)!;

function ensureRules(cloud: CloudDescription, eventBridge: EventBridge): void {
  const rules = cloud.ofType('AWS::Events::Rule');
  for (const { name, properties } of rules)
    eventBridge.ensureRule(
      busOf(properties),
      name,
      {
        EventPattern:
          properties.EventPattern === undefined ? undefined : JSON.stringify(properties.EventPattern),
        ScheduleExpression: properties.ScheduleExpression,
        State: properties.State === 'DISABLED' ? 'DISABLED' : 'ENABLED',
        Description: properties.Description,
      },
      (properties.Targets ?? []) as RuleTarget[],
    );
  const buses = new Set(['default', ...cloud.ofType('AWS::Events::EventBus').map(({ name }) => name)]);
  for (const bus of buses) {
    const wanted = new Set(
      rules.filter(({ properties }) => busOf(properties) === bus).map(({ name }) => name),
    );
    for (const name of eventBridge.ruleNames(bus)) if (!wanted.has(name)) eventBridge.deleteRule(bus, name);
  }
}

/** A handler for each service, by its name in signatures. */
export const handlersOf = ({
  s3,
  sqs,
  eventBridge,
  scheduler,
  kms,
  secrets,
  ssm,
  mediaConvert,
}: Services) => ({
  s3: s3.handle,
  sqs: sqs.handle,
  events: eventBridge.handle,
  scheduler: scheduler.handle,
  kms: kms.handle,
  secretsmanager: secrets.handle,
  ssm: ssm.handle,
  mediaconvert: mediaConvert.handle,
});

export async function closeServices({
  s3,
  sqs,
  eventBridge,
  scheduler,
  kms,
  secrets,
  mediaConvert,
}: Services): Promise<void> {
  await mediaConvert.close();
  scheduler.close();
  eventBridge.close();
  sqs.close();
  kms.close();
  secrets.close();
  await s3.close();
}
