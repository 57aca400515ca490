import { z } from 'zod';
import { AwsError, checked, type Operation } from '../aws-json.ts';
import { entryBytes, PUT_EVENTS_LIMITS, putEventsEntry } from './entries.ts';
import { compilePattern } from './pattern.ts';
import { type EventService, resourceNotFound } from './service.ts';
import type { RuleRecord } from './store.ts';

const name = z.string().regex(/^[.\-_A-Za-z0-9]{1,64}$/, 'it must be 1 to 64 of A-Z a-z 0-9 . - _');
const bus = z.string().min(1).max(1600).optional();
const byName = z.object({ Name: name, EventBusName: bus });
const paging = z.object({
  NextToken: z.string().optional(),
  Limit: z.number().int().min(1).max(100).default(100),
});
export const ruleTarget = z.object({
  Id: z.string().regex(/^[.\-_A-Za-z0-9]{1,64}$/),
  Arn: z.string().min(1).max(1600),
  RoleArn: z.string().optional(),
  Input: z.string().max(8192).optional(),
  InputPath: z.string().max(256).optional(),
  InputTransformer: z
    .object({
      InputPathsMap: z
        .record(z.string(), z.string())
        .nullish()
        .transform((map) => map ?? undefined),
      InputTemplate: z.string().min(1).max(8192),
    })
    .optional(),
  SqsParameters: z.object({ MessageGroupId: z.string().optional() }).optional(),
  DeadLetterConfig: z.object({ Arn: z.string().optional() }).optional(),
  RetryPolicy: z
    .object({
      MaximumRetryAttempts: z.number().int().min(0).max(185).optional(),
      MaximumEventAgeInSeconds: z.number().int().min(60).max(86_400).optional(),
    })
    .optional(),
});
const putRule = byName.extend({
  EventPattern: z.string().max(4096).optional(),
  ScheduleExpression: z.string().max(256).optional(),
  State: z.enum(['ENABLED', 'DISABLED', 'ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS']).default('ENABLED'),
  Description: z.string().max(512).optional(),
  RoleArn: z.string().optional(),
});

/** A page of a sorted list; the token is the place to go on from. */
function page<T>(
  items: T[],
  { NextToken, Limit }: z.infer<typeof paging>,
): { items: T[]; NextToken?: string } {
  const from = NextToken ? Number(Buffer.from(NextToken, 'base64url').toString()) : 0;
  if (!Number.isInteger(from) || from < 0)
    throw new AwsError('ValidationException', 'NextToken is not valid.');
  const rest = items.length > from + Limit;
  return {
    items: items.slice(from, from + Limit),
    NextToken: rest ? Buffer.from(String(from + Limit)).toString('base64url') : undefined,
  };
}

/** The operations of the EventBridge API over the service. */
export function eventOperations(service: EventService): Record<string, Operation> {
  const describe = (rule: RuleRecord) => ({
    Name: rule.name,
    Arn: service.ruleArn(rule.bus, rule.name),
    EventPattern: rule.EventPattern,
    ScheduleExpression: rule.ScheduleExpression,
    State: rule.State,
    Description: rule.Description,
    RoleArn: rule.RoleArn,
    EventBusName: rule.bus,
  });
  const switchRule = (input: unknown, State: RuleRecord['State']) => {
    const { Name, EventBusName } = checked(byName, input);
    const {
      bus: busName,
      name: ruleName,
      anchorMs: _a,
      nextMs: _n,
      ...definition
    } = service.rule(service.bus(EventBusName), Name);
    service.putRule(busName, ruleName, { ...definition, State });
  };

  return {
    PutEvents(input) {
      const { Entries } = checked(
        z.object({ Entries: z.array(putEventsEntry).min(1).max(PUT_EVENTS_LIMITS.entries) }),
        input,
      );
      const bytes = Entries.reduce((sum, entry) => sum + entryBytes(entry), 0);
      if (bytes > PUT_EVENTS_LIMITS.bytes)
        throw new AwsError(
          'ValidationException',
          `Total size of the entries in the request is over the limit of ${PUT_EVENTS_LIMITS.bytes} bytes.`,
          413,
        );
      const results = service.putEvents(Entries);
      return { FailedEntryCount: results.filter((entry) => 'ErrorCode' in entry).length, Entries: results };
    },
    PutRule(input) {
      const { Name, EventBusName, State, ...rest } = checked(putRule, input);
      const rule = service.putRule(service.bus(EventBusName), Name, {
        ...rest,
        State: State === 'DISABLED' ? 'DISABLED' : 'ENABLED',
      });
      return { RuleArn: service.ruleArn(rule.bus, rule.name) };
    },
    DeleteRule(input) {
      const { Name, EventBusName } = checked(byName, input);
      service.deleteRule(service.bus(EventBusName), Name);
    },
    DescribeRule(input) {
      const { Name, EventBusName } = checked(byName, input);
      return describe(service.rule(service.bus(EventBusName), Name));
    },
    EnableRule(input) {
      switchRule(input, 'ENABLED');
    },
    DisableRule(input) {
      switchRule(input, 'DISABLED');
    },
    ListRules(input) {
      const request = checked(paging.extend({ EventBusName: bus, NamePrefix: z.string().optional() }), input);
      const rules = service.store
        .rules(service.bus(request.EventBusName))
        .filter((rule) => rule.name.startsWith(request.NamePrefix ?? ''));
      const found = page(rules, request);
      return { Rules: found.items.map(describe), NextToken: found.NextToken };
    },
    ListRuleNamesByTarget(input) {
      const request = checked(paging.extend({ TargetArn: z.string(), EventBusName: bus }), input);
      const busName = service.bus(request.EventBusName);
      const names = service.store
        .rules(busName)
        .map((rule) => rule.name)
        .filter((rule) => service.store.targets(busName, rule).some(({ Arn }) => Arn === request.TargetArn));
      const found = page(names, request);
      return { RuleNames: found.items, NextToken: found.NextToken };
    },
    PutTargets(input) {
      const { Rule, EventBusName, Targets } = checked(
        z.object({ Rule: name, EventBusName: bus, Targets: z.array(ruleTarget).min(1).max(100) }),
        input,
      );
      service.putTargets(service.bus(EventBusName), Rule, Targets);
      return { FailedEntryCount: 0, FailedEntries: [] };
    },
    RemoveTargets(input) {
      const { Rule, EventBusName, Ids } = checked(
        z.object({ Rule: name, EventBusName: bus, Ids: z.array(z.string()).min(1).max(100) }),
        input,
      );
      const missing = service.removeTargets(service.bus(EventBusName), Rule, Ids);
      const FailedEntries = missing.map((TargetId) => ({
        TargetId,
        ErrorCode: 'ResourceNotFoundException',
        ErrorMessage: `Rule ${Rule} does not have a target with the Id ${TargetId}.`,
      }));
      return { FailedEntryCount: missing.length, FailedEntries };
    },
    ListTargetsByRule(input) {
      const request = checked(paging.extend({ Rule: name, EventBusName: bus }), input);
      const rule = service.rule(service.bus(request.EventBusName), request.Rule);
      const found = page(service.store.targets(rule.bus, rule.name), request);
      return { Targets: found.items, NextToken: found.NextToken };
    },
    TestEventPattern(input) {
      const { EventPattern, Event } = checked(
        z.object({ EventPattern: z.string(), Event: z.string() }),
        input,
      );
      let event: Record<string, unknown>;
      try {
        event = JSON.parse(Event);
      } catch {
        throw new AwsError('ValidationException', 'Parameter Event is not valid JSON.');
      }
      const absent = ['id', 'account', 'source', 'time', 'region', 'resources', 'detail-type'].filter(
        (field) => event?.[field] === undefined,
      );
      if (absent.length > 0)
        throw new AwsError(
          'ValidationException',
          `Parameter Event is not valid: it lacks ${absent.join(', ')}.`,
        );
      return { Result: compilePattern(EventPattern)(event) };
    },
    CreateEventBus(input) {
      const { Name, Description } = checked(
        z.object({
          Name: z.string().regex(/^[.\-_A-Za-z0-9]{1,256}$/),
          Description: z.string().max(512).optional(),
        }),
        input,
      );
      if (!service.store.addBus(Name, service.now(), Description))
        throw new AwsError('ResourceAlreadyExistsException', `Event bus ${Name} already exists.`);
      return { EventBusArn: service.busArn(Name), Description };
    },
    DeleteEventBus(input) {
      const { Name } = checked(z.object({ Name: z.string() }), input);
      if (Name === 'default') throw new AwsError('ValidationException', 'Cannot delete event bus default.');
      if (service.store.rules(Name).length > 0)
        throw new AwsError('ValidationException', "Event bus can't be deleted since it has rules.");
      service.store.deleteBus(Name);
    },
    DescribeEventBus(input) {
      const { Name } = checked(z.object({ Name: z.string().default('default') }), input);
      const found = service.store.buses().find((candidate) => candidate.name === service.bus(Name));
      if (!found) throw resourceNotFound(`Event bus ${Name}`);
      return { Name: found.name, Arn: service.busArn(found.name), Description: found.description };
    },
    ListEventBuses(input) {
      const request = checked(paging.extend({ NamePrefix: z.string().optional() }), input);
      const buses = service.store.buses().filter(({ name: n }) => n.startsWith(request.NamePrefix ?? ''));
      const found = page(buses, request);
      return {
        EventBuses: found.items.map(({ name: n, description, createdMs }) => ({
          Name: n,
          Arn: service.busArn(n),
          Description: description,
          CreationTime: createdMs / 1000,
        })),
        NextToken: found.NextToken,
      };
    },
  };
}
