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
}

const databaseName = 'dealbell-content';
const storeName = 'drafts';

/** Drafts in IndexedDB, which holds projects larger than local storage's 5 MB. */
export function browserDrafts(): DraftStore {
  let opening: Promise<IDBDatabase> | undefined;
  const open = () => {
    opening ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(databaseName, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: 'projectId' });
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    return opening;
  };
  const run = async <T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>) => {
    try {
      const database = await open();
      return await new Promise<T | undefined>((resolve, reject) => {
        const transaction = database.transaction(storeName, mode);
        const request = work(transaction.objectStore(storeName));
        transaction.oncomplete = () => resolve(request.result);
        transaction.onerror = () => reject(transaction.error);
        transaction.onabort = () => reject(transaction.error);
      });
    } catch (error) {
      console.warn('Unsaved work could not be kept on this machine.', error);
      return undefined;
    }
  };
  return {
    load: (projectId) => run<Draft | undefined>('readonly', (store) => store.get(projectId)),
    store: async (draft) => {
      await run('readwrite', (store) => store.put(draft));
    },
    remove: async (projectId) => {
      await run('readwrite', (store) => store.delete(projectId));
    },
  };
}
