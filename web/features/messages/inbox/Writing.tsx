import { Group } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useOthers } from './use-others.ts';

const listOf = new Intl.ListFormat('en', { type: 'conjunction' });

/** A warning while a colleague answers the same thread, and who else looks at it. */
export function Writing({ conversationId, text }: { conversationId: string | undefined; text: string }) {
  const others = useOthers(conversationId, text);
  const writing = others.filter(({ isWriting }) => isWriting);
  const shown = writing.length > 0 ? writing : others;
  const names = listOf.format(shown.map(({ name }) => name));
  const verb = shown.length === 1 ? 'is' : 'are';
  return (
    <Group
      role="status"
      className={writing.length > 0 ? 'db-amber' : 'db-dim'}
      gap={6}
      wrap="nowrap"
      miw={0}
      p={writing.length > 0 ? '2px 10px' : 0}
      bdrs={99}
      fz={13}
    >
      {others.length > 0 && (
        <>
          <IconUsers size={15} aria-hidden="true" />
          <span>
            <strong>{names}</strong> {writing.length > 0 ? `${verb} writing` : `${verb} looking at this, too`}
          </span>
        </>
      )}
    </Group>
  );
}
