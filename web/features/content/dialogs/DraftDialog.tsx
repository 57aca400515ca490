import { Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import type { Draft } from '../editor/saving/draft.ts';
import type { KeptHistory } from '../editor/saving/kept-history.ts';
import { useEditorSession } from '../editor/session.ts';

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** Offers what an earlier tab left unsaved. It has to be answered: either choice is kept. */
export function DraftDialog({ draft, history }: { draft: Draft; history?: KeptHistory }) {
  const { saver } = useEditorSession();
  const [opened, setOpened] = useState(true);
  const changes = draft.work.elements.length + (draft.work.fields ? 1 : 0);
  return (
    <Modal
      opened={opened}
      onClose={() => undefined}
      withCloseButton={false}
      title={<Text fw={650}>Restore unsaved changes?</Text>}
    >
      <Text size="sm" c="dimmed">
        This browser kept {changes === 1 ? '1 change' : `${changes} changes`} of{' '}
        {moment.format(draft.savedAt)} that did not reach the server.
      </Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button
          variant="default"
          onClick={() => {
            setOpened(false);
            void saver.discard();
            saver.resume(history);
          }}
        >
          Discard
        </Button>
        <Button
          data-autofocus
          onClick={() => {
            setOpened(false);
            saver.restore(draft, history);
          }}
        >
          Restore
        </Button>
      </Group>
    </Modal>
  );
}
