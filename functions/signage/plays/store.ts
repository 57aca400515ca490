import { Entity } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { connection, keys, model } from '#functions/kernel/table.ts';
import type { Play } from '#shared/model/signage/entities.ts';

/** What a player told at once: the proof itself, from–to. Its id is the player's, so the same one is written once. */
const Batches = new Entity(
  {
    model: model('playbatch'),
    attributes: {
      tenantId: { type: 'number', required: true },
      displayId: { type: 'string', required: true },
      /** Of the first play, by the display's calendar. */
      day: { type: 'string', required: true },
      batchId: { type: 'string', required: true },
      plays: { type: 'any', required: true },
      expiresAt: { type: 'number', required: true },
    },
    indexes: {
      one: {
        pk: { ...keys.primary.pk, composite: ['tenantId', 'displayId'] },
        sk: { ...keys.primary.sk, composite: ['day', 'batchId'], casing: 'none' },
      },
    },
  },
  connection,
);

/** Plays and seconds of a sign on a display on a day, counted up with each batch. */
const Totals = new Entity(
  {
    model: model('playtotal'),
    attributes: {
      tenantId: { type: 'number', required: true },
      day: { type: 'string', required: true },
      displayId: { type: 'string', required: true },
      refId: { type: 'string', required: true },
      name: { type: 'string' },
      plays: { type: 'number' },
      milliseconds: { type: 'number' },
      expiresAt: { type: 'number' },
    },
    indexes: {
      one: {
        pk: { ...keys.primary.pk, composite: ['tenantId'] },
        sk: { ...keys.primary.sk, composite: ['day', 'displayId', 'refId'], casing: 'none' },
      },
    },
  },
  connection,
);

export interface StoredTotal {
  day: string;
  displayId: string;
  refId: string;
  name: string;
  plays: number;
  milliseconds: number;
}

/** Refused where the batch is there already. */
export const insertBatch = (batch: {
  displayId: string;
  day: string;
  batchId: string;
  plays: Play[];
  expiresAt: number;
}) => Batches.create({ tenantId: tenantOf(), ...batch }).params();

export const countUp = ({
  plays,
  milliseconds,
  name,
  expiresAt,
  ...key
}: StoredTotal & { expiresAt: number }) =>
  Totals.upsert({ tenantId: tenantOf(), ...key, name, expiresAt })
    .add({ plays, milliseconds })
    .params() as object;

/** From the first to the last day, both included. */
export async function totalsBetween(from: string, until: string): Promise<StoredTotal[]> {
  const { data } = await Totals.query
    .one({ tenantId: tenantOf() })
    .between({ day: from }, { day: `${until}~` })
    .go({ pages: 'all' });
  return data.map(({ day, displayId, refId, name = refId, plays = 0, milliseconds = 0 }) => ({
    day,
    displayId,
    refId,
    name,
    plays,
    milliseconds,
  }));
}

/** The batches of a display whose first play was on one of the days named. */
export async function batchesOf(displayId: string, days: string[]): Promise<Play[]> {
  const found = await Promise.all(
    days.map((day) => Batches.query.one({ tenantId: tenantOf(), displayId, day }).go({ pages: 'all' })),
  );
  return found.flatMap(({ data }) => data.flatMap(({ plays }) => plays as Play[]));
}
