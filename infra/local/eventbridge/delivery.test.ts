import { PutRuleCommand, PutTargetsCommand } from '@aws-sdk/client-eventbridge';
import { describe, expect, it } from 'vitest';
import { createEventBridge, PermanentDeliveryError } from './index.ts';
import {
  bridge,
  client,
  clock,
  DEAD,
  delivered,
  failWith,
  forgetDelivered,
  lead,
  payloads,
  put,
  QUEUE,
  rule,
  scratch,
  start,
} from './testing.ts';

describe('deliveries', () => {
  it('are tried again with growing pauses until they succeed', async () => {
    await rule('r', { source: ['app.leads'] }, [{ Id: 't', Arn: QUEUE }]);
    let attempts = 0;
    failWith(() => (++attempts < 4 ? new Error('down') : undefined));
    await put(lead());
    await bridge.tick();
    const times: number[] = [];
    for (let second = 1; second <= 10; second++) {
      clock.advance(1_000);
      const before = attempts;
      await bridge.tick();
      if (attempts > before) times.push(second);
    }
    expect(times).toEqual([1, 3, 7]);
    expect(delivered).toHaveLength(1);
    expect(bridge.pending()).toBe(0);
  });

  it('go to the dead-letter queue when the attempts or the age are used up', async () => {
    const DeadLetterConfig = { Arn: DEAD };
    await rule('count', { source: ['app.leads'] }, [
      {
        Id: 't',
        Arn: QUEUE,
        DeadLetterConfig,
        RetryPolicy: { MaximumRetryAttempts: 1, MaximumEventAgeInSeconds: 60 },
      },
    ]);
    await rule('age', { source: ['app.calls'] }, [
      { Id: 't', Arn: QUEUE, DeadLetterConfig, RetryPolicy: { MaximumEventAgeInSeconds: 60 } },
    ]);
    await rule('never', { source: ['app.never'] }, [{ Id: 't', Arn: QUEUE, DeadLetterConfig }]);
    failWith(({ arn, sourceArn }) =>
      arn === DEAD
        ? undefined
        : sourceArn.endsWith('never')
          ? new PermanentDeliveryError('no such queue')
          : new Error('down'),
    );
    await put(
      lead({ n: 1 }),
      { ...lead({ n: 2 }), Source: 'app.calls' },
      { ...lead({ n: 3 }), Source: 'app.never' },
    );
    await bridge.tick();
    for (let i = 0; i < 60; i++) {
      clock.advance(2_000);
      await bridge.tick();
    }
    const dead = delivered.map(({ target, payload }) => [
      JSON.parse(payload).detail.n,
      target.messageAttributes!.EXHAUSTED_RETRY_CONDITION,
      target.messageAttributes!.ERROR_MESSAGE,
    ]);
    expect(dead).toEqual([
      [3, 'NonRetryable', 'no such queue'],
      [1, 'MaximumRetryAttempts', 'down'],
      [2, 'MaximumEventAgeInSeconds', 'down'],
    ]);
    expect(delivered[0]!.target).toMatchObject({
      arn: DEAD,
      messageAttributes: { TARGET_ARN: QUEUE, RULE_ARN: 'arn:aws:events:us-east-1:000000000000:rule/never' },
    });
    expect(bridge.pending()).toBe(0);
  });

  it('are taken up again after a restart, with their event as it was', async () => {
    await rule('r', { source: ['app.leads'] }, [{ Id: 't', Arn: QUEUE }]);
    failWith(() => new Error('down'));
    await put(lead({ n: 1 }), lead({ n: 2 }));
    await bridge.tick();
    expect(delivered).toEqual([]);
    bridge.close();
    failWith(() => undefined);
    start();
    expect(bridge.pending()).toBe(2);
    clock.advance(1_000);
    await bridge.tick();
    expect(payloads().map(({ detail }) => detail.n)).toEqual([1, 2]);
    await bridge.tick();
    expect(delivered).toHaveLength(2);
  });

  it('interrupted half-way are repeated, not lost', async () => {
    await rule('r', { source: ['app.leads'] }, [{ Id: 't', Arn: QUEUE }]);
    bridge.close();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const interrupted = createEventBridge({
      stateDir: scratch.dir,
      clock: clock.now,
      deliver: () => held,
    });
    interrupted.putEvent({ Source: 'aws.mediaconvert', DetailType: 'x', Detail: '{}' });
    interrupted.putEvent({ Source: 'app.leads', DetailType: 'x', Detail: '{}' });
    interrupted.close();
    release();
    start();
    await bridge.tick();
    expect(delivered).toHaveLength(1);
  });
});

describe('scheduled rules', () => {
  it('run at their rate and by cron, and once for all runs missed while stopped', async () => {
    await client.send(new PutRuleCommand({ Name: 'minute', ScheduleExpression: 'rate(1 minute)' }));
    await client.send(new PutTargetsCommand({ Rule: 'minute', Targets: [{ Id: 't', Arn: QUEUE }] }));
    await client.send(new PutRuleCommand({ Name: 'daily', ScheduleExpression: 'cron(2 10 * * ? *)' }));
    await client.send(
      new PutTargetsCommand({ Rule: 'daily', Targets: [{ Id: 't', Arn: DEAD, Input: '{"d":1}' }] }),
    );
    for (let minute = 1; minute <= 3; minute++) {
      clock.advance(60_000);
      await bridge.tick();
    }
    expect(delivered.filter(({ target }) => target.arn === QUEUE)).toHaveLength(3);
    expect(payloads()[0]).toMatchObject({
      source: 'aws.events',
      'detail-type': 'Scheduled Event',
      time: '2026-11-20T10:01:00Z',
      resources: ['arn:aws:events:us-east-1:000000000000:rule/minute'],
      detail: {},
    });
    expect(delivered.find(({ target }) => target.arn === DEAD)!.payload).toBe('{"d":1}');
    bridge.close();
    forgetDelivered();
    clock.advance(3_600_000);
    start();
    bridge.start();
    await bridge.tick();
    expect(delivered).toHaveLength(1);
    clock.advance(60_000);
    await bridge.tick();
    expect(delivered).toHaveLength(2);
  });

  it('follow the template: ensureRule replaces pattern and targets', async () => {
    bridge.ensureBus('house');
    bridge.ensureRule('house', 'r', { EventPattern: '{"source":["a"]}' }, [
      { Id: '1', Arn: QUEUE },
      { Id: '2', Arn: DEAD },
    ]);
    bridge.ensureRule('house', 'r', { EventPattern: '{"source":["b"]}' }, [{ Id: '2', Arn: DEAD }]);
    for (const Source of ['a', 'b'])
      bridge.putEvent({ Source, DetailType: 'x', Detail: '{}', EventBusName: 'house' });
    await bridge.tick();
    expect(delivered.map(({ target }) => target.arn)).toEqual([DEAD]);
    bridge.deleteRule('house', 'r');
    expect(bridge.ruleNames('house')).toEqual([]);
  });
});
