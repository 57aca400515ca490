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
  const isHeld = held !== undefined;
  const isCutOff = offline && !isHeld;
  const words = (): string => {
    if (saving) return 'Saving…';
    if (isHeld) return unsaved > 0 ? 'Kept on this device' : '';
    if (offline) return 'Offline, edits are kept here';
    return lastAutoSave ? `Auto-saved ${clock.format(lastAutoSave)}` : '';
  };
  return (
    <Text
      size="xs"
      c={isCutOff ? 'red' : 'dimmed'}
      className={styles.saved}
      data-held-back={isHeld || undefined}
      role="status"
    >
      {isCutOff && <IconCloudOff size={14} aria-hidden />}
      <span className="db-cut">{words()}</span>
    </Text>
  );
}
