import { Button, Group } from '@mantine/core';
import { IconArchive, IconRestore } from '@tabler/icons-react';
import type { Desk } from '../shared/useInbox.ts';
import { momentText } from '../shared/words.ts';
import { AssignPicker } from './AssignPicker.tsx';
import styles from './inbox.module.css';
import { SnoozeMenu } from './SnoozeMenu.tsx';
import { TagPicker } from './TagPicker.tsx';
import type { DeskActions } from './useDeskActions.ts';

/** Who answers the thread, its tags, and where it stands: put off, closed, open again. */
export function DeskBar({ desk, actions }: { desk: Desk; actions: DeskActions }) {
  const { state, snoozedUntil } = desk.conversation;
  const isOpen = state === 'open';
  return (
    <Group gap={6} role="group" aria-label="Conversation" className={styles.desk}>
      {!isOpen && (
        <span className={`${styles.tag} db-gray`}>
          {state === 'closed' ? 'Closed' : `Snoozed until ${snoozedUntil ? momentText(snoozedUntil) : ''}`}
        </span>
      )}
      <AssignPicker desk={desk} actions={actions} />
      <TagPicker tags={desk.conversation.tags} actions={actions} />
      {state !== 'closed' && <SnoozeMenu actions={actions} />}
      <Button
        data-changes
        data-key="e"
        variant="default"
        size="compact-sm"
        leftSection={isOpen ? <IconArchive size={15} /> : <IconRestore size={15} />}
        title={isOpen ? 'It needs no answer (E)' : 'Back to the open ones (E)'}
        onClick={() => void (isOpen ? actions.close() : actions.open())}
      >
        {isOpen ? 'Close' : 'Open again'}
      </Button>
    </Group>
  );
}
