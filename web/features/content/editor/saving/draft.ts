import type { Step } from '../store/history.ts';
import type { KeptHistory } from './kept-history.ts';
import type { PendingWork } from './queue.ts';

/** What a closed or crashed tab leaves behind of a project. */
export interface Draft {
  projectId: string;
  /** Milliseconds since 1970. */
  savedAt: number;
  work: PendingWork;
}

/** Where drafts are kept. Nothing here throws: a browser without storage edits without drafts. */
export interface DraftStore {
  load(projectId: string): Promise<Draft | undefined>;
  store(draft: Draft): Promise<void>;
  remove(projectId: string): Promise<void>;
  loadHistory(projectId: string): Promise<KeptHistory | undefined>;
  storeHistory(history: KeptHistory): Promise<void>;
}

const databaseName = 'dealbell-content';
/** Steps lie one by one, so that an edit writes its own step and not the whole history. */
const stores = {
  drafts: 'projectId',
  histories: 'projectId',
  steps: ['projectId', 'id'],
};
type StoreName = keyof typeof stores;
const storeNames = Object.keys(stores) as StoreName[];

/** Which steps a project's history is made of, and how many of them are done. */
interface HistoryRecord {
  projectId: string;
  ids: number[];
  done: number;
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 2);
    request.onupgradeneeded = () => {
      const database = request.result;
      for (const name of storeNames) {
        if (database.objectStoreNames.contains(name)) continue;
        database.createObjectStore(name, { keyPath: stores[name] });
      }
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

/** Drafts and histories in IndexedDB, which holds projects larger than local storage's 5 MB. */
export function browserDrafts(): DraftStore {
  let opening: Promise<IDBDatabase> | undefined;
  /** Steps that lie in the storage as they are. */
  const stored = new WeakSet<Step>();
  const storedIds = new Map<string, Set<number>>();

  const run = async <T>(
    mode: IDBTransactionMode,
    work: (store: (name: StoreName) => IDBObjectStore) => Promise<T> | undefined,
  ): Promise<T | undefined> => {
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
  };

  return {
    load: (projectId) =>
      run('readonly', (store) => settled<Draft | undefined>(store('drafts').get(projectId))),
    store: async (draft) => {
      await run('readwrite', (store) => settled(store('drafts').put(draft)));
    },
    remove: async (projectId) => {
      await run('readwrite', (store) => settled(store('drafts').delete(projectId)));
    },
    loadHistory: (projectId) =>
      run('readonly', async (store) => {
        const record: HistoryRecord | undefined = await settled(store('histories').get(projectId));
        if (!record) return undefined;
        const found: (Step & { projectId: string })[] = await settled(
          store('steps').getAll(IDBKeyRange.bound([projectId], [projectId, []])),
        );
        storedIds.set(projectId, new Set(found.map(({ id }) => id)));
        const byId = new Map(found.map(({ projectId: _project, ...step }) => [step.id, step]));
        const steps = record.ids.flatMap((id) => byId.get(id) ?? []);
        if (steps.length !== record.ids.length) return undefined;
        for (const step of steps) stored.add(step);
        return { projectId, steps, done: record.done };
      }),
    storeHistory: async ({ projectId, steps, done }) => {
      const ids = steps.map(({ id }) => id);
      const known = storedIds.get(projectId) ?? new Set();
      const fresh = steps.filter((step) => !stored.has(step));
      await run('readwrite', async (store) => {
        const all = store('steps');
        for (const step of fresh) all.put({ ...step, projectId });
        for (const id of known) if (!ids.includes(id)) all.delete([projectId, id]);
        const record: HistoryRecord = { projectId, ids, done };
        await settled(store('histories').put(record));
        for (const step of fresh) stored.add(step);
        storedIds.set(projectId, new Set(ids));
      });
    },
  };
}
