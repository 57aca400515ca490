import '@mantine/notifications/styles.css';
import { Notifications, notifications, notificationsStore } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import styles from './ToastArea.module.css';
import type { ToastData } from './toast.ts';
import { freePlace } from './toast-place.ts';

const id = 'toast';
/** Long enough to read a sentence and to find its button; ms. */
const duration = 5_000;
let turn = 0;

const icons: Record<string, typeof IconCheck> = { green: IconCheck, blue: IconInfoCircle };

/** Replaces the toast on screen, or shows the first, where it covers no primary button. */
export function present({ color, title, message, lastsMs = duration }: ToastData): void {
  const shown = notificationsStore.getState().notifications.some((toast) => toast.id === id);
  const Icon = icons[color] ?? IconAlertTriangle;
  // A change of the duration, by a millisecond, is what starts its countdown again.
  turn = 1 - turn;
  const data = {
    id,
    color,
    title,
    message,
    icon: <Icon size={18} />,
    autoClose: lastsMs + turn,
    position: freePlace(),
    closeButtonProps: { 'aria-label': 'Close' },
  };
  if (shown) notifications.update(data);
  else notifications.show(data);
}

export default function ToastArea() {
  return (
    <Notifications
      className={styles.area}
      limit={1}
      position="bottom-right"
      transitionDuration={150}
      zIndex={1000}
    />
  );
}
