import {
  ConflictException,
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  CreateScheduleGroupCommand,
  DeleteScheduleCommand,
  DeleteScheduleGroupCommand,
  GetScheduleCommand,
  GetScheduleGroupCommand,
  ListScheduleGroupsCommand,
  ListSchedulesCommand,
  ListTagsForResourceCommand,
  ResourceNotFoundException,
  SchedulerClient,
  TagResourceCommand,
  UntagResourceCommand,
  UpdateScheduleCommand,
  ValidationException,
} from '@aws-sdk/client-scheduler';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scratchDir, serve, TestClock } from '../aws-testing.ts';
import { createScheduler, type DeliveryTarget, type Scheduler } from './index.ts';

const clock = new TestClock('2026-11-20T10:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
let scratch: ReturnType<typeof scratchDir>;
let scheduler: Scheduler;
let server: Awaited<ReturnType<typeof serve>>;
let client: SchedulerClient;
let runs: { at: string; target: DeliveryTarget; payload: string }[];
let failures: number;

const Target = {
  Arn: 'arn:aws:lambda:us-east-1:000000000000:function:worker',
  RoleArn: 'arn:aws:iam::000000000000:role/scheduler',
  Input: '{"do":"it"}',
};

function start(random = () => 0): void {
  scheduler = createScheduler({
    stateDir: scratch.dir,
    clock: clock.now,
    random,
    log: () => {},
    async deliver(target, payload) {
      if (failures > 0 && target.arn === Target.Arn) {
        failures -= 1;
        throw new Error('down');
      }
      runs.push({ at: clock.now().toISOString().slice(0, 16), target, payload });
    },
  });
}

beforeEach(async () => {
  clock.set('2026-11-20T10:00:00Z');
  scratch = scratchDir();
  runs = [];
  failures = 0;
  start();
  server = await serve({ scheduler: (req, res) => scheduler.handle(req, res) });
  client = new SchedulerClient(server.config);
});
afterEach(async () => {
  client.destroy();
  scheduler.close();
  await server.close();
  scratch.remove();
});

const create = (Name: string, ScheduleExpression: string, more: Partial<CreateScheduleCommandInput> = {}) =>
  client.send(
    new CreateScheduleCommand({
      Name,
      ScheduleExpression,
      Target,
      FlexibleTimeWindow: { Mode: 'OFF' },
      ...more,
    }),
  );
const get = (Name: string, GroupName?: string) => client.send(new GetScheduleCommand({ Name, GroupName }));
async function pass(totalMs: number, stepMs: number): Promise<void> {
  for (let passed = 0; passed < totalMs; passed += stepMs) {
    clock.advance(stepMs);
    await scheduler.tick();
  }
}
const times = () => runs.map(({ at }) => at);

describe('schedules', () => {
  it('are made, read back, listed in pages, replaced and deleted', async () => {
    const EndDate = new Date('2027-01-01T00:00:00Z');
    const made = await create('first', 'rate(2 hours)', { Description: 'd', EndDate, State: 'DISABLED' });
    expect(made.ScheduleArn).toBe('arn:aws:scheduler:us-east-1:000000000000:schedule/default/first');
    expect(await get('first')).toMatchObject({
      Name: 'first',
      GroupName: 'default',
      Arn: made.ScheduleArn,
      ScheduleExpression: 'rate(2 hours)',
      ScheduleExpressionTimezone: 'UTC',
      State: 'DISABLED',
      EndDate,
      CreationDate: clock.now(),
      Target,
      FlexibleTimeWindow: { Mode: 'OFF' },
      ActionAfterCompletion: 'NONE',
    });
    await create('second', 'rate(1 day)');
    const one = await client.send(new ListSchedulesCommand({ MaxResults: 1 }));
    expect(one.Schedules![0]).toMatchObject({ Name: 'first', Target: { Arn: Target.Arn } });
    const two = await client.send(new ListSchedulesCommand({ MaxResults: 1, NextToken: one.NextToken }));
    expect(two.Schedules!.map(({ Name }) => Name)).toEqual(['second']);
    expect(two.NextToken).toBeUndefined();
    const enabled = await client.send(new ListSchedulesCommand({ State: 'ENABLED', NamePrefix: 's' }));
    expect(enabled.Schedules).toHaveLength(1);
    const FlexibleTimeWindow = { Mode: 'OFF' as const };
    await client.send(
      new UpdateScheduleCommand({
        Name: 'first',
        ScheduleExpression: 'rate(3 hours)',
        Target,
        FlexibleTimeWindow,
      }),
    );
    const updated = await get('first');
    expect([updated.ScheduleExpression, updated.State, updated.Description, updated.EndDate]).toEqual([
      'rate(3 hours)',
      'ENABLED',
      undefined,
      undefined,
    ]);
    await client.send(new DeleteScheduleCommand({ Name: 'first' }));
    await expect(get('first')).rejects.toBeInstanceOf(ResourceNotFoundException);
  });

  it('are made once for one client token', async () => {
    await create('once', 'rate(1 day)', { ClientToken: 'token-1' });
    await create('once', 'rate(1 day)', { ClientToken: 'token-1' });
    await expect(create('once', 'rate(1 day)', { ClientToken: 'token-2' })).rejects.toBeInstanceOf(
      ConflictException,
    );
    await expect(create('once', 'rate(2 days)', { ClientToken: 'token-1' })).rejects.toBeInstanceOf(
      ConflictException,
    );
  });

  it('live in groups, which go with all they hold', async () => {
    const group = await client.send(
      new CreateScheduleGroupCommand({ Name: 'night', Tags: [{ Key: 'a', Value: '1' }] }),
    );
    const ResourceArn = group.ScheduleGroupArn!;
    expect(ResourceArn).toBe('arn:aws:scheduler:us-east-1:000000000000:schedule-group/night');
    await expect(create('s', 'rate(1 day)', { GroupName: 'none' })).rejects.toBeInstanceOf(
      ResourceNotFoundException,
    );
    await create('s', 'rate(1 day)', { GroupName: 'night' });
    await create('s', 'rate(1 day)');
    expect((await get('s', 'night')).GroupName).toBe('night');
    const listed = await client.send(new ListSchedulesCommand({ GroupName: 'night' }));
    expect(listed.Schedules).toHaveLength(1);
    expect((await client.send(new GetScheduleGroupCommand({ Name: 'night' }))).State).toBe('ACTIVE');
    const { ScheduleGroups } = await client.send(new ListScheduleGroupsCommand({}));
    expect(ScheduleGroups!.map(({ Name }) => Name)).toEqual(['default', 'night']);
    await client.send(new TagResourceCommand({ ResourceArn, Tags: [{ Key: 'b', Value: '2' }] }));
    await client.send(new UntagResourceCommand({ ResourceArn, TagKeys: ['a'] }));
    const tagged = await client.send(new ListTagsForResourceCommand({ ResourceArn }));
    expect(tagged.Tags).toEqual([{ Key: 'b', Value: '2' }]);
    await client.send(new DeleteScheduleGroupCommand({ Name: 'night' }));
    await expect(get('s', 'night')).rejects.toBeInstanceOf(ResourceNotFoundException);
    await get('s');
    await expect(client.send(new DeleteScheduleGroupCommand({ Name: 'default' }))).rejects.toThrow(/default/);
  });

  it('are refused with a reason', async () => {
    await expect(create('x', 'cron(* * * * *)')).rejects.toThrow(/six fields/);
    await expect(create('x', 'rate(1 day)', { ScheduleExpressionTimezone: 'Nowhere' })).rejects.toThrow(
      /time zone/,
    );
    await expect(create('bad name', 'rate(1 day)')).rejects.toBeInstanceOf(ValidationException);
    await expect(create('x', 'rate(1 day)', { FlexibleTimeWindow: { Mode: 'FLEXIBLE' } })).rejects.toThrow(
      /Maximum/,
    );
    const past = new Date(clock.ms - 6 * MINUTE);
    await expect(create('x', 'rate(1 day)', { StartDate: past })).rejects.toThrow(/5 minutes/);
    await expect(create('x', 'rate(1 day)', { EndDate: past })).rejects.toThrow(/EndDate/);
    await expect(create('x', 'rate(1 day)', { Target: { ...Target, Arn: 'arn:q.fifo' } })).rejects.toThrow(
      /MessageGroupId/,
    );
  });
});

describe('runs', () => {
  it('at a time happen once, and delete the schedule where it says so', async () => {
    await create('keep', 'at(2026-11-20T12:00:00)', { ScheduleExpressionTimezone: 'Europe/Berlin' });
    await create('drop', 'at(2026-11-20T11:00:00)', { ActionAfterCompletion: 'DELETE' });
    await pass(59 * MINUTE, MINUTE);
    expect(runs).toEqual([]);
    await pass(3 * HOUR, MINUTE);
    expect(times()).toEqual(['2026-11-20T11:00', '2026-11-20T11:00']);
    expect(runs[0]!.payload).toBe('{"do":"it"}');
    expect((await get('keep')).State).toBe('ENABLED');
    await expect(get('drop')).rejects.toBeInstanceOf(ResourceNotFoundException);
  });

  it('at a rate begin at once or at the start date, and end with the end date', async () => {
    await create('now', 'rate(30 minutes)', { EndDate: new Date('2026-11-20T11:00:00Z') });
    await create('later', 'rate(1 hour)', {
      StartDate: new Date('2026-11-20T10:10:00Z'),
      EndDate: new Date('2026-11-20T12:30:00Z'),
      ActionAfterCompletion: 'DELETE',
      Target: { ...Target, Input: '"later"' },
    });
    await scheduler.tick();
    await pass(4 * HOUR, MINUTE);
    const of = (payload: string) =>
      runs.filter((run) => run.payload === payload).map(({ at }) => at.slice(11));
    expect(of('{"do":"it"}')).toEqual(['10:00', '10:30', '11:00']);
    expect(of('"later"')).toEqual(['10:10', '11:10', '12:10']);
    await expect(get('later')).rejects.toBeInstanceOf(ResourceNotFoundException);
  });

  it('by cron keep their hour in the zone across the change of clocks', async () => {
    clock.set('2027-03-12T12:00:00Z');
    await create('morning', 'cron(0 9 * * ? *)', { ScheduleExpressionTimezone: 'America/New_York' });
    await create('gap', 'cron(30 2 * * ? *)', {
      ScheduleExpressionTimezone: 'America/New_York',
      Target: { ...Target, Input: '"gap"' },
    });
    await pass(3 * 24 * HOUR, 30 * MINUTE);
    const of = (payload: string) => runs.filter((run) => run.payload === payload).map(({ at }) => at);
    expect(of('{"do":"it"}')).toEqual(['2027-03-12T14:00', '2027-03-13T14:00', '2027-03-14T13:00']);
    expect(of('"gap"')).toEqual(['2027-03-13T07:30', '2027-03-15T06:30']);
  });

  it('happen within their flexible window', async () => {
    scheduler.close();
    start(() => 0.5);
    await create('flex', 'at(2026-11-20T11:00:00)', {
      FlexibleTimeWindow: { Mode: 'FLEXIBLE', MaximumWindowInMinutes: 20 },
    });
    await pass(2 * HOUR, MINUTE);
    expect(times()).toEqual(['2026-11-20T11:10']);
  });

  it('stop when the schedule is disabled and follow a changed expression', async () => {
    await create('s', 'cron(0 * * * ? *)');
    const update = (ScheduleExpression: string, State?: 'ENABLED' | 'DISABLED') =>
      client.send(
        new UpdateScheduleCommand({
          Name: 's',
          ScheduleExpression,
          State,
          Target,
          FlexibleTimeWindow: { Mode: 'OFF' },
        }),
      );
    await update('cron(0 * * * ? *)', 'DISABLED');
    await pass(2 * HOUR, 30 * MINUTE);
    expect(runs).toEqual([]);
    await update('cron(30 * * * ? *)');
    await pass(2 * HOUR, 30 * MINUTE);
    expect(times()).toEqual(['2026-11-20T12:30', '2026-11-20T13:30']);
  });

  it('carry what the target needs, with context filled in', async () => {
    await create('ctx', 'at(2026-11-20T10:05:00)', {
      Target: {
        ...Target,
        Input:
          '{"at":"<aws.scheduler.scheduled-time>","n":<aws.scheduler.attempt-number>,"s":"<aws.scheduler.schedule-arn>"}',
        SqsParameters: { MessageGroupId: 'g' },
      },
    });
    await create('plain', 'at(2026-11-20T10:06:00)', {
      Target: { Arn: Target.Arn, RoleArn: Target.RoleArn },
    });
    failures = 1;
    await pass(10 * MINUTE, 30_000);
    expect(JSON.parse(runs[0]!.payload)).toEqual({
      at: '2026-11-20T10:05:00Z',
      n: 2,
      s: 'arn:aws:scheduler:us-east-1:000000000000:schedule/default/ctx',
    });
    expect(runs[0]!.target).toMatchObject({
      roleArn: Target.RoleArn,
      sqsParameters: { MessageGroupId: 'g' },
    });
    expect(JSON.parse(runs[1]!.payload)).toMatchObject({
      source: 'aws.scheduler',
      'detail-type': 'Scheduled Event',
      time: '2026-11-20T10:06:00Z',
    });
  });

  it('that keep failing end in the dead-letter queue', async () => {
    await create('fails', 'at(2026-11-20T10:01:00)', {
      Target: { ...Target, DeadLetterConfig: { Arn: 'arn:dlq' }, RetryPolicy: { MaximumRetryAttempts: 2 } },
    });
    failures = 100;
    await pass(5 * MINUTE, 10_000);
    expect(failures).toBe(97);
    expect(runs[0]!.target.arn).toBe('arn:dlq');
    expect(runs[0]!.target.messageAttributes).toMatchObject({
      SCHEDULE_ARN: 'arn:aws:scheduler:us-east-1:000000000000:schedule/default/fails',
      RETRY_ATTEMPTS: '2',
    });
  });
});

describe('a restart', () => {
  it('runs a missed time once, keeps the rest, and repeats an undelivered run', async () => {
    await create('missed', 'at(2026-11-20T10:30:00)');
    await create('often', 'rate(10 minutes)', {
      StartDate: new Date('2026-11-20T10:05:00Z'),
      Target: { ...Target, Input: '"often"' },
    });
    scheduler.close();
    clock.advance(48 * HOUR);
    failures = 2;
    start();
    scheduler.start();
    await scheduler.tick();
    expect(runs).toEqual([]);
    expect(scheduler.pending()).toBe(2);
    scheduler.close();
    clock.advance(2_000);
    start();
    await scheduler.tick();
    expect(runs.map(({ payload }) => payload).sort()).toEqual(['"often"', '{"do":"it"}']);
    await pass(20 * MINUTE, MINUTE);
    expect(times().slice(2)).toEqual(['2026-11-22T10:05', '2026-11-22T10:15']);
  });

  it('leaves what the template describes as it is', async () => {
    const request = {
      ScheduleExpression: 'rate(1 hour)',
      Target,
      FlexibleTimeWindow: { Mode: 'OFF' as const },
    };
    const arn = scheduler.ensureSchedule('hourly', request);
    expect(arn).toBe('arn:aws:scheduler:us-east-1:000000000000:schedule/default/hourly');
    await scheduler.tick();
    clock.advance(30 * MINUTE);
    scheduler.close();
    start();
    scheduler.ensureSchedule('hourly', request);
    await scheduler.tick();
    await pass(HOUR, 10 * MINUTE);
    expect(times()).toEqual(['2026-11-20T10:00', '2026-11-20T11:00']);
    scheduler.ensureSchedule('dated', { ...request, StartDate: '2026-11-20T13:00:00Z' });
    expect((await get('dated')).StartDate).toEqual(new Date('2026-11-20T13:00:00Z'));
    expect(scheduler.ensureGroup('g')).toBe('arn:aws:scheduler:us-east-1:000000000000:schedule-group/g');
  });
});
