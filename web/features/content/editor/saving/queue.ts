import type { EditResult, ElementEdit } from '#shared/api/content.ts';
import { contentLimits, type Element, type ProjectFields } from '#shared/model/content.ts';
import { Signal } from '../signal.ts';
import type { Diff } from '../store/diff.ts';
import type { EditorDocument } from '../store/document.ts';
import { merge, underlay } from '../store/overlay.ts';
import { same } from '../store/same.ts';
import { arriving, type Overruled } from './arrivals.ts';

/** Two editors changed the same element: somebody has to say which is kept. */
export interface Conflict {
  id: string;
  mine: Element | undefined;
  /** Undefined: it was removed by somebody else. */
  theirs: Element | undefined;
  message: string | null;
}

export interface ProjectState {
  fields: ProjectFields;
  version: number;
}

/** How the queue reaches the server. Each call throws when it was not answered. */
export interface SaveTransport {
  saveFields(changes: Partial<ProjectFields>, version: number): Promise<ProjectState>;
  saveElements(edits: ElementEdit[]): Promise<EditResult[]>;
  /** The project's own fields as they are now; asked after a refused save of fields. */
  loadFields(): Promise<ProjectState>;
}

/** How often one save answers what others saved meanwhile; what is then still in the way waits for the next. */
const mergeRounds = 5;

/** Thrown by `saveFields` when somebody else has changed the project since. */
export class FieldsConflict extends Error {}

export interface SaveState {
  unsaved: number;
  saving: boolean;
  conflicts: readonly Conflict[];
  /** Set while the project's own fields were changed by somebody else too. */
  fieldsConflict?: ProjectState;
}

/** The state that outlives the tab: what was changed, and on which versions. */
export interface PendingWork {
  projectVersion: number;
  fields: { base: ProjectFields; mine: ProjectFields } | null;
  elements: { id: string; base: Element | null; mine: Element | null }[];
}

/** The fields of an element that differ, without its id and version. */
export function elementChanges(base: Element, mine: Element): Partial<Element> {
  const changes: Record<string, unknown> = {};
  for (const key of Object.keys(mine) as (keyof Element)[]) {
    if (key !== 'id' && key !== 'version' && !same(base[key], mine[key])) changes[key] = mine[key];
  }
  return changes as Partial<Element>;
}

/**
 * Local edits that the server has not yet acknowledged, by element id. What is pending is the difference
 * between the document and what the server is known to hold, so an edit that was taken back sends nothing,
 * and a save may be repeated: ids are made here, and an answer that got lost shows as a conflict whose
 * present state is what was sent. What somebody else changed in another place of the same element is merged;
 * where both changed the same place, it is a conflict, and neither goes over the other.
 */
export class SaveQueue {
  readonly state = new Signal<SaveState>({ unsaved: 0, saving: false, conflicts: [] });
  /** What the last save sent last: where it failed, that did not arrive. */
  sending: 'fields' | 'elements' = 'fields';
  readonly #document: EditorDocument;
  readonly #transport: SaveTransport;
  readonly #base: Map<string, Element>;
  readonly #dirty = new Set<string>();
  #fieldsBase: ProjectState;
  #running: Promise<void> | undefined;

  constructor(
    document: EditorDocument,
    transport: SaveTransport,
    server: { project: ProjectState; elements: readonly Element[] },
  ) {
    this.#document = document;
    this.#transport = transport;
    this.#fieldsBase = server.project;
    this.#base = new Map(server.elements.map((element) => [element.id, element]));
    document.subscribe((diff, source) => {
      if (source === 'server') return;
      for (const id of diff.elements.keys()) this.#mark(id);
      this.#tell();
    });
  }

  get hasUnsaved(): boolean {
    return this.#dirty.size > 0 || this.#fieldsChanged();
  }

  /** What would be lost if the tab closed now; undefined when nothing would. */
  pendingWork(): PendingWork | undefined {
    if (!this.hasUnsaved) return undefined;
    return {
      projectVersion: this.#fieldsBase.version,
      fields: this.#fieldsChanged()
        ? { base: this.#fieldsBase.fields, mine: this.#document.fields.get() }
        : null,
      elements: [...this.#dirty].map((id) => ({
        id,
        base: this.#base.get(id) ?? null,
        mine: this.#document.get(id) ?? null,
      })),
    };
  }

  /**
   * Takes up work that an earlier tab left behind, on the versions it was made on, so that what others did
   * meanwhile shows as a conflict when it is saved. The caller has put the work into the document.
   */
  adopt(work: PendingWork): void {
    for (const { id, base } of work.elements) {
      if (base) this.#base.set(id, base);
      this.#mark(id);
    }
    if (work.fields) this.#fieldsBase = { fields: work.fields.base, version: work.projectVersion };
    this.#tell();
  }

  /**
   * Sends everything that is pending: the project's own fields first, then the elements in batches. What is
   * edited meanwhile stays pending. A second call waits for the first.
   * @throws whatever the transport throws; nothing pending is forgotten
   */
  async save(): Promise<void> {
    while (this.#running) await this.#running.catch(() => {});
    this.#running = this.#run();
    try {
      await this.#running;
    } finally {
      this.#running = undefined;
      this.#tell();
    }
  }

  /** Ends a conflict: mine goes over theirs at the next save, or theirs comes into the document. */
  resolve(id: string, keep: 'mine' | 'theirs'): void {
    const conflict = this.state.get().conflicts.find((one) => one.id === id);
    if (!conflict) return;
    const { theirs } = conflict;
    if (theirs) this.#base.set(id, theirs);
    else this.#base.delete(id);
    if (keep === 'theirs') {
      this.#document.apply(this.#document.diffTo([[id, theirs]]), 'server');
      this.#dirty.delete(id);
    } else this.#mark(id);
    this.state.patch({ conflicts: this.state.get().conflicts.filter((one) => one.id !== id) });
    this.#tell();
  }

  /**
   * Takes up what the server says of the project after a call that changed it there, such as publishing.
   * Fields that were edited here stay as they are.
   */
  acceptProject(server: ProjectState): void {
    const mine = this.#document.fields.get();
    const after = { ...server.fields };
    for (const key of Object.keys(mine) as (keyof ProjectFields)[]) {
      if (!same(mine[key], this.#fieldsBase.fields[key])) Object.assign(after, { [key]: mine[key] });
    }
    this.#fieldsBase = server;
    this.#document.apply({ elements: new Map(), fields: { before: mine, after } }, 'server');
    this.#tell();
  }

  /** Ids that the server is known to hold. */
  get known(): ReadonlySet<string> {
    return new Set(this.#base.keys());
  }

  /** Resolves when no save is under way. */
  async settled(): Promise<void> {
    while (this.#running) await this.#running.catch(() => {});
  }

  /**
   * Takes up what others saved meanwhile. Unsaved edits stay where they are in other places; where both meet,
   * theirs stands, and the edit that gave way is answered. To be called while no save is under way.
   * @param theirs by id; undefined for what they removed. Versions that are known here already change nothing.
   * @returns what changed here, and which edits gave way
   */
  receive(theirs: ReadonlyMap<string, Element | undefined>): { changed: string[]; overruled: Overruled[] } {
    const next: [string, Element | undefined][] = [];
    const overruled: Overruled[] = [];
    const asked = new Set(this.state.get().conflicts.map((conflict) => conflict.id));
    for (const [id, arrived] of theirs) {
      // Somebody is being asked about this one.
      if (asked.has(id)) continue;
      const base = this.#base.get(id);
      if (arrived ? base && base.version >= arrived.version : !base) continue;
      const mine = this.#document.get(id);
      if (arrived) this.#base.set(id, arrived);
      else this.#base.delete(id);
      if (!base) {
        // An edit of mine whose answer got lost, or an element that is new here.
        if (mine) this.#mark(id);
        else next.push([id, arrived]);
        continue;
      }
      const arrival = this.#dirty.has(id) ? arriving(base, mine, arrived) : { next: arrived };
      next.push([id, arrival.next]);
      if (arrival.overruled) overruled.push(arrival.overruled);
    }
    const diff = this.#document.diffTo(next);
    this.#takeIn(diff);
    this.#tell();
    return { changed: [...diff.elements.keys()], overruled };
  }

  /**
   * Takes up the project's own fields as somebody else saved them; where both changed one, theirs stands.
   * @returns whether an unsaved edit gave way
   */
  receiveFields(theirs: ProjectState): boolean {
    if (theirs.version <= this.#fieldsBase.version || this.state.get().fieldsConflict) return false;
    const mine = this.#document.fields.get();
    const { fields } = this.#fieldsBase;
    const merged = merge(fields, mine, theirs.fields);
    const after = merged ?? underlay({ base: fields, changed: mine }, theirs.fields, fields);
    this.#fieldsBase = theirs;
    if (!same(mine, after)) this.#takeIn({ elements: new Map(), fields: { before: mine, after } });
    this.#tell();
    return !merged;
  }

  resolveFields(keep: 'mine' | 'theirs'): void {
    const theirs = this.state.get().fieldsConflict;
    if (!theirs) return;
    this.#fieldsBase = theirs;
    if (keep === 'theirs') {
      const before = this.#document.fields.get();
      this.#document.apply({ elements: new Map(), fields: { before, after: theirs.fields } }, 'server');
    }
    this.state.patch({ fieldsConflict: undefined });
    this.#tell();
  }

  async #run(): Promise<void> {
    this.#tell(true);
    this.sending = 'fields';
    if (this.#fieldsChanged() && !this.state.get().fieldsConflict) await this.#saveFields();
    this.sending = 'elements';
    const inConflict = new Set(this.state.get().conflicts.map(({ id }) => id));
    let ids = [...this.#dirty].filter((id) => !inConflict.has(id));
    for (let round = 0; ids.length > 0 && round < mergeRounds; round++) {
      const merged: string[] = [];
      for (let start = 0; start < ids.length; start += contentLimits.elementsPerSave) {
        merged.push(...(await this.#saveBatch(ids.slice(start, start + contentLimits.elementsPerSave))));
      }
      ids = merged;
    }
  }

  async #saveFields(round = 0): Promise<void> {
    const sent = this.#document.fields.get();
    const { fields, version } = this.#fieldsBase;
    const keys = (Object.keys(sent) as (keyof ProjectFields)[]).filter(
      (key) => !same(sent[key], fields[key]),
    );
    const changes: Partial<ProjectFields> = Object.fromEntries(keys.map((key) => [key, sent[key]]));
    try {
      const saved = await this.#transport.saveFields(changes, version);
      this.#fieldsBase = { fields: { ...saved.fields, ...changes }, version: saved.version };
    } catch (error) {
      if (!(error instanceof FieldsConflict)) throw error;
      const theirs = await this.#transport.loadFields();
      const mine = this.#document.fields.get();
      const merged = round < mergeRounds ? merge(fields, mine, theirs.fields) : undefined;
      if (!merged) return this.state.patch({ fieldsConflict: theirs });
      this.#fieldsBase = theirs;
      this.#takeIn({ elements: new Map(), fields: { before: mine, after: merged } });
      if (this.#fieldsChanged()) await this.#saveFields(round + 1);
    }
  }

  /** @returns the ids whose edits were merged with somebody else's and have to be sent again */
  async #saveBatch(ids: readonly string[]): Promise<string[]> {
    const sent = new Map<string, Element | undefined>();
    const edits: ElementEdit[] = [];
    for (const id of ids) {
      const mine = this.#document.get(id);
      const edit = this.#editOf(id, mine);
      if (!edit) continue;
      sent.set(id, mine);
      edits.push(edit);
    }
    if (edits.length === 0) return [];
    const results = await this.#transport.saveElements(edits);
    const conflicts: Conflict[] = [];
    const merged: [string, Element][] = [];
    for (const result of results) {
      const mine = sent.get(result.id);
      const theirs = result.element ?? undefined;
      const version = result.version ?? theirs?.version ?? (this.#base.get(result.id)?.version ?? 0) + 1;
      const arrived =
        result.status === 'saved' ||
        (mine === undefined ? theirs === undefined : !!theirs && !hasChanges(theirs, mine));
      if (arrived) {
        if (mine) this.#base.set(result.id, { ...mine, version });
        else this.#base.delete(result.id);
        this.#mark(result.id);
      } else {
        const both = result.status === 'conflict' ? this.#mergedWith(result.id, theirs) : undefined;
        if (both) merged.push([result.id, both]);
        else conflicts.push({ id: result.id, mine, theirs, message: result.message });
      }
    }
    if (merged.length > 0) this.#takeIn(this.#document.diffTo(merged));
    if (conflicts.length > 0) {
      const others = this.state
        .get()
        .conflicts.filter(({ id }) => !conflicts.some((conflict) => conflict.id === id));
      this.state.patch({ conflicts: [...others, ...conflicts] });
    }
    return merged.map(([id]) => id).filter((id) => this.#dirty.has(id));
  }

  /** The element as it stands here with what they changed in other places of it; undefined where there is none. */
  #mergedWith(id: string, theirs: Element | undefined): Element | undefined {
    const base = this.#base.get(id);
    const mine = this.#document.get(id);
    const both = base && mine && theirs ? merge(base, mine, theirs) : undefined;
    if (both) this.#base.set(id, theirs!);
    return both;
  }

  /** Puts what came from the server into the document, and looks again at what of it is pending. */
  #takeIn(diff: Diff): void {
    this.#document.apply(diff, 'server');
    for (const id of diff.elements.keys()) this.#mark(id);
  }

  #editOf(id: string, mine: Element | undefined): ElementEdit | undefined {
    const base = this.#base.get(id);
    if (!base && !mine) return undefined;
    if (!mine) return { op: 'remove', id, version: base!.version };
    if (!base) {
      const { version: _version, ...element } = mine;
      return { op: 'create', element };
    }
    const patch = elementChanges(base, mine);
    return Object.keys(patch).length === 0 ? undefined : { op: 'update', id, version: base.version, patch };
  }

  /** Whether the id is pending follows from the document and the base alone. */
  #mark(id: string): void {
    const mine = this.#document.get(id);
    const base = this.#base.get(id);
    const clean = mine && base ? mine === base || !hasChanges(base, mine) : !mine && !base;
    if (clean) this.#dirty.delete(id);
    else this.#dirty.add(id);
  }

  #fieldsChanged(): boolean {
    return !same(this.#document.fields.get(), this.#fieldsBase.fields);
  }

  #tell(saving = this.#running !== undefined): void {
    this.state.patch({ unsaved: this.#dirty.size + (this.#fieldsChanged() ? 1 : 0), saving });
  }
}

function hasChanges(base: Element, mine: Element): boolean {
  for (const key of Object.keys(mine) as (keyof Element)[]) {
    if (key !== 'id' && key !== 'version' && !same(base[key], mine[key])) return true;
  }
  return false;
}
