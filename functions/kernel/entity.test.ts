import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eventually } from '#tests/support/eventually.ts';
import { freshTenant } from '#tests/support/tenant.ts';
import { asSystem } from './actor.ts';
import { dueAt } from './due.ts';
import { entity, ifThere, ifVersion, type Stored } from './entity.ts';
import { partitionOf } from './partitions.ts';
import { ConditionFailed, client, commit, tableName, writeOne } from './table.ts';

const Books = entity('entityTestBook', {
  fields: z.object({
    bookId: z.string(),
    shelf: z.string(),
    place: z.number(),
    title: z.string().nullable(),
    language: z.enum(['en', 'de']).default('en'),
    note: z.string().optional(),
    tags: z.array(z.string()).optional(),
    details: z.custom<{ pages: number }>(),
    version: z.number(),
  }),
  key: { partition: [], sort: ['bookId'], casing: 'none' },
  indexes: { byShelf: { index: 'gsi1', partition: ['shelf'], sort: ['place'] } },
  sets: ['tags'],
  due: true,
});
type Book = Stored<typeof Books>;

const book = (bookId: string, rest: Partial<Book> = {}): Book => ({
  bookId,
  shelf: 'A',
  place: 1,
  title: 'Dialling',
  language: 'de',
  details: { pages: 7 },
  version: 1,
  ...rest,
});

async function inFreshTenant<T>(work: () => Promise<T>): Promise<T> {
  const { id } = await freshTenant();
  return asSystem(id, 'test', work);
}

/** An item as it lies in the table. */
async function item(bookId: string) {
  const Key = { pk: partitionOf('').slice(0, -1), sk: `$entityTestBook_1#bookId_${bookId}` };
  const { Item } = await client.send(new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }));
  return Item;
}

describe('an entity', () => {
  it('is stored under its tenant, its key and its indexes as ElectroDB writes them', () =>
    inFreshTenant(async () => {
      await commit(Books.insert(book('bk_Ab')));
      const tenant = partitionOf('').slice(0, -1);
      expect(await item('bk_Ab')).toMatchObject({
        pk: tenant,
        sk: '$entityTestBook_1#bookId_bk_Ab',
        gsi1pk: `${tenant}#shelf_a`,
        gsi1sk: '$entitytestbook_1#place_1',
        __edb_e__: 'entityTestBook',
        __edb_v__: '1',
      });
    }));

  it('is read without its tenant and without its place among what is due', () =>
    inFreshTenant(async () => {
      await commit(Books.insert({ ...book('b'), ...dueAt('export', 'b') }));
      expect(await item('b')).toMatchObject({ duepk: expect.any(String), duesk: expect.any(String) });
      expect(await Books.find({ bookId: 'b' })).toEqual(book('b'));
      await writeOne(Books.patch({ bookId: 'b' }).remove(['duepk', 'duesk']).params());
      expect(await item('b')).not.toHaveProperty('duepk');
    }));

  it('leaves a null field out of the table, and reads what is missing as null or as its default', () =>
    inFreshTenant(async () => {
      await commit(Books.insert(book('b', { title: null })));
      expect(await item('b')).not.toHaveProperty('title');
      await writeOne(Books.patch({ bookId: 'b' }).remove(['language']).params());
      expect(await Books.find({ bookId: 'b' })).toEqual(book('b', { title: null, language: 'en' }));
      expect(await Books.all('key')).toEqual([book('b', { title: null, language: 'en' })]);
    }));

  it('takes away what a change sets to null, and adds to what it counts', () =>
    inFreshTenant(async () => {
      await commit(Books.insert(book('b')));
      const change = Books.patch({ bookId: 'b' }).set({ title: null, shelf: 'B' }).add({ version: 2 });
      await commit(change.where(({ title }, { exists }) => exists(title)).params());
      expect(await Books.find({ bookId: 'b' })).toEqual(book('b', { title: null, shelf: 'B', version: 3 }));
    }));

  it('is not found in another tenant', async () => {
    await inFreshTenant(() => commit(Books.insert(book('b'))));
    await inFreshTenant(async () => {
      expect(await Books.find({ bookId: 'b' })).toBeUndefined();
      expect(await Books.all('key')).toEqual([]);
      await expect(writeOne(Books.patch({ bookId: 'b' }).set({ place: 2 }).params())).rejects.toThrow(
        ConditionFailed,
      );
    });
  });

  it('is found among many, and left out where it is not there', () =>
    inFreshTenant(async () => {
      await commit(Books.insert(book('a')), Books.insert(book('b')));
      const found = await Books.findMany(['a', 'none', 'b'].map((bookId) => ({ bookId })));
      expect(found.map(({ bookId }) => bookId).sort()).toEqual(['a', 'b']);
    }));

  it('refuses a second one of the same key, and a change of what has changed since, each with its error', () =>
    inFreshTenant(async () => {
      await commit(Books.insert(book('b')));
      await expect(writeOne(Books.insert(book('b'), new Error('It is there.')))).rejects.toThrow(
        'It is there.',
      );
      const changed = new Error('It has changed.');
      await commit(Books.put(book('b', { version: 2 }), ifVersion(1, changed)));
      await expect(commit(Books.put(book('b', { version: 2 }), ifVersion(1, changed)))).rejects.toBe(changed);
      await expect(commit(Books.remove({ bookId: 'b' }, ifVersion(1, changed)))).rejects.toBe(changed);
      await expect(writeOne(Books.remove({ bookId: 'b' }, ifVersion(1)))).rejects.toThrow(ConditionFailed);
      await writeOne(Books.remove({ bookId: 'b' }, ifVersion(2)));
      expect(await Books.find({ bookId: 'b' })).toBeUndefined();
    }));

  it('lists a partition of an index in its order, from a place on and page by page', () =>
    inFreshTenant(async () => {
      await commit(...[3, 1, 2].map((place) => Books.insert(book(`b${place}`, { place }))));
      const ids = (books: Book[]) => books.map(({ bookId }) => bookId);
      await eventually(async () => expect(await Books.all('byShelf', { shelf: 'A' })).toHaveLength(3));
      expect(ids(await Books.all('byShelf', { shelf: 'A' }, { order: 'desc' }))).toEqual(['b3', 'b2', 'b1']);
      const from2 = await Books.query('byShelf', { shelf: 'A' }).gte({ place: 2 }).go();
      expect(ids(from2.data)).toEqual(['b2', 'b3']);
      const first = await Books.query('byShelf', { shelf: 'A' }).go({ limit: 2 });
      const rest = await Books.query('byShelf', { shelf: 'A' }).go({ cursor: first.cursor });
      expect([ids(first.data), ids(rest.data)]).toEqual([['b1', 'b2'], ['b3']]);
    }));

  it('adds to and takes from a set of texts', () =>
    inFreshTenant(async () => {
      await commit(Books.insert(book('b', { tags: ['old'] })));
      await commit(
        Books.patch({ bookId: 'b' })
          .add({ tags: ['new'] })
          .params(),
      );
      await commit(
        Books.patch({ bookId: 'b' })
          .delete({ tags: ['old'] })
          .params(),
      );
      expect((await Books.find({ bookId: 'b' }))?.tags).toEqual(['new']);
    }));

  it('takes the place of one of a version, of none at all, or of any that is there', () =>
    inFreshTenant(async () => {
      await expect(writeOne(Books.remove({ bookId: 'b' }, ifThere()))).rejects.toThrow(ConditionFailed);
      await commit(Books.put(book('b'), ifVersion(0)));
      await expect(writeOne(Books.put(book('b'), ifVersion(0)))).rejects.toThrow(ConditionFailed);
      await commit(Books.remove({ bookId: 'b' }, ifThere()));
      expect(await Books.find({ bookId: 'b' })).toBeUndefined();
    }));

  it('moves within an index by what changes and what stays, and sets only what is not there yet', () =>
    inFreshTenant(async () => {
      await commit(Books.insert(book('b', { place: 4 })));
      const move = (place: number) =>
        Books.patch({ bookId: 'b' }).set({ shelf: 'B' }).composite({ place }).params();
      await expect(writeOne(move(5))).rejects.toThrow(ConditionFailed);
      await writeOne(move(4));
      expect(await item('b')).toMatchObject({ gsi1pk: expect.stringMatching(/#shelf_b$/) });
      for (const note of ['first', 'second'])
        await writeOne(Books.patch({ bookId: 'b' }).ifNotExists({ note }).params());
      expect(await Books.find({ bookId: 'b' })).toMatchObject({ shelf: 'B', place: 4, note: 'first' });
    }));
});

const Pages = entity('entityTestPage', {
  fields: z.object({ book: z.string(), chapter: z.string(), n: z.number() }),
  key: { partition: ['book'], sort: ['chapter', 'n'] },
  padded: { n: 4 },
});

describe('an entity with a padded number in its key', () => {
  const pages = [10, 9, 100].map((n) => ({ book: 'b', chapter: 'one', n }));
  const inBook = (work: () => Promise<void>) =>
    inFreshTenant(async () => {
      await commit(
        ...pages.map((page) => Pages.insert(page)),
        Pages.insert({ ...pages[0]!, chapter: 'onely' }),
      );
      await work();
    });

  it('sorts it as a number, within the first fields of its sort key, up to a count', () =>
    inBook(async () => {
      const ns = async (count?: number) =>
        (await Pages.all('key', { book: 'b', chapter: 'one' }, { count })).map(({ n }) => n);
      expect(await ns()).toEqual([9, 10, 100]);
      expect(await ns(2)).toEqual([9, 10]);
    }));

  it('is taken away with many others at once', () =>
    inBook(async () => {
      await Pages.removeEvery(pages);
      expect(await Pages.all('key', { book: 'b' })).toEqual([{ ...pages[0]!, chapter: 'onely' }]);
    }));
});

const Jobs = entity('entityTestJob', {
  fields: z.object({
    jobId: z.string(),
    running: z.string(),
    at: z.string(),
    steps: z.array(z.string()).optional(),
    left: z.number().optional(),
  }),
  key: { partition: ['jobId'], sort: [] },
  indexes: { running: { index: 'gsi1', partition: ['running'], sort: ['at'], onlyWith: 'running' } },
});
const job = (jobId: string, running: string) => ({ jobId, running, at: '2026' });

describe('an entity with an index of some items alone', () => {
  it('lies in it only while the field that it asks for is filled', () =>
    inFreshTenant(async () => {
      await Jobs.putEvery([job('a', 'yes'), job('b', '')]);
      await eventually(async () => expect(await Jobs.all('running', { running: 'yes' })).toHaveLength(1));
      await writeOne(Jobs.patch({ jobId: 'a' }).set({ running: '' }).composite({ at: '2026' }).params());
      await eventually(async () => expect(await Jobs.all('running', { running: 'yes' })).toEqual([]));
      expect(await Jobs.find({ jobId: 'a' }, { attributes: ['running'] })).toEqual({ running: '' });
    }));

  it('says where one lies, and checks one in a transaction that leaves it alone', () =>
    inFreshTenant(async () => {
      const { pk, sk } = Jobs.keyOf({ jobId: 'a' });
      expect([pk, sk]).toEqual([partitionOf('jobid_a'), '$entitytestjob_1']);
      const idle = new Error('It runs.');
      const isIdle = () =>
        Jobs.check({ jobId: 'a' }, { where: (at, { ne }) => ne(at.running, 'yes'), error: idle });
      await commit(isIdle(), Jobs.insert(job('b', '')));
      await Jobs.putEvery([job('a', 'yes')]);
      await expect(commit(isIdle(), Jobs.insert(job('c', '')))).rejects.toBe(idle);
      expect(await Jobs.findMany([{ jobId: 'a' }, { jobId: 'c' }])).toEqual([job('a', 'yes')]);
    }));

  it('is changed whatever is there, appends to a list and counts down', () =>
    inFreshTenant(async () => {
      const change = () => Jobs.update({ jobId: 'a' }).append({ steps: ['one'] });
      await writeOne(change().params());
      await writeOne(change().set({ left: 3 }).params());
      await writeOne(Jobs.patch({ jobId: 'a' }).add({ left: -1 }).params());
      expect(await Jobs.find({ jobId: 'a' })).toMatchObject({ jobId: 'a', steps: ['one', 'one'], left: 2 });
    }));
});
