import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { itemHints } from '#events/hints.ts';
import { dev, prod } from './synthesized.ts';

describe('the push channel', () => {
  it('lets people in by a function that is asked each time, and lets only roles publish', () => {
    dev.template('Push').hasResourceProperties('AWS::AppSync::Api', {
      EventConfig: {
        AuthProviders: [
          {
            AuthType: 'AWS_LAMBDA',
            LambdaAuthorizerConfig: Match.objectLike({ AuthorizerResultTtlInSeconds: 0 }),
          },
          { AuthType: 'AWS_IAM' },
        ],
        ConnectionAuthModes: [{ AuthType: 'AWS_LAMBDA' }],
        DefaultSubscribeAuthModes: [{ AuthType: 'AWS_LAMBDA' }],
        DefaultPublishAuthModes: [{ AuthType: 'AWS_IAM' }],
      },
    });
    // A namespace could open itself wider.
    const [namespace, ...others] = dev.of('AWS::AppSync::ChannelNamespace');
    expect(others).toEqual([]);
    expect(Object.keys(namespace!.Properties).sort()).toEqual(['ApiId', 'Name', 'Tags']);
    dev.template('Push').hasResourceProperties('AWS::Lambda::Permission', {
      Principal: 'appsync.amazonaws.com',
      SourceArn: { 'Fn::GetAtt': [Match.anyValue(), 'ApiArn'] },
    });
  });

  it('is published to by the publisher of events, and by the watcher that looks whether it lives', () => {
    const statements = prod
      .of('AWS::IAM::Policy')
      .flatMap(({ id, Properties }) =>
        Properties.PolicyDocument.Statement.map((one: object) => ({ id, ...one })),
      )
      .filter(({ Action }) => JSON.stringify(Action).includes('appsync'));
    const inOneNamespace = {
      Action: 'appsync:EventPublish',
      Resource: { 'Fn::Join': ['', [expect.anything(), '/channelNamespace/tenant']] },
    };
    expect(statements).toMatchObject([
      { id: expect.stringMatching(/^PublisherRole/), ...inOneNamespace },
      { id: expect.stringMatching(/^WatcherRole/), ...inOneNamespace },
    ]);
  });

  it('is told of what the table’s stream brings: new events, and items that pages have hints of', () => {
    const [stream] = dev
      .of('AWS::Lambda::EventSourceMapping')
      .filter(({ Properties }) => Properties.FilterCriteria);
    const patterns = stream!.Properties.FilterCriteria.Filters.map(({ Pattern }: { Pattern: string }) =>
      JSON.parse(Pattern),
    );
    expect(patterns).toEqual([
      { eventName: ['INSERT'], dynamodb: { NewImage: { __edb_e__: { S: ['event'] } } } },
      {
        eventName: ['INSERT', 'MODIFY'],
        dynamodb: { NewImage: { __edb_e__: { S: Object.keys(itemHints) } } },
      },
    ]);
  });

  it('is named by the content security policy of the pages that listen', () => {
    for (const cloud of [dev, prod]) {
      const policies = cloud
        .of('AWS::CloudFront::ResponseHeadersPolicy')
        .map(
          ({ Properties }) =>
            Properties.ResponseHeadersPolicyConfig.SecurityHeadersConfig.ContentSecurityPolicy
              ?.ContentSecurityPolicy,
        )
        .filter((policy) => JSON.stringify(policy ?? '').includes('connect-src'));
      expect(policies).toHaveLength(2);
      for (const policy of policies) expect(JSON.stringify(policy)).toMatch(/wss:\/\/.*Realtime/);
    }
  });
});
