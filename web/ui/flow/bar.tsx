import { ActionIcon, Group, Text, Tooltip } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCheck,
  IconCloudOff,
  IconRefresh,
} from '@tabler/icons-react';
import { toast } from '#web/ui/toast.ts';
import styles from './flow.module.css';
import { useFlowDraft, useFlowState } from './store/context.ts';
import type { SaveState } from './store/saver.ts';

/* What stands in the bar above every builder. */

export function UndoRedo() {
  const draft = useFlowDraft();
  const { canUndo, canRedo } = useFlowState();
  if (draft.readOnly) return null;
  return (
    <Group gap={2} wrap="nowrap">
      <Tooltip label="Undo (Ctrl+Z)">
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label="Undo"
          disabled={!canUndo}
          onClick={() => draft.undo()}
        >
          <IconArrowBackUp size={18} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Redo (Ctrl+Shift+Z)">
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label="Redo"
          disabled={!canRedo}
          onClick={() => draft.redo()}
        >
          <IconArrowForwardUp size={18} />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}

const usualWords: Record<SaveState['kind'], string> = {
  saved: 'Saved',
  waiting: 'Saving…',
  saving: 'Saving…',
  failed: 'Not saved',
  conflict: 'Not saved',
};

/** Whether the draft is saved. */
export function SaveMark({ words }: { words?: Partial<Record<SaveState['kind'], string>> }) {
  const draft = useFlowDraft();
  const { saving } = useFlowState();
  if (saving.kind === 'failed')
    return (
      <span className={styles.save} data-failed="true" role="status">
        <IconCloudOff size={15} />
        <span className={styles.saveWords} title={saving.message}>
          Not saved: {saving.message}
        </span>
        <ActionIcon
          data-changes
          size={24}
          variant="subtle"
          color="gray"
          aria-label="Save again"
          onClick={() => void draft.flush().catch((error) => toast.error(error))}
        >
          <IconRefresh size={15} />
        </ActionIcon>
      </span>
    );
  if (draft.readOnly)
    return (
      <Text size="xs" c="dimmed">
        Read only
      </Text>
    );
  return (
    <span className={styles.save} role="status">
      {saving.kind === 'saved' && <IconCheck size={15} aria-hidden="true" />}
      <span className={styles.saveWords}>{words?.[saving.kind] ?? usualWords[saving.kind]}</span>
    </span>
  );
}
