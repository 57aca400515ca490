import { atom, createStore } from 'jotai/vanilla';
import { Signal } from '#web/features/content/editor/signal.ts';

/**
 * `npm run bench:signals`: what a change and a read of the editor's state cost by its own Signal and by Jotai's store, in
 * microseconds, with five listeners of the canvas and five of components, in turns. docs/decisions says what follows.
 */
interface Value {
  get(): { n: number };
  set(value: { n: number }): void;
  listen(listener: () => void): void;
}

function signal(): Value {
  const own = new Signal({ n: 0 });
  return {
    get: own.get,
    set: (value) => own.set(value),
    listen(listener) {
      own.subscribe(listener);
      own.subscribeComponent(listener);
    },
  };
}

function jotai(): Value {
  const store = createStore();
  const [value, shown] = [atom({ n: 0 }), atom({ n: 0 })];
  return {
    get: () => store.get(value),
    set(next) {
      store.set(value, next);
      // What components see: a gesture may hold it.
      store.set(shown, next);
    },
    listen(listener) {
      store.sub(value, listener);
      store.sub(shown, listener);
    },
  };
}

const [sets, gets] = [100_000, 1_000_000];
let sum = 0;

function measure(make: () => Value): { set: number; get: number } {
  const value = make();
  for (let n = 0; n < 5; n++) value.listen(() => (sum += value.get().n));
  const began = performance.now();
  for (let n = 0; n < sets; n++) value.set({ n });
  const between = performance.now();
  for (let n = 0; n < gets; n++) sum += value.get().n;
  return {
    set: ((between - began) * 1_000) / sets,
    get: ((performance.now() - between) * 1_000) / gets,
  };
}

const runs = Array.from({ length: 6 }, () => ({ signal: measure(signal), jotai: measure(jotai) }));
const median = (of: (run: (typeof runs)[number]) => number) => runs.map(of).sort((a, b) => a - b)[3]!;
for (const kind of ['set', 'get'] as const) {
  const [ours, theirs] = [median((run) => run.signal[kind]), median((run) => run.jotai[kind])];
  console.log(
    `${kind}: Signal ${ours.toFixed(3)} µs, Jotai ${theirs.toFixed(3)} µs, ratio ${(theirs / ours).toFixed(1)}`,
  );
}
if (!Number.isFinite(sum)) throw new Error('Nothing was read.');
