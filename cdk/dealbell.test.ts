import { App, Stack } from 'aws-cdk-lib';
import { Match } from 'aws-cdk-lib/assertions';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { beforeAll, describe, expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import {
  dev,
  find,
  functions,
  isTrouble,
  prod,
  restored,
  synthesizeStages,
  violationsOf,
} from './testing/synthesized.ts';
import { workers } from './workers.ts';
import './testing/data-and-gateway.ts';
import './testing/mails-and-queues.ts';
import './testing/cdn.ts';
import './testing/alarms.ts';
import './testing/push.ts';
import './testing/restored.ts';

beforeAll(synthesizeStages, 180_000);

describe('cdk-nag', () => {
  it.each(['dev', 'prod', 'restored'])('finds nothing in %s that has no reason beside it', (name) =>
    expect({ dev, prod, restored }[name]!.violations).toEqual([]),
  );

  it('looks: a bucket that anybody made in passing is found', () => {
    const app = new App();
    new Bucket(new Stack(app, 'Careless'), 'Bucket');
    expect(violationsOf(app)).toContainEqual(expect.stringMatching(/^AwsSolutions-S10: Careless\/Bucket/));
  });

  it('leaves no warning of CDK itself', () => {
    for (const cloud of [dev, prod, restored])
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
        // Chromium and sharp are brought as binaries of x86_64.
        Architectures: [
          ['render', 'repPhotos'].includes(Properties.Environment.Variables.SERVICE_NAME)
            ? 'x86_64'
            : 'arm64',
        ],
      });
      const log = find(stack, Properties.LoggingConfig.LogGroup.Ref);
      expect(log.Properties.RetentionInDays).toBeGreaterThan(0);
    }
    for (const log of dev.of('AWS::Logs::LogGroup'))
      expect(log.Properties.RetentionInDays).toBeGreaterThan(0);
  });

  it('has the errors in its log counted', () => {
    const counted = dev
      .of('AWS::Logs::MetricFilter')
      .map(({ stack, Properties }) => `${stack} ${Properties.LogGroupName.Ref}`);
    for (const { stack, Properties } of functions())
      expect(counted).toContain(`${stack} ${Properties.LoggingConfig.LogGroup.Ref}`);
    for (const { Properties } of dev.of('AWS::Logs::MetricFilter')) {
      expect(Properties.FilterPattern).toBe('?"ERROR" ?"Task timed out" ?"Runtime exited"');
      expect(Properties.MetricTransformations).toEqual([
        { MetricName: 'FunctionErrors', MetricNamespace: 'Dealbell/dev', MetricValue: '1' },
      ]);
    }
  });

  it('has no variable that is empty, with a domain and without', () => {
    for (const cloud of [dev, prod])
      for (const { id, Properties, Metadata } of cloud.of('AWS::Lambda::Function'))
        if (Metadata?.['dealbell:entry'])
          for (const [name, value] of Object.entries(Properties.Environment.Variables))
            expect(value, `${name} of ${id}`).toBeTruthy();
  });

  it('finds where people reach the product: by the domain, else where the web stack writes it', () => {
    const addresses = (cloud: typeof dev) =>
      cloud
        .of('AWS::Lambda::Function')
        .map(({ Properties }) => Properties.Environment?.Variables ?? {})
        .map(({ PUBLIC_URL, PUBLIC_URL_PARAMETER }) => PUBLIC_URL ?? PUBLIC_URL_PARAMETER)
        .filter((address) => address !== undefined);
    expect(new Set(addresses(prod))).toEqual(new Set(['https://app.example.com']));
    expect(new Set(addresses(dev))).toEqual(new Set(['/dealbell/dev/public-url']));
    dev.template('Web').hasResourceProperties('AWS::SSM::Parameter', {
      Name: '/dealbell/dev/public-url',
      Value: { 'Fn::Join': ['', ['https://', { 'Fn::GetAtt': [Match.anyValue(), 'DomainName'] }]] },
    });
    expect(prod.of('AWS::SSM::Parameter')).toEqual([]);
    const readers = dev
      .of('AWS::IAM::Policy')
      .filter(({ Properties }) => JSON.stringify(Properties).includes('ssm:GetParameter'));
    expect(readers).toHaveLength(addresses(dev).length);
  });

  it('is reserved for signing in only when that is asked for', () => {
    const reserved = (cloud: typeof dev) =>
      cloud
        .of('AWS::Lambda::Function')
        .filter(({ Properties }) => Properties.ReservedConcurrentExecutions !== undefined)
        .map(({ Metadata, Properties }) => [
          Metadata!['dealbell:entry'],
          Properties.ReservedConcurrentExecutions,
        ]);
    expect(reserved(dev)).toEqual([]);
    expect(reserved(restored)).toEqual([['functions/auth/index.ts', 20]]);
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

  it('let the sweeper alone ask what is due over all tenants', () => {
    const asks = dev
      .of('AWS::IAM::Policy')
      .filter(({ Properties }) => JSON.stringify(Properties.PolicyDocument).includes('/index/due'));
    expect(asks.map(({ id }) => id)).toEqual([expect.stringMatching(/^Sweeper/i)]);
    expect(JSON.stringify(dev.of('AWS::IAM::Policy'))).not.toContain('/index/*');
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
      new Set([
        'xray:PutTraceSegments',
        'xray:PutTelemetryRecords',
        'dynamodb:ListStreams',
        'polly:SynthesizeSpeech',
        'transcribe:StartTranscriptionJob',
      ]),
    );
  });

  it('reach files by area only', () => {
    const files = statements().filter(({ actions }) =>
      actions.some((action: string) => /s3:.*Object/.test(action)),
    );
    expect(files.length).toBeGreaterThan(0);
    for (const { resources } of files)
      for (const resource of resources)
        expect(JSON.stringify(resource)).toMatch(
          /\/(media|uploads|exports|public|announcements|imports|versions|hooks|recordings|plans|prompts|mail)\/\*/,
        );
  });

  it('let nobody remove what is published or what senders have posted', () => {
    const removed = statements()
      .filter(({ actions }) => actions.includes('s3:DeleteObject'))
      .map(({ resources }) => JSON.stringify(resources));
    expect(removed.join()).toMatch(/\/versions\/\*/);
    expect(removed.join()).not.toMatch(/\/(public|hooks)\/\*/);
  });

  it('come with no managed policy', () => {
    for (const role of dev.of('AWS::IAM::Role').filter(({ id }) => !id.startsWith('CustomCDK')))
      expect(role.Properties.ManagedPolicyArns).toBeUndefined();
  });
});
