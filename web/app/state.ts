import { getDefaultStore } from 'jotai';

/**
 * The client's own state: what no server knows of and what outlives a page, such as the session or a message that is
 * being written. A module makes its atoms; components read them with `useAtomValue`, code outside of components with
 * `state.get(atom)` and `state.set(atom, value)`. What the server answers belongs to the query client.
 */
export const state = getDefaultStore();
