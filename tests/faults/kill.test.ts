import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newElement } from '#shared/scene/registry.ts';
import { type Caller, Product } from '#tests/support/product.ts';

/**
 * The product is killed as by a power cut at random moments of the main job, and started again on what it left.
 * FAULT_KILLS sets how often (`npm run test:faults` takes ten), FAULT_SEED which moments.
 */
const kills = Number(process.env.FAULT_KILLS ?? 1);
const seed = Number(process.env.FAULT_SEED ?? Date.now() % 100_000);

/** A generator with a seed, so that a failure can be repeated (mulberry32). */
function random(state: number): () => number {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

interface Edit {
  op: 'create';
  element: object & { id: string };
}
interface Project {
  elements: { id: string; properties: { text: string }; version: number }[];
  elementCount: number;
}
interface Export {
  id: string;
  status: string;
  errorMessage: string | null;
  fileSize: number | null;
}

let product: Product;
const next = random(seed);
/** What was answered with success before a kill, and so must be there afterwards. */
const acknowledged = { elements: new Set<string>(), exports: new Set<string>() };
/** What was under way at a kill: it may be there or not, but not half, and not twice when it is sent again. */
const unanswered: Edit[][] = [];
let projectId: string;
let count = 0;

const batch = (): Edit[] =>
  Array.from({ length: 1 + Math.floor(next() * 30) }, () => {
    const place = { id: `elm_fault_${seed}_${count++}`, x: 10, y: 10, layerOrder: count };
    const { version: _version, ...element } = newElement('text', place);
    return { op: 'create', element };
  });

const save = (caller: Caller, edits: Edit[]) =>
  caller.ask<{ saved: number }>('PUT', `/content/projects/${projectId}/elements`, { edits });

/** Works as a designer would until the product dies: saves, saves, exports, saves. */
async function workUntilItDies(caller: Caller): Promise<void> {
  for (;;) {
    const edits = batch();
    try {
      expect((await save(caller, edits)).saved).toBe(edits.length);
    } catch (error) {
      if (!isOutage(error)) throw error;
      unanswered.push(edits);
      return;
    }
    for (const { element } of edits) acknowledged.elements.add(element.id);
    if (next() < 0.4) {
      try {
        const exportType = ['image', 'pdf', 'video'][Math.floor(next() * 3)];
        const dimensions = { width: 640, height: 360 };
        const body = { exportType, dimensions, duration: 1 };
        acknowledged.exports.add(
          (await caller.ask<Export>('POST', `/content/projects/${projectId}/exports`, body)).id,
        );
      } catch (error) {
        if (!isOutage(error)) throw error;
        return;
      }
    }
  }
}

/** A connection that broke, or what the edge answers while the product goes down. */
const isOutage = (error: unknown) =>
  error instanceof TypeError ||
  (error instanceof Error && (error.name === 'TimeoutError' || / answered 5\d\d/.test(error.message)));

beforeAll(async () => {
  product = await Product.start();
  const agent = await product.signIn();
  projectId = (await agent.ask<{ id: string }>('POST', '/content/projects', { name: 'Under fire' })).id;
}, 120_000);

afterAll(() => product?.stop());

describe(`killed ${kills} times (FAULT_SEED=${seed})`, () => {
  it(
    'loses nothing that was answered and doubles nothing that was sent again',
    async () => {
      for (let killed = 0; killed < kills; killed++) {
        const caller = await product.signIn();
        const moment = 300 + next() * 2500;
        const death = new Promise<void>((resolve) =>
          setTimeout(() => void product.kill().then(resolve), moment),
        );
        await workUntilItDies(caller);
        await death;
        await product.start();
        const again = await product.signIn();
        for (const edits of unanswered.splice(0)) {
          expect((await save(again, edits)).saved).toBe(edits.length);
          for (const { element } of edits) acknowledged.elements.add(element.id);
        }
        const project = await again.ask<Project>('GET', `/content/projects/${projectId}`);
        const ids = project.elements.map(({ id }) => id);
        expect(new Set(ids)).toEqual(acknowledged.elements);
        expect(ids).toHaveLength(acknowledged.elements.size);
        expect(project.elementCount).toBe(ids.length);
        expect(project.elements.every(({ version }) => version === 1)).toBe(true);
      }
    },
    60_000 + kills * 40_000,
  );

  it('ends every export that was accepted, once, with a whole file', async () => {
    const caller = await product.signIn();
    const waiting = new Set(acknowledged.exports);
    const end = Date.now() + 180_000;
    while (waiting.size > 0 && Date.now() < end) {
      for (const id of [...waiting]) {
        const { export: found } = await caller.ask<{ export: Export }>(
          'GET',
          `/content/exports/${id}/status`,
        );
        if (found.status === 'processing') continue;
        expect(found, JSON.stringify(found)).toMatchObject({ status: 'completed', errorMessage: null });
        const { downloadUrl } = await caller.ask<{ downloadUrl: string }>(
          'GET',
          `/content/exports/${id}/download`,
        );
        const file = await (await fetch(downloadUrl)).arrayBuffer();
        expect(file.byteLength).toBe(found.fileSize);
        waiting.delete(id);
      }
      if (waiting.size > 0) await new Promise((resolve) => setTimeout(resolve, 500));
    }
    expect([...waiting]).toEqual([]);
    const { pagination } = await caller.ask<{ pagination: { total: number } }>(
      'GET',
      `/content/projects/${projectId}/exports`,
    );
    // An export whose answer was cut off by a kill may be there besides; it was never told of.
    expect(pagination.total).toBeGreaterThanOrEqual(acknowledged.exports.size);
    expect(pagination.total).toBeLessThanOrEqual(acknowledged.exports.size + kills);
    console.log(
      `faults: ${kills} kills, ${acknowledged.elements.size} elements, ${acknowledged.exports.size} exports, none lost or doubled`,
    );
  }, 240_000);
});
