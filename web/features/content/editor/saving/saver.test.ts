import { describe, expect, it } from 'vitest';
import type { ElementEdit } from '#shared/api/content.ts';
import { newProjectDefaults } from '#shared/model/content.ts';
import { box, Stage } from '../testing/stage.ts';
import type { Draft } from './draft.ts';
import type { KeptHistory } from './kept-history.ts';
import { SaveQueue } from './queue.ts';
import { Saver } from './saver.ts';

class Offline extends Error {}

/** Timers that run when the test says so. */
class Timers {
  now = 0;
  #next = 1;
  readonly #waiting = new Map<number, { at: number; run: () => void }>();

  setTimeout = (run: () => void, ms: number) => {
    this.#waiting.set(this.#next, { at: this.now + ms, run });
    return this.#next++;
  };

  clearTimeout = (timer: unknown) => void this.#waiting.delete(timer as number);

  async pass(ms: number): Promise<void> {
    const end = this.now + ms;
    for (;;) {
      const due = [...this.#waiting].filter(([, { at }]) => at <= end).sort((a, b) => a[1].at - b[1].at)[0];
      if (!due) break;
      this.#waiting.delete(due[0]);
      this.now = due[1].at;
      due[1].run();
      // Lets the promises of that timer settle.
      for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    }
    this.now = end;
  }
}

function open() {
  const stage = new Stage([box('a', 0, 0)]);
  const timers = new Timers();
  const kept = new Map<string, Draft>();
  const histories = new Map<string, KeptHistory>();
  const server = { away: false, refuses: '', saves: [] as ElementEdit[][] };
  const answer = () => {
    if (server.away) throw new Offline('network');
    if (server.refuses) throw new Error(server.refuses);
  };
  const queue = new SaveQueue(
    stage.editor.document,
    {
      saveFields: async () => {
        answer();
        return { fields: newProjectDefaults, version: 2 };
      },
      loadFields: async () => ({ fields: newProjectDefaults, version: 2 }),
      saveElements: async (edits) => {
        answer();
        server.saves.push(edits);
        return edits.map((edit) => ({
          id: edit.op === 'create' ? edit.element.id : edit.id,
          status: 'saved' as const,
          version: 2,
          element: null,
          message: null,
        }));
      },
    },
    { project: { fields: newProjectDefaults, version: 1 }, elements: stage.editor.document.all() },
  );
  const saver = new Saver({
    projectId: 'prj_1',
    editor: stage.editor,
    queue,
    drafts: {
      store: async (draft) => void kept.set(draft.projectId, structuredClone(draft)),
      remove: async (id) => void kept.delete(id),
      storeHistory: async (history) => void histories.set(history.projectId, structuredClone(history)),
      forgetLeftBehind: async () => {},
    },
    isOffline: (error) => error instanceof Offline,
    messageOf: (error) => (error as Error).message,
    setTimeout: timers.setTimeout,
    clearTimeout: timers.clearTimeout,
    now: () => timers.now,
  });
  saver.start();
  const move = (x: number) =>
    stage.editor.edit('Move', ['a'], (element) => ({ ...element, position: { ...element.position, x } }));
  return { stage, timers, kept, histories, server, queue, saver, move };
}

describe('saving by hand', () => {
  it('says so', async () => {
    const { stage, saver, move } = open();
    move(10);
    expect(await saver.save()).toBe(true);
    expect(stage.toasts).toEqual(['Project saved successfully!']);
  });

  it('names the reason of a failure', async () => {
    const { stage, saver, server, move } = open();
    server.refuses = 'The project is gone';
    move(10);
    expect(await saver.save()).toBe(false);
    expect(stage.toasts).toEqual(['Failed to save project: The project is gone']);
  });
});

describe('while the workspace is held', () => {
  const reason = 'The trial is over.';

  it('sends nothing, keeps every edit on this machine and says so when asked to save', async () => {
    const { stage, timers, server, kept, saver, move } = open();
    saver.hold(reason);
    move(10);
    await timers.pass(120_000);
    expect(await saver.save()).toBe(false);
    expect(server.saves).toEqual([]);
    expect(stage.toasts).toEqual(['Kept on this device, and saved when the workspace works again']);
    expect(kept.get('prj_1')?.work.elements).toMatchObject([{ id: 'a', mine: { position: { x: 10 } } }]);
  });

  it('sends what was kept as soon as it is released', async () => {
    const { timers, server, queue, saver, move } = open();
    move(10);
    saver.hold(reason);
    await timers.pass(120_000);
    expect(server.saves).toEqual([]);
    saver.hold(undefined);
    await timers.pass(0);
    await saver.save();
    expect(server.saves).toHaveLength(1);
    expect(queue.hasUnsaved).toBe(false);
  });
});

describe('auto-save', () => {
  it('runs 30 seconds after there is something unsaved, however much is edited meanwhile', async () => {
    const { timers, server, saver, move } = open();
    move(10);
    await timers.pass(20_000);
    move(20);
    await timers.pass(9_999);
    expect(server.saves).toHaveLength(0);
    await timers.pass(1);
    expect(server.saves).toHaveLength(1);
    expect(saver.state.get().lastAutoSave).toBe(30_000);
    await timers.pass(120_000);
    expect(server.saves).toHaveLength(1);
  });

  it('does not run while it is off, and begins when it is switched on', async () => {
    const { stage, timers, server, move } = open();
    stage.editor.settings.patch({ autoSave: false });
    move(10);
    await timers.pass(60_000);
    expect(server.saves).toHaveLength(0);
    stage.editor.settings.patch({ autoSave: true });
    await timers.pass(30_000);
    expect(server.saves).toHaveLength(1);
  });

  it('tells that edits of elements could not be saved, and tries again', async () => {
    const { stage, timers, server, queue, move } = open();
    server.refuses = 'The disk is full';
    move(10);
    await timers.pass(30_000);
    expect(stage.toasts).toEqual(['Failed to save element changes']);
    server.refuses = '';
    await timers.pass(30_000);
    expect(queue.hasUnsaved).toBe(false);
  });

  it('is quiet', async () => {
    const { stage, timers, move } = open();
    move(10);
    await timers.pass(30_000);
    expect(stage.toasts).toEqual([]);
  });
});

describe('without a network', () => {
  it('says it once, keeps trying, and sends everything when it is back', async () => {
    const { stage, timers, server, saver, queue, move } = open();
    server.away = true;
    move(10);
    await timers.pass(80_000);
    expect(stage.toasts).toEqual([
      'Unable to save changes. Please check your internet connection and try again.',
    ]);
    expect(saver.state.get().offline).toBe(true);
    move(20);
    server.away = false;
    await timers.pass(10_000);
    expect(saver.state.get().offline).toBe(false);
    expect(queue.hasUnsaved).toBe(false);
    expect(server.saves.flat()).toMatchObject([{ op: 'update', patch: { position: { x: 20 } } }]);
  });

  it('sends at once when the browser says that the network is back', async () => {
    const { timers, server, saver, queue, move } = open();
    server.away = true;
    move(10);
    await saver.save();
    server.away = false;
    saver.networkIsBack();
    await timers.pass(0);
    await saver.save();
    expect(queue.hasUnsaved).toBe(false);
    expect(server.saves).toHaveLength(1);
  });
});

describe('drafts', () => {
  it('keep what is unsaved on this machine, and go when it is saved', async () => {
    const { timers, kept, saver, move } = open();
    move(10);
    await timers.pass(300);
    expect(kept.get('prj_1')?.work.elements).toMatchObject([{ id: 'a', mine: { position: { x: 10 } } }]);
    await saver.save();
    expect(kept.size).toBe(0);
  });

  it('bring the work of a closed tab back as one step', async () => {
    const first = open();
    first.move(10);
    first.stage.editor.setFields('Rename', { name: 'Friday' });
    await first.timers.pass(300);
    const draft = first.kept.get('prj_1')!;

    const second = open();
    second.saver.restore(draft);
    const { editor } = second.stage;
    expect(editor.document.get('a')!.position.x).toBe(10);
    expect(editor.document.fields.get().name).toBe('Friday');
    expect(second.queue.state.get().unsaved).toBe(2);
    editor.undo();
    expect(editor.document.get('a')!.position.x).toBe(0);
  });
});

describe('the history', () => {
  it('is kept with each edit, also after saving, and goes on in the next tab', async () => {
    const first = open();
    first.move(10);
    first.move(20);
    await first.timers.pass(300);
    await first.saver.save();
    first.stage.editor.undo();
    await first.timers.pass(300);

    const second = open();
    second.saver.restore(first.kept.get('prj_1')!, first.histories.get('prj_1'));
    expect(second.stage.at('a')).toEqual([10, 0]);
    expect(second.queue.hasUnsaved).toBe(true);
    second.stage.editor.redo();
    expect(second.stage.at('a')).toEqual([20, 0]);
    second.stage.editor.undo();
    second.stage.editor.undo();
    expect(second.stage.at('a')).toEqual([0, 0]);
  });

  it('starts again with the restored work as one step where it no longer fits', async () => {
    const first = open();
    first.move(10);
    await first.timers.pass(300);
    const draft = first.kept.get('prj_1')!;
    const foreign = open();
    foreign.move(77);
    await foreign.timers.pass(300);

    const second = open();
    second.saver.restore(draft, foreign.histories.get('prj_1'));
    expect(second.stage.editor.history.state.get().steps.map(({ label }) => label)).toEqual([
      'Restore unsaved changes',
    ]);
    second.stage.editor.undo();
    expect(second.stage.at('a')).toEqual([0, 0]);
  });
});
