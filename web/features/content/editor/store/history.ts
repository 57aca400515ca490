import type { ProjectFields } from '#shared/model/content.ts';
import { Signal } from '../signal.ts';
import { type Change, type Diff, invertDiff, isEmptyDiff, squashDiffs } from './diff.ts';
import { overlay } from './overlay.ts';
import { same } from './same.ts';

/** One named step that can be undone. */
export interface Step {
  id: number;
  label: string;
  /** Milliseconds since 1970. */
  at: number;
  diff: Diff;
  selectionBefore: readonly string[];
  selectionAfter: readonly string[];
  /** Steps in a row with the same key become one, as long as they follow within `squashWindow`. */
  squashKey?: string;
}

export interface HistoryState {
  steps: readonly Step[];
  /** How many of the steps are done; those from here on can be redone. */
  done: number;
}

/** Steps that are kept: the oldest are forgotten first. */
const stepLimit = 500;
/** Changes of elements that all steps may hold together, so that moving thousands again and again stays small. */
const changeLimit = 50_000;
/** Pause in ms after which typing in the same field, or nudging with arrows, begins a new step. */
const squashWindow = 1_000;

/** The list of reversible diffs behind undo, redo and the History panel. It changes nothing by itself. */
export class History {
  readonly state = new Signal<HistoryState>({ steps: [], done: 0 });
  #nextId = 1;

  /** Adds a step behind the present; what could be redone is forgotten. An empty diff is no step. */
  record(step: Omit<Step, 'id'>): void {
    if (isEmptyDiff(step.diff)) return;
    const { steps, done } = this.state.get();
    const kept = steps.slice(0, done);
    const last = kept.at(-1);
    if (last && step.squashKey && last.squashKey === step.squashKey && step.at - last.at <= squashWindow) {
      const diff = squashDiffs(last.diff, step.diff);
      kept.pop();
      if (!isEmptyDiff(diff)) kept.push({ ...last, at: step.at, diff, selectionAfter: step.selectionAfter });
    } else {
      kept.push({ ...step, id: this.#nextId++ });
      if (kept.length > stepLimit) kept.shift();
      forgetBeyond(kept, changeLimit);
    }
    this.state.set({ steps: kept, done: kept.length });
  }

  /** Takes up the history of an earlier tab; its last step is sealed. */
  restore({ steps, done }: HistoryState): void {
    this.#nextId = steps.reduce((highest, { id }) => Math.max(highest, id), 0) + 1;
    this.state.set({ steps, done });
    this.seal();
  }

  /**
   * Lays all steps on what somebody else changed, so that undoing takes back what was done here and nothing of
   * theirs. Steps that are then empty fall out; an element that they added or removed is theirs.
   */
  rebase(diff: Diff): void {
    const { steps, done } = this.state.get();
    const touched = ({ diff: own }: Step) =>
      (own.fields && diff.fields) || [...diff.elements.keys()].some((id) => own.elements.has(id));
    if (!steps.some(touched)) return;
    const next = steps.map((step) => (touched(step) ? { ...step, diff: rebased(step.diff, diff) } : step));
    const kept = next.filter((step) => !isEmptyDiff(step.diff));
    this.state.set({
      steps: kept,
      done: next.slice(0, done).filter((step) => !isEmptyDiff(step.diff)).length,
    });
  }

  /** Forbids the next step to join the last one, as after a change of selection. */
  seal(): void {
    const { steps, done } = this.state.get();
    const last = steps[done - 1];
    if (last?.squashKey) {
      const sealed = [...steps];
      sealed[done - 1] = { ...last, squashKey: undefined };
      this.state.set({ steps: sealed, done });
    }
  }

  /**
   * Goes to the point where `done` steps are done.
   * @returns the diffs to apply one after the other, and the selection to show then
   */
  goTo(done: number): { diffs: Diff[]; selection: readonly string[] | undefined } {
    const state = this.state.get();
    const target = Math.min(Math.max(0, done), state.steps.length);
    const diffs: Diff[] = [];
    let selection: readonly string[] | undefined;
    for (let index = state.done; index > target; index--) {
      const step = state.steps[index - 1]!;
      diffs.push(invertDiff(step.diff));
      selection = step.selectionBefore;
    }
    for (let index = state.done; index < target; index++) {
      const step = state.steps[index]!;
      diffs.push(step.diff);
      selection = step.selectionAfter;
    }
    if (target !== state.done) this.state.set({ ...state, done: target });
    return { diffs, selection };
  }

  get canUndo(): boolean {
    return this.state.get().done > 0;
  }

  get canRedo(): boolean {
    const { steps, done } = this.state.get();
    return done < steps.length;
  }
}

/** Drops the oldest steps while all together hold more changes than the limit; the newest always stays. */
function forgetBeyond(steps: Step[], limit: number): void {
  let changes = 0;
  for (let index = steps.length - 1; index >= 0; index--) {
    changes += steps[index]!.diff.elements.size;
    if (changes > limit && index < steps.length - 1) {
      steps.splice(0, index + 1);
      return;
    }
  }
}

function rebased(step: Diff, theirs: Diff): Diff {
  const elements = new Map(step.elements);
  for (const [id, { before, after }] of theirs.elements) {
    const own = elements.get(id);
    if (!own) continue;
    if (!before || !after) {
      elements.delete(id);
      continue;
    }
    const lay = overlay(before, after);
    const change = {
      before: own.before && lay(own.before),
      after: own.after && lay(own.after),
    };
    if (same(change.before, change.after)) elements.delete(id);
    else elements.set(id, change);
  }
  return step.fields ? { elements, ...rebasedFields(step.fields, theirs.fields) } : { elements };
}

function rebasedFields(
  own: NonNullable<Diff['fields']>,
  theirs: Diff['fields'],
): { fields?: Change<ProjectFields> } {
  if (!theirs) return { fields: own };
  const lay = overlay(theirs.before, theirs.after);
  const fields = { before: lay(own.before), after: lay(own.after) };
  return same(fields.before, fields.after) ? {} : { fields };
}
