import { Text } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useEditorSession } from '../editor/session.ts';
import { useSignal } from '../editor/signal.ts';
import styles from './bars.module.css';

const clock = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit', second: '2-digit' });

/** Whether the last save got through, and when the last auto-save did. */
export function SaveState() {
  const { saver, queue } = useEditorSession();
  const { lastAutoSave, offline, held } = useSignal(saver.state);
  const { saving, unsaved } = useSignal(queue.state);
  const words = saving
    ? 'Saving…'
    : held !== undefined
      ? unsaved > 0
        ? 'Kept on this device'
        : ''
      : offline
        ? 'Offline, edits are kept here'
        : lastAutoSave
          ? `Auto-saved ${clock.format(lastAutoSave)}`
          : '';
  return (
    <Text
      size="xs"
      c={offline && held === undefined ? 'red' : 'dimmed'}
      className={styles.saved}
      data-held-back={held !== undefined || undefined}
      role="status"
    >
      {offline && held === undefined && <IconCloudOff size={14} aria-hidden />}
      <span className={styles.savedWords}>{words}</span>
    </Text>
  );
}
