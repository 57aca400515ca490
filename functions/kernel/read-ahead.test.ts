import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { freshTenant } from '#tests/support/tenant.ts';
import { asSystem } from './actor.ts';
import { entity } from './entity.ts';
import { sharingReads } from './shared-reads.ts';
import { client, commit } from './table.ts';

const Notes = entity('readAheadTestNote', {
  fields: z.object({ noteId: z.string(), text: z.string() }),
  key: { partition: ['noteId'], sort: [] },
});
const [a, b, none] = [{ noteId: 'a' }, { noteId: 'b' }, { noteId: 'none' }];

afterEach(() => vi.restoreAllMocks());

async function withNotes(work: () => Promise<void>): Promise<void> {
  const { id } = await freshTenant();
  await asSystem(id, 'test', async () => {
    await Notes.putEvery([
      { noteId: 'a', text: 'one' },
      { noteId: 'b', text: 'two' },
    ]);
    await work();
  });
}

const requests = () => vi.spyOn(client, 'send');

describe('what a step reads ahead', () => {
  it('takes one request for all, and serves each who asks, also of what is not there', () =>
    withNotes(async () => {
      const sent = requests();
      await sharingReads(async () => {
        expect(await Notes.readAhead([a, b, none])).toHaveLength(2);
        expect(await Notes.find(a)).toEqual({ noteId: 'a', text: 'one' });
        expect(await Notes.findMany([b, none])).toEqual([{ noteId: 'b', text: 'two' }]);
        expect(await Notes.find(none)).toBeUndefined();
      });
      // The last one had been asked for already.
      expect(sent).toHaveBeenCalledTimes(2);
    }));

  it('serves once: who tries again reads what is there', () =>
    withNotes(async () => {
      await sharingReads(async () => {
        await Notes.readAhead([a]);
        await Notes.find(a);
        const sent = requests();
        expect(await Notes.find(a)).toEqual({ noteId: 'a', text: 'one' });
        expect(sent).toHaveBeenCalledTimes(1);
      });
    }));

  it('is forgotten when the step writes it', () =>
    withNotes(async () => {
      await sharingReads(async () => {
        await Notes.readAhead([a, b]);
        await commit(Notes.put({ noteId: 'a', text: 'new' }), Notes.remove(b));
        expect(await Notes.find(a)).toEqual({ noteId: 'a', text: 'new' });
        expect(await Notes.find(b)).toBeUndefined();
      });
    }));

  it('is believed for three seconds', () =>
    withNotes(async () => {
      await sharingReads(async () => {
        await Notes.readAhead([a, b]);
        const now = Date.now();
        const time = vi.spyOn(Date, 'now').mockReturnValue(now + 2_500);
        const sent = requests();
        await Notes.find(a);
        expect(sent).not.toHaveBeenCalled();
        time.mockReturnValue(now + 3_500);
        await Notes.find(b);
        expect(sent).toHaveBeenCalledTimes(1);
      });
    }));

  it('is its tenant’s own, and nothing outside of a step', () =>
    withNotes(async () => {
      const { id } = await freshTenant();
      await sharingReads(async () => {
        await Notes.readAhead([a]);
        expect(await asSystem(id, 'test', () => Notes.find(a))).toBeUndefined();
      });
      await Notes.readAhead([a]);
      const sent = requests();
      await Notes.find(a);
      expect(sent).toHaveBeenCalledTimes(1);
    }));
});
