import { Button, Group, Stack, Tabs, Text, Title } from '@mantine/core';
import { IconBroadcast, IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/app/api.ts';
import { ExportList } from '../dialogs/ExportList.tsx';
import { PublicAddress } from '../dialogs/PublicAddress.tsx';
import { PublicationState } from '../dialogs/PublicationState.tsx';
import editorStyles from '../editor/Editor.module.css';
import { useEditorSession } from '../editor/session.ts';

/** Exports, where the project is shown, and its public address. */
export default function ExportPanel() {
  const { screen, projectId } = useEditorSession();
  const { data } = useQuery(query.content.publication.queryOptions({ input: { id: projectId } }));
  return (
    <>
      <div className={editorStyles.panelHead}>
        <Title order={2} size="sm">
          Export & Publish
        </Title>
      </div>
      <Tabs
        defaultValue="exports"
        color="amber"
        style={{ minHeight: 0, display: 'flex', flexDirection: 'column' }}
      >
        <Tabs.List grow>
          <Tabs.Tab value="exports">Exports</Tabs.Tab>
          <Tabs.Tab value="displays">Displays</Tabs.Tab>
          <Tabs.Tab value="public">Public URL</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="exports" className={editorStyles.panelBody} pt="sm">
          <Stack gap="sm">
            <Group grow gap={8}>
              <Button
                size="xs"
                leftSection={<IconDownload size={16} />}
                onClick={() => screen.patch({ dialog: 'export' })}
              >
                New export
              </Button>
              <Button size="xs" variant="default" onClick={() => screen.patch({ dialog: 'bulk-export' })}>
                Bulk export
              </Button>
            </Group>
            <ExportList projectId={projectId} />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="displays" className={editorStyles.panelBody} pt="sm">
          <Stack gap="sm">
            <Button
              leftSection={<IconBroadcast size={16} />}
              onClick={() => screen.patch({ dialog: 'publish' })}
            >
              Publish to displays
            </Button>
            {data ? (
              <PublicationState publication={data} />
            ) : (
              <Text size="sm" c="dimmed">
                Asking where it is shown…
              </Text>
            )}
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="public" className={editorStyles.panelBody} pt="sm">
          <PublicAddress url={data?.publicUrl ?? null} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
