import { editorConstants } from '#shared/model/editor-constants.ts';
import type { Editor } from '../editor.ts';
import { Signal } from '../signal.ts';
import { type Diff, invertDiff } from '../store/diff.ts';
import type { Draft, DraftStore } from './draft.ts';
import { type KeptHistory, keptPart, leadsTo } from './kept-history.ts';
import type { SaveQueue } from './queue.ts';

export interface SaverState {
  /** Milliseconds since 1970; the last time auto-save succeeded. */
  lastAutoSave: number | undefined;
  /** The last save did not reach the server: edits are kept and sent when it is back. */
  offline: boolean;
  /** Why the server takes no edits at present: they are kept until it does. */
  held: string | undefined;
}

/** The specification's messages (section 8), and the platform's for a lost network. */
const saveMessages = {
  saved: 'Project saved successfully!',
  failed: (message: string) => `Failed to save project: ${message}`,
  /** Of a save that nobody asked for. */
  elementsFailed: 'Failed to save element changes',
  /** While the workspace is held; its reason stands below. */
  held: 'Kept on this device, and saved when the workspace works again',
  offline: 'Unable to save changes. Please check your internet connection and try again.',
} as const;

export interface SaverDependencies {
  projectId: string;
  editor: Editor;
  queue: SaveQueue;
  drafts: DraftStore;
  /** Whether what a save threw means that no answer came. */
  isOffline(error: unknown): boolean;
  messageOf(error: unknown): string;
  setTimeout(callback: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
  now(): number;
}

/** Pause in ms after the last edit before the draft is written to this machine. */
const draftDelay = 300;
/** While there is no network, the next attempt follows after this many ms, or when the browser says it is back. */
const offlineRetry = 10_000;

/** Saves on demand, by itself 30 seconds after unsaved changes exist, and keeps a draft until it succeeds. */
export class Saver {
  readonly state = new Signal<SaverState>({
    lastAutoSave: undefined,
    offline: false,
    held: undefined,
  });
  readonly #deps: SaverDependencies;
  readonly #stops: (() => void)[] = [];
  #autoSaveTimer: unknown;
  #draftTimer: unknown;
  #draftStored = false;
  /** A tab that changed nothing leaves the history that is kept alone. */
  #editedHere = false;
  #saving: Promise<boolean> | undefined;

  constructor(deps: SaverDependencies) {
    this.#deps = deps;
  }

  /** Begins to watch the document. */
  start(): void {
    const { editor, queue } = this.#deps;
    this.#stops.push(
      editor.document.subscribe((_diff, source) => source === 'edit' && this.#changed()),
      editor.settings.subscribe(() => this.#schedule()),
      queue.state.subscribe(() => this.#schedule()),
    );
    this.#schedule();
  }

  stop(): void {
    for (const stop of this.#stops.splice(0)) stop();
    this.#deps.clearTimeout(this.#autoSaveTimer);
    this.#deps.clearTimeout(this.#draftTimer);
    this.#autoSaveTimer = undefined;
    this.#draftTimer = undefined;
  }

  /** Save, Ctrl+S and before exporting or publishing. @returns whether everything is on the server now */
  save(options: { quiet?: boolean } = {}): Promise<boolean> {
    this.#saving ??= this.#save(options).finally(() => {
      this.#saving = undefined;
    });
    return this.#saving;
  }

  /** The browser says that the network is back. */
  networkIsBack(): void {
    if (this.state.get().offline && this.#deps.queue.hasUnsaved) void this.#autoSave();
  }

  /**
   * Nothing is sent for as long as there is a reason: edits are kept on this machine, and go out when it is over.
   * Undefined: the server takes them.
   */
  hold(reason: string | undefined): void {
    const { held } = this.state.get();
    if (held === reason) return;
    this.state.patch({ held: reason });
    const { queue, editor } = this.#deps;
    if (reason === undefined && queue.hasUnsaved && editor.settings.get().autoSave) void this.#autoSave();
    else this.#schedule();
  }

  /** Writes the draft at once: the tab is about to go. */
  async flushDraft(): Promise<void> {
    this.#deps.clearTimeout(this.#draftTimer);
    this.#draftTimer = undefined;
    const { queue, drafts, projectId } = this.#deps;
    const history = keptPart(projectId, this.#deps.editor.history.state.get());
    if (history && this.#editedHere) await drafts.storeHistory(history);
    const work = queue.pendingWork();
    if (work) {
      this.#draftStored = true;
      await drafts.store({ projectId, savedAt: this.#deps.now(), work });
    } else if (this.#draftStored) {
      this.#draftStored = false;
      await drafts.remove(projectId);
    }
  }

  /** Goes on with the history of an earlier tab, where it leads to the document as it is. */
  resume(history: KeptHistory | undefined): boolean {
    const { editor } = this.#deps;
    if (!history || !leadsTo(history, editor.document)) return false;
    editor.history.restore(history);
    return true;
  }

  /**
   * Puts the work of an earlier tab into the document. Its history goes on where it fits; otherwise the work is
   * one step that can be undone.
   */
  restore(draft: Draft, history?: KeptHistory): void {
    const { editor, queue } = this.#deps;
    queue.adopt(draft.work);
    const elements = draft.work.elements.map(({ id, mine }) => [id, mine ?? undefined] as const);
    const before = editor.document.fields.get();
    const mine = draft.work.fields?.mine;
    const diff: Diff = {
      ...editor.document.diffTo(elements),
      ...(mine ? { fields: { before, after: mine } } : {}),
    };
    editor.document.apply(diff);
    if (!this.resume(history)) {
      editor.document.apply(invertDiff(diff));
      editor.commit('Restore unsaved changes', diff);
    }
    // Only when it lies in this tab's place is the other tabs' forgotten.
    void this.flushDraft().then(() => this.#deps.drafts.forgetLeftBehind());
  }

  async discard(): Promise<void> {
    this.#draftStored = false;
    const { drafts, projectId } = this.#deps;
    await Promise.all([drafts.remove(projectId), drafts.forgetLeftBehind()]);
  }

  async #save({ quiet }: { quiet?: boolean }): Promise<boolean> {
    const { editor, queue, isOffline, messageOf } = this.#deps;
    const { held } = this.state.get();
    if (held !== undefined) {
      await this.flushDraft();
      if (!quiet) editor.toast(saveMessages.held, 'info', held);
      return false;
    }
    try {
      await queue.save();
    } catch (error) {
      const offline = isOffline(error);
      const wasOffline = this.state.get().offline;
      this.state.patch({ offline });
      // Auto-save says once that the network is gone, not at every attempt.
      if (offline && !(quiet && wasOffline)) editor.toast(saveMessages.offline, 'error');
      else if (!offline && quiet && queue.sending === 'elements')
        editor.toast(saveMessages.elementsFailed, 'error', messageOf(error));
      else if (!offline) editor.toast(saveMessages.failed(messageOf(error)), 'error');
      await this.flushDraft();
      return false;
    }
    this.state.patch({ offline: false });
    await this.flushDraft();
    const { conflicts, fieldsConflict } = queue.state.get();
    const clean = conflicts.length === 0 && !fieldsConflict;
    if (clean && !quiet) editor.toast(saveMessages.saved, 'success');
    return clean && !queue.hasUnsaved;
  }

  async #autoSave(): Promise<void> {
    this.#autoSaveTimer = undefined;
    if (await this.save({ quiet: true })) this.state.patch({ lastAutoSave: this.#deps.now() });
    this.#schedule();
  }

  #changed(): void {
    this.#editedHere = true;
    this.#deps.clearTimeout(this.#draftTimer);
    this.#draftTimer = this.#deps.setTimeout(() => void this.flushDraft(), draftDelay);
    this.#schedule();
  }

  /** One timer at most: it starts when there is something unsaved and is not put off by further edits. */
  #schedule(): void {
    const { editor, queue } = this.#deps;
    const { conflicts, fieldsConflict, unsaved } = queue.state.get();
    const inConflict = conflicts.length + (fieldsConflict ? 1 : 0);
    const isHeld = this.state.get().held !== undefined;
    const wanted = editor.settings.get().autoSave && unsaved > inConflict && !isHeld;
    if (wanted && this.#autoSaveTimer === undefined && !this.#saving) {
      const delay = this.state.get().offline ? offlineRetry : editorConstants.autoSave;
      this.#autoSaveTimer = this.#deps.setTimeout(() => void this.#autoSave(), delay);
    } else if (!wanted && this.#autoSaveTimer !== undefined) {
      this.#deps.clearTimeout(this.#autoSaveTimer);
      this.#autoSaveTimer = undefined;
    }
  }
}
