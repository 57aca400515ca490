import {
  CreateEventBusCommand,
  DeleteRuleCommand,
  DescribeRuleCommand,
  DisableRuleCommand,
  InvalidEventPatternException,
  ListEventBusesCommand,
  ListRuleNamesByTargetCommand,
  ListRulesCommand,
  ListTargetsByRuleCommand,
  PutRuleCommand,
  PutTargetsCommand,
  RemoveTargetsCommand,
  ResourceAlreadyExistsException,
  ResourceNotFoundException,
  type Target,
  TestEventPatternCommand,
} from '@aws-sdk/client-eventbridge';
import { describe, expect, it } from 'vitest';
import { bridge, client, DEAD, delivered, lead, logged, payloads, put, QUEUE, rule } from './testing.ts';

describe('PutEvents', () => {
  it('delivers the whole event to each matched rule and to no other', async () => {
    const arn = await rule('mine', { source: ['app.leads'], detail: { score: [{ numeric: ['>', 5] }] } }, [
      { Id: 't', Arn: QUEUE },
    ]);
    expect(arn).toBe('arn:aws:events:us-east-1:000000000000:rule/mine');
    await rule('other', { source: ['app.calls'] }, [{ Id: 't', Arn: DEAD }]);
    const { Entries } = await put(
      { ...lead({ score: 9 }), Resources: ['arn:lead/1'], Time: new Date('2026-11-20T09:59:58Z') },
      lead({ score: 1 }),
    );
    await bridge.tick();
    expect(payloads()).toEqual([
      {
        version: '0',
        id: Entries![0]!.EventId,
        'detail-type': 'Lead Created',
        source: 'app.leads',
        account: '000000000000',
        time: '2026-11-20T09:59:58Z',
        region: 'us-east-1',
        resources: ['arn:lead/1'],
        detail: { score: 9 },
      },
    ]);
    expect(delivered[0]!.target).toMatchObject({ arn: QUEUE, sourceArn: arn });
  });

  it('answers for each entry', async () => {
    const answer = await put(
      lead(),
      { Source: 'x', DetailType: 'y' },
      { ...lead(), Detail: '{broken' },
      { ...lead(), Detail: '[1]' },
      { ...lead(), Source: 'aws.s3' },
    );
    expect(answer.FailedEntryCount).toBe(4);
    expect(answer.Entries!.map(({ ErrorCode }) => ErrorCode)).toEqual([
      undefined,
      'InvalidArgument',
      'MalformedDetail',
      'MalformedDetail',
      'NotAuthorizedForSourceException',
    ]);
    expect(answer.Entries![0]!.EventId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('refuses more than ten entries or 1 MB', async () => {
    await expect(put(...Array.from({ length: 11 }, () => lead()))).rejects.toThrow(/Entries/);
    await expect(put(lead({ text: 'x'.repeat(1_050_000) }))).rejects.toThrow(/1048576/);
    expect((await put(lead({ text: 'x'.repeat(1_000_000) }))).FailedEntryCount).toBe(0);
  });

  it('keeps buses apart', async () => {
    await client.send(new CreateEventBusCommand({ Name: 'house' }));
    await expect(client.send(new CreateEventBusCommand({ Name: 'house' }))).rejects.toBeInstanceOf(
      ResourceAlreadyExistsException,
    );
    const { EventBuses } = await client.send(new ListEventBusesCommand({}));
    expect(EventBuses!.map(({ Name }) => Name)).toEqual(['default', 'house']);
    const arn = await rule('r', { source: ['app.leads'] }, [{ Id: 't', Arn: QUEUE }], 'house');
    expect(arn).toBe('arn:aws:events:us-east-1:000000000000:rule/house/r');
    await put(
      lead(),
      { ...lead(), EventBusName: EventBuses![1]!.Arn },
      { ...lead(), EventBusName: 'nowhere' },
    );
    await bridge.tick();
    expect(delivered).toHaveLength(1);
    expect(logged.join()).toContain('nowhere');
  });
});

describe('rules and targets', () => {
  it('are described, listed in pages, disabled, and deleted when empty', async () => {
    const pattern = { source: ['app.leads'] };
    for (const name of ['a-1', 'a-2', 'b-1']) await rule(name, pattern, [{ Id: 't', Arn: QUEUE }]);
    expect(await client.send(new DescribeRuleCommand({ Name: 'a-1' }))).toMatchObject({
      Name: 'a-1',
      State: 'ENABLED',
      EventPattern: JSON.stringify(pattern),
      EventBusName: 'default',
    });
    const first = await client.send(new ListRulesCommand({ NamePrefix: 'a-', Limit: 1 }));
    const second = await client.send(
      new ListRulesCommand({ NamePrefix: 'a-', Limit: 1, NextToken: first.NextToken }),
    );
    expect([first, second].map(({ Rules }) => Rules![0]!.Name)).toEqual(['a-1', 'a-2']);
    expect(second.NextToken).toBeUndefined();
    const named = await client.send(new ListRuleNamesByTargetCommand({ TargetArn: QUEUE }));
    expect(named.RuleNames).toEqual(['a-1', 'a-2', 'b-1']);
    await client.send(new DisableRuleCommand({ Name: 'a-1' }));
    await expect(client.send(new DeleteRuleCommand({ Name: 'a-2' }))).rejects.toThrow(/has targets/);
    const removed = await client.send(new RemoveTargetsCommand({ Rule: 'a-2', Ids: ['t', 'gone'] }));
    expect(removed.FailedEntries!.map(({ TargetId }) => TargetId)).toEqual(['gone']);
    await client.send(new DeleteRuleCommand({ Name: 'a-2' }));
    await expect(client.send(new DescribeRuleCommand({ Name: 'a-2' }))).rejects.toBeInstanceOf(
      ResourceNotFoundException,
    );
    await put(lead());
    await bridge.tick();
    expect(delivered).toHaveLength(1);
  });

  it('refuse bad patterns, schedules, inputs and too many targets', async () => {
    const make = (input: object) => client.send(new PutRuleCommand({ Name: 'bad', ...input }));
    await expect(make({ EventPattern: '{"source":"x"}' })).rejects.toBeInstanceOf(
      InvalidEventPatternException,
    );
    await expect(make({})).rejects.toThrow(/EventPattern or ScheduleExpression/);
    await expect(make({ ScheduleExpression: 'cron(* * * * * *)' })).rejects.toThrow(/must be "\?"/);
    await expect(make({ ScheduleExpression: 'at(2027-01-01T00:00:00)' })).rejects.toThrow(/rate/);
    await rule('r', { source: ['x'] }, [{ Id: 't', Arn: QUEUE }]);
    const targets = (Targets: Target[]) => client.send(new PutTargetsCommand({ Rule: 'r', Targets }));
    await expect(targets(Array.from({ length: 5 }, (_, i) => ({ Id: `t${i}`, Arn: QUEUE })))).rejects.toThrow(
      /maximum/,
    );
    await expect(targets([{ Id: 'a', Arn: QUEUE, Input: 'text' }])).rejects.toThrow(/JSON/);
    await expect(
      targets([{ Id: 'a', Arn: QUEUE, InputTransformer: { InputTemplate: '{"a": <x>}' } }]),
    ).rejects.toThrow(/placeholder x/);
    await expect(targets([{ Id: 'a', Arn: `${QUEUE}.fifo` }])).rejects.toThrow(/SqsParameters/);
  });

  it('test a pattern', async () => {
    const Event = JSON.stringify({
      id: '1',
      account: '0',
      source: 'a.b',
      time: 't',
      region: 'r',
      resources: [],
      'detail-type': 'd',
      detail: {},
    });
    const test = (pattern: object) =>
      client.send(new TestEventPatternCommand({ Event, EventPattern: JSON.stringify(pattern) }));
    expect((await test({ source: [{ prefix: 'a.' }] })).Result).toBe(true);
    expect((await test({ source: [{ suffix: '.c' }] })).Result).toBe(false);
  });
});

describe('inputs', () => {
  it('are the event, a part, a constant or a filled template', async () => {
    await rule('shape', { source: ['app.leads'] }, [
      { Id: '1', Arn: 'a:path', InputPath: '$.detail.who' },
      { Id: '2', Arn: 'b:const', Input: '{"fixed":true}' },
      {
        Id: '3',
        Arn: 'c:template',
        InputTransformer: {
          InputPathsMap: {
            name: '$.detail.who.name',
            tags: "$.detail['tags']",
            type: '$.detail-type',
            no: '$.detail.no',
          },
          InputTemplate:
            '{"text": "New: <name> (<type>)", "name": <name>, "tags": <tags>, "none": <no>, "rule": "<aws.events.rule-name>"}',
        },
      },
      {
        Id: '4',
        Arn: 'd:text',
        InputTransformer: { InputPathsMap: { name: '$.detail.who.name' }, InputTemplate: '"Hello <name>"' },
      },
    ]);
    await put(lead({ who: { name: 'Ann "A" O\\Neil' }, tags: ['x', 1] }));
    await bridge.tick();
    const by = Object.fromEntries(delivered.map(({ target, payload }) => [target.arn, JSON.parse(payload)]));
    expect(by).toEqual({
      'a:path': { name: 'Ann "A" O\\Neil' },
      'b:const': { fixed: true },
      'c:template': {
        text: 'New: Ann "A" O\\Neil (Lead Created)',
        name: 'Ann "A" O\\Neil',
        tags: ['x', 1],
        none: null,
        rule: 'shape',
      },
      'd:text': 'Hello Ann "A" O\\Neil',
    });
    const { Targets } = await client.send(new ListTargetsByRuleCommand({ Rule: 'shape' }));
    expect(Targets![0]).toEqual({ Id: '1', Arn: 'a:path', InputPath: '$.detail.who' });
  });
});
