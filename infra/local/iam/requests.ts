import type { IncomingMessage } from 'node:http';
import { splitTarget } from '../aws-auth.ts';
import type { CloudDescription } from '../template/template.ts';
import type { Properties } from '../template/types.ts';
import type { Asked } from './policies.ts';

export interface Account {
  region: string;
  accountId: string;
  cloud: CloudDescription;
}

type Read = (input: Properties, operation: string, account: Account) => Asked[];

const arn = ({ region, accountId }: Account, service: string, resource: string): string =>
  `arn:aws:${service}:${region}:${accountId}:${resource}`;

/** A thing by what a call names it: name, `Ref` or ARN. */
function named(account: Account, type: string, given: string): string[] {
  const found = account.cloud
    .ofType(type)
    .find(({ name, ref, arn: own }) => [name, ref, own].includes(given));
  return found ? [found.arn, found.ref] : [given];
}

const inTransaction: Record<string, string> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
  Get: 'GetItem',
};

const dynamodb: Read = (input, operation, account) => {
  const table = (name: string) =>
    name.startsWith('arn:') ? name : arn(account, 'dynamodb', `table/${name}`);
  const ask = (action: string, name: string): Asked => ({
    action: `dynamodb:${action}`,
    resources: [input.IndexName ? `${table(name)}/index/${input.IndexName}` : table(name)],
  });
  const asked = input.TransactItems
    ? (input.TransactItems as Record<string, Properties>[]).flatMap((item) =>
        Object.entries(item).map(([kind, { TableName }]) => ask(inTransaction[kind] ?? kind, TableName)),
      )
    : input.RequestItems
      ? Object.keys(input.RequestItems as object).map((name) => ask(operation, name))
      : [ask(operation, String(input.TableName))];
  return [...asked, ...tableKeys(asked, account)];
};

/** DynamoDB opens a table's own key in the caller's name. */
function tableKeys(asked: Asked[], account: Account): Asked[] {
  const tables = account.cloud.ofType('AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable');
  const keys = tables
    .filter((table) => asked.some(({ resources }) => resources[0]!.startsWith(table.arn)))
    .flatMap(({ properties }) => (properties.SSESpecification?.KMSMasterKeyId as string | undefined) ?? []);
  const context = { 'kms:ViaService': `dynamodb.${account.region}.amazonaws.com` };
  return keys.map((key) => ({
    action: 'kms:Decrypt',
    resources: named(account, 'AWS::KMS::Key', key),
    context,
  }));
}

const addressOf = (sender: unknown): string => {
  const text = String(sender ?? '');
  return text
    .slice(text.lastIndexOf('<') + 1)
    .replace('>', '')
    .trim();
};

const ses: Read = (input, _, account) => {
  const from = addressOf(input.FromEmailAddress);
  const context = { 'ses:FromAddress': from };
  const ask = (...resources: string[]): Asked => ({
    action: 'ses:SendEmail',
    resources: resources.map((resource) => arn(account, 'ses', resource)),
    context,
  });
  const set = input.ConfigurationSetName as string | undefined;
  return [
    ask(`identity/${from}`, `identity/${from.split('@').at(-1)}`),
    ...(set ? [ask(`configuration-set/${set}`)] : []),
  ];
};

const mediaconvert: Read = (input, operation, account) => {
  if (operation.startsWith('GET '))
    return [
      {
        action: 'mediaconvert:GetJob',
        resources: [arn(account, 'mediaconvert', `jobs/${operation.split('/').at(-1)}`)],
      },
    ];
  return [
    { action: 'mediaconvert:CreateJob', resources: [arn(account, 'mediaconvert', 'queues/Default')] },
    {
      action: 'iam:PassRole',
      resources: [String(input.role)],
      context: { 'iam:PassedToService': 'mediaconvert.amazonaws.com' },
    },
  ];
};

/** What a request of each service asks for; those of S3 are known where its path is read. */
const readers: Record<string, Read> = {
  dynamodb,
  ses,
  mediaconvert,
  // A queue is named by its address, and by its name where its address is asked for.
  sqs: ({ QueueUrl, QueueName = QueueUrl }, operation, account) => [
    { action: `sqs:${operation}`, resources: [arn(account, 'sqs', String(QueueName).split('/').at(-1)!)] },
  ],
  kms: ({ KeyId }, operation, account) => [
    { action: `kms:${operation}`, resources: named(account, 'AWS::KMS::Key', String(KeyId)) },
  ],
  secretsmanager: ({ SecretId }, operation, account) => [
    {
      action: `secretsmanager:${operation}`,
      resources: named(account, 'AWS::SecretsManager::Secret', String(SecretId)),
    },
  ],
  // The namespace is the first segment of a channel.
  appsync: ({ channel }, _, account) => [
    {
      action: 'appsync:EventPublish',
      resources: account.cloud
        .ofType('AWS::AppSync::Api')
        .map(({ arn: api }) => `${api}/channelNamespace/${String(channel).split('/')[1]}`),
    },
  ],
  ssm: ({ Name }, operation, account) => [
    {
      action: `ssm:${operation}`,
      resources: [arn(account, 'ssm', `parameter/${String(Name).replace(/^\//, '')}`)],
    },
  ],
  events: ({ Entries }, operation, account) =>
    ((Entries ?? []) as Properties[]).map(({ EventBusName = 'default' }) => ({
      action: `events:${operation}`,
      resources: [arn(account, 'events', `event-bus/${String(EventBusName).split('/').at(-1)}`)],
    })),
};

/** What a request to a service asks for, from its body in JSON. */
export function askedBy(service: string, req: IncomingMessage, body: Buffer, account: Account): Asked[] {
  const target = String(req.headers['x-amz-target'] ?? '')
    .split('.')
    .at(-1);
  const operation = target || `${req.method} ${splitTarget(req.url ?? '/').path}`;
  const read = readers[service];
  if (!read) return [{ action: `${service}:${operation}`, resources: ['*'] }];
  const input = body.length > 0 ? (JSON.parse(body.toString('utf8')) as Properties) : {};
  return read(input, operation, account);
}
