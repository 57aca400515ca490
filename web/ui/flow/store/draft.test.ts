import { describe, expect, it } from 'vitest';
import type { FlowGraph, FlowStep } from '#shared/model/flow.ts';
import { ApiError } from '#web/app/api-error.ts';
import type { FlowKind } from '../kind.ts';
import { Draft, type FlowServer } from './draft.ts';

interface Step extends FlowStep {
  text: string;
}
interface Document {
  id: string;
  version: number;
  graph: FlowGraph<Step>;
}
const step = (id: string, text = '', next: string | null = null): Step => ({
  id,
  type: 'say',
  position: { x: 10, y: 20 },
  text,
  next: { next },
});
const kind = {
  outputsOf: () => [{ key: 'next', label: 'Then' }],
  openWays: 'over',
} as unknown as FlowKind<Step>;

/** What two drafts are saved to: refused where somebody else was first, as the product does it. */
function bench() {
  let kept: Document = { id: 'flw_1', version: 1, graph: { steps: [step('a', 'Hello')], entry: 'a' } };
  let saves = 0;
  const server: FlowServer<Step, Document> = {
    graphOf: ({ graph }) => graph,
    get: async () => kept,
    async save(graph, before) {
      saves++;
      if (before.version !== kept.version) throw new ApiError(409, 'conflict', 'Somebody has changed it.');
      kept = { ...kept, version: kept.version + 1, graph };
      return kept;
    },
    keep: () => undefined,
    isAutomatic: () => false,
  };
  const open = () => new Draft<Step, Document>(kind, server, kept, false);
  const texts = () => kept.graph.steps.map(({ id, text }) => `${id} ${text}`);
  return { open, texts, saves: () => saves };
}
const change = (draft: Draft<Step, Document>, id: string, text: string) => {
  const { graph } = draft.get();
  const steps = graph.steps.map((one) => (one.id === id ? { ...one, text } : one));
  draft.edit({ ...graph, steps });
};
const add = (draft: Draft<Step, Document>, id: string) => {
  const { graph } = draft.get();
  draft.edit({ ...graph, steps: [...graph.steps, step(id)] }, { select: [id] });
};
const ids = (draft: Draft<Step, Document>) => draft.get().graph.steps.map(({ id }) => id);

describe('two who draw at once', () => {
  it('keep what both have changed, and each can take back their own alone', async () => {
    const { open, texts, saves } = bench();
    const [ann, bob] = [open(), open()];
    change(ann, 'a', 'Good morning');
    await ann.flush();
    add(bob, 'b');
    await bob.flush();
    expect(texts()).toEqual(['a Good morning', 'b ']);
    expect(saves()).toBe(3);
    expect(bob.isClean).toBe(true);
    expect(bob.get()).toMatchObject({ selection: ['b'], canUndo: true, saving: { kind: 'saved' } });
    bob.undo();
    await bob.flush();
    expect(texts()).toEqual(['a Good morning']);
  });

  it('see at once what the other has saved, and keep what they have not saved yet', async () => {
    const { open, texts } = bench();
    const [ann, bob] = [open(), open()];
    add(ann, 'b');
    await ann.flush();
    await bob.catchUp();
    expect(ids(bob)).toEqual(['a', 'b']);
    expect(bob.isClean).toBe(true);
    change(bob, 'a', 'Hi');
    add(ann, 'c');
    await ann.flush();
    await bob.catchUp();
    expect(ids(bob)).toEqual(['a', 'b', 'c']);
    expect(bob.isClean).toBe(false);
    await bob.flush();
    expect(texts()).toEqual(['a Hi', 'b ', 'c ']);
  });

  it('are asked where both have changed the same', async () => {
    const { open, texts } = bench();
    const [ann, bob] = [open(), open()];
    change(ann, 'a', 'Good morning');
    await ann.flush();
    change(bob, 'a', 'Good evening');
    // What cannot go together is left until it is saved.
    await bob.catchUp();
    expect(bob.get().graph.steps[0]?.text).toBe('Good evening');
    await expect(bob.flush()).rejects.toThrow('Somebody has changed it.');
    expect(bob.get().saving.kind).toBe('conflict');
    await bob.overwrite();
    expect(texts()).toEqual(['a Good evening']);
    expect(bob.get().saving.kind).toBe('saved');
  });

  it('do not save what has come from the other', async () => {
    const { open, saves } = bench();
    const [ann, bob] = [open(), open()];
    add(ann, 'b');
    await ann.flush();
    await bob.catchUp();
    await bob.flush();
    expect(saves()).toBe(1);
  });
});
