import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { dev, find, prod, turnedVersion } from './synthesized.ts';

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
      '/api/auth/*',
      '/api/trial/*',
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

  it('keeps an uploaded file no longer than a minute, so that a deleted one is gone', () => {
    expect(policyOf(behaviour('/media/*').CachePolicyId).CachePolicyConfig).toMatchObject({
      DefaultTTL: 60,
      MaxTTL: 60,
    });
    const { CustomHeadersConfig } = policyOf(
      behaviour('/media/*').ResponseHeadersPolicyId,
    ).ResponseHeadersPolicyConfig;
    expect(CustomHeadersConfig.Items).toEqual([
      { Header: 'cache-control', Value: 'public, max-age=60, stale-if-error=86400', Override: true },
    ]);
  });

  const handedOn = (pattern: string) =>
    policyOf(behaviour(pattern).OriginRequestPolicyId).OriginRequestPolicyConfig;

  it('keeps no other call, and hands the gateway everything but the host and cookies', () => {
    expect(behaviour('/api/*')).toMatchObject({
      // CloudFront's managed policy CachingDisabled.
      CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
      AllowedMethods: expect.arrayContaining(['PUT', 'PATCH', 'DELETE']),
    });
    for (const pattern of ['/api/*', '/api/content/public/*/*'])
      expect(handedOn(pattern)).toMatchObject({
        HeadersConfig: { HeaderBehavior: 'allExcept', Headers: ['host'] },
        CookiesConfig: { CookieBehavior: 'none' },
        QueryStringsConfig: { QueryStringBehavior: 'all' },
      });
  });

  it('hands the cookies of sign-in to sign-in alone', () => {
    for (const pattern of ['/api/auth/*', '/api/trial/*'])
      expect(handedOn(pattern)).toMatchObject({
        HeadersConfig: { HeaderBehavior: 'allExcept', Headers: ['host'] },
        CookiesConfig: { CookieBehavior: 'whitelist', Cookies: ['dealbell_refresh', 'dealbell_devices'] },
      });
  });

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

  it('shows the gateway the secret, which no template holds', () => {
    const shownIn = (cloud: typeof dev) =>
      cloud
        .of('AWS::CloudFront::Distribution')[0]!
        .Properties.DistributionConfig.Origins.filter((origin: object) => 'OriginCustomHeaders' in origin);
    const [api] = shownIn(dev);
    expect(api.OriginCustomHeaders[0].HeaderName).toBe('x-dealbell-origin');
    expect(JSON.stringify(api.OriginCustomHeaders[0].HeaderValue)).toMatch(
      /"\{\{resolve:secretsmanager:".*":SecretString:::\}\}"/,
    );
    expect(behaviour('/api/*').TargetOriginId).toBe(api.Id);
    expect(JSON.stringify(shownIn(prod)[0].OriginCustomHeaders)).toContain(
      `:SecretString:::${turnedVersion}}}`,
    );
  });

  it('reaches the gateway by its own domain where it has one, and AWS’s address of it is closed', () => {
    const gatewayOf = (cloud: typeof dev) => cloud.of('AWS::ApiGatewayV2::Api')[0]!.Properties;
    expect(gatewayOf(dev).DisableExecuteApiEndpoint).toBe(false);
    expect(gatewayOf(prod).DisableExecuteApiEndpoint).toBe(true);
    prod.template('Api').hasResourceProperties('AWS::ApiGatewayV2::DomainName', {
      DomainName: 'api.example.com',
      DomainNameConfigurations: [Match.objectLike({ EndpointType: 'REGIONAL' })],
    });
    prod.template('Api').resourceCountIs('AWS::ApiGatewayV2::ApiMapping', 1);
    prod.template('Api').hasResourceProperties('AWS::Route53::RecordSet', { Name: 'api.example.com.' });
    const { Origins } = prod.of('AWS::CloudFront::Distribution')[0]!.Properties.DistributionConfig;
    expect(Origins.map(({ DomainName }: { DomainName: unknown }) => DomainName)).toContain('api.example.com');
  });

  it('reads both buckets by origin access control', () =>
    expect(config().Origins.filter((origin: object) => 'OriginAccessControlId' in origin)).toHaveLength(2));

  it('is given the build at deployment: hashed files for ever, pages again', () => {
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
        Aliases: ['app.example.com', 'signs.example.com'],
        ViewerCertificate: Match.objectLike({ MinimumProtocolVersion: 'TLSv1.2_2021' }),
        WebACLId: Match.stringLikeRegexp('webacl'),
        HttpVersion: 'http2and3',
      }),
    });
    prod.template('Web').resourceCountIs('AWS::Route53::RecordSet', 4);
  });

  it('shows signs on a host of their own where one is given, and nothing else there', () => {
    const edge = (stage: typeof dev) =>
      stage.of('AWS::CloudFront::Function')[0]!.Properties.FunctionCode as string;
    expect(edge(prod)).toContain("const signHost = 'signs.example.com';");
    expect(edge(dev)).toContain("const signHost = '';");
    const addresses = (stage: typeof dev) =>
      stage
        .of('AWS::Lambda::Function')
        .filter(({ Metadata }) => Metadata?.['dealbell:entry'] === 'functions/signage/index.ts')
        .map(({ Properties }) => Properties.Environment.Variables.SIGN_URL);
    expect(new Set(addresses(prod))).toEqual(new Set(['https://signs.example.com']));
    expect(new Set(addresses(dev))).toEqual(new Set([undefined]));
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
      CorsConfiguration: { CorsRules: [Match.objectLike({ AllowedOrigins: ['https://app.example.com'] })] },
    }));
});
