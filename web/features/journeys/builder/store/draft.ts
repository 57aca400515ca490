import type { Graph } from '#shared/model/journey/graph.ts';
import { api, query, queryClient } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { isUnplaced, tidied } from '../../shared/step-size.ts';
import type { JourneyDetail, JourneyUpdate } from '../../shared/types.ts';
import { moved } from '../graph/edits.ts';
import { changed, type History, redone, startHistory, undone } from '../graph/history.ts';
import { Saver, type SaveState } from './saver.ts';

/** What the builder shows of its draft; a new object after each change. */
export interface DraftState {
  graph: Graph;
  selection: readonly string[];
  canUndo: boolean;
  canRedo: boolean;
  saving: SaveState;
  /** As the server has it: name, rules, versions, status. */
  journey: JourneyDetail;
}

/** Steps that nobody has laid out yet are shown tidied up; their places are saved with the next change. */
function graphOf({ steps, entry }: JourneyDetail): Graph {
  const graph = { steps, entry };
  return isUnplaced(steps) ? moved(graph, tidied(graph)) : graph;
}

/** The draft of one journey while it is worked on: its graph with undo, what is selected, and its saving. */
export class Draft {
  readonly id: string;
  #readOnly: boolean;
  readonly #saver: Saver<Graph>;
  readonly #listeners = new Set<() => void>();
  #history: History<Graph>;
  #state: DraftState;
  /** Calls that change the journey wait for one another: each names the version that the one before made. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(journey: JourneyDetail, readOnly: boolean) {
    this.id = journey.id;
    this.#readOnly = readOnly;
    this.#history = startHistory(graphOf(journey));
    this.#state = {
      graph: this.#history.present,
      selection: [],
      canUndo: false,
      canRedo: false,
      saving: { kind: 'saved' },
      journey,
    };
    this.#saver = new Saver({
      read: () => this.#history.present,
      save: ({ steps, entry }) =>
        this.#ask((version) => api.journeys.update({ id: this.id, version, steps: [...steps], entry })),
      onState: (saving) => this.#set({ saving }),
    });
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
  get = (): DraftState => this.#state;

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

  get isClean(): boolean {
    return this.#saver.isClean;
  }

  /** Changes the graph. Changes of one tag shortly after each other are undone together. */
  edit(graph: Graph, options: { tag?: string; select?: readonly string[] } = {}): void {
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

  /** Changes anything but the graph. @throws ApiError */
  async update(changes: Omit<JourneyUpdate, 'id' | 'version' | 'steps' | 'entry'>): Promise<void> {
    await this.#asked((version) => api.journeys.update({ ...changes, id: this.id, version }));
  }

  /** A call that answers the journey as it is then. `replaces`: also its graph. @throws ApiError */
  async run(call: (version: number) => Promise<JourneyDetail>, replaces = false): Promise<JourneyDetail> {
    await this.#saver.flush();
    const journey = await this.#asked(call);
    if (replaces) this.#replace(journey);
    return journey;
  }

  /** A newer state that has come meanwhile; it counts where nothing here waits to be saved. */
  adopt(journey: JourneyDetail): void {
    if (journey.version > this.#state.journey.version && this.isClean && this.#state.saving.kind === 'saved')
      this.#replace(journey);
  }

  /** Asks for figures, versions and status again; the graph stays as it is. */
  async refresh(): Promise<void> {
    const journey = await api.journeys.get({ id: this.id });
    if (journey.version === this.#state.journey.version) this.#keep(journey);
  }

  /** Takes what the server has now; what was not saved is lost. */
  async reload(): Promise<void> {
    this.#replace(await api.journeys.get({ id: this.id }));
  }

  /** Saves one's own graph over what somebody else has made of it. */
  async overwrite(): Promise<void> {
    this.#keep(await api.journeys.get({ id: this.id }));
    this.#saver.settled();
    // The same graph as a new object: it is not what is saved.
    this.#history = { ...this.#history, present: { ...this.#history.present } };
    this.#set({ graph: this.#history.present });
    await this.#saver.flush();
  }

  /** The page goes away: what is not saved is saved, and nothing after it. */
  async close(): Promise<void> {
    if (!this.readOnly) await this.#saver.flush().catch(() => undefined);
    this.#saver.stop();
  }

  async #asked(call: (version: number) => Promise<JourneyDetail>): Promise<JourneyDetail> {
    try {
      return await this.#ask(call);
    } catch (error) {
      if (error instanceof ApiError && error.status === 409 && error.code === 'conflict')
        this.#saver.conflict();
      throw error;
    }
  }

  #ask(call: (version: number) => Promise<JourneyDetail>): Promise<JourneyDetail> {
    const asked = this.#queue.then(async () => {
      const journey = await call(this.#state.journey.version);
      this.#keep(journey);
      return journey;
    });
    this.#queue = asked.catch(() => undefined);
    return asked;
  }

  #keep(journey: JourneyDetail): void {
    queryClient.setQueryData(query.journeys.get.queryKey({ input: { id: this.id } }), journey);
    void queryClient.invalidateQueries({ queryKey: query.journeys.list.key() });
    this.#set({ journey });
  }

  #replace(journey: JourneyDetail): void {
    this.#keep(journey);
    this.#history = startHistory(graphOf(journey));
    this.#set({ graph: this.#history.present, selection: [], canUndo: false, canRedo: false });
    this.#saver.settled();
  }

  #turn(history: History<Graph>, select?: readonly string[]): void {
    if (history === this.#history) return;
    this.#history = history;
    const there = new Set(history.present.steps.map(({ id }) => id));
    this.#set({
      graph: history.present,
      canUndo: history.past.length > 0,
      canRedo: history.future.length > 0,
      selection: (select ?? this.#state.selection).filter((id) => there.has(id)),
    });
    this.#saver.changed();
  }

  #set(part: Partial<DraftState>): void {
    this.#state = { ...this.#state, ...part };
    for (const listener of [...this.#listeners]) listener();
  }
}
