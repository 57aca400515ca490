import type { ReactNode } from 'react';
import { messageOf } from '#web/app/api-error.ts';

export interface ToastData {
  color: string;
  title: ReactNode;
  message: ReactNode;
}

/** The part that draws toasts is fetched once the page is idle, so that it is there when the network is not. */
const loadArea = () => import('./ToastArea.tsx');
let wanted = false;
const listeners = new Set<() => void>();

/** For `ToastHost`: whether any toast has been asked for yet. */
export const toastArea = {
  load: loadArea,
  isWanted: () => wanted,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

/** Shows a toast in place of the one on screen: there is never more than one. */
function show(color: string, title: ReactNode, message: ReactNode = null): void {
  wanted = true;
  for (const listener of [...listeners]) listener();
  loadArea().then(
    ({ present }) => present({ color, title, message }),
    (cause) => console.error('A toast could not be shown.', title, cause),
  );
}

/** `toast.success('User added')`, `toast.error(error)` with whatever a call threw. */
export const toast = {
  success: (title: string, message?: ReactNode) => show('green', title, message),
  info: (title: string, message?: ReactNode) => show('blue', title, message),
  warning: (title: string, message?: ReactNode) => show('amber', title, message),
  error: (error: unknown, message?: ReactNode) =>
    show('red', typeof error === 'string' ? error : messageOf(error), message),
};
