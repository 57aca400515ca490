import { describe, expect, it } from 'vitest';
import type { EditResult } from '#shared/api/content.ts';
import type { ProjectChanges } from '#shared/api/content-presence.ts';
import { type Element, newProjectDefaults, type ProjectFields } from '#shared/model/content.ts';
import type { Person } from '#shared/model/presence.ts';
import { colorOf, initialsOf } from '#web/ui/people-colors.ts';
import { reapplyMine } from '../editor/saving/arrivals.ts';
import { SaveQueue } from '../editor/saving/queue.ts';
import { Moving, startingFrom } from '../editor/store/moving.ts';
import { box, Stage } from '../editor/testing/stage.ts';
import { Presence } from './presence.ts';

/** What the server holds, and whoever else works on it. */
class Others {
  elements: Map<string, Element>;
  fields: ProjectFields = newProjectDefaults;
  version = 1;
  people: Person[] = [];
  savedAt = 0;
  heard: { selection: string[]; leaving?: boolean }[] = [];
  asked = 0;
  hint: () => void = () => {};
  beforeAnswer: () => void | Promise<void> = () => {};

  constructor(elements: readonly Element[]) {
    this.elements = new Map(elements.map((element) => [element.id, element]));
  }

  get updatedAt(): string {
    return new Date(this.savedAt).toISOString();
  }

  save(id: string, change: Partial<Element> | undefined): void {
    this.savedAt += 1_000;
    const element = this.elements.get(id);
    if (change === undefined) this.elements.delete(id);
    else
      this.elements.set(id, {
        ...(element ?? box(id, 0, 0)),
        ...change,
        version: (element?.version ?? 0) + 1,
      });
  }

  beHere = async (here: { selection: string[]; leaving?: boolean }) => {
    this.heard.push(here);
    return { people: this.people, updatedAt: this.updatedAt, updatedBy: 'usr_ada' };
  };

  changesSince = async (): Promise<ProjectChanges> => {
    this.asked++;
    const answer = {
      updatedAt: this.updatedAt,
      updatedBy: 'usr_ada',
      version: this.version,
      fields: this.fields,
      ids: [...this.elements.keys()],
      elements: [...this.elements.values()],
    };
    await this.beforeAnswer();
    return answer;
  };
}

const ada: Person = { tab: 't', userId: 'usr_ada', name: 'ada', selection: [] };

async function opened(count = 3) {
  const stage = new Stage(Array.from({ length: count }, (_, i) => box(`e${i}`, i * 200, 0)));
  const { editor } = stage;
  const others = new Others(editor.document.all());
  others.people = [ada];
  const queue = new SaveQueue(
    editor.document,
    {
      saveElements: async (edits): Promise<EditResult[]> =>
        edits.map((edit) => {
          const id = edit.op === 'create' ? edit.element.id : edit.id;
          others.save(id, edit.op === 'remove' ? undefined : (editor.document.get(id) as Element));
          const version = others.elements.get(id)?.version ?? null;
          return { id, status: 'saved', version, element: null, message: null };
        }),
      saveFields: async () => ({ fields: others.fields, version: others.version }),
      loadFields: async () => ({ fields: others.fields, version: others.version }),
    },
    { project: { fields: newProjectDefaults, version: 1 }, elements: editor.document.all() },
  );
  const timers: (() => void)[] = [];
  let hidden = false;
  const presence = new Presence({
    editor,
    queue,
    transport: others,
    tab: 'mine',
    updatedAt: others.updatedAt,
    userId: 'usr_me',
    listen(hear) {
      others.hint = hear;
      return () => {};
    },
    hears: () => false,
    isHidden: () => hidden,
    setTimeout: (callback) => timers.push(callback),
    clearTimeout: () => timers.splice(0),
  });
  presence.start();
  await presence.beat();
  const hide = (to: boolean) => {
    hidden = to;
    presence.visibilityChanged();
  };
  return { stage, editor, queue, others, presence, timers, hide };
}

const moveTo = (x: number) => (element: Element) => ({ ...element, position: { ...element.position, x } });

describe('signs of life', () => {
  it('say what is selected and answer who is there', async () => {
    const { presence, editor, others, timers } = await opened();
    expect(presence.people.get()).toEqual([ada]);
    editor.select(['e1']);
    expect(timers).toHaveLength(1);
    await presence.beat();
    expect(others.heard.at(-1)).toEqual({ tab: 'mine', selection: ['e1'] });
    expect(others.asked).toBe(0);
  });

  it('come at once after a hint, and not while the tab is hidden', async () => {
    const { presence, others, hide } = await opened();
    await presence.beat();
    others.people = [];
    others.hint();
    await presence.beat();
    expect(presence.people.get()).toEqual([]);
    hide(true);
    const { length } = others.heard;
    others.hint();
    await Promise.resolve();
    expect(others.heard).toHaveLength(length);
  });

  it('end while the tab is hidden and go on when it is seen', async () => {
    const { presence, others, timers, hide } = await opened();
    await presence.beat();
    hide(true);
    expect(timers).toEqual([]);
    await presence.beat();
    expect(timers).toEqual([]);
    const before = others.heard.length;
    hide(false);
    await presence.beat();
    expect(others.heard.length).toBeGreaterThan(before);
    expect(timers.length).toBeGreaterThan(0);
    presence.stop();
    expect(others.heard.at(-1)).toMatchObject({ leaving: true });
  });
});

describe('what others saved', () => {
  it('arrives by itself: changed, new and removed elements and the project’s own fields', async () => {
    const { presence, editor, others, queue } = await opened();
    others.save('e0', { position: { x: 50, y: 0, z: 0 } });
    others.save('e1', undefined);
    others.save('new', { layerOrder: 9 });
    others.fields = { ...newProjectDefaults, name: 'Theirs' };
    others.version = 2;
    await presence.beat();
    expect(editor.document.all().map(({ id, position }) => [id, position.x])).toEqual([
      ['e0', 50],
      ['e2', 400],
      ['new', 0],
    ]);
    expect(editor.document.fields.get().name).toBe('Theirs');
    expect(queue.hasUnsaved).toBe(false);
    expect(presence.notices.get()).toEqual([]);
    expect(editor.announcement.get()).toBe('ada changed 3 elements');
    await presence.beat();
    expect(others.asked).toBe(1);
  });

  it('leaves unsaved edits of other elements, and of other places, alone', async () => {
    const { presence, editor, others, queue } = await opened();
    editor.edit('Move', ['e2'], moveTo(777));
    editor.edit('Fade', ['e0'], (element) => ({ ...element, opacity: 0.5 }));
    others.save('e0', { position: { x: 50, y: 0, z: 0 } });
    await presence.beat();
    expect(editor.document.get('e0')).toMatchObject({ position: { x: 50 }, opacity: 0.5, version: 2 });
    expect(editor.document.get('e2')!.position.x).toBe(777);
    expect(queue.state.get().unsaved).toBe(2);
    expect(presence.notices.get()).toEqual([]);
    await queue.save();
    expect(others.elements.get('e0')).toMatchObject({ position: { x: 50 }, opacity: 0.5 });
  });

  it('stands where both changed the same, is told, and mine can be had back', async () => {
    const { presence, editor, others, queue } = await opened();
    editor.edit('Move', ['e0'], moveTo(111));
    others.save('e0', { position: { x: 50, y: 0, z: 0 } });
    await presence.beat();
    expect(editor.document.get('e0')!.position.x).toBe(50);
    expect(queue.hasUnsaved).toBe(false);
    const [notice] = presence.notices.get();
    expect(notice!.name).toBe('ada');
    const [overruled] = notice!.overruled;
    editor.edit('Undo to mine', ['e0'], (present) => reapplyMine(overruled!, present)!);
    expect(editor.document.get('e0')!.position.x).toBe(111);
    await queue.save();
    expect(others.elements.get('e0')).toMatchObject({ position: { x: 111 }, version: 3 });
    expect(queue.state.get().conflicts).toEqual([]);
  });

  it('waits while something is dragged', async () => {
    const { presence, editor, others } = await opened();
    editor.moving.set(new Moving(startingFrom([editor.document.get('e0')!])));
    others.save('e0', { position: { x: 50, y: 0, z: 0 } });
    await presence.beat();
    expect(editor.document.get('e0')!.position.x).toBe(0);
    editor.moving.set(undefined);
    await presence.beat();
    expect(editor.document.get('e0')!.position.x).toBe(50);
  });

  it('is not mistaken for a removal of what was made here meanwhile', async () => {
    const { presence, editor, others, queue } = await opened();
    others.save('e1', { opacity: 0.1 });
    others.beforeAnswer = async () => {
      editor.add('Add', [box('mine', 5, 5)]);
      await queue.save();
    };
    await presence.beat();
    expect(editor.document.has('mine')).toBe(true);
    expect(editor.document.get('e1')!.opacity).toBe(0.1);
  });
});

it('a person has one colour and at most two letters', () => {
  expect(colorOf('usr_ada')).toBe(colorOf('usr_ada'));
  expect(['Ada Lovelace', 'agent', 'max.mustermann'].map(initialsOf)).toEqual(['AL', 'A', 'MM']);
});
