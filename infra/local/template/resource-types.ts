import { createHash } from 'node:crypto';
import type { Place, Properties } from './types.ts';

interface Naming {
  /** The property that holds the physical name, when the template gives one. */
  nameProperty?: string;
  /** What `Ref` gives; the name by default. */
  ref?(name: string, place: Place): string;
  arn(name: string, place: Place, properties: Properties): string;
  /** What `Fn::GetAtt` gives beside `Arn`. */
  attributes?(name: string, place: Place): Record<string, string>;
  /** The service's own limits on a name that is made from the logical id. */
  limit?: number;
  lowerCase?: boolean;
}

const arnOf =
  (service: string, prefix = '') =>
  (name: string, place: Place) =>
    `arn:aws:${service}:${place.region}:${place.accountId}:${prefix}${name}`;

/** An id of the form the service gives out, the same at every start. */
const idOf = (name: string, length: number) =>
  createHash('sha256').update(name).digest('hex').slice(0, length);
const uuidOf = (name: string) =>
  idOf(name, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

const table: Naming = {
  nameProperty: 'TableName',
  arn: arnOf('dynamodb', 'table/'),
  attributes: (name, place) => ({
    StreamArn: `${arnOf('dynamodb', 'table/')(name, place)}/stream/local`,
    TableId: uuidOf(name),
  }),
};
const cloudFrontPart: Naming = {
  ref: (name) => uuidOf(name),
  arn: (name, place) => `arn:aws:cloudfront::${place.accountId}:part/${uuidOf(name)}`,
  attributes: (name) => ({ Id: uuidOf(name) }),
};

/** The types that run locally, and how each is named. */
export const localTypes = {
  'AWS::DynamoDB::Table': table,
  'AWS::DynamoDB::GlobalTable': table,
  'AWS::S3::Bucket': {
    nameProperty: 'BucketName',
    limit: 63,
    lowerCase: true,
    arn: (name) => `arn:aws:s3:::${name}`,
    attributes: (name, place) => ({
      DomainName: `${name}.s3.amazonaws.com`,
      RegionalDomainName: `${name}.s3.${place.region}.amazonaws.com`,
    }),
  },
  'AWS::SQS::Queue': {
    nameProperty: 'QueueName',
    limit: 80,
    ref: (name, place) => `${place.awsEndpoint}/${place.accountId}/${name}`,
    arn: arnOf('sqs'),
    attributes: (name, place) => ({
      QueueName: name,
      QueueUrl: `${place.awsEndpoint}/${place.accountId}/${name}`,
    }),
  },
  // A key is known by an alias of its own, which every call of KMS takes in place of the id it was given.
  'AWS::KMS::Key': {
    ref: (name) => `alias/${name}`,
    arn: arnOf('kms', 'alias/'),
    attributes: (name) => ({ KeyId: `alias/${name}` }),
  },
  'AWS::SecretsManager::Secret': {
    nameProperty: 'Name',
    // Ref gives an ARN in AWS, with six characters that it makes up; here the name, which every call takes as well.
    ref: (name) => name,
    arn: arnOf('secretsmanager', 'secret:'),
    attributes: (name) => ({ Id: name }),
  },
  'AWS::SSM::Parameter': { nameProperty: 'Name', arn: arnOf('ssm', 'parameter') },
  'AWS::Lambda::Function': { nameProperty: 'FunctionName', limit: 64, arn: arnOf('lambda', 'function:') },
  'AWS::IAM::Role': {
    nameProperty: 'RoleName',
    limit: 64,
    arn: (name, place) => `arn:aws:iam::${place.accountId}:role/${name}`,
  },
  'AWS::IAM::Policy': {
    nameProperty: 'PolicyName',
    limit: 128,
    arn: (name, place) => `arn:aws:iam::${place.accountId}:policy/${name}`,
  },
  'AWS::Lambda::EventSourceMapping': {
    ref: (name) => uuidOf(name),
    arn: arnOf('lambda', 'event-source-mapping:'),
  },
  'AWS::Lambda::EventInvokeConfig': { arn: arnOf('lambda', 'event-invoke-config:') },
  'AWS::Events::EventBus': {
    nameProperty: 'Name',
    arn: arnOf('events', 'event-bus/'),
    attributes: (name) => ({ Name: name }),
  },
  'AWS::Events::Rule': {
    nameProperty: 'Name',
    limit: 64,
    arn: (name, place, properties) => {
      const bus = String(properties.EventBusName ?? 'default')
        .split('/')
        .at(-1)!;
      return arnOf('events', 'rule/')(bus === 'default' ? name : `${bus}/${name}`, place);
    },
  },
  'AWS::Scheduler::ScheduleGroup': {
    nameProperty: 'Name',
    limit: 64,
    arn: arnOf('scheduler', 'schedule-group/'),
  },
  'AWS::Scheduler::Schedule': { nameProperty: 'Name', limit: 64, arn: arnOf('scheduler', 'schedule/') },
  'AWS::SES::ConfigurationSet': { nameProperty: 'Name', limit: 64, arn: arnOf('ses', 'configuration-set/') },
  'AWS::SES::ConfigurationSetEventDestination': {
    ref: (name) => uuidOf(name),
    arn: arnOf('ses', 'configuration-set-event-destination/'),
    attributes: (name) => ({ Id: uuidOf(name) }),
  },
  'AWS::SES::ReceiptRuleSet': {
    nameProperty: 'RuleSetName',
    limit: 64,
    arn: arnOf('ses', 'receipt-rule-set/'),
  },
  'AWS::SES::ReceiptRule': { arn: arnOf('ses', 'receipt-rule/') },
  'AWS::AppSync::Api': {
    ref: (name, place) => arnOf('appsync', 'apis/')(idOf(name, 26), place),
    arn: (name, place) => arnOf('appsync', 'apis/')(idOf(name, 26), place),
    attributes: (name, place) => ({
      ApiId: idOf(name, 26),
      ApiArn: arnOf('appsync', 'apis/')(idOf(name, 26), place),
      'Dns.Http': `${idOf(name, 26)}.appsync-api.${place.region}.amazonaws.com`,
      'Dns.Realtime': `${idOf(name, 26)}.appsync-realtime-api.${place.region}.amazonaws.com`,
    }),
  },
  'AWS::AppSync::ChannelNamespace': { nameProperty: 'Name', arn: arnOf('appsync', 'channelNamespace/') },
  'AWS::ApiGatewayV2::Api': {
    ref: (name) => idOf(name, 10),
    arn: (name, place) => `arn:aws:apigateway:${place.region}::/apis/${idOf(name, 10)}`,
    attributes: (name, place) => ({
      ApiId: idOf(name, 10),
      ApiEndpoint: `https://${idOf(name, 10)}.execute-api.${place.region}.amazonaws.com`,
    }),
  },
  'AWS::ApiGatewayV2::Route': { ref: (name) => idOf(name, 7), arn: arnOf('apigateway', 'route/') },
  'AWS::ApiGatewayV2::Integration': {
    ref: (name) => idOf(name, 7),
    arn: arnOf('apigateway', 'integration/'),
  },
  'AWS::ApiGatewayV2::Stage': { nameProperty: 'StageName', arn: arnOf('apigateway', 'stage/') },
  'AWS::CloudFront::Distribution': {
    ref: (name) => `E${idOf(name, 13).toUpperCase()}`,
    arn: (name, place) =>
      `arn:aws:cloudfront::${place.accountId}:distribution/E${idOf(name, 13).toUpperCase()}`,
    attributes: (name, place) => ({ DomainName: place.cdnHost, Id: `E${idOf(name, 13).toUpperCase()}` }),
  },
  'AWS::CloudFront::CachePolicy': cloudFrontPart,
  'AWS::CloudFront::OriginRequestPolicy': cloudFrontPart,
  'AWS::CloudFront::ResponseHeadersPolicy': cloudFrontPart,
  'AWS::CloudFront::Function': {
    ref: (name, place) => `arn:aws:cloudfront::${place.accountId}:function/${name}`,
    arn: (name, place) => `arn:aws:cloudfront::${place.accountId}:function/${name}`,
    attributes: (name, place) => ({ FunctionARN: `arn:aws:cloudfront::${place.accountId}:function/${name}` }),
  },
  // Its function says these when the resource is made, after the template is read.
  'Custom::FirstAdminLink': {
    arn: arnOf('cloudformation', 'custom/'),
    attributes: () => ({ Path: '/setup' }),
  },
} satisfies Record<string, Naming>;

export type LocalType = keyof typeof localTypes;

export const namingOf = (type: string): Naming | undefined =>
  Object.hasOwn(localTypes, type) ? localTypes[type as LocalType] : undefined;

/** The types that need nothing on one machine, each with the reason. Everything else stops the start. */
export const typesWithoutLocalPart: Record<string, string> = {
  'AWS::Lambda::Permission': 'the local gateway, bus and scheduler may call every function',
  'AWS::Lambda::LayerVersion': 'the bundle finds in node_modules what a layer would bring',
  'AWS::SQS::QueuePolicy': 'who calls is checked by their own policies',
  'AWS::S3::BucketPolicy': 'who calls is checked by their own policies',
  'AWS::Events::EventBusPolicy': 'who calls is checked by their own policies',
  'AWS::Events::Archive': 'a replay is an operation of the cloud’s console',
  'AWS::Logs::LogGroup': 'logs are files in the state folder',
  'AWS::Logs::MetricFilter': 'metrics are not kept on one machine',
  'AWS::Logs::ResourcePolicy': 'logs are files in the state folder',
  'AWS::CloudWatch::Alarm': 'metrics are not kept on one machine; errors stand in the terminal',
  'AWS::CloudWatch::CompositeAlarm': 'metrics are not kept on one machine',
  'AWS::CloudWatch::Dashboard': 'metrics are not kept on one machine',
  'AWS::SNS::Topic': 'it only carries alarms, and there are none here',
  'AWS::SNS::TopicPolicy': 'it only carries alarms, and there are none here',
  'AWS::SNS::Subscription': 'it only carries alarms, and there are none here',
  'AWS::CloudFront::OriginAccessControl': 'the local CDN reads the buckets itself',
  'AWS::CertificateManager::Certificate': 'the local address is plain HTTP on this machine',
  'AWS::Route53::RecordSet': 'the local address is localhost',
  'AWS::WAFv2::WebACL': 'a firewall in front of one’s own machine guards nobody',
  'AWS::CDK::Metadata': 'it only tells AWS which constructs were used',
  'Custom::S3AutoDeleteObjects': 'it empties a bucket when its stack is deleted; --fresh does so here',
  'Custom::CDKBucketDeployment': 'the local CDN serves the build in dist/web itself',
};

/** Functions that the CDK adds for its own custom resources; they work at deployment and never run here. */
export const isDeploymentHelper = (logicalId: string): boolean =>
  /^(CustomS3AutoDeleteObjects|CustomCDKBucketDeployment|LogRetention|AWS679f53fac)/.test(logicalId);

/** A name from stack and logical id within the service's limits, the same at every start. */
export function generatedName(naming: Naming, stack: string, logicalId: string): string {
  const full = `${stack}-${logicalId}`;
  const limit = naming.limit ?? 255;
  const name = full.length <= limit ? full : `${full.slice(0, limit - 9)}-${idOf(full, 8)}`;
  return naming.lowerCase ? name.toLowerCase() : name;
}
