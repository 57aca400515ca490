import { describe, expect, it } from 'vitest';
import type { ProjectWithElements } from '#shared/api/content.ts';
import { type Element, newProjectDefaults } from '#shared/model/content.ts';
import { box } from '../testing/stage.ts';
import type { Draft } from './draft.ts';
import { combined, stillUnsaved } from './left-behind.ts';

const a = box('a', 0, 0);
const at = (x: number, more: Partial<Element> = {}) => ({ ...a, position: { x, y: 0, z: 0 }, ...more });

const draft = (savedAt: number, elements: Draft['work']['elements'], name?: string): Draft => ({
  projectId: 'prj_1',
  savedAt,
  work: {
    projectVersion: savedAt,
    fields: name ? { base: newProjectDefaults, mine: { ...newProjectDefaults, name } } : null,
    elements,
  },
});
const project = (elements: Element[], name = newProjectDefaults.name) =>
  ({ ...newProjectDefaults, name, elements }) as unknown as ProjectWithElements;

describe('what closed tabs left behind', () => {
  it('is one piece of work, in which the later stands where two changed the same', () => {
    const both = combined([
      draft(2, [{ id: 'a', base: a, mine: at(20) }]),
      draft(
        1,
        [
          { id: 'a', base: a, mine: at(10, { opacity: 0.5 }) },
          { id: 'b', base: null, mine: box('b', 1, 1) },
        ],
        'Friday',
      ),
    ])!;
    expect(both.savedAt).toBe(2);
    expect(both.work.elements.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(both.work.elements[0]!.mine).toEqual(at(20, { opacity: 0.5 }));
    expect(both.work).toMatchObject({ projectVersion: 1, fields: { mine: { name: 'Friday' } } });
  });

  it('keeps what one drew on although the other removed it', () => {
    const removed = { id: 'a', base: a, mine: null };
    const drawn = { id: 'a', base: a, mine: at(10) };
    expect(combined([draft(2, [removed]), draft(1, [drawn])])!.work.elements).toEqual([drawn]);
    expect(combined([draft(2, [drawn]), draft(1, [removed])])!.work.elements).toEqual([drawn]);
  });

  it('is nothing where nobody left anything', () => {
    expect(combined([])).toBeUndefined();
  });
});

describe('what the server already holds', () => {
  it('is not offered again', () => {
    const work = draft(
      1,
      [
        { id: 'a', base: a, mine: at(10) },
        { id: 'gone', base: box('gone', 0, 0), mine: null },
      ],
      'Friday',
    );
    expect(stillUnsaved(work, project([at(10, { version: 7 })], 'Friday'))).toBeUndefined();
    expect(stillUnsaved(work, project([a], 'Friday'))!.work).toMatchObject({
      fields: null,
      elements: [{ id: 'a' }],
    });
    expect(stillUnsaved(work, project([at(10)], 'Monday'))!.work).toMatchObject({
      fields: { mine: { name: 'Friday' } },
      elements: [],
    });
  });
});
