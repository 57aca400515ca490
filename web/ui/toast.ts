import { type Atom, atom } from 'jotai';
import type { ReactNode } from 'react';
import { messageOf } from '#web/app/api-error.ts';
import { state } from '#web/app/state.ts';

export interface ToastData {
  color: string;
  title: ReactNode;
  message: ReactNode;
  /** How long it stands; ms. */
  lastsMs?: number;
}

/** The part that draws toasts is fetched once the page is idle, so that it is there when the network is not. */
const loadArea = () => import('./ToastArea.tsx');
const wanted = atom(false);

/** For `ToastHost`: whether any toast has been asked for yet. */
export const toastArea = { load: loadArea, wanted: wanted as Atom<boolean> };

/** Shows a toast in place of the one on screen: there is never more than one. */
function show(color: string, title: ReactNode, message: ReactNode = null, lastsMs?: number): void {
  state.set(wanted, true);
  loadArea().then(
    ({ present }) => present({ color, title, message, ...(lastsMs ? { lastsMs } : {}) }),
    (cause) => console.error('A toast could not be shown.', title, cause),
  );
}

/** `toast.success('User added')`, `toast.error(error)` with whatever a call threw. */
export const toast = {
  /** @param lastsMs for what has a button that somebody may want a little later */
  success: (title: string, message?: ReactNode, lastsMs?: number) => show('green', title, message, lastsMs),
  info: (title: string, message?: ReactNode) => show('blue', title, message),
  warning: (title: string, message?: ReactNode) => show('amber', title, message),
  error: (error: unknown, message?: ReactNode) =>
    show('red', typeof error === 'string' ? error : messageOf(error), message),
};
