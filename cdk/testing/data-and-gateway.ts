import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { resolveTemplates } from '#infra/local/template/template.ts';
import { dev, find, functions, names, prod } from './synthesized.ts';

describe('the data stack', () => {
  it('has one table, on demand, restorable, with its stream, its indexes and forgetting', () => {
    dev.template('Data').resourceCountIs('AWS::DynamoDB::Table', 1);
    const index = (name: string, ProjectionType = 'ALL') => ({
      IndexName: name,
      KeySchema: [
        { AttributeName: `${name}pk`, KeyType: 'HASH' },
        { AttributeName: `${name}sk`, KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType },
    });
    dev.template('Data').hasResourceProperties('AWS::DynamoDB::Table', {
      BillingMode: 'PAY_PER_REQUEST',
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
      TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
      SSESpecification: { SSEEnabled: true, SSEType: 'KMS' },
      GlobalSecondaryIndexes: [
        ...['gsi1', 'gsi2', 'gsi3'].map((name) => index(name)),
        index('due', 'KEYS_ONLY'),
      ],
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
        CorsRules: [
          Match.objectLike({
            AllowedMethods: ['GET', 'HEAD', 'POST', 'PUT'],
            // Of a deployment without a domain, whose pages are CloudFront's.
            AllowedOrigins: ['https://*.cloudfront.net'],
          }),
        ],
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
      AccessLogSettings: Match.objectLike({
        Format: Match.stringLikeRegexp('"route":"\\$context.routeKey"'),
      }),
    });
    dev
      .template('Api')
      .hasResourceProperties('AWS::ApiGatewayV2::Api', { CorsConfiguration: Match.absent() });
    dev.template('Api').hasResourceProperties('AWS::CloudWatch::Alarm', { MetricName: '5xx' });
  });

  it('logs no path, which may be a webhook’s secret address or a link that somebody was sent', () => {
    const { Format } = dev.of('AWS::ApiGatewayV2::Stage')[0]!.Properties.AccessLogSettings;
    expect(Format).not.toMatch(/context\.(path|http\.path|resourcePath|requestOverride)|pathParameter/);
  });

  it('lets each of its functions, and no other, know a call that came through the CDN', () => {
    const behind = new Set(
      dev
        .of('AWS::ApiGatewayV2::Integration')
        .map(({ Properties }) => Properties.IntegrationUri['Fn::GetAtt'][0] as string),
    );
    for (const { stack, id, Properties } of functions())
      expect('ORIGIN_SECRET' in Properties.Environment.Variables).toBe(stack === 'Api' && behind.has(id));
  });

  it('is part of a description that the local cloud runs, also without a domain', () => {
    const stacks = Object.entries(dev.stacks).map(([name, { template }]) => ({ name, template }));
    const description = resolveTemplates(stacks, {
      accountId: '000000000000',
      region: 'us-east-1',
      awsEndpoint: 'http://127.0.0.1:1',
      cdnHost: 'd111111abcdef8.cloudfront.net',
    });
    expect(description.ofType('AWS::SSM::Parameter')).toEqual([
      expect.objectContaining({
        name: '/dealbell/dev/public-url',
        arn: 'arn:aws:ssm:us-east-1:000000000000:parameter/dealbell/dev/public-url',
        properties: expect.objectContaining({ Value: 'https://d111111abcdef8.cloudfront.net' }),
      }),
    ]);
  });

  it.each(names)('stays well below the 500 resources that a stack may have: %s', (stack) =>
    expect(dev.resources.filter((resource) => resource.stack === stack).length).toBeLessThan(480),
  );

  it('shows the link for the first admin, made by a function with table, secrets and public address alone', () => {
    for (const cloud of [dev, prod]) {
      const [resource, ...others] = cloud.of('Custom::FirstAdminLink');
      expect(others).toEqual([]);
      const [bootstrap] = cloud
        .of('AWS::Lambda::Function')
        .filter((found) => found.Metadata?.['dealbell:entry'] === 'functions/platform/bootstrap.ts');
      expect(resource!.Properties.ServiceToken).toEqual({ 'Fn::GetAtt': [bootstrap!.id, 'Arn'] });
      const output = cloud.stacks.Web!.template.Outputs.FirstAdminLink;
      expect(JSON.stringify(output.Value)).toContain(`{"Fn::GetAtt":["${resource!.id}","Path"]}`);
      const role = bootstrap!.Properties.Role['Fn::GetAtt'][0];
      const actions = cloud
        .of('AWS::IAM::Policy')
        .filter(({ Properties }) => JSON.stringify(Properties.Roles).includes(`"${role}"`))
        .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
        .flatMap(({ Action }) => Action as string | string[]);
      const services = new Set(actions.map((action) => action.split(':')[0]));
      // Without a domain the public address is a parameter.
      const address = cloud === dev ? ['ssm'] : [];
      expect([...services].sort()).toEqual(['dynamodb', 'kms', 'logs', 'secretsmanager', ...address, 'xray']);
    }
  });

  it('has the demo only when asked for', () => {
    const demos = (cloud: typeof dev) =>
      cloud
        .of('AWS::Lambda::Function')
        .filter((found) => found.Metadata?.['dealbell:entry'] === 'functions/demo/index.ts');
    expect(demos(dev)).toHaveLength(1);
    expect(demos(prod)).toHaveLength(0);
  });
});
