import { Box, Modal, SimpleGrid, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/app/api.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { MiniGraph } from '../shared/MiniGraph.tsx';
import { stepsText } from '../shared/words.ts';
import styles from './list.module.css';
import { useJourneyActions } from './useJourneyActions.ts';

interface TemplateGalleryProps {
  opened: boolean;
  onClose: () => void;
}

/** Journeys to begin from, each drawn small. */
export function TemplateGallery({ opened, onClose }: TemplateGalleryProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size={980}
      title={<Text fw={650}>Begin from a template</Text>}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Templates />
    </Modal>
  );
}

/** The templates as cards; a press makes a journey of one. */
export function Templates() {
  const [busy, setBusy] = useState<string>();
  const { fromTemplate } = useJourneyActions();
  const { data, error, refetch } = useQuery(
    query.journeys.templates.queryOptions({ input: {}, staleTime: Number.POSITIVE_INFINITY }),
  );
  if (error)
    return <ErrorState title="The templates could not be loaded" error={error} onRetry={() => refetch()} />;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="md">
      {data
        ? data.templates.map(({ id, name, description, steps, entry }) => (
            <UnstyledButton
              data-changes
              key={id}
              className={styles.template}
              disabled={busy !== undefined}
              data-busy={busy === id || undefined}
              onClick={async () => {
                setBusy(id);
                await fromTemplate(id);
                setBusy(undefined);
              }}
            >
              <Box component="span" display="block" h={150} p={10} bg="var(--db-page)">
                <MiniGraph graph={{ steps, entry }} />
              </Box>
              <Stack component="span" gap={3} p="12px 14px">
                <Text component="span" fw={600} size="sm">
                  {name}
                </Text>
                <Text component="span" size="xs" c="dimmed">
                  {description}
                </Text>
                <Text component="span" size="xs" c="dimmed">
                  {stepsText(steps.length)}
                </Text>
              </Stack>
            </UnstyledButton>
          ))
        : ['a', 'b', 'c'].map((key) => <Skeleton key={key} h={220} radius="lg" />)}
    </SimpleGrid>
  );
}
