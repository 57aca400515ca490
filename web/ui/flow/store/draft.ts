import type { FlowGraph, FlowStep } from '#shared/model/flow.ts';
import { ApiError } from '#web/app/api-error.ts';
import { moved } from '../graph/edits.ts';
import { changed, type History, redone, startHistory, undone } from '../graph/history.ts';
import { mergeGraphs } from '../graph/merge.ts';
import { isUnplaced, tidied } from '../graph/sizes.ts';
import { type FlowKind, startId } from '../kind.ts';
import { Saver, type SaveState } from './saver.ts';

/** What a graph belongs to: a journey, a dial plan. */
export interface FlowDocument {
  id: string;
  version: number;
}

/** Where a draft comes from and is saved. */
export interface FlowServer<S extends FlowStep, D extends FlowDocument> {
  graphOf(document: D): FlowGraph<S>;
  get(id: string): Promise<D>;
  /** @throws ApiError, 409 `conflict` where it has changed since `before` */
  save(graph: FlowGraph<S>, before: D): Promise<D>;
  /** The document is as the server has it now. */
  keep(document: D): void;
  afterMs?: number;
  isAutomatic?: () => boolean;
}

/** How often a graph is saved while somebody else saves all the time. */
const mostTries = 4;

/** Somebody else has changed it. One about a field, such as a name that is taken, is no conflict of two who draw. */
const isOvertaken = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status === 409 &&
  error.code === 'conflict' &&
  !(error.details as { field?: unknown } | undefined)?.field;

/** What the builder shows of its draft; a new object after each change. */
export interface DraftState<S extends FlowStep = FlowStep, D extends FlowDocument = FlowDocument> {
  graph: FlowGraph<S>;
  selection: readonly string[];
  canUndo: boolean;
  canRedo: boolean;
  saving: SaveState;
  /** As the server has it, with all but the graph. */
  document: D;
  kind: FlowKind<S>;
}

/** The draft of one flow while it is worked on: its graph with undo, what is selected, and its saving. */
export class Draft<S extends FlowStep = FlowStep, D extends FlowDocument = FlowDocument> {
  readonly id: string;
  #readOnly: boolean;
  #isClosed = false;
  readonly #server: FlowServer<S, D>;
  readonly #saver: Saver<FlowGraph<S>>;
  readonly #listeners = new Set<() => void>();
  #history: History<FlowGraph<S>>;
  #state: DraftState<S, D>;
  /** Calls that change it wait for one another: each names the version that the one before made. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(kind: FlowKind<S>, server: FlowServer<S, D>, document: D, readOnly: boolean) {
    this.id = document.id;
    this.#server = server;
    this.#readOnly = readOnly;
    this.#history = startHistory(this.#graphOf(document, kind));
    this.#state = {
      graph: this.#history.present,
      selection: [],
      canUndo: false,
      canRedo: false,
      saving: { kind: 'saved' },
      document,
      kind,
    };
    this.#saver = new Saver({
      read: () => this.#history.present,
      save: (graph) => this.#inTurn(() => this.#save(graph)),
      onState: (saving) => this.#set({ saving }),
      ...(server.afterMs === undefined ? {} : { afterMs: server.afterMs }),
      ...(server.isAutomatic ? { isAutomatic: server.isAutomatic } : {}),
    });
  }

  /** Steps that nobody has laid out yet are shown tidied up; their places are saved with the next change. */
  #graphOf(document: D, kind: FlowKind<S>): FlowGraph<S> {
    const graph = this.#server.graphOf(document);
    return isUnplaced(kind, graph.steps) ? moved(graph, tidied(kind, graph)) : graph;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
  get = (): DraftState<S, D> => this.#state;

  get readOnly(): boolean {
    return this.#readOnly;
  }

  /** Whether nothing can be changed at present. What was changed before stays, and is saved when it can be. */
  setReadOnly(readOnly: boolean): void {
    if (readOnly === this.#readOnly) return;
    this.#readOnly = readOnly;
    this.#set({});
    if (!readOnly && !this.isClean) void this.flush().catch(() => undefined);
  }

  /** What steps are and can do has changed: a menu has other keys. */
  setKind(kind: FlowKind<S>): void {
    if (kind !== this.#state.kind) this.#set({ kind });
  }

  get isClean(): boolean {
    return this.#saver.isClean;
  }

  /** Changes the graph. Changes of one tag shortly after each other are undone together. */
  edit(graph: FlowGraph<S>, options: { tag?: string; select?: readonly string[] } = {}): void {
    if (this.readOnly || graph === this.#history.present) return;
    this.#turn(changed(this.#history, graph, options.tag ?? null, Date.now()), options.select);
  }

  undo(): void {
    this.#turn(undone(this.#history));
  }

  redo(): void {
    this.#turn(redone(this.#history));
  }

  select(selection: readonly string[]): void {
    const before = this.#state.selection;
    const same = selection.length === before.length && selection.every((id) => before.includes(id));
    if (!same) this.#set({ selection: [...selection] });
  }

  /** @throws what keeps the draft from being saved */
  flush = (): Promise<void> => this.#saver.flush();

  /** A call that answers the document as it is then. `replaces`: also its graph. @throws ApiError */
  async run(call: (version: number) => Promise<D>, replaces = false): Promise<D> {
    await this.#saver.flush();
    const document = await this.change(call);
    if (replaces) this.#replace(document);
    return document;
  }

  /** A newer state that has come meanwhile: what somebody else has changed is seen at once where it goes with one's own. */
  adopt(document: D): void {
    const isNewer = document.version > this.#state.document.version;
    if (!isNewer || this.#state.saving.kind === 'conflict') return;
    const { isClean } = this;
    if (this.#takeIn(document) && isClean) this.#saver.settled();
  }

  /** Asks for what somebody else has saved. */
  async catchUp(): Promise<void> {
    this.adopt(await this.#server.get(this.id));
  }

  /** The server has it like this now; the graph stays as it is. */
  took(document: D): void {
    this.#keep(document);
  }

  /** Asks for figures, versions and status again; the graph stays as it is. */
  async refresh(): Promise<void> {
    const document = await this.#server.get(this.id);
    if (document.version === this.#state.document.version) this.#keep(document);
  }

  /** Takes what the server has now; what was not saved is lost. */
  async reload(): Promise<void> {
    this.#replace(await this.#server.get(this.id));
  }

  /** Saves one's own graph over what somebody else has made of it. */
  async overwrite(): Promise<void> {
    this.#keep(await this.#server.get(this.id));
    this.#saver.settled();
    // The same graph as a new object: it is not what is saved.
    this.#history = { ...this.#history, present: { ...this.#history.present } };
    this.#set({ graph: this.#history.present });
    await this.#saver.flush();
  }

  /** What there is now need not be saved any more. */
  settle(): void {
    this.#saver.settled();
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** The page goes away: what is not saved is saved, and nothing after it. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (!this.readOnly) await this.#saver.flush().catch(() => undefined);
    this.#saver.stop();
  }

  /** Changes anything but the graph, which may still wait to be saved. @throws ApiError */
  async change(call: (version: number) => Promise<D>): Promise<D> {
    try {
      return await this.#ask(call);
    } catch (error) {
      // One about a field, such as a name that is taken, is no conflict of two who draw.
      if (isOvertaken(error)) this.#saver.conflict();
      throw error;
    }
  }

  #ask(call: (version: number) => Promise<D>): Promise<D> {
    return this.#inTurn(async () => {
      const document = await call(this.#state.document.version);
      this.#keep(document);
      return document;
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const asked = this.#queue.then(work);
    this.#queue = asked.catch(() => undefined);
    return asked;
  }

  /**
   * Saves a graph. What somebody else has saved meanwhile is taken in, and both are saved.
   * @returns what is saved
   * @throws ApiError, 409 `conflict` where both have changed the same thing
   */
  async #save(graph: FlowGraph<S>, tries = 1): Promise<FlowGraph<S>> {
    try {
      this.#keep(await this.#server.save(graph, this.#state.document));
      return graph;
    } catch (error) {
      if (!isOvertaken(error) || tries === mostTries) throw error;
      if (!this.#takeIn(await this.#server.get(this.id))) throw error;
      return this.#save(this.#history.present, tries + 1);
    }
  }

  /** Puts what somebody else has changed into one's own graph, and into what undo and redo lead to. False where it cannot. */
  #takeIn(document: D): boolean {
    const { kind, selection } = this.#state;
    const base = this.#graphOf(this.#state.document, kind);
    const theirs = this.#graphOf(document, kind);
    const { past, present, future } = this.#history;
    const merged = mergeGraphs(kind, base, present, theirs);
    if (!merged) return false;
    const withTheirs = (graphs: readonly FlowGraph<S>[]) =>
      graphs.flatMap((graph) => mergeGraphs(kind, base, graph, theirs) ?? []);
    this.#keep(document);
    this.#history = { ...this.#history, past: withTheirs(past), present: merged, future: withTheirs(future) };
    this.#show(selection);
    return true;
  }

  #keep(document: D): void {
    this.#server.keep(document);
    this.#set({ document });
  }

  #replace(document: D): void {
    this.#keep(document);
    this.#history = startHistory(this.#graphOf(document, this.#state.kind));
    this.#set({ graph: this.#history.present, selection: [], canUndo: false, canRedo: false });
    this.#saver.settled();
  }

  #turn(history: History<FlowGraph<S>>, select?: readonly string[]): void {
    if (history === this.#history) return;
    this.#history = history;
    this.#show(select ?? this.#state.selection);
    this.#saver.changed();
  }

  /** Shows the graph as it is now. @param selected what of it is selected, as far as it is there */
  #show(selected: readonly string[]): void {
    const { past, present, future } = this.#history;
    const there = new Set([startId, ...present.steps.map(({ id }) => id)]);
    this.#set({
      graph: present,
      canUndo: past.length > 0,
      canRedo: future.length > 0,
      selection: selected.filter((id) => there.has(id)),
    });
  }

  #set(part: Partial<DraftState<S, D>>): void {
    this.#state = { ...this.#state, ...part };
    for (const listener of [...this.#listeners]) listener();
  }
}
