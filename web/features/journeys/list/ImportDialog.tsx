import { Alert, Box, Button, FileButton, Group, Modal, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { MiniGraph } from '../shared/MiniGraph.tsx';
import { stepsText } from '../shared/words.ts';
import { type JourneyFile, journeyOf } from './journey-file.ts';
import styles from './list.module.css';
import { useJourneyActions } from './useJourneyActions.ts';

/** Makes a journey of a file that was exported, here or elsewhere. */
export function ImportDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [file, setFile] = useState<JourneyFile>();
  const [busy, setBusy] = useState(false);
  const actions = useJourneyActions();
  const journey = file?.ok ? file.journey : undefined;
  const steps = (journey?.steps ?? []) as Parameters<typeof MiniGraph>[0]['graph']['steps'];
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => setFile(undefined)}
      title={<Text fw={650}>Import a journey</Text>}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Text size="sm" c="dimmed" mb="md">
        A file that “Export” made. It becomes a draft; nothing of it runs before you publish it. Templates,
        people and screens that this workspace does not have are left empty.
      </Text>
      {journey ? (
        <Box className="db-frame" mb={20} style={{ overflow: 'hidden' }}>
          <Box component="span" display="block" h={150} p={10} bg="var(--db-page)">
            <MiniGraph graph={{ steps, entry: journey.entry ?? null }} />
          </Box>
          <Stack gap={2} p="10px 14px 12px">
            <Text fw={600} size="sm">
              {journey.name}
            </Text>
            <Text size="xs" c="dimmed">
              {stepsText(steps.length)}
            </Text>
          </Stack>
        </Box>
      ) : (
        file?.ok === false && (
          <Alert color="red" icon={<IconAlertCircle size={18} />} role="alert" mb="md">
            {file.problem}
          </Alert>
        )
      )}
      <Group justify="flex-end" gap="xs" className={styles.importActions!}>
        <FileButton
          accept="application/json,.json"
          inputProps={{ 'aria-label': 'File of a journey' }}
          onChange={async (chosen) => chosen && setFile(journeyOf(await chosen.text()))}
        >
          {(props) => (
            <Button
              {...props}
              variant={journey ? 'default' : 'filled'}
              leftSection={<IconUpload size={16} />}
              data-autofocus
            >
              {file ? 'Choose another file' : 'Choose a file'}
            </Button>
          )}
        </FileButton>
        {journey && (
          <Button
            data-changes
            loading={busy}
            onClick={async () => {
              setBusy(true);
              await actions.import(journey);
              setBusy(false);
            }}
          >
            Import as a draft
          </Button>
        )}
      </Group>
    </Modal>
  );
}
