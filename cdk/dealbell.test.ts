import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import type { SynthesisMessage } from 'aws-cdk-lib/cx-api';
import { AwsSolutionsChecks } from 'cdk-nag';
import { beforeAll, describe, expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { dealbell } from './dealbell.ts';
import { workers } from './functions.ts';

// biome-ignore lint/suspicious/noExplicitAny: a template is whatever CloudFormation takes.
type Resource = { Type: string; Properties: any; DeletionPolicy?: string; Metadata?: Record<string, any> };
type StackName = 'Data' | 'Render' | 'Schedule' | 'Api' | 'Web';

const names: StackName[] = ['Data', 'Render', 'Schedule', 'Api', 'Web'];

const isTrouble = ({ level }: SynthesisMessage) => level !== 'info';

/** What cdk-nag's AwsSolutions pack finds: errors and warnings, as `rule: resource`. */
function violationsOf(app: App): string[] {
  const { violations } = new AwsSolutionsChecks(app).validateScope(app);
  return violations.flatMap(({ ruleName, violatingResources }) =>
    violatingResources.map(({ constructPath }) => `${ruleName}: ${constructPath}`),
  );
}

/** One cloud, synthesized and looked through. */
function synthesize(context: Record<string, unknown>) {
  const folder = mkdtempSync(join(tmpdir(), 'dealbell-cdk-'));
  const { app, settings } = dealbell({ bundle: 'off', webDeployment: 'on', ...context }, folder);
  const assembly = app.synth();
  const stacks = Object.fromEntries(
    names.map((name) => [name, assembly.getStackByName(`Dealbell-${settings.stage}-${name}`)]),
  );
  const json = Object.fromEntries(Object.entries(stacks).map(([name, stack]) => [name, stack.template]));
  rmSync(folder, { recursive: true, force: true, maxRetries: 2 });
  const resources = Object.entries(json).flatMap(([stack, template]) =>
    Object.entries(template.Resources as Record<string, Resource>).map(([id, resource]) => ({
      stack,
      id,
      ...resource,
    })),
  );
  return {
    violations: violationsOf(app),
    stacks,
    template: (name: StackName) => Template.fromJSON(json[name]),
    of: (type: string) => resources.filter((resource) => resource.Type === type),
    resources,
  };
}

let dev: ReturnType<typeof synthesize>;
let prod: ReturnType<typeof synthesize>;
beforeAll(() => {
  dev = synthesize({ stage: 'dev', demo: 'on', mailInbound: 'reply.example.com' });
  prod = synthesize({
    stage: 'prod',
    domainName: 'signs.example.com',
    certificateArn: 'arn:aws:acm:us-east-1:111111111111:certificate/x',
    hostedZone: 'example.com',
    hostedZoneId: 'Z0123',
    webAclArn: 'arn:aws:wafv2:us-east-1:111111111111:global/webacl/x/y',
    mailInbound: 'answers.example.com',
    mailRuleSet: 'company',
  });
}, 180_000);

/** Functions of the product; CDK's own helper that copies web files at deployment has no entry. */
const functions = () => dev.of('AWS::Lambda::Function').filter((found) => found.Metadata?.['dealbell:entry']);
const find = (stack: string, id: string) =>
  dev.resources.find((resource) => resource.stack === stack && resource.id === id)!;

describe('cdk-nag', () => {
  it.each(['dev', 'prod'])('finds nothing in stage %s that has no reason beside it', (stage) =>
    expect((stage === 'dev' ? dev : prod).violations).toEqual([]),
  );

  it('looks: a bucket that anybody made in passing is found', () => {
    const app = new App();
    new Bucket(new Stack(app, 'Careless'), 'Bucket');
    expect(violationsOf(app)).toContainEqual(expect.stringMatching(/^AwsSolutions-S10: Careless\/Bucket/));
  });

  it('leaves no warning of CDK itself', () => {
    for (const cloud of [dev, prod])
      for (const stack of Object.values(cloud.stacks)) expect(stack.messages.filter(isTrouble)).toEqual([]);
  });
});

describe('every function', () => {
  it('is one for each noun of the contract, and one for each worker', () =>
    expect(
      functions()
        .map((found) => found.Metadata!['dealbell:entry'])
        .sort(),
    ).toEqual(
      [
        ...Object.keys(api).map((noun) => `functions/${noun}/index.ts`),
        ...Object.values(workers).map(({ entry }) => entry),
      ].sort(),
    ));

  it('runs on Node 24, traced, with a time-out and a log that forgets', () => {
    for (const { stack, Properties } of functions()) {
      expect(Properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Handler: 'index.handler',
        TracingConfig: { Mode: 'Active' },
        Timeout: expect.any(Number),
        Architectures: [Properties.Environment.Variables.SERVICE_NAME === 'render' ? 'x86_64' : 'arm64'],
      });
      const log = find(stack, Properties.LoggingConfig.LogGroup.Ref);
      expect(log.Properties.RetentionInDays).toBeGreaterThan(0);
    }
    for (const log of dev.of('AWS::Logs::LogGroup'))
      expect(log.Properties.RetentionInDays).toBeGreaterThan(0);
  });

  it('has alarms on errors, throttles and slowness that reach the topic', () => {
    const alarms = dev.of('AWS::CloudWatch::Alarm');
    for (const { stack, id } of functions()) {
      const own = alarms.filter(
        (alarm) =>
          alarm.stack === stack &&
          alarm.Properties.Dimensions?.some(
            (dimension: { Value: { Ref?: string } }) => dimension.Value.Ref === id,
          ),
      );
      expect(own.map((alarm) => alarm.Properties.MetricName)).toEqual(
        expect.arrayContaining(['Errors', 'Throttles', 'Duration']),
      );
    }
    for (const alarm of alarms) expect(alarm.Properties.AlarmActions).toHaveLength(1);
  });
});

describe('permissions', () => {
  const statements = () =>
    dev
      .of('AWS::IAM::Policy')
      .filter(({ id }) => !id.startsWith('CustomCDKBucketDeployment'))
      .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
      .map(({ Action, Resource, ...rest }) => ({
        ...rest,
        actions: [Action].flat() as string[],
        resources: [Resource].flat() as unknown[],
      }));

  it('name their actions, and never one that reads a whole table', () => {
    const actions = new Set(statements().flatMap((statement) => statement.actions));
    expect([...actions].filter((action) => action.includes('*'))).toEqual([]);
    expect(actions).not.toContain('dynamodb:Scan');
    expect(actions).not.toContain('dynamodb:DeleteTable');
  });

  it('send e-mail as one sender only', () => {
    const mail = statements().filter(({ actions }) => actions.includes('ses:SendEmail'));
    expect(mail.length).toBeGreaterThan(0);
    for (const one of mail)
      expect(one).toMatchObject({
        Condition: { StringEquals: { 'ses:FromAddress': 'no-reply@dealbell.example' } },
      });
  });

  it('are for every resource only where AWS knows no other way', () => {
    const open = statements().filter(({ resources }) => resources.includes('*'));
    expect(new Set(open.flatMap(({ actions }) => actions))).toEqual(
      new Set(['xray:PutTraceSegments', 'xray:PutTelemetryRecords', 'dynamodb:ListStreams']),
    );
  });

  it('reach files by area only', () => {
    const files = statements().filter(({ actions }) =>
      actions.some((action: string) => /s3:.*Object/.test(action)),
    );
    expect(files.length).toBeGreaterThan(0);
    for (const { resources } of files)
      for (const resource of resources)
        expect(JSON.stringify(resource)).toMatch(/\/(media|exports|public|imports|versions|hooks|mail)\/\*/);
  });

  it('come with no managed policy', () => {
    for (const role of dev.of('AWS::IAM::Role').filter(({ id }) => !id.startsWith('CustomCDK')))
      expect(role.Properties.ManagedPolicyArns).toBeUndefined();
  });
});

describe('the data stack', () => {
  it('has one table, on demand, restorable, with its stream, its indexes and forgetting', () => {
    dev.template('Data').resourceCountIs('AWS::DynamoDB::Table', 1);
    const index = (name: string) => ({
      IndexName: name,
      KeySchema: [
        { AttributeName: `${name}pk`, KeyType: 'HASH' },
        { AttributeName: `${name}sk`, KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'ALL' },
    });
    dev.template('Data').hasResourceProperties('AWS::DynamoDB::Table', {
      BillingMode: 'PAY_PER_REQUEST',
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
      TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
      SSESpecification: { SSEEnabled: true, SSEType: 'KMS' },
      GlobalSecondaryIndexes: ['gsi1', 'gsi2', 'gsi3'].map(index),
    });
  });

  it('keeps files private, lets exports go after a month, and takes uploads', () =>
    dev.template('Data').hasResourceProperties('AWS::S3::Bucket', {
      VersioningConfiguration: { Status: 'Enabled' },
      LifecycleConfiguration: {
        Rules: Match.arrayWith([
          Match.objectLike({ Prefix: 'exports/', ExpirationInDays: 30 }),
          Match.objectLike({ AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } }),
        ]),
      },
      CorsConfiguration: {
        CorsRules: [Match.objectLike({ AllowedMethods: ['GET', 'HEAD', 'POST', 'PUT'] })],
      },
    }));

  it('turns its keys over and makes the signing secret itself', () => {
    dev.template('Data').allResourcesProperties('AWS::KMS::Key', { EnableKeyRotation: true });
    dev.template('Data').hasResourceProperties('AWS::SecretsManager::Secret', {
      GenerateSecretString: { PasswordLength: 64, ExcludePunctuation: true },
    });
  });

  it('has no bucket that anybody can read', () => {
    for (const bucket of dev.of('AWS::S3::Bucket'))
      expect(bucket.Properties.PublicAccessBlockConfiguration).toEqual({
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      });
  });
});

describe('the gateway', () => {
  const routes = () =>
    new Map(dev.of('AWS::ApiGatewayV2::Route').map(({ Properties }) => [Properties.RouteKey, Properties]));

  /** The entry of the function that a route leads to. */
  function entryOf(path: string): string {
    const target = routes().get(`ANY ${path}`)!.Target['Fn::Join'][1][1].Ref;
    const integration = find('Api', target).Properties.IntegrationUri['Fn::GetAtt'][0];
    return find('Api', integration).Metadata!['dealbell:entry'];
  }

  it('has a route for each segment and for all below it, to the noun that has it', () => {
    expect(entryOf('/api/users')).toBe('functions/users/index.ts');
    expect(entryOf('/api/users/{proxy+}')).toBe('functions/users/index.ts');
    expect(entryOf('/api/trial/{proxy+}')).toBe('functions/auth/index.ts');
    expect(entryOf('/api/tenant/{proxy+}')).toBe('functions/tenants/index.ts');
  });

  it('lets system answer for the document and for what nobody has', () => {
    for (const path of ['/api/openapi.json', '/api/docs', '/api/{proxy+}'])
      expect(entryOf(path)).toBe('functions/system/index.ts');
  });

  it('is throttled, logged and open to no other origin', () => {
    dev.template('Api').hasResourceProperties('AWS::ApiGatewayV2::Stage', {
      StageName: '$default',
      DefaultRouteSettings: Match.objectLike({ ThrottlingRateLimit: 2000, ThrottlingBurstLimit: 1000 }),
      AccessLogSettings: Match.objectLike({ Format: Match.stringLikeRegexp('requestId') }),
    });
    dev
      .template('Api')
      .hasResourceProperties('AWS::ApiGatewayV2::Api', { CorsConfiguration: Match.absent() });
    dev.template('Api').hasResourceProperties('AWS::CloudWatch::Alarm', { MetricName: '5xx' });
  });

  it.each(names)('stays well below the 500 resources that a stack may have: %s', (stack) =>
    expect(dev.resources.filter((resource) => resource.stack === stack).length).toBeLessThan(450),
  );

  it('has the demo only when asked for', () => {
    const demos = (cloud: typeof dev) =>
      cloud
        .of('AWS::Lambda::Function')
        .filter((found) => found.Metadata?.['dealbell:entry'] === 'functions/demo/index.ts');
    expect(demos(dev)).toHaveLength(1);
    expect(demos(prod)).toHaveLength(0);
  });
});

describe('mails that come in', () => {
  const rule = (cloud: typeof dev) => cloud.of('AWS::SES::ReceiptRule')[0]?.Properties;

  it('are looked through, and put into a bucket that forgets them and tells the account’s bus', () => {
    expect(rule(dev)).toMatchObject({
      RuleSetName: { Ref: expect.any(String) },
      Rule: {
        Enabled: true,
        ScanEnabled: true,
        Recipients: ['reply.example.com'],
        Actions: [{ S3Action: { ObjectKeyPrefix: 'mail/' } }],
      },
    });
    const { stack } = dev.of('AWS::SES::ReceiptRule')[0]!;
    const mails = find(stack, rule(dev).Rule.Actions[0].S3Action.BucketName.Ref).Properties;
    expect(mails).toMatchObject({
      NotificationConfiguration: { EventBridgeConfiguration: { EventBridgeEnabled: true } },
      LifecycleConfiguration: { Rules: [{ ExpirationInDays: 14, Status: 'Enabled' }] },
    });
    dev.template('Schedule').hasResourceProperties('AWS::Events::Rule', {
      EventBusName: Match.absent(),
      EventPattern: {
        source: ['aws.s3'],
        'detail-type': ['Object Created'],
        detail: { bucket: { name: Match.anyValue() }, object: { key: [{ prefix: 'mail/' }] } },
      },
    });
  });

  it('are told of to whoever writes mails, in their address for answers', () => {
    const told = (cloud: typeof dev) =>
      cloud
        .of('AWS::Lambda::Function')
        .map(({ Properties }) => Properties.Environment?.Variables ?? {})
        .filter((variables) => variables.MAIL_FROM)
        .map((variables) => variables.MAIL_INBOUND_DOMAIN);
    expect(new Set(told(dev))).toEqual(new Set(['reply.example.com']));
    expect(new Set(told(prod))).toEqual(new Set(['answers.example.com']));
  });

  it('come by a rule set that is active already, where one is named, to a domain of the zone', () => {
    expect(prod.of('AWS::SES::ReceiptRuleSet')).toEqual([]);
    expect(rule(prod)).toMatchObject({ RuleSetName: 'company' });
    prod.template('Schedule').hasResourceProperties('AWS::Route53::RecordSet', {
      Name: 'answers.example.com.',
      Type: 'MX',
    });
    expect(dev.of('AWS::Route53::RecordSet')).toEqual([]);
  });

  it('are none without a domain for them', () => {
    const { schedule } = dealbell({ bundle: 'off' });
    expect(schedule.node.tryFindChild('MailFeedback')).toBeDefined();
    expect(schedule.node.tryFindChild('InboundMail')).toBeUndefined();
  });
});

/** The queues that have a worker: all but those for dead letters. */
const queues = () => dev.of('AWS::SQS::Queue').filter(({ Properties }) => Properties.RedrivePolicy);

describe('queues, streams and rules', () => {
  it('hide a message for six time-outs, try three times or six, and keep what failed', () => {
    const sources = dev
      .of('AWS::Lambda::EventSourceMapping')
      .filter(({ Properties }) => !Properties.StartingPosition);
    expect(sources).toHaveLength(queues().length);
    for (const { stack, Properties } of sources) {
      const queue = find(stack, Properties.EventSourceArn['Fn::GetAtt'][0]).Properties;
      const worker = find(stack, Properties.FunctionName.Ref).Properties;
      expect(queue.VisibilityTimeout).toBeGreaterThanOrEqual(worker.Timeout * 6);
      // A renderer's message outlives the three renderers that an export is given.
      expect(queue.RedrivePolicy.maxReceiveCount).toBe(stack === 'Render' && worker.Timeout === 300 ? 6 : 3);
      expect(queue.SqsManagedSseEnabled).toBe(true);
      expect(Properties.FunctionResponseTypes).toEqual(['ReportBatchItemFailures']);
      expect(Properties.ScalingConfig.MaximumConcurrency).toBeGreaterThanOrEqual(2);
    }
  });

  it('hand events on in order, events only, and let no bad one stop the others', () =>
    dev.template('Schedule').hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      StartingPosition: 'TRIM_HORIZON',
      ParallelizationFactor: 1,
      BisectBatchOnFunctionError: true,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      DestinationConfig: { OnFailure: { Destination: Match.anyValue() } },
      FilterCriteria: {
        Filters: [
          {
            Pattern: JSON.stringify({
              eventName: ['INSERT'],
              dynamodb: { NewImage: { __edb_e__: { S: ['event'] } } },
            }),
          },
        ],
      },
    }));

  it('take an export that was asked for to the render queue, which admits the bus', () => {
    dev.template('Schedule').hasResourceProperties('AWS::Events::Rule', {
      EventBusName: Match.anyValue(),
      EventPattern: { source: ['dealbell'], 'detail-type': ['content.export.requested'] },
      Targets: [Match.objectLike({ DeadLetterConfig: Match.anyValue(), RetryPolicy: Match.anyValue() })],
    });
    dev.template('Render').hasResourceProperties('AWS::SQS::QueuePolicy', {
      PolicyDocument: Match.objectLike({
        Statement: Match.arrayWith([
          Match.objectLike({
            Action: 'sqs:SendMessage',
            Principal: { Service: 'events.amazonaws.com' },
            Condition: { ArnLike: { 'aws:SourceArn': Match.anyValue() } },
          }),
        ]),
      }),
    });
  });

  it('hear of MediaConvert’s jobs of their own stage, and give it exports alone', () => {
    const render = dev.template('Render');
    render.hasResourceProperties('AWS::Events::Rule', {
      EventPattern: Match.objectLike({
        source: ['aws.mediaconvert'],
        detail: { status: ['COMPLETE', 'ERROR', 'CANCELED'], userMetadata: { stage: ['dev'] } },
      }),
    });
    render.hasResourceProperties('AWS::IAM::Role', {
      AssumeRolePolicyDocument: Match.objectLike({
        Statement: [Match.objectLike({ Principal: { Service: 'mediaconvert.amazonaws.com' } })],
      }),
    });
    const passing = dev
      .of('AWS::IAM::Policy')
      .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
      .filter(({ Action }) => Action === 'iam:PassRole');
    expect(passing).toHaveLength(2);
    for (const { Resource, Condition } of passing) {
      expect(Resource).not.toBe('*');
      expect(Condition).toEqual({ StringEquals: { 'iam:PassedToService': 'mediaconvert.amazonaws.com' } });
    }
  });

  it('hear from the account’s own bus of mails of their own stage that came back or were marked as spam', () => {
    const data = dev.template('Data');
    data.hasResourceProperties('AWS::SES::ConfigurationSet', {
      Name: 'dealbell-dev',
      SuppressionOptions: { SuppressedReasons: ['BOUNCE', 'COMPLAINT'] },
    });
    data.hasResourceProperties('AWS::SES::ConfigurationSetEventDestination', {
      EventDestination: {
        Enabled: true,
        MatchingEventTypes: ['bounce', 'complaint', 'reject'],
        // SES takes no other bus than the account's default one.
        EventBridgeDestination: {
          EventBusArn: { 'Fn::Join': ['', Match.arrayWith([Match.stringLikeRegexp('event-bus/default$')])] },
        },
      },
    });
    const [rule] = dev
      .of('AWS::Events::Rule')
      .filter(({ Properties }) => Properties.EventPattern?.source?.includes('aws.ses'));
    expect(rule!.Properties.EventBusName).toBeUndefined();
    expect(rule!.Properties.EventPattern).toEqual({
      source: ['aws.ses'],
      'detail-type': ['Email Bounced', 'Email Complaint Received', 'Email Rejected'],
      detail: { mail: { tags: { stage: ['dev'] } } },
    });
    const senders = functions().filter(({ Properties }) => Properties.Environment.Variables.MAIL_FROM);
    for (const { Properties } of senders)
      expect(Properties.Environment.Variables.MAIL_CONFIGURATION_SET).toBe('dealbell-dev');
  });

  it('sweep each minute, and every rule has somewhere to leave what it cannot deliver', () => {
    dev
      .template('Schedule')
      .hasResourceProperties('AWS::Events::Rule', { ScheduleExpression: 'rate(1 minute)' });
    for (const rule of dev.of('AWS::Events::Rule').filter(({ id }) => !id.startsWith('Archive')))
      for (const target of rule.Properties.Targets) expect(target.DeadLetterConfig).toBeDefined();
  });

  it('tell of every dead letter, of waiting messages and of late events', () => {
    const metrics = [...dev.of('AWS::CloudWatch::Alarm')].map(({ Properties }) => Properties.MetricName);
    const count = (name: string) => metrics.filter((metric) => metric === name).length;
    const all = dev.of('AWS::SQS::Queue').length;
    expect(all).toBeGreaterThan(queues().length);
    expect(count('ApproximateNumberOfMessagesVisible')).toBe(all - queues().length);
    expect(count('ApproximateAgeOfOldestMessage')).toBe(queues().length);
    expect(count('IteratorAge')).toBe(1);
  });
});

describe('the CDN', () => {
  const config = () => dev.of('AWS::CloudFront::Distribution')[0]!.Properties.DistributionConfig;
  const behaviour = (pattern: string) =>
    config().CacheBehaviors.find((found: { PathPattern: string }) => found.PathPattern === pattern);
  const policyOf = (ref: { Ref: string }) => find('Web', ref.Ref).Properties;
  const headersOf = (found: { ResponseHeadersPolicyId: { Ref: string } }) =>
    policyOf(found.ResponseHeadersPolicyId).ResponseHeadersPolicyConfig.SecurityHeadersConfig;

  it('has the public calls before all other calls', () =>
    expect(config().CacheBehaviors.map((found: { PathPattern: string }) => found.PathPattern)).toEqual([
      '/assets/*',
      '/s/*',
      '/media/*',
      '/api/content/public/*/*',
      '/api/content/public/*',
      '/api/*',
    ]));

  it('keeps a public sign five minutes, by its version, and an old copy for when the origin is down', () =>
    expect(policyOf(behaviour('/api/content/public/*').CachePolicyId).CachePolicyConfig).toMatchObject({
      DefaultTTL: 300,
      MinTTL: 0,
      MaxTTL: 7 * 24 * 3600,
      ParametersInCacheKeyAndForwardedToOrigin: {
        QueryStringsConfig: { QueryStringBehavior: 'whitelist', QueryStrings: ['v'] },
        CookiesConfig: { CookieBehavior: 'none' },
        HeadersConfig: { HeaderBehavior: 'none' },
      },
    }));

  it('keeps no other call, and hands the gateway everything but the host', () =>
    expect(behaviour('/api/*')).toMatchObject({
      // CloudFront's managed policies CachingDisabled and AllViewerExceptHostHeader.
      CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
      OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
      AllowedMethods: expect.arrayContaining(['PUT', 'PATCH', 'DELETE']),
    }));

  it('lets nobody frame the application, and everybody a public sign', () => {
    const policy = (found: object) => headersOf(found as never).ContentSecurityPolicy.ContentSecurityPolicy;
    expect(JSON.stringify(policy(config().DefaultCacheBehavior))).toContain("frame-ancestors 'self'");
    expect(JSON.stringify(policy(behaviour('/s/*')))).toContain('frame-ancestors *');
    expect(headersOf(behaviour('/s/*')).FrameOptions).toBeUndefined();
    expect(policy(behaviour('/media/*'))).toBe(
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:",
    );
  });

  it('says HSTS and nosniff with every answer', () => {
    for (const found of [config().DefaultCacheBehavior, ...config().CacheBehaviors]) {
      expect(headersOf(found)).toMatchObject({
        StrictTransportSecurity: { AccessControlMaxAgeSec: 63_072_000 },
        ContentTypeOptions: { Override: true },
        ReferrerPolicy: { ReferrerPolicy: 'strict-origin-when-cross-origin' },
      });
      expect(found.ViewerProtocolPolicy).toBe('redirect-to-https');
    }
  });

  it('reads both buckets by origin access control', () =>
    expect(config().Origins.filter((origin: object) => 'OriginAccessControlId' in origin)).toHaveLength(2));

  it('is given the build at deployment: hashed files for ever, pages anew', () => {
    const deployments = dev.of('Custom::CDKBucketDeployment').map(({ Properties }) => Properties);
    const rules = deployments.map(({ Include, Exclude, SystemMetadata, Prune }) => ({
      include: Include,
      exclude: Exclude,
      cache: SystemMetadata['cache-control'],
      prune: Prune,
    }));
    expect(rules).toEqual(
      expect.arrayContaining([
        {
          include: ['assets/*'],
          exclude: ['*'],
          cache: 'public, max-age=31536000, immutable',
          prune: false,
        },
        { include: undefined, exclude: ['assets/*'], cache: 'no-cache', prune: false },
      ]),
    );
    const web = dev.of('AWS::S3::Bucket').filter(({ Metadata }) => Metadata?.['dealbell:files']);
    expect(web.map(({ Metadata }) => Metadata!['dealbell:cache-control'])).toEqual([
      { 'assets/*': 'public, max-age=31536000, immutable', '*': 'no-cache' },
    ]);
  });

  it('is the domain’s in prod, with TLS 1.2, a firewall and its records', () => {
    prod.template('Web').hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: Match.objectLike({
        Aliases: ['signs.example.com'],
        ViewerCertificate: Match.objectLike({ MinimumProtocolVersion: 'TLSv1.2_2021' }),
        WebACLId: Match.stringLikeRegexp('webacl'),
        HttpVersion: 'http2and3',
      }),
    });
    prod.template('Web').resourceCountIs('AWS::Route53::RecordSet', 2);
  });
});

describe('outside dev', () => {
  it('what holds data is kept and no stack is removed by mistake', () => {
    const held = ['AWS::DynamoDB::Table', 'AWS::S3::Bucket', 'AWS::KMS::Key', 'AWS::SecretsManager::Secret'];
    for (const type of held) {
      for (const resource of prod.of(type)) expect(resource.DeletionPolicy).toBe('Retain');
      for (const resource of dev.of(type)) expect(resource.DeletionPolicy).toBe('Delete');
    }
    expect(prod.of('AWS::DynamoDB::Table')[0]!.Properties.DeletionProtectionEnabled).toBe(true);
    for (const stack of Object.values(prod.stacks)) expect(stack.terminationProtection).toBe(true);
    for (const stack of Object.values(dev.stacks)) expect(stack.terminationProtection).toBe(false);
  });

  it('uploads come from the product’s own origin', () =>
    prod.template('Data').hasResourceProperties('AWS::S3::Bucket', {
      CorsConfiguration: { CorsRules: [Match.objectLike({ AllowedOrigins: ['https://signs.example.com'] })] },
    }));
});
