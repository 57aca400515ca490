import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Needs } from '../function-spec.ts';
import type { Settings } from '../settings.ts';
import {
  acknowledge,
  anyBelow,
  anyBelowOwn,
  anyJob,
  anyQueue,
  anyResource,
  anyTranscript,
} from './acknowledge.ts';
import {
  busArn,
  busName,
  exchangeQueues,
  exchangeQueuesArn,
  inboundPrefix,
  mailSetName,
  type Platform,
  type PushChannel,
  publicUrlParameter,
} from './platform.ts';

const tableReads = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'];
/** An index has no items of its own to get. */
const indexReads = ['dynamodb:Query'];
const tableWrites = [
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
  'dynamodb:DeleteItem',
  'dynamodb:BatchWriteItem',
  'dynamodb:ConditionCheckItem',
];
const indexes = ['gsi1', 'gsi2', 'gsi3'];

function queueOf(platform: Platform, name: keyof Platform['queues']) {
  const queue = platform.queues[name];
  if (!queue) throw new Error(`A function needs the queue '${name}', whose stack is made after it.`);
  return queue;
}

function convertRoleOf({ mediaConvertRole }: Platform): Role {
  if (!mediaConvertRole) throw new Error('A function needs MediaConvert, whose stack is made after it.');
  return mediaConvertRole;
}

function pushOf({ push }: Platform): PushChannel {
  if (!push) throw new Error('A function needs the push channel, whose stack is made after it.');
  return push;
}

function inboundMailsOf({ inboundMails }: Platform): Bucket {
  if (!inboundMails)
    throw new Error('A function needs the mails that are received, whose bucket is made after it.');
  return inboundMails;
}

/** The variables by which the kernel finds what a function needs. */
export function environmentOf(platform: Platform, needs: Needs): Record<string, string> {
  const variables: Record<string, string> = {};
  if (needs.table) variables.TABLE_NAME = platform.table.tableName;
  if (needs.bucket) variables.BUCKET_NAME = platform.files.bucketName;
  if (needs.key) variables.KEY_ID = platform.tenantKey.keyId;
  if (needs.signing) {
    variables.SIGNING_SECRET = platform.signingSecret.secretArn;
    // A container reads the secret once; another variable makes other containers.
    const { secretsTurned } = platform.settings;
    if (secretsTurned) variables.SECRETS_TURNED = secretsTurned;
  }
  if (needs.origin) variables.ORIGIN_SECRET = platform.originSecret.secretArn;
  if (needs.publicUrl) {
    const { publicUrl, signUrl, contact } = platform.settings;
    if (publicUrl) variables.PUBLIC_URL = publicUrl;
    else variables.PUBLIC_URL_PARAMETER = publicUrlParameter(platform.settings);
    if (signUrl !== publicUrl) variables.SIGN_URL = signUrl;
    if (contact) variables.CONTACT = contact;
  }
  if (needs.bus) variables.BUS_NAME = busName(platform.settings);
  if (needs.exchanges) variables.EXCHANGE_QUEUES = exchangeQueues(platform.settings);
  if (needs.exchanges === 'manage' && platform.bridgeRole)
    variables.BRIDGE_ROLE = platform.bridgeRole.roleArn;
  if (needs.push === 'send') variables.PUSH_URL = `${pushOf(platform).url}/event`;
  if (needs.push === 'address') {
    variables.PUSH_HOST = pushOf(platform).host;
    variables.PUSH_REALTIME_URL = `${pushOf(platform).realtimeUrl}/event/realtime`;
  }
  if (needs.mediaConvert) variables.MEDIACONVERT_ROLE = convertRoleOf(platform).roleArn;
  if (needs.mail) {
    variables.MAIL_FROM = platform.settings.mailFrom;
    variables.MAIL_CONFIGURATION_SET = mailSetName(platform.settings);
    if (platform.settings.mailInbound) variables.MAIL_INBOUND_DOMAIN = platform.settings.mailInbound;
  }
  if (needs.inbound) variables.INBOUND_BUCKET_NAME = inboundMailsOf(platform).bucketName;
  // Who asks for the mails of accounts knows whether they would arrive.
  if (needs.queues?.includes('accounts')) {
    if (platform.settings.mailWorks) variables.ACCOUNT_MAILS = 'on';
    if (!platform.settings.signUp) variables.SIGN_UP = 'off';
  }
  if (needs.watches) {
    const [first] = Object.values(platform.queues);
    variables.WATCHED_QUEUES_AT = Stack.of(first!).formatArn({ service: 'sqs', resource: '' });
    variables.WATCHED_QUEUES = Object.entries(platform.queues)
      .map(([name, queue]) => `${name}=${queue.queueName}`)
      .join(',');
  }
  for (const name of needs.queues ?? [])
    variables[`${name.toUpperCase()}_QUEUE_URL`] = queueOf(platform, name).queueUrl;
  return variables;
}

/** The permissions of what a function needs, on its own role: no action that the kernel does not call. */
export function grant(role: Role, platform: Platform, needs: Needs): void {
  const allow: Allow = (actions, resources, conditions) =>
    role.addToPolicy(new PolicyStatement({ actions, resources, conditions }));

  if (needs.table) {
    const { tableArn } = platform.table;
    allow(tableReads, [tableArn]);
    allow(
      indexReads,
      [...indexes, ...(needs.due ? ['due'] : [])].map((index) => `${tableArn}/index/${index}`),
    );
    if (needs.table === 'write') allow(tableWrites, [tableArn]);
    // DynamoDB opens the table's key in the caller's name.
    allow(
      ['kms:Decrypt', 'kms:DescribeKey', 'kms:Encrypt', 'kms:GenerateDataKey'],
      [platform.tableKey.keyArn],
      {
        StringEquals: { 'kms:ViaService': `dynamodb.${Stack.of(role).region}.amazonaws.com` },
      },
    );
  }
  if (needs.signing) allow(['secretsmanager:GetSecretValue'], [platform.signingSecret.secretArn]);
  if (needs.origin) allow(['secretsmanager:GetSecretValue'], [platform.originSecret.secretArn]);
  if (needs.key) allow(['kms:Encrypt', 'kms:Decrypt'], [platform.tenantKey.keyArn]);
  if (needs.publicUrl && !platform.settings.publicUrl)
    allow(
      ['ssm:GetParameter'],
      [
        Stack.of(role).formatArn({
          service: 'ssm',
          resource: 'parameter',
          resourceName: publicUrlParameter(platform.settings).slice(1),
        }),
      ],
    );
  if (needs.bus) allow(['events:PutEvents'], [busArn(role, platform.settings)]);
  if (needs.exchanges) grantExchanges(role, allow, platform, needs.exchanges);
  if (needs.push === 'send') allow(['appsync:EventPublish'], [pushOf(platform).namespaceArn]);
  if (needs.mail) grantMail(role, allow, platform.settings);
  if (needs.inbound) grantInbound(role, allow, inboundMailsOf(platform));
  if (needs.polly) {
    allow(['polly:SynthesizeSpeech'], ['*']);
    acknowledge(role, { [anyResource]: 'A voice of Polly is no resource that a policy could name.' });
  }
  if (needs.transcribe) {
    allow(['transcribe:StartTranscriptionJob'], ['*']);
    const jobs = { service: 'transcribe', resource: 'transcription-job', resourceName: 't*' };
    allow(
      ['transcribe:GetTranscriptionJob', 'transcribe:DeleteTranscriptionJob'],
      [Stack.of(role).formatArn(jobs)],
    );
    acknowledge(role, {
      [anyResource]: 'A job of Transcribe that is still to be begun is no resource that a policy could name.',
      [anyTranscript(role)]: 'A job is named by its tenant and its recording.',
    });
  }
  if (needs.mediaConvert) grantMediaConvert(role, allow, convertRoleOf(platform), needs.mediaConvert);
  if (needs.watches) {
    const prefix = `Dealbell-${platform.settings.stage}-`;
    allow(
      ['sqs:GetQueueAttributes', 'sqs:GetQueueUrl'],
      [Stack.of(role).formatArn({ service: 'sqs', resource: `${prefix}*` })],
    );
    acknowledge(role, {
      [anyQueue(role, prefix)]:
        'All queues of the stage are counted; one by one they would be a policy longer than IAM takes.',
    });
  }
  for (const name of needs.queues ?? []) allow(['sqs:SendMessage'], [queueOf(platform, name).queueArn]);
  if (needs.bucket) {
    grantBucket(allow, platform, needs.bucket);
    for (const area of Object.keys(needs.bucket))
      acknowledge(role, {
        [anyBelow(platform.files, area)]:
          'The tenant and the file name follow; the kernel puts the tenant there.',
      });
  }
}

type Allow = (
  actions: string[],
  resources: string[],
  conditions?: Record<string, Record<string, string | string[]>>,
) => void;

/**
 * E-mail in the name of one sender: SES asks for the right on the identity that stands for it, and on the
 * configuration set.
 */
function grantMail(role: Role, allow: Allow, settings: Settings): void {
  const { mailFrom: from } = settings;
  const arn = (resource: string, resourceName: string) =>
    Stack.of(role).formatArn({ service: 'ses', resource, resourceName });
  const domain = from.split('@').at(-1)!;
  allow(
    ['ses:SendEmail'],
    [arn('identity', from), arn('identity', domain), arn('configuration-set', mailSetName(settings))],
    { StringEquals: { 'ses:FromAddress': from } },
  );
}

/** Commands to exchanges. Messages are read too, for bridges that fetch them by the product and not at their queue. */
function grantExchanges(role: Role, allow: Allow, platform: Platform, access: 'send' | 'manage'): void {
  const manages = [
    'CreateQueue',
    'DeleteQueue',
    'ReceiveMessage',
    'DeleteMessage',
    'ChangeMessageVisibility',
  ];
  const names = access === 'manage' ? ['SendMessage', ...manages] : ['SendMessage'];
  const queues = exchangeQueuesArn(role, platform.settings);
  allow(
    names.map((name) => `sqs:${name}`),
    [queues],
  );
  acknowledge(role, {
    [anyQueue(role, exchangeQueues(platform.settings))]:
      'An exchange is added while the product runs, and its queue with it; the name says that it is one of these.',
  });
  if (access === 'manage' && platform.bridgeRole) allow(['sts:AssumeRole'], [platform.bridgeRole.roleArn]);
}

/** The mails that SES received, whosoever they are: that is known when one is read. */
function grantInbound(role: Role, allow: Allow, mails: Bucket): void {
  allow(['s3:GetObject', 's3:DeleteObject'], [mails.arnForObjects(`${inboundPrefix}*`)]);
  // Without this right a mail that has been taken answers 403, not 404.
  allow(['s3:ListBucket'], [mails.bucketArn], { StringLikeIfExists: { 's3:prefix': `${inboundPrefix}*` } });
  acknowledge(role, {
    [anyBelowOwn(mails, inboundPrefix)]: 'A mail has its name from SES when it comes in.',
  });
}

/** Jobs on the account's default queue, in the name of one role and of no other. */
function grantMediaConvert(role: Role, allow: Allow, convertRole: Role, access: 'join' | 'ask'): void {
  const arn = (resource: string, resourceName: string) =>
    Stack.of(role).formatArn({ service: 'mediaconvert', resource, resourceName });
  allow(['mediaconvert:CreateJob'], [arn('queues', 'Default')]);
  allow(['iam:PassRole'], [convertRole.roleArn], {
    StringEquals: { 'iam:PassedToService': 'mediaconvert.amazonaws.com' },
  });
  if (access !== 'ask') return;
  allow(['mediaconvert:GetJob'], [arn('jobs', '*')]);
  acknowledge(role, { [anyJob(role)]: 'A job has its number from MediaConvert when it is created.' });
}

function grantBucket(allow: Allow, { files }: Platform, areas: NonNullable<Needs['bucket']>): void {
  const of = (list: [string, unknown][]) => list.map(([area]) => files.arnForObjects(`${area}/*`));
  const all = Object.entries(areas);
  const written = all.filter(([, access]) => access !== 'read');
  const emptied = all.filter(([, access]) => access === 'write');
  allow(['s3:GetObject'], of(all));
  if (written.length) allow(['s3:PutObject'], of(written));
  // An upload in parts that fails removes its parts; only large files are sent so, and those are removed some day.
  if (emptied.length) allow(['s3:DeleteObject', 's3:AbortMultipartUpload'], of(emptied));
  // IfExists: asking for one file names no prefix, and without this right a missing file answers 403, not 404.
  allow(['s3:ListBucket'], [files.bucketArn], {
    StringLikeIfExists: { 's3:prefix': all.map(([area]) => `${area}/*`) },
  });
}
