import { Box, Button, CloseButton, Text } from '@mantine/core';
import { toast } from '#web/ui/toast.ts';
import { elementName } from '../editor/element-name.ts';
import { reapplyMine } from '../editor/saving/arrivals.ts';
import { useEditorSession } from '../editor/session.ts';
import { useSignal } from '../editor/signal.ts';
import styles from './presence.module.css';
import type { Received } from './presence.ts';

const counted = (count: number) => (count === 1 ? '1 element' : `${count} elements`);

/** `admin changed Sold`: whose save took the place of what. */
function titleOf({ name, overruled }: Received): string {
  const [first] = overruled;
  if (!first) return `${name} changed the project’s settings`;
  const removed = overruled.every(({ theirs }) => theirs === undefined);
  const what = overruled.length === 1 ? elementName(first.mine ?? first.base) : counted(overruled.length);
  return `${name} ${removed ? 'removed' : 'changed'} ${what}`;
}

/**
 * Unsaved edits that gave way to what somebody else saved, each with the way back. They stay until they are
 * answered: what was lost in silence would be lost.
 */
export function Notices() {
  const { presence, editor } = useEditorSession();
  const notices = useSignal(presence.notices);
  if (notices.length === 0) return null;
  const close = (notice: Received) => presence.notices.set(notices.filter((one) => one !== notice));
  const undo = (notice: Received) => {
    const next = notice.overruled.map(
      (one) => [one.id, reapplyMine(one, editor.document.get(one.id))] as const,
    );
    editor.commit('Undo to mine', editor.document.diffTo(next));
    toast.success('Your edit is back', 'It goes over theirs with the next save.');
    close(notice);
  };
  return (
    <div className={styles.notices}>
      {notices.map((notice) => (
        <div
          key={`${notice.name} ${notice.changed.join()} ${notice.overruled.map(({ theirs }) => theirs?.version).join()}`}
          role="alert"
          className={styles.notice}
        >
          <Box flex={1} miw={0}>
            <Text size="sm" fw={600} truncate>
              {titleOf(notice)}
            </Text>
            <Text size="xs" c="dimmed">
              You had changed {notice.overruled.length > 1 ? 'them' : 'it'} too. Theirs is shown now.
            </Text>
          </Box>
          {notice.overruled.length > 0 && (
            <Button size="compact-xs" variant="default" flex="none" onClick={() => undo(notice)}>
              Undo to mine
            </Button>
          )}
          <CloseButton size="sm" aria-label="Keep theirs" title="Keep theirs" onClick={() => close(notice)} />
        </div>
      ))}
    </div>
  );
}
