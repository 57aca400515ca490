import { Badge, Group, List, Stack, Text } from '@mantine/core';
import type { Publication } from '#shared/model/content.ts';
import { api, query, queryClient } from '#web/app/api.ts';
import { AskButton } from '#web/ui/ConfirmDialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { stateOf } from '../data/transport.ts';
import { useEditorSession } from '../editor/session.ts';
import { formatAgo } from '../panels/format.ts';

const words: Record<Publication['status'], { label: string; color: string }> = {
  published: { label: 'Published', color: 'green' },
  publishing: { label: 'Publishing', color: 'blue' },
  failed: { label: 'Failed', color: 'red' },
  not_published: { label: 'Not published', color: 'gray' },
};

/** Where the project is shown now, and how to take it down. */
export function PublicationState({ publication }: { publication: Publication }) {
  const { projectId, queue } = useEditorSession();
  const { status, publishedAt, displays, errorMessage } = publication;
  const { label, color } = words[status];
  const unpublish = async () => {
    const { message } = await api.content.unpublish({ id: projectId });
    toast.success(message);
    queue.acceptProject(stateOf(await api.content.get({ id: projectId })));
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: query.content.publication.key() }),
      queryClient.invalidateQueries({ queryKey: query.signage.key() }),
    ]);
  };
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Group gap="xs">
          <Badge color={color} variant="light" tt="none" radius="sm">
            {label}
          </Badge>
          {publishedAt && status === 'published' && (
            <Text size="xs" c="dimmed">
              {formatAgo(publishedAt)}
            </Text>
          )}
        </Group>
        {status === 'published' && (
          <AskButton
            label="Unpublish"
            button={{ size: 'compact-xs' }}
            title="Take it off its displays?"
            confirmLabel="Unpublish"
            danger
            onConfirm={unpublish}
          >
            Each display goes back to what it showed before, and the public address stops working.
          </AskButton>
        )}
      </Group>
      {errorMessage && (
        <Text size="xs" c="red">
          {errorMessage}
        </Text>
      )}
      {displays.length > 0 && (
        <List size="sm" spacing={2}>
          {displays.map((display) => (
            <List.Item key={display.id}>
              {display.name}
              <Text span size="xs" c="dimmed">
                {display.location ? `, ${display.location}` : ''}
              </Text>
            </List.Item>
          ))}
        </List>
      )}
    </Stack>
  );
}
