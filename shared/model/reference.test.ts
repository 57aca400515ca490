import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { holdsReferences, referencesIn, refersTo } from './reference.ts';

const user = refersTo('user', z.string());
const found = (schema: z.ZodType, input: unknown) => {
  const value = schema.parse(input);
  return referencesIn(schema, value).map(({ thing, id, path }) => `${thing} ${id} ${path.join('.')}`);
};

describe('the references in a value', () => {
  it('are found in objects, lists, records and behind every kind of wrapper', () => {
    const schema = z.strictObject({
      one: user.nullable().default(null),
      many: z.array(user).max(5).default([]),
      byKey: z.record(z.string(), user.optional()).prefault({}),
      deep: z.array(z.strictObject({ in: user.optional().readonly() })).catch([]),
      checked: z.array(user).refine(() => true),
      piped: z.string().pipe(user).optional(),
    });
    const input = { one: 'a', many: ['b', 'c'], byKey: { k: 'd' }, deep: [{ in: 'e' }, {}], checked: ['f'] };
    expect(found(schema, input)).toEqual([
      'user a one',
      'user b many.0',
      'user c many.1',
      'user d byKey.k',
      'user e deep.0.in',
      'user f checked.0',
    ]);
    expect(found(schema, { checked: [] })).toEqual([]);
    expect(found(schema, { checked: [], piped: 'g' })).toContain('user g piped');
  });

  it('are those of the option that a union was read by', () => {
    const schema = z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('person'), id: user }),
      z.strictObject({ kind: z.literal('sign'), id: refersTo('project', z.string()) }),
      z.strictObject({ kind: z.literal('none'), id: z.string() }),
    ]);
    expect(found(schema, { kind: 'person', id: 'a' })).toEqual(['user a id']);
    expect(found(schema, { kind: 'sign', id: 'a' })).toEqual(['project a id']);
    expect(found(schema, { kind: 'none', id: 'a' })).toEqual([]);
  });

  it('are found however deep a schema holds itself', () => {
    interface Tree {
      owner: string;
      below: Tree[];
    }
    const tree: z.ZodType<Tree> = z.lazy(() => z.strictObject({ owner: user, below: z.array(tree) }));
    expect(found(tree, { owner: 'a', below: [{ owner: 'b', below: [] }] })).toEqual([
      'user a owner',
      'user b below.0.owner',
    ]);
  });

  it('are not those of a field that shares the schema of a marked one', () => {
    const text = z.string().max(9);
    const schema = z.strictObject({ owner: refersTo('user', text), note: text });
    expect(found(schema, { owner: 'a', note: 'b' })).toEqual(['user a owner']);
    expect(holdsReferences(z.strictObject({ note: text }))).toBe(false);
  });
});
