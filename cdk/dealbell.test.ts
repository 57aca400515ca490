import { App, Stack } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { beforeAll, describe, expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { workers } from './functions.ts';
import {
  dev,
  find,
  functions,
  isTrouble,
  prod,
  synthesizeStages,
  violationsOf,
} from './testing/synthesized.ts';
import './testing/data-and-gateway.ts';
import './testing/mails-and-queues.ts';
import './testing/cdn.ts';

beforeAll(synthesizeStages, 180_000);

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
        expect(JSON.stringify(resource)).toMatch(
          /\/(media|uploads|exports|public|imports|versions|hooks|mail)\/\*/,
        );
  });

  it('come with no managed policy', () => {
    for (const role of dev.of('AWS::IAM::Role').filter(({ id }) => !id.startsWith('CustomCDK')))
      expect(role.Properties.ManagedPolicyArns).toBeUndefined();
  });
});
