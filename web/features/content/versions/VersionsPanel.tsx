import { Box, Button, Skeleton, Stack, Text } from '@mantine/core';
import { IconBookmark, IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { contentLimits } from '#shared/model/content-limits.ts';
import type { ContentVersion } from '#shared/model/content-version.ts';
import { api } from '#web/app/api.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { NameForm } from '#web/ui/NameForm.tsx';
import { toast } from '#web/ui/toast.ts';
import editorStyles from '../editor/Editor.module.css';
import { useEditorSession } from '../editor/session.ts';
import { CompareDialog } from './CompareDialog.tsx';
import { refreshVersions, useVersions } from './use-versions.ts';
import { VersionRow } from './VersionRow.tsx';
import styles from './versions.module.css';
import { dayOf } from './words.ts';

/** Every version that is kept of the project, by day, the newest first. */
export default function VersionsPanel() {
  const session = useEditorSession();
  const { data, error, refetch } = useVersions(session.projectId);
  const [naming, setNaming] = useState(false);
  const [compared, setCompared] = useState<ContentVersion>();
  const versions = data?.versions;

  const keep = async (name: string) => {
    try {
      if (!(await session.saveFirst())) return;
      await api.content.keepVersion({ id: session.projectId, name });
      setNaming(false);
      toast.success('Version kept', name);
      await refreshVersions();
    } catch (reason) {
      toast.error(reason);
    }
  };

  return (
    <>
      <Box p="0 14px 8px">
        {naming ? (
          <NameForm
            maxLength={contentLimits.nameLength}
            label="Name of this version"
            onName={keep}
            onCancel={() => setNaming(false)}
          />
        ) : (
          <Button
            data-changes
            size="xs"
            variant="default"
            fullWidth
            leftSection={<IconBookmark size={15} />}
            onClick={() => setNaming(true)}
          >
            Name the present version
          </Button>
        )}
      </Box>
      <div className={editorStyles.panelBody}>
        {versions ? (
          versions.length > 0 ? (
            byDay(versions).map(([day, ofDay]) => (
              <section key={day} aria-label={day}>
                <Text size="xs" fw={600} c="dimmed" mt={6} mb={4}>
                  {day}
                </Text>
                <ul className={styles.list}>
                  {ofDay.map((version) => (
                    <VersionRow
                      key={version.id}
                      version={version}
                      newest={version === versions[0]}
                      onCompare={() => setCompared(version)}
                    />
                  ))}
                </ul>
              </section>
            ))
          ) : (
            <EmptyState icon={IconHistory} title="No versions yet">
              Each save keeps one. Those of the last hour all stay, older ones by the hour and by the day for
              30 days; named ones for good.
            </EmptyState>
          )
        ) : error ? (
          <ErrorState title="The versions could not be loaded" error={error} onRetry={() => void refetch()} />
        ) : (
          <Stack gap={10}>
            {['a', 'b', 'c', 'd'].map((key) => (
              <Skeleton key={key} h={60} />
            ))}
          </Stack>
        )}
      </div>
      {compared && <CompareDialog version={compared} onClose={() => setCompared(undefined)} />}
    </>
  );
}

function byDay(versions: readonly ContentVersion[]): [string, ContentVersion[]][] {
  const days = new Map<string, ContentVersion[]>();
  for (const version of versions) {
    const day = dayOf(version.until);
    days.set(day, [...(days.get(day) ?? []), version]);
  }
  return [...days];
}
