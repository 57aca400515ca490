import { createHash } from 'node:crypto';
import { ConditionalCheckFailedException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { asSystem, tenantOf } from './actor.ts';
import { clock } from './clock.ts';
import { log } from './log.ts';
import { dueIndex } from './partitions.ts';
import { client, type DueKeys, tableName } from './table.ts';
import { within } from './within.ts';

/*
 * What is due, over all tenants. An item with work open carries two attributes more, and lies by them in a sparse
 * index of keys alone, which the sweeper asks each minute for what is due by now (docs/decisions/018):
 *
 *   duepk   due#07                                            one of 16 shards, by tenant, kind and id
 *   duesk   2026-11-23T01:00:00.000Z#12#export#0#exp_01J…     when, tenant, kind, looks that failed in a row, id
 *
 * Whoever opens the work writes them (`dueAt`), whoever ends it removes them (`notDue`). In between the sweeper alone
 * moves them: a worker's heartbeat does not, because the sweeper reads the item itself and learns until when its lease
 * runs. So a look that comes too early costs one read, and a beat costs no write of the index.
 */

/** Partitions of the index: as many as keep one of them below 1,000 writes a second at 16,000 in all. */
export const dueShards = 16;

/** What lies in the index; the sweeper has a function for each (functions/sweeper/kinds.ts). */
export type DueKind =
  | 'agentPresence'
  | 'announcement'
  | 'batch'
  | 'batchRemoval'
  | 'blast'
  | 'bulk'
  | 'call'
  | 'callTranscript'
  | 'callingList'
  | 'callingReadiness'
  | 'callingTurn'
  | 'celebration'
  | 'celebrationNews'
  | 'display'
  | 'exchangePush'
  | 'export'
  | 'goal'
  | 'goalCrossing'
  | 'heldSubmission'
  | 'job'
  | 'jobPart'
  | 'journeyJob'
  | 'leadExport'
  | 'leadImport'
  | 'leadScoring'
  | 'marketCertificate'
  | 'marketListing'
  | 'marketOrder'
  | 'marketPayment'
  | 'marketPayout'
  | 'marketPayoutAccount'
  | 'marketPing'
  | 'marketPurchase'
  | 'marketStandingOrder'
  | 'message'
  | 'messageLine'
  | 'numberOrder'
  | 'numberReputation'
  | 'phoneSession'
  | 'promptGeneration'
  | 'queueCallback'
  | 'recording'
  | 'removedAsset'
  | 'reportRun'
  | 'reportSchedule'
  | 'retention'
  | 'signagePlans'
  | 'snoozedConversation'
  | 'threadDeletion'
  | 'tracerSearch'
  | 'voicemail'
  | 'webhookCall'
  | 'webhookDelivery'
  | 'webhookSending';

/** The attributes of an entity whose items may be due. */
export const dueAttributes = {
  duepk: { type: 'string', hidden: true },
  duesk: { type: 'string', hidden: true },
} as const;

/** For `remove(...)` in the write that ends the work. */
export const notDue: (typeof dueIndex.pk | typeof dueIndex.sk)[] = [dueIndex.pk, dueIndex.sk];

export const shardName = (shard: number): string => `due#${String(shard).padStart(2, '0')}`;

function shardOf(tenantId: number, kind: string, id: string): string {
  const hash = createHash('sha256').update(`${tenantId}#${kind}#${id}`).digest();
  return shardName(hash[0]! % dueShards);
}

/** The last instant whose ISO 8601 form sorts as text. */
const latest = Date.parse('9999-12-31T00:00:00.000Z');

/** A place in the index that sorts by its time: ms since 1970, or ISO 8601. */
const placeAt = (at: number | string): string =>
  new Date(Math.min(latest, typeof at === 'string' ? Date.parse(at) : at)).toISOString();

/** What is begun is looked at first after so long: its message has been worked by then, or was lost; ms. */
const firstLookMs = 30_000;

/**
 * What an item of the actor's tenant is written with to be looked at then.
 * @param at ms since 1970, or ISO 8601; without it, as something that is begun now
 */
export function dueAt(kind: DueKind, id: string, at: number | string = clock.now() + firstLookMs) {
  const tenantId = tenantOf();
  return {
    duepk: shardOf(tenantId, kind, id),
    duesk: [placeAt(at), tenantId, kind, 0, id].join('#'),
  };
}

export interface DueEntry extends DueKeys {
  at: string;
  tenantId: number;
  kind: string;
  /** Looks in a row that failed. */
  failures: number;
  id: string;
}

export function dueEntry(keys: DueKeys): DueEntry {
  const [at = '', tenantId, kind = '', failures, ...id] = keys.duesk.split('#');
  return { ...keys, at, tenantId: Number(tenantId), kind, failures: Number(failures), id: id.join('#') };
}

/** When an item is to be looked at again (ms since 1970, or ISO 8601); undefined when its work has ended. */
export type NextLook = number | string | undefined;

/**
 * What the sweeper does with what is due of one kind, as the item's tenant. It bears being called twice and a kill at
 * any point; what it throws is logged, and the item is looked at again later and later.
 */
export interface DueWork {
  look: (id: string) => Promise<NextLook>;
  /** Items with work open that an earlier version wrote, which carries no time: they are given one, once. */
  earlier: () => Promise<EarlierItem[]>;
}

export interface EarlierItem {
  key: { pk: string; sk: string };
  id: string;
}

/** A query of an entity. */
interface Query {
  go(options: { pages: 'all'; data: 'includeKeys' }): Promise<{ data: readonly unknown[] }>;
}

/** What a query finds, by its keys and by the attribute that is its id. */
export async function earlierItems(query: Query, id: string): Promise<EarlierItem[]> {
  const { data } = await query.go({ pages: 'all', data: 'includeKeys' });
  return (data as Record<string, string>[]).map((item) => ({
    key: { pk: item.pk!, sk: item.sk! },
    id: item[id]!,
  }));
}

/** A look that takes longer has failed; ms. */
const lookMs = 20_000;
/** The first wait after a look that failed or was killed, and the longest; ms. */
const firstWaitMs = 60_000;
const longestWaitMs = 3_600_000;

const waitAfter = (failures: number): number => Math.min(longestWaitMs, firstWaitMs * 2 ** failures);

/** Whether a write came through; false where somebody else has written the item since, or does at this instant. */
async function moved(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException || error instanceof TransactionConflictException)
      return false;
    throw error;
  }
}

/** Puts an item at another place, or takes it out; undefined where somebody else has, since it was read. */
async function move(
  entry: DueEntry,
  to: { at: number | string; failures: number } | undefined,
): Promise<DueEntry | undefined> {
  const { pk, sk, duesk, tenantId, kind, id } = entry;
  const next = to && [placeAt(to.at), tenantId, kind, to.failures, id].join('#');
  const written = await moved(
    client.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: { pk, sk },
        UpdateExpression: next ? 'SET duesk = :next' : 'REMOVE duepk, duesk',
        ConditionExpression: 'duesk = :before',
        ExpressionAttributeValues: { ':before': duesk, ...(next ? { ':next': next } : {}) },
      }),
    ),
  );
  return written ? dueEntry({ ...entry, duesk: next ?? duesk }) : undefined;
}

export type Looked = 'looked' | 'failed' | 'overtaken';

/**
 * Looks at one item that is due, as its tenant. It is put off first and the work done then, so that an item which kills
 * the sweeper does not meet the next one at once. 'overtaken': somebody else has moved it since it was read.
 */
export function lookAt(entry: DueEntry, { look }: Pick<DueWork, 'look'>): Promise<Looked> {
  const { tenantId, kind, id, failures } = entry;
  return asSystem(tenantId, 'sweeper', async () => {
    const putOff = { at: clock.now() + waitAfter(failures), failures: failures + 1 };
    try {
      const taken = await move(entry, putOff);
      if (!taken) return 'overtaken';
      const next = await within(lookMs, look(id));
      // Where the work itself has said when it is due again, that stands.
      await move(taken, next === undefined ? undefined : { at: next, failures: 0 });
      return 'looked';
    } catch (error) {
      log.error('Work that is due could not be looked at, and is again later.', {
        tenantId,
        kind,
        id,
        failures: putOff.failures,
        error: error as Error,
      });
      return 'failed';
    }
  });
}

/** Has an item of the actor's tenant that an earlier version wrote looked at; one that has a time already keeps it. */
export const makeDue = (kind: DueKind, { key, id }: EarlierItem): Promise<boolean> => {
  const { duepk, duesk } = dueAt(kind, id, clock.now());
  return moved(
    client.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: key,
        UpdateExpression: 'SET duepk = :pk, duesk = :sk',
        ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(duepk)',
        ExpressionAttributeValues: { ':pk': duepk, ':sk': duesk },
      }),
    ),
  );
};
