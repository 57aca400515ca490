import type { Step } from '../store/history.ts';
import type { KeptHistory } from './kept-history.ts';
import { combined } from './left-behind.ts';
import type { PendingWork } from './queue.ts';
import { claimTab, closedTabs } from './tab-claim.ts';

/** What a closed or crashed tab leaves behind of a project. */
export interface Draft {
  projectId: string;
  /** Milliseconds since 1970. */
  savedAt: number;
  work: PendingWork;
}

/** Where one tab keeps its drafts. Nothing here throws: a browser without storage edits without drafts. */
export interface DraftStore {
  store(draft: Draft): Promise<void>;
  remove(projectId: string): Promise<void>;
  storeHistory(history: KeptHistory): Promise<void>;
  /** Forgets what other tabs, which are closed, left behind: it was taken up here, or is not wanted. */
  forgetLeftBehind(): Promise<void>;
}

/** A project's place in this browser's storage, held by this tab alone. */
export interface OpenedDrafts {
  store: DraftStore;
  /** What closed tabs left unsaved, all of it as one. */
  draft: Draft | undefined;
  history: KeptHistory | undefined;
  /** Lets another tab take the place, after everything is written. */
  close(): void;
}

const databaseName = 'dealbell-content';
/**
 * Each tab has its own: two tabs on one project must not write over each other. Steps lie one by one, so that
 * an edit writes its own step and not the whole history.
 */
const stores = {
  drafts: ['projectId', 'tab'],
  histories: ['projectId', 'tab'],
  steps: ['projectId', 'tab', 'id'],
};
type StoreName = keyof typeof stores;
const storeNames = Object.keys(stores) as StoreName[];

interface Owned {
  projectId: string;
  tab: string;
}
type DraftRecord = Draft & Owned;
type StepRecord = Step & Owned;
/** Which steps a tab's history is made of, and how many of them are done. */
interface HistoryRecord extends Owned {
  savedAt: number;
  ids: number[];
  done: number;
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 3);
    request.onupgradeneeded = () => {
      const database = request.result;
      for (const name of Array.from(database.objectStoreNames)) database.deleteObjectStore(name);
      for (const name of storeNames) database.createObjectStore(name, { keyPath: stores[name] });
    };
    request.onblocked = () => reject(new Error('Another tab holds the storage.'));
    request.onsuccess = () => {
      // A newer version of the product in another tab may need the storage in a newer form.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
}

const settled = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Everything below a key that begins with these parts. */
const below = (...parts: string[]) => IDBKeyRange.bound(parts, [...parts, []]);

type Work<T> = (store: (name: StoreName) => IDBObjectStore) => Promise<T>;

let opening: Promise<IDBDatabase> | undefined;

async function run<T>(mode: IDBTransactionMode, work: Work<T>): Promise<T | undefined> {
  try {
    opening ??= openDatabase();
    const transaction = (await opening).transaction(storeNames, mode);
    const ended = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
    });
    const [result] = await Promise.all([work((name) => transaction.objectStore(name)), ended]);
    return result;
  } catch (error) {
    opening = undefined;
    console.warn('Unsaved work could not be kept on this machine.', error);
    return undefined;
  }
}

/**
 * Takes a project's place in this browser: after a reload the tab's own, otherwise that of the tab which was
 * closed last, or a new one. In IndexedDB, which holds projects larger than local storage's 5 MB.
 */
export async function openDrafts(projectId: string): Promise<OpenedDrafts> {
  const found = await run('readonly', async (store) => {
    const drafts: Promise<DraftRecord[]> = settled(store('drafts').getAll(below(projectId)));
    const histories: Promise<HistoryRecord[]> = settled(store('histories').getAll(below(projectId)));
    return { drafts: await drafts, histories: await histories };
  });
  const { drafts = [], histories = [] } = found ?? {};
  const newestFirst = [...drafts, ...histories].sort((a, b) => b.savedAt - a.savedAt).map(({ tab }) => tab);
  const tabs = [...new Set(newestFirst)];
  const { tab, release } = await claimTab(projectId, tabs);
  const closed = await closedTabs(
    projectId,
    tabs.filter((one) => one !== tab),
  );
  const leftBehind = drafts.filter((draft) => draft.tab === tab || closed.includes(draft.tab));
  await forget(
    projectId,
    closed.filter((one) => !leftBehind.some((draft) => draft.tab === one)),
  );
  const slot = new Slot({ projectId, tab }, closed);
  const own = histories.find((history) => history.tab === tab);
  return {
    store: slot,
    draft: combined(leftBehind),
    history: own && (await slot.loadHistory(own)),
    close: () => void slot.idle().then(release),
  };
}

async function forget(projectId: string, tabs: readonly string[]): Promise<void> {
  if (tabs.length === 0) return;
  await run('readwrite', async (store) => {
    for (const tab of tabs) {
      store('drafts').delete([projectId, tab]);
      store('histories').delete([projectId, tab]);
      store('steps').delete(below(projectId, tab));
    }
  });
}

/** One tab's place. */
class Slot implements DraftStore {
  readonly #own: Owned;
  readonly #closed: readonly string[];
  /** Steps that lie in the storage as they are, and their ids. */
  readonly #stored = new WeakSet<Step>();
  #storedIds = new Set<number>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(own: Owned, closed: readonly string[]) {
    this.#own = own;
    this.#closed = closed;
  }

  /** Resolves when everything is written; a write that follows upon the last one counts. */
  async idle(): Promise<void> {
    for (let last: unknown; last !== this.#last; ) {
      last = this.#last;
      await last;
      await new Promise((resolve) => setTimeout(resolve));
    }
  }

  store(draft: Draft): Promise<void> {
    return this.#write(async (store) => {
      await settled(store('drafts').put({ ...draft, ...this.#own }));
    });
  }

  remove(): Promise<void> {
    const { projectId, tab } = this.#own;
    return this.#write((store) => settled(store('drafts').delete([projectId, tab])));
  }

  async forgetLeftBehind(): Promise<void> {
    await forget(this.#own.projectId, this.#closed);
  }

  loadHistory({ ids, done }: HistoryRecord): Promise<KeptHistory | undefined> {
    const { projectId, tab } = this.#own;
    return run('readonly', async (store) => {
      const found: StepRecord[] = await settled(store('steps').getAll(below(projectId, tab)));
      this.#storedIds = new Set(found.map(({ id }) => id));
      const byId = new Map(found.map(({ projectId: _project, tab: _tab, ...step }) => [step.id, step]));
      const steps = ids.flatMap((id) => byId.get(id) ?? []);
      if (steps.length !== ids.length) return undefined;
      for (const step of steps) this.#stored.add(step);
      return { projectId, steps, done };
    });
  }

  storeHistory({ steps, done }: KeptHistory): Promise<void> {
    const { projectId, tab } = this.#own;
    const ids = steps.map(({ id }) => id);
    const fresh = steps.filter((step) => !this.#stored.has(step));
    return this.#write(async (store) => {
      const all = store('steps');
      for (const step of fresh) all.put({ ...step, ...this.#own });
      for (const id of this.#storedIds) if (!ids.includes(id)) all.delete([projectId, tab, id]);
      const record: HistoryRecord = { ...this.#own, savedAt: Date.now(), ids, done };
      await settled(store('histories').put(record));
      for (const step of fresh) this.#stored.add(step);
      this.#storedIds = new Set(ids);
    });
  }

  async #write(work: Work<void>): Promise<void> {
    const written = run('readwrite', work);
    this.#last = written;
    await written;
  }
}
