import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AttributeValue, BatchWriteItemCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import type { EarlierItem } from '#functions/kernel/due.ts';
import { tableName } from '#functions/kernel/table.ts';
import { markEarlier } from '#functions/sweeper/earlier.ts';
import { dueKinds } from '#functions/sweeper/kinds.ts';
import type { EarlierProgress } from '#functions/sweeper/store.ts';
import { dueIds } from '#tests/support/due.ts';
import { eventually } from '#tests/support/eventually.ts';
import { freshTenant } from '#tests/support/tenant.ts';

const fixture = readFileSync(join(import.meta.dirname, 'fixtures', 'open-work.json'), 'utf8');

/** The items as if they were another tenant's. */
function itemsOf(tenantId: number): Record<string, AttributeValue>[] {
  const text = fixture.replaceAll('tenantid_2', `tenantid_${tenantId}`);
  const { items } = JSON.parse(text) as { items: Record<string, AttributeValue>[] };
  return items.map((item) => ({ ...item, tenantId: { N: String(tenantId) } }));
}

const begin: EarlierProgress = { rounds: 0, after: 0, failed: false, notBefore: 0, done: false };

it('work that was open before there was an index of what is due is found by the sweeper, and no other', async () => {
  const { id } = await freshTenant();
  const client = new DynamoDBClient({});
  const requests = itemsOf(id).map((Item) => ({ PutRequest: { Item } }));
  await client.send(new BatchWriteItemCommand({ RequestItems: { [tableName()]: requests } }));
  client.destroy();
  await eventually(async () => {
    await markEarlier({
      kinds: dueKinds,
      progress: begin,
      tenantsAfter: async (after) => [id].filter((one) => one > after),
      note: async () => undefined,
      deadline: Number.POSITIVE_INFINITY,
    });
    const found = await asSystem(id, 'test', async () =>
      Promise.all(Object.keys(dueKinds).map(async (kind) => [kind, await dueIds(kind as never)] as const)),
    );
    expect(Object.fromEntries(found.filter(([, ids]) => ids.length > 0))).toEqual({
      batchRemoval: ['bat_1'],
      call: ['cal_1'],
      display: ['dsp_1'],
      heldSubmission: ['sub_1'],
      message: ['msg_1'],
      messageLine: ['sms'],
      threadDeletion: ['led_1'],
      webhookCall: ['run_1'],
      webhookDelivery: ['whk_1/dlv_1'],
    });
  });
});

it('a round in which a tenant’s work could not be read is followed by another', async () => {
  const failing = {
    ...dueKinds,
    export: { earlier: (): Promise<EarlierItem[]> => Promise.reject(new Error('throttled')) },
  };
  const { id } = await freshTenant();
  let progress = begin;
  const round = async (kinds: typeof failing) => {
    progress = await markEarlier({
      kinds,
      progress: { ...progress, notBefore: 0 },
      tenantsAfter: async (after) => [id].filter((one) => one > after),
      note: async () => undefined,
      deadline: Number.POSITIVE_INFINITY,
    });
    return [progress.rounds, progress.done];
  };
  expect(await round(failing)).toEqual([1, false]);
  expect(await round(failing)).toEqual([2, false]);
  expect(await round(dueKinds)).toEqual([3, true]);
});
