import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { splitTarget } from '../aws-auth.ts';
import {
  AwsError,
  asAwsError,
  checked,
  type Handle,
  parseJsonObject,
  readBody,
  sendJson,
} from '../aws-json.ts';
import { scheduleInput, scheduleName } from './input.ts';
import { notFound, type ScheduleService } from './service.ts';
import type { GroupRecord, ScheduleRecord } from './store.ts';

interface Call {
  name: string;
  query: URLSearchParams;
  body: Record<string, unknown>;
}

const tags = z.array(z.object({ Key: z.string().min(1).max(128), Value: z.string().max(256) })).max(200);
const clientToken = z.string().min(1).max(64).optional();

function limit(query: URLSearchParams): number {
  const value = Number(query.get('MaxResults') ?? 100);
  if (!Number.isInteger(value) || value < 1 || value > 100)
    throw new AwsError('ValidationException', 'MaxResults must be from 1 to 100.');
  return value;
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function decode(token: string | null): [string, string] | undefined {
  if (token === null) return undefined;
  try {
    return z.tuple([z.string(), z.string()]).parse(JSON.parse(Buffer.from(token, 'base64url').toString()));
  } catch {
    throw new AwsError('ValidationException', 'NextToken is not valid.');
  }
}

/** The calls of the Scheduler's REST API, by method and first part of the path. */
function routes(service: ScheduleService): Record<string, (call: Call) => unknown> {
  const summary = (record: ScheduleRecord) => ({
    Arn: service.scheduleArn(record.group, record.name),
    GroupName: record.group,
    Name: record.name,
    State: record.definition.State,
    CreationDate: record.createdMs / 1000,
    LastModificationDate: record.modifiedMs / 1000,
  });
  const groupAnswer = (record: GroupRecord) => ({
    Arn: service.groupArn(record.name),
    Name: record.name,
    State: 'ACTIVE',
    CreationDate: record.createdMs / 1000,
    LastModificationDate: record.modifiedMs / 1000,
  });
  const groupOf = (query: URLSearchParams): string => query.get('groupName') ?? 'default';
  const taggedGroup = (arn: string): GroupRecord => {
    const group = service.store.group(arn.slice(arn.lastIndexOf('/') + 1));
    if (!group || service.groupArn(group.name) !== arn) throw notFound(`Resource ${arn}`);
    return group;
  };

  return {
    'POST schedules': ({ name, body }) => {
      const { GroupName = 'default', ClientToken, ...definition } = checked(scheduleInput, body);
      const record = service.create(GroupName, checked(scheduleName, name), definition, ClientToken);
      return { ScheduleArn: service.scheduleArn(record.group, record.name) };
    },
    'PUT schedules': ({ name, body }) => {
      const { GroupName = 'default', ClientToken: _token, ...definition } = checked(scheduleInput, body);
      const record = service.update(GroupName, name, definition);
      return { ScheduleArn: service.scheduleArn(record.group, record.name) };
    },
    'GET schedules': ({ name, query }) => {
      if (name) {
        const record = service.schedule(groupOf(query), name);
        return { ...summary(record), ...record.definition };
      }
      const max = limit(query);
      const found = service.store.schedules({
        group: query.get('ScheduleGroup') ?? undefined,
        prefix: query.get('NamePrefix') ?? undefined,
        state: query.get('State') ?? undefined,
        after: decode(query.get('NextToken')),
        limit: max + 1,
      });
      const shown = found.slice(0, max);
      const last = shown.at(-1);
      return {
        Schedules: shown.map((record) => ({
          ...summary(record),
          Target: { Arn: record.definition.Target.Arn },
        })),
        NextToken: found.length > max && last ? encode([last.group, last.name]) : undefined,
      };
    },
    'DELETE schedules': ({ name, query }) => service.delete(groupOf(query), name),
    'POST schedule-groups': ({ name, body }) => {
      const input = checked(z.object({ Tags: tags.default([]), ClientToken: clientToken }), body);
      service.createGroup(checked(scheduleName, name), input.Tags);
      return { ScheduleGroupArn: service.groupArn(name) };
    },
    'GET schedule-groups': ({ name, query }) => {
      if (name) {
        const group = service.store.group(name);
        if (!group) throw notFound(`Schedule group ${name}`);
        return groupAnswer(group);
      }
      const max = limit(query);
      const after = decode(query.get('NextToken'))?.[0] ?? '';
      const found = service.store
        .groups()
        .filter((group) => group.name > after && group.name.startsWith(query.get('NamePrefix') ?? ''));
      const shown = found.slice(0, max);
      return {
        ScheduleGroups: shown.map(groupAnswer),
        NextToken: found.length > max ? encode([shown.at(-1)!.name, '']) : undefined,
      };
    },
    'DELETE schedule-groups': ({ name }) => service.deleteGroup(name),
    'GET tags': ({ name }) => ({ Tags: taggedGroup(name).tags }),
    'POST tags': ({ name, body }) => {
      const group = taggedGroup(name);
      const added = checked(z.object({ Tags: tags }), body).Tags;
      const kept = group.tags.filter(({ Key }) => !added.some((tag) => tag.Key === Key));
      service.store.putGroup({ ...group, tags: [...kept, ...added], modifiedMs: service.now() });
    },
    'DELETE tags': ({ name, query }) => {
      const group = taggedGroup(name);
      const keys = query.getAll('TagKeys');
      const kept = group.tags.filter(({ Key }) => !keys.includes(Key));
      service.store.putGroup({ ...group, tags: kept, modifiedMs: service.now() });
    },
  };
}

/** The AWS REST JSON protocol as EventBridge Scheduler speaks it. */
export function schedulerHandle(service: ScheduleService): Handle {
  const table = routes(service);
  return async (req: IncomingMessage, res: ServerResponse) => {
    try {
      const body = await readBody(req);
      const { path, query } = splitTarget(req.url ?? '/');
      const [, collection = '', ...rest] = path.split('/');
      const route = `${req.method} ${collection}`;
      const act = Object.hasOwn(table, route) ? table[route] : undefined;
      const name = decodeURIComponent(rest.join('/'));
      if (!act || (!name && req.method !== 'GET'))
        throw new AwsError(
          'UnknownOperationException',
          `The local scheduler has no call ${req.method} ${path}.`,
          404,
        );
      sendJson(res, 200, act({ name, query: new URLSearchParams(query), body: parseJsonObject(body) }));
    } catch (thrown) {
      const error = asAwsError(thrown);
      sendJson(res, error.status, { Message: error.message }, { 'x-amzn-errortype': error.code });
    }
  };
}
