import type { Gesture } from './gestures.ts';
import type { Session } from './session.ts';
import type { Target } from './target.ts';

const measures = ['median', 'p95', 'worst', 'latency50', 'latency95', 'work', 'effect'] as const;
type Summary = Record<(typeof measures)[number], number | null>;

export interface Result {
  editor: string;
  version: string;
  count: number;
  load: number | null;
  loadWork: number | null;
  heap: number | null;
  heapAfter: number | null;
  gestures: Record<string, Summary>;
}

const median = (values: (number | null | undefined)[]): number | null => {
  const sorted = values.filter((value) => value !== null && value !== undefined).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? null;
};

/** Medians over the rounds of one editor at one size. */
export function summarize({ name, version }: Target, count: number, runs: readonly Session[]): Result {
  const names = [...new Set(runs.flatMap(({ gestures }) => Object.keys(gestures)))];
  const summary = (gesture: string) =>
    Object.fromEntries(
      measures.map((key) => [key, median(runs.map((run) => run.gestures[gesture]?.[key as keyof Gesture]))]),
    ) as Summary;
  return {
    editor: name,
    version,
    count,
    load: median(runs.map((run) => run.load)),
    loadWork: median(runs.map((run) => run.loadWork)),
    heap: median(runs.map((run) => run.heap)),
    heapAfter: median(runs.map((run) => run.heapAfter)),
    gestures: Object.fromEntries(names.map((gesture) => [gesture, summary(gesture)])),
  };
}

export function printResult(result: Result): void {
  const { editor, version, count, load, loadWork, heap, heapAfter, gestures } = result;
  console.log(
    `${editor} ${version}, ${count} elements: load ${load} ms (${loadWork} of work), heap ${heap} MB, after all gestures ${heapAfter} MB`,
  );
  for (const [name, one] of Object.entries(gestures)) {
    const frame = `${one.median}/${one.p95}/${one.worst}`.padEnd(18);
    const latency = `${one.latency50}/${one.latency95}`.padEnd(14);
    console.log(
      `  ${name.padEnd(14)} frame ${frame} latency ${latency} work ${one.work}  effect ${one.effect}`,
    );
  }
}

const ratio = (ours: number | null | undefined, theirs: number | null | undefined) =>
  typeof ours !== 'number' || typeof theirs !== 'number' || theirs === 0 ? null : ours / theirs;
const shown = (value: number | null) => (value === null ? '–' : value.toFixed(2)).padStart(8);

const compared = ['median', 'p95', 'latency50', 'latency95', 'work'] as const;

export interface Ratios {
  against: string;
  count: number;
  load: number | null;
  loadWork: number | null;
  gestures: Record<string, Record<(typeof compared)[number], number | null>>;
}

/** Ours divided by theirs, below 1 is better, for each gesture that both have and that did something in both. */
export function ratiosOf(ours: Result, theirs: Result): Ratios {
  const both = Object.keys(ours.gestures).filter(
    (name) =>
      ours.gestures[name]!.effect !== 0 && theirs.gestures[name] && theirs.gestures[name].effect !== 0,
  );
  const of = (name: string) =>
    Object.fromEntries(
      compared.map((key) => [key, ratio(ours.gestures[name]![key], theirs.gestures[name]![key])]),
    ) as Ratios['gestures'][string];
  return {
    against: theirs.editor,
    count: ours.count,
    load: ratio(ours.load, theirs.load),
    loadWork: ratio(ours.loadWork, theirs.loadWork),
    gestures: Object.fromEntries(both.map((name) => [name, of(name)])),
  };
}

const headings = ['frame', 'p95', 'latency', 'p95', 'work'];

export function printRatios({ against, count, load, loadWork, gestures }: Ratios): void {
  console.log(`\nours ÷ ${against}, ${count} elements (below 1 is better)`);
  console.log(`  load ${shown(load)}, its work ${shown(loadWork)}`);
  console.log(`  ${'gesture'.padEnd(14)}${headings.map((word) => word.padStart(8)).join('')}`);
  for (const [name, one] of Object.entries(gestures)) {
    console.log(`  ${name.padEnd(14)}${compared.map((key) => shown(one[key])).join('')}`);
  }
}
