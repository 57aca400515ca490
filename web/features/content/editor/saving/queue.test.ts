import { describe, expect, it } from 'vitest';
import type { EditResult, ElementEdit } from '#shared/api/content.ts';
import { type Element, newProjectDefaults } from '#shared/model/content.ts';
import { box, Stage } from '../testing/stage.ts';
import { FieldsConflict, type ProjectState, SaveQueue } from './queue.ts';

/** A server that answers as the contract says, and that can lose an answer or be away. */
class Server {
  elements = new Map<string, Element>();
  project: ProjectState = { fields: newProjectDefaults, version: 1 };
  calls: ElementEdit[][] = [];
  away = false;
  loseNextAnswer = false;

  saveElements = async (edits: ElementEdit[]): Promise<EditResult[]> => {
    if (this.away) throw new Error('network');
    this.calls.push(edits);
    const results = edits.map((edit) => this.#apply(edit));
    if (this.loseNextAnswer) {
      this.loseNextAnswer = false;
      throw new Error('network');
    }
    return results;
  };

  saveFields = async (changes: object, version: number): Promise<ProjectState> => {
    if (this.away) throw new Error('network');
    if (version !== this.project.version) throw new FieldsConflict('changed meanwhile');
    this.project = { fields: { ...this.project.fields, ...changes }, version: version + 1 };
    return this.project;
  };

  loadFields = async () => this.project;

  /** Somebody else's edit. */
  change(id: string, changes: Partial<Element>): void {
    const element = this.elements.get(id)!;
    this.elements.set(id, { ...element, ...changes, version: element.version + 1 });
  }

  #apply(edit: ElementEdit): EditResult {
    const id = edit.op === 'create' ? edit.element.id : edit.id;
    const present = this.elements.get(id);
    const answer = (status: EditResult['status'], element?: Element): EditResult => ({
      id,
      status,
      version: this.elements.get(id)?.version ?? null,
      element: element ?? null,
      message: null,
    });
    if (edit.op === 'create') {
      if (present) return answer('conflict', present);
      this.elements.set(id, { ...(edit.element as Element), version: 1 });
      return answer('saved');
    }
    if (!present) return answer('missing');
    if (present.version !== edit.version) return answer('conflict', present);
    if (edit.op === 'remove') this.elements.delete(id);
    else
      this.elements.set(id, {
        ...present,
        ...(edit.patch as Partial<Element>),
        version: present.version + 1,
      });
    return answer('saved');
  }
}

function open(...elements: Element[]) {
  const server = new Server();
  for (const [layerOrder, element] of elements.entries())
    server.elements.set(element.id, { ...element, layerOrder });
  const stage = new Stage([...server.elements.values()]);
  const queue = new SaveQueue(stage.editor.document, server, {
    project: server.project,
    elements: stage.editor.document.all(),
  });
  const moveTo = (id: string, x: number) =>
    stage.editor.edit('Move', [id], (element) => ({ ...element, position: { ...element.position, x } }));
  return { server, editor: stage.editor, queue, moveTo };
}

describe('saving', () => {
  it('sends only what changed, with the version it was changed on', async () => {
    const { server, queue, moveTo, editor } = open(box('a', 0, 0), box('b', 0, 0));
    moveTo('a', 40);
    expect(queue.state.get().unsaved).toBe(1);
    await queue.save();
    expect(server.calls).toEqual([
      [{ op: 'update', id: 'a', version: 1, patch: { position: { x: 40, y: 0, z: 0 } } }],
    ]);
    expect(queue.hasUnsaved).toBe(false);
    editor.undo();
    await queue.save();
    expect(server.calls[1]).toMatchObject([{ version: 2, patch: { position: { x: 0 } } }]);
  });

  it('sends nothing for edits that were undone', async () => {
    const { server, queue, moveTo, editor } = open(box('a', 0, 0));
    moveTo('a', 40);
    editor.add('Add', [box('new', 0, 0)]);
    editor.undo();
    editor.undo();
    expect(queue.hasUnsaved).toBe(false);
    await queue.save();
    expect(server.calls).toEqual([]);
  });

  it('creates, changes and removes in one call', async () => {
    const { server, queue, moveTo, editor } = open(box('a', 0, 0), box('b', 0, 0));
    moveTo('a', 5);
    editor.remove('Delete', ['b']);
    editor.add('Add', [box('c', 1, 1)]);
    await queue.save();
    expect(server.calls.flat().map(({ op }) => op)).toEqual(['update', 'remove', 'create']);
    expect([...server.elements.keys()]).toEqual(['a', 'c']);
    expect(queue.hasUnsaved).toBe(false);
  });

  it('sends at most 500 edits in a call', async () => {
    const { server, queue, editor } = open();
    editor.add(
      'Paste',
      Array.from({ length: 1_201 }, (_, index) => box(`e${index}`, index, 0)),
    );
    await queue.save();
    expect(server.calls.map((edits) => edits.length)).toEqual([500, 500, 201]);
    expect(server.elements.size).toBe(1_201);
  });

  it('keeps an edit that is made while a save is under way', async () => {
    const { server, queue, moveTo } = open(box('a', 0, 0));
    moveTo('a', 10);
    const saving = queue.save();
    moveTo('a', 20);
    await saving;
    expect(queue.hasUnsaved).toBe(true);
    await queue.save();
    expect(server.elements.get('a')!.position.x).toBe(20);
    expect(queue.state.get().conflicts).toEqual([]);
  });

  it('does nothing twice when an answer is lost and the save is repeated', async () => {
    const { server, queue, moveTo, editor } = open(box('a', 0, 0), box('b', 0, 0));
    moveTo('a', 10);
    editor.remove('Delete', ['b']);
    editor.add('Add', [box('c', 1, 1)]);
    server.loseNextAnswer = true;
    await expect(queue.save()).rejects.toThrow('network');
    expect(queue.hasUnsaved).toBe(true);
    await queue.save();
    expect(queue.hasUnsaved).toBe(false);
    expect(queue.state.get().conflicts).toEqual([]);
    expect([...server.elements.keys()]).toEqual(['a', 'c']);
    moveTo('a', 30);
    await queue.save();
    expect(server.elements.get('a')).toMatchObject({ version: 3, position: { x: 30 } });
  });

  it('keeps everything while the server is away', async () => {
    const { server, queue, moveTo } = open(box('a', 0, 0));
    server.away = true;
    moveTo('a', 10);
    await expect(queue.save()).rejects.toThrow();
    moveTo('a', 20);
    server.away = false;
    await queue.save();
    expect(server.elements.get('a')).toMatchObject({ version: 2, position: { x: 20 } });
  });

  it('does not take the order of keys for a change', async () => {
    const { queue, editor } = open(box('a', 0, 0));
    editor.edit('Touch', ['a'], (element) => ({
      ...element,
      size: { height: element.size.height, width: element.size.width },
    }));
    expect(queue.hasUnsaved).toBe(false);
  });
});

describe('conflicts', () => {
  function conflicting() {
    const opened = open(box('a', 0, 0));
    opened.server.change('a', { position: { x: 45, y: 0, z: 0 } });
    opened.moveTo('a', 10);
    return opened;
  }

  it('are shown and never decided in silence', async () => {
    const { server, queue, editor } = conflicting();
    await queue.save();
    expect(queue.state.get().conflicts).toMatchObject([
      { id: 'a', theirs: { position: { x: 45 } }, mine: { position: { x: 10 } } },
    ]);
    expect(server.elements.get('a')).toMatchObject({ position: { x: 45 } });
    expect(editor.document.get('a')).toMatchObject({ position: { x: 10 } });
    await queue.save();
    expect(server.calls).toHaveLength(1);
  });

  it('keep mine: it goes over theirs at the next save', async () => {
    const { server, queue } = conflicting();
    await queue.save();
    queue.resolve('a', 'mine');
    await queue.save();
    expect(server.elements.get('a')).toMatchObject({ position: { x: 10 } });
    expect(queue.hasUnsaved).toBe(false);
  });

  it('take theirs: it comes into the document and nothing is pending', async () => {
    const { queue, editor } = conflicting();
    await queue.save();
    queue.resolve('a', 'theirs');
    expect(editor.document.get('a')).toMatchObject({ position: { x: 45 } });
    expect(queue.hasUnsaved).toBe(false);
    expect(editor.history.canUndo).toBe(false);
  });

  it('with a removal: mine makes it again, theirs removes it here', async () => {
    for (const keep of ['mine', 'theirs'] as const) {
      const { server, queue, editor, moveTo } = open(box('a', 0, 0));
      server.elements.delete('a');
      moveTo('a', 10);
      await queue.save();
      expect(queue.state.get().conflicts).toMatchObject([{ id: 'a', theirs: undefined }]);
      queue.resolve('a', keep);
      await queue.save();
      expect(server.elements.has('a')).toBe(keep === 'mine');
      expect(editor.document.has('a')).toBe(keep === 'mine');
    }
  });

  it('does not let one conflict hold the others up', async () => {
    const { server, queue, moveTo } = open(box('a', 0, 0), box('b', 0, 0));
    server.change('a', { position: { x: 45, y: 0, z: 0 } });
    moveTo('a', 10);
    moveTo('b', 10);
    await queue.save();
    expect(server.elements.get('b')!.position.x).toBe(10);
    expect(queue.state.get().unsaved).toBe(1);
  });

  it("of the project's own fields are shown too", async () => {
    const { server, queue, editor } = open();
    server.project = { fields: { ...newProjectDefaults, name: 'Theirs' }, version: 2 };
    editor.setFields('Rename', { name: 'Mine' });
    await queue.save();
    expect(queue.state.get().fieldsConflict?.fields.name).toBe('Theirs');
    queue.resolveFields('mine');
    await queue.save();
    expect(server.project).toMatchObject({ version: 3, fields: { name: 'Mine' } });
  });
});

describe('merging', () => {
  it('takes both edits of one element where they are in different places, in one save', async () => {
    const { server, queue, editor, moveTo } = open(box('a', 0, 0, { styles: { color: '#000000' } }));
    server.change('a', { rotation: 45, styles: { color: '#000000', opacity: 1 } });
    moveTo('a', 10);
    editor.edit('Colour', ['a'], (element) => ({ ...element, styles: { color: '#ff0000' } }));
    await queue.save();
    const both = { rotation: 45, position: { x: 10 }, styles: { color: '#ff0000', opacity: 1 } };
    expect(server.elements.get('a')).toMatchObject({ ...both, version: 3 });
    expect(editor.document.get('a')).toMatchObject(both);
    expect(queue.state.get()).toMatchObject({ unsaved: 0, conflicts: [] });
  });

  it('leaves what somebody else did alone when the own edit is undone', async () => {
    const { server, queue, editor, moveTo } = open(box('a', 0, 0));
    moveTo('a', 10);
    server.change('a', { rotation: 45 });
    await queue.save();
    editor.undo();
    await queue.save();
    expect(server.elements.get('a')).toMatchObject({ rotation: 45, position: { x: 0 } });
    editor.redo();
    expect(editor.document.get('a')).toMatchObject({ rotation: 45, position: { x: 10 } });
  });

  it('goes on with what is edited while the first answer is under way', async () => {
    const { server, queue, editor, moveTo } = open(box('a', 0, 0));
    server.change('a', { rotation: 45 });
    moveTo('a', 10);
    const saving = queue.save();
    editor.edit('Fade', ['a'], (element) => ({ ...element, opacity: 0.5 }));
    await saving;
    expect(server.elements.get('a')).toMatchObject({ rotation: 45, opacity: 0.5, position: { x: 10 } });
    expect(queue.hasUnsaved).toBe(false);
  });

  it("is done for the project's own fields too", async () => {
    const { server, queue, editor } = open();
    server.project = { fields: { ...newProjectDefaults, name: 'Theirs' }, version: 2 };
    editor.setFields('Resize', { canvasSize: { width: 500, height: 500 } });
    await queue.save();
    expect(server.project).toMatchObject({
      version: 3,
      fields: { name: 'Theirs', canvasSize: { width: 500, height: 500 } },
    });
    expect(editor.document.fields.get().name).toBe('Theirs');
    expect(queue.hasUnsaved).toBe(false);
    editor.undo();
    expect(editor.document.fields.get()).toMatchObject({ name: 'Theirs', canvasSize: { width: 1920 } });
  });

  it('never brings back in silence what somebody else removed', async () => {
    const { server, queue, editor, moveTo } = open(box('a', 0, 0));
    moveTo('a', 5);
    await queue.save();
    server.elements.delete('a');
    moveTo('a', 10);
    await queue.save();
    queue.resolve('a', 'theirs');
    expect(editor.history.canUndo).toBe(false);
    expect(queue.hasUnsaved).toBe(false);
  });
});

describe('work of an earlier tab', () => {
  it('is taken up on the versions it was made on', async () => {
    const first = open(box('a', 0, 0), box('b', 0, 0));
    first.moveTo('a', 10);
    first.moveTo('b', 10);
    const work = structuredClone(first.queue.pendingWork()!);
    first.server.change('b', { position: { x: 90, y: 0, z: 0 } });

    const stage = new Stage([...first.server.elements.values()]);
    const queue = new SaveQueue(stage.editor.document, first.server, {
      project: first.server.project,
      elements: [...first.server.elements.values()],
    });
    queue.adopt(work);
    stage.editor.commit(
      'Restore',
      stage.editor.document.diffTo(work.elements.map(({ id, mine }) => [id, mine!] as const)),
    );
    await queue.save();
    expect(first.server.elements.get('a')!.position.x).toBe(10);
    expect(queue.state.get().conflicts).toMatchObject([{ id: 'b', theirs: { position: { x: 90 } } }]);
  });
});
