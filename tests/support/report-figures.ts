import type { SQSEvent } from 'aws-lambda';
import { expect } from 'vitest';
import { handler as figuresWorker } from '#functions/dashboard/worker.ts';
import type { Told } from './raw-items.ts';

/** Gives the figures' worker all that a tenant told, out of order and some of it twice. */
export async function countAll(told: readonly Told[]): Promise<void> {
  const types = ['lead.created', 'lead.deleted', 'lead.restored', 'lead.deal', 'call.ended', 'call.disposed'];
  const records = told
    .filter(({ type }) => types.includes(type))
    .map((detail) => ({
      messageId: detail.eventId,
      body: JSON.stringify({ 'detail-type': detail.type, detail }),
    }));
  const twice = [...records.toReversed(), ...records.slice(0, 9)];
  for (let at = 0; at < twice.length; at += 10)
    expect(await figuresWorker({ Records: twice.slice(at, at + 10) } as SQSEvent)).toEqual({
      batchItemFailures: [],
    });
}
