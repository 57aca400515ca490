import { globSync, readFileSync } from 'node:fs';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { AttributeValue, DynamoDBRecord } from 'aws-lambda';
import { expect, it } from 'vitest';
import { eventHints, itemHints } from '#events/hints.ts';
import { events } from '#events/index.ts';
import { hintsOf } from './hints.ts';

const record = (item: object, eventName: DynamoDBRecord['eventName']): DynamoDBRecord => ({
  eventName,
  dynamodb: { NewImage: marshall(item) as Record<string, AttributeValue> },
});

it('gives a hint of each declared event when it is written, and of no other', () => {
  for (const type of Object.keys(events)) {
    const item = { __edb_e__: 'event', tenantId: 7, type, data: { projectId: 'prj_1' } };
    const isDeclared = type in eventHints;
    expect(hintsOf(record(item, 'INSERT')).length > 0, type).toBe(isDeclared);
    expect(hintsOf(record(item, 'MODIFY'))).toEqual([]);
  }
});

it('gives a hint of each declared item whenever it changes, to its own tenant', () => {
  const sample = { tenantId: 7, owner: 'usr_1', projectId: 'prj_1', isNews: true };
  for (const kind of Object.keys(itemHints))
    for (const eventName of ['INSERT', 'MODIFY'] as const) {
      const hints = hintsOf(record({ ...sample, __edb_e__: kind }, eventName));
      expect(hints.length, kind).toBeGreaterThan(0);
      for (const { channel } of hints) expect(channel).toMatch(/^\/tenant\/7\//);
    }
  expect(hintsOf(record({ __edb_e__: 'lead', tenantId: 7 }, 'INSERT'))).toEqual([]);
  expect(hintsOf({ eventName: 'REMOVE', dynamodb: { Keys: {} } })).toEqual([]);
});

it('declares only kinds of items that are stored: one that was renamed would give no hint any more', () => {
  const sources = globSync('functions/**/*.ts').map((file) => readFileSync(file, 'utf8'));
  const kinds = new Set(
    sources.flatMap((text) =>
      [...text.matchAll(/\b(?:entity|jobStore<.+>)\(\s*'(\w+)'/g)].map(([, kind]) => kind),
    ),
  );
  for (const kind of Object.keys(itemHints)) expect(kinds, kind).toContain(kind);
});
