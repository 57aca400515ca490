import { Box, Button, Group, Loader, Stack } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconRefresh } from '@tabler/icons-react';
import { messageOf } from '#web/app/api-error.ts';
import { Surface } from '#web/ui/layout/layout.tsx';
import type { Source, Sources } from './useSources.ts';
import styles from './wizard.module.css';

function State({ source }: { source: Source }) {
  const { label, options, error, loading, none, retry } = source;
  const failed = Boolean(error) && !loading;
  const count = options?.length ?? 0;
  return (
    <Group
      component="li"
      className={styles.source}
      gap={10}
      wrap="nowrap"
      miw={0}
      data-state={failed ? 'error' : loading ? 'loading' : count ? 'data' : 'none'}
    >
      <span className={styles.sourceIcon} aria-hidden="true">
        {failed ? (
          <IconAlertTriangle size={18} />
        ) : loading ? (
          <Loader size={16} color="gray" />
        ) : count ? (
          <IconCircleCheck size={18} />
        ) : (
          <IconCircleDashed size={18} />
        )}
      </span>
      <Stack gap={0} flex={1} miw={0} fz={13}>
        <Box component="strong" fw={550}>
          {label}
        </Box>
        <span className="db-dim">
          {failed ? messageOf(error) : loading ? 'Loading…' : count ? `${count} found` : none}
        </span>
      </Stack>
      {failed && (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconRefresh size={14} />}
          onClick={retry}
          aria-label={`Retry ${label}`}
        >
          Retry
        </Button>
      )}
    </Group>
  );
}

/** Whether the three lists that the wizard chooses from are there (document 002, section 2). */
export function BackendStatus({ sources }: { sources: Sources }) {
  return (
    <Surface component="section" mb={20} p="14px 20px" aria-label="Backend Data Status" aria-live="polite">
      <Box component="h2" m="0 0 10px" fz="sm" fw={600}>
        Backend Data Status
      </Box>
      <ul className={styles.sources}>
        <State source={sources.journeys} />
        <State source={sources.projects} />
        <State source={sources.displays} />
      </ul>
    </Surface>
  );
}
