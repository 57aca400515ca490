import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { tableName } from '#functions/kernel/table.ts';
import { api } from '#shared/api/index.ts';
import { type Thing, things } from '#shared/model/reference.ts';
import { as, freshTenant, type TestTenant } from '#tests/support/tenant.ts';
import { type IdField, idFieldsOf } from './id-fields.ts';
import { type Route, routes } from './routes.ts';
import { idKind } from './sample.ts';
import { answeredEach, anything, besides, lookedUp, noThing } from './stored-ids-reasons.ts';
import { thingsOf } from './things.ts';

/* Nobody has the id of another tenant's thing stored: each field of the contract that holds an id is sent one. */

let own: TestTenant;
let ours: Record<string, string>;
let theirs: Record<string, string>;

beforeAll(async () => {
  own = await freshTenant();
  const other = await freshTenant();
  [ours, theirs] = [await thingsOf(own), await thingsOf(other)];
  for (const all of [ours, theirs]) all.display = `display_${all.lay}`;
  const begun = { direction: 'inbound', phone: '+13055550145', start: true } as const;
  ours.begun = (await as(own.admin).call(api.calls.create, begun)).body.id;
}, 90_000);

const prefixes: Record<Thing, string> = {
  agentGroup: 'agr',
  agentStatusConfig: 'asc',
  asset: 'ast',
  dialPlan: 'dlp',
  did: 'did',
  didPool: 'pol',
  display: 'display',
  displayGroup: 'grp',
  endpoint: 'whe',
  extension: 'ext',
  ivrMenu: 'ivr',
  journey: 'jrn',
  messageTemplate: 'mtp',
  project: 'prj',
  projectFolder: 'fld',
  queue: 'que',
  recording: 'rec',
  script: 'scr',
  transferGroup: 'tgr',
  user: 'usr',
};

interface Case {
  name: string;
  route: Route;
  field: IdField;
}

/** What a read names is looked for and not stored. */
const cases: Case[] = routes
  .filter(({ method }) => method !== 'GET')
  .flatMap((route) =>
    idFieldsOf(route).map((field) => ({ name: `${route.name} ${field.path}`, route, field })),
  );
const ids = cases.filter(({ field }) => !field.isOpaque);
const marked = ids.filter(({ field }) => field.thing);

/** An input's made-up ids as those of things that are there. */
function withOurs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withOurs);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withOurs(part)]));
  const prefix = typeof value === 'string' && /^([a-z]+)_sample$/.exec(value)?.[1];
  return prefix ? (ours[prefix] ?? value) : value;
}

/** Another tenant's id, sent in one field of a call whose every other id is of a thing of the caller's. */
async function send({ name, route, field }: Case, prefix: string) {
  const id = theirs[prefix];
  if (!id) throw new Error(`tests/isolation/things.ts makes nothing with an id of the kind ${prefix}.`);
  const schema = route.procedure['~orpc'].inputSchema as z.ZodType;
  const path = route.params.map((param) => {
    const kind = param === 'displayId' ? 'display' : idKind(schema, param);
    return [param, ours[kind] ?? 'twilio'];
  });
  const given = { ...field.input(id), ...Object.fromEntries(path), ...besides[name] };
  const input = withOurs(given) as Record<string, unknown>;
  const { status, body } = await as(own.admin).call(route.procedure, input);
  return { status, body: body as { error?: string; code?: string; details?: Details }, sent: input };
}
type Details = { issues?: { path: string; message: string }[] };

const entries = (table: typeof lookedUp) =>
  table.flatMap(({ says, prefix, fields }) => fields.map((name) => ({ name, says, prefix })));

it('knows of each field that holds an id whether it is looked up', () => {
  const reasons = [...lookedUp, ...answeredEach, ...noThing].flatMap(({ fields }) => fields);
  const unmarked = ids.filter(({ field }) => !field.thing).map(({ name }) => name);
  expect(unmarked.filter((name) => !reasons.includes(name))).toEqual([]);
  expect(reasons.filter((name) => !unmarked.includes(name))).toEqual([]);
  expect(reasons).toHaveLength(new Set(reasons).size);
});

it('knows of each field that takes anything why nothing in it is an id that is followed', () => {
  const names = cases
    .filter(({ field }) => field.isOpaque)
    .map(({ route, field }) => /(\w+)[^\w]*$/.exec(`${route.path}.${field.path}`)![1]!);
  expect([...new Set(names)].sort()).toEqual(Object.keys(anything).sort());
});

describe("another tenant's id is refused", () => {
  it.each(marked)('$name', async (one) => {
    const { field } = one;
    const { status, body, sent } = await send(one, prefixes[field.thing!]);
    const told = JSON.stringify({ status, body, sent });
    // A save is not refused for the file that a picture once came from: it is stored without.
    if (field.isCleared) {
      expect(status, told).toBeLessThan(300);
      expect(JSON.stringify(body)).not.toContain(theirs.ast);
      return;
    }
    expect(status, told).toBe(400);
    expect(body.code, told).toBe('unknown_reference');
    const path = body.details?.issues?.[0]?.path.replaceAll(/\[\d+\]/g, '[]');
    expect(path).toBe(field.path);
    expect(body.details?.issues?.[0]?.message).toBe(`There is no such ${things[field.thing!]}.`);
  });

  it.each(entries(lookedUp))('$name, by its handler', async ({ name, says, prefix }) => {
    const one = ids.find((known) => known.name === name)!;
    const { status, body, sent } = await send(one, prefix ?? one.field.prefix!);
    const told = JSON.stringify({ status, body, sent });
    expect([400, 403, 404, 409], told).toContain(status);
    expect(body.error, told).toMatch(says);
  });

  it.each(entries(answeredEach))('$name, in the answer', async ({ name, says, prefix }) => {
    const one = ids.find((known) => known.name === name)!;
    const { status, body, sent } = await send(one, prefix ?? one.field.prefix!);
    const told = JSON.stringify({ status, body, sent });
    expect(status, told).toBeLessThan(300);
    expect(JSON.stringify(body), told).toMatch(says);
  });

  it('as the owner of a lead of a list', async () => {
    const leads = [{ lastName: 'Taken', ownerId: theirs.usr }];
    const { body } = await as(own.admin).call(api.leads.bulkCreate, { leads });
    expect(JSON.stringify(body)).toContain('The owner is not an active user.');
  });
});

it('has stored none of them', async () => {
  const table = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const foreign = new Set(Object.entries(theirs).flatMap(([kind, id]) => (kind === 'number' ? [] : [id])));
  const found: string[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const page = await table.send(
      new ScanCommand({
        TableName: tableName(),
        FilterExpression: 'begins_with(pk, :own)',
        ExpressionAttributeValues: { ':own': `$dealbell#tenantid_${own.id}#` },
        ExclusiveStartKey: start,
      }),
    );
    for (const item of page.Items ?? [])
      for (const id of foreign)
        if (JSON.stringify(item).includes(id)) found.push(`${item.__edb_e__}: ${JSON.stringify(item)}`);
    start = page.LastEvaluatedKey;
  } while (start);
  expect(found).toEqual([]);
});
