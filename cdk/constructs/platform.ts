import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { Role } from 'aws-cdk-lib/aws-iam';
import type { IKey, Key } from 'aws-cdk-lib/aws-kms';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { QueueName } from '../function-spec.ts';
import type { Settings } from '../settings.ts';

/** What functions stand on; the data stack makes all of it but the queues, which join as their stacks do. */
export interface Platform {
  settings: Settings;
  table: ITable;
  tableKey: IKey;
  files: Bucket;
  /** Seals tenants' secrets. */
  tenantKey: Key;
  /** Signs access tokens. */
  signingSecret: Secret;
  /** The CDN shows it to the functions behind the gateway with every call. */
  originSecret: Secret;
  /** Where alarms are told. */
  alarms: Topic;
  /** Where the one alarm is told that cannot wait. */
  pages: Topic;
  /** Names of all alarms, and of those that page people; stacks add theirs. */
  alarmNames: string[];
  pagingAlarms: string[];
  queues: Partial<Record<QueueName, Queue>>;
  /** What MediaConvert acts as; the render stack makes it. */
  mediaConvertRole?: Role;
  /** Where hints go to open pages; the push stack makes it. */
  push?: PushChannel;
  /** What bridges of exchanges act as, each for its own queue alone; none in the local cloud. */
  bridgeRole?: Role;
  /** Where SES puts the mails that it receives; the schedule stack makes it for stages that receive mails. */
  inboundMails?: Bucket;
}

/** AppSync's two addresses of the push channel, and what a sender is granted. */
export interface PushChannel {
  /** Scheme and host where hints are published. */
  url: string;
  /** Scheme and host of the websocket, which the content security policy names. */
  realtimeUrl: string;
  /** The host that whoever connects names in its authorization. */
  host: string;
  namespaceArn: string;
}

/** The bus is known by name, so that queues may admit its rules before the rules' own stack exists. */
export const busName = (settings: Settings): string => `dealbell-${settings.stage}`;

/** SES's configuration set that tenants' mails are sent with; by it SES tells what became of them. */
export const mailSetName = (settings: Settings): string => `dealbell-${settings.stage}`;

/** What the names of exchanges' queues begin with; the functions make one for each. */
export const exchangeQueues = (settings: Settings): string => `dealbell-${settings.stage}-exchange-`;

export const exchangeQueuesArn = (scope: Construct, settings: Settings): string =>
  Stack.of(scope).formatArn({ service: 'sqs', resource: `${exchangeQueues(settings)}*` });

/** Where in their bucket the mails lie that SES receives. */
export const inboundPrefix = 'mail/';

export const busArn = (scope: Construct, settings: Settings): string =>
  Stack.of(scope).formatArn({ service: 'events', resource: 'event-bus', resourceName: busName(settings) });

/** Where the web stack writes CloudFront's own name, which the functions' stacks cannot refer to: it comes after them. */
export const publicUrlParameter = ({ stage }: Settings): string => `/dealbell/${stage}/public-url`;

/** Every rule of the bus, as the source of what it puts on a queue. */
export const busRulesArn = (scope: Construct, settings: Settings): string =>
  Stack.of(scope).formatArn({
    service: 'events',
    resource: 'rule',
    resourceName: `${busName(settings)}/*`,
    arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
  });
