import { readFileSync } from 'node:fs';
import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { dealbell } from '../dealbell.ts';
import { dev, find, functions, prod, queues } from './synthesized.ts';

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
      // A renderer's message outlives the three renderers that an export is given. What was in a batch comes again alone.
      const receives = Properties.BatchSize > 1 ? 1 : stack === 'Render' && worker.Timeout === 300 ? 6 : 3;
      expect(queue.RedrivePolicy.maxReceiveCount).toBe(receives);
      expect(queue.SqsManagedSseEnabled).toBe(true);
      expect(Properties.FunctionResponseTypes).toEqual(['ReportBatchItemFailures']);
      expect(Properties.ScalingConfig.MaximumConcurrency).toBeGreaterThanOrEqual(2);
    }
  });

  it('have messages of a batch come again alone, by the same worker, before they count as failed', () => {
    const sources = dev
      .of('AWS::Lambda::EventSourceMapping')
      .filter(({ Properties }) => !Properties.StartingPosition);
    const inBatches = sources.filter(({ Properties }) => Properties.BatchSize > 1);
    expect(inBatches.length).toBeGreaterThan(5);
    for (const { stack, Properties } of inBatches) {
      const { RedrivePolicy } = find(stack, Properties.EventSourceArn['Fn::GetAtt'][0]).Properties;
      const again = RedrivePolicy.deadLetterTargetArn['Fn::GetAtt'][0];
      const [source] = sources.filter((one) => one.Properties.EventSourceArn['Fn::GetAtt'][0] === again);
      expect(source?.Properties.BatchSize).toBe(1);
      expect(source?.Properties.FunctionName).toEqual(Properties.FunctionName);
      expect(find(stack, again).Properties.RedrivePolicy.maxReceiveCount).toBe(3);
    }
  });

  it('hand events on in order, and let no bad one stop the others', () =>
    dev.template('Schedule').hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      StartingPosition: 'TRIM_HORIZON',
      ParallelizationFactor: 1,
      BisectBatchOnFunctionError: true,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      DestinationConfig: { OnFailure: { Destination: Match.anyValue() } },
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

  it('hear from the account’s own bus of mails of their own stage that arrived, came back or were marked as spam', () => {
    const data = dev.template('Data');
    data.hasResourceProperties('AWS::SES::ConfigurationSet', {
      Name: 'dealbell-dev',
      SuppressionOptions: { SuppressedReasons: ['BOUNCE', 'COMPLAINT'] },
    });
    data.hasResourceProperties('AWS::SES::ConfigurationSetEventDestination', {
      EventDestination: {
        Enabled: true,
        MatchingEventTypes: ['delivery', 'bounce', 'complaint', 'reject'],
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
      'detail-type': ['Email Delivered', 'Email Bounced', 'Email Complaint Received', 'Email Rejected'],
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
});

it('docs/deploying.md counts the queues that Lambda looks into, which is most of what an idle deployment pays', () => {
  const doc = readFileSync(new URL('../../docs/deploying.md', import.meta.url), 'utf8');
  // The table's stream is looked into as well, and costs nothing.
  const sources = prod
    .of('AWS::Lambda::EventSourceMapping')
    .map(({ Properties }) => Properties.EventSourceArn?.['Fn::GetAtt']?.[0])
    // Mails that come in are an option, which this stage has and a plain deployment has not.
    .filter((id): id is string => typeof id === 'string' && !id.startsWith('InboundMail'));
  const retries = sources.filter((id) => /Retries[0-9A-F]{8}$/.test(id));
  expect(doc).toContain(`| ${sources.length} queues × 5 lookers × 3 a minute`);
  expect(doc).toContain(`Of these queues ${retries.length} are those of retries`);
});
