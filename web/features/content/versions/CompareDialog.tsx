import { Box, Button, Group, Modal, SegmentedControl, Slider, Stack, Switch, Text } from '@mantine/core';
import { useViewportSize } from '@mantine/hooks';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { ContentVersion } from '#shared/model/content-version.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LinesSkeleton } from '#web/ui/skeletons.tsx';
import { useEditorSession } from '../editor/session.ts';
import { useDocumentVersion } from '../editor/use-editor.ts';
import { ChangeList } from './ChangeList.tsx';
import { canvasDiffers, differences, drawingOf } from './compare.ts';
import { Outlined } from './Outlined.tsx';
import { useRestore } from './use-restore.ts';
import { useDrawing } from './use-versions.ts';
import styles from './versions.module.css';
import { dayOf, timeOf, titleOf } from './words.ts';

type Way = 'sides' | 'onion';

/** What the list of changes, its gap and the dialog's own edges take of its width, in px. */
const besides = 296;

/** A version beside the present, or the one through the other, with what differs outlined and listed. */
export function CompareDialog({ version, onClose }: { version: ContentVersion; onClose: () => void }) {
  const { editor } = useEditorSession();
  const { drawing: old, error, refetch } = useDrawing(version);
  const { restore, restoring } = useRestore();
  const revision = useDocumentVersion();
  const viewport = useViewportSize();
  const [way, setWay] = useState<Way>('sides');
  const [share, setShare] = useState(50);
  const [outlines, setOutlines] = useState(true);
  const [pointed, setPointed] = useState<string>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the document tells of its changes by its revision
  const present = useMemo(() => drawingOf(editor.document), [editor, revision]);
  const found = useMemo(() => (old ? differences(old, present) : []), [old, present]);
  const phone = viewport.width < 768;
  const when = `${dayOf(version.until)}, ${timeOf(version.until)}`;

  const room = Math.max(280, Math.min(phone ? viewport.width - 32 : viewport.width * 0.9 - besides, 1180));
  const each = way === 'onion' || phone ? room : (room - 12) / 2;
  const tall = Math.max(200, viewport.height * (phone && way === 'sides' ? 0.32 : 0.62));
  const marks = outlines ? found : [];
  const side = { width: each, height: tall, marks, pointed };

  return (
    <Modal
      opened
      onClose={onClose}
      fullScreen={phone}
      size="auto"
      title={
        <Text fw={650} lineClamp={1}>
          {titleOf(version)} and the present
        </Text>
      }
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Group gap="md" mb="sm">
        <SegmentedControl
          size="xs"
          aria-label="How to compare"
          value={way}
          onChange={(value) => setWay(value as Way)}
          data={[
            { value: 'sides', label: 'Side by side' },
            { value: 'onion', label: 'Onion skin' },
          ]}
        />
        <Switch
          size="xs"
          label="Outline changes"
          checked={outlines}
          onChange={(event) => setOutlines(event.currentTarget.checked)}
        />
        {way === 'onion' && (
          <Slider
            style={{ flex: 1, minWidth: 140 }}
            size="sm"
            color="ink"
            label={(value) => `${value} % of the present`}
            thumbLabel="How much of the present shows"
            value={share}
            onChange={setShare}
          />
        )}
      </Group>
      {old ? (
        <div className={styles.compare}>
          <div className={styles.pictures} data-way={way}>
            {way === 'sides' ? (
              <>
                <Box component="figure" m={0}>
                  <Outlined drawing={old} side="before" label={`The version of ${when}`} {...side} />
                  <Box component="figcaption" className="db-note db-figures" pt={6}>
                    {when}
                  </Box>
                </Box>
                <Box component="figure" m={0}>
                  <Outlined drawing={present} side="after" label="The present" {...side} />
                  <Box component="figcaption" className="db-note db-figures" pt={6}>
                    Present
                  </Box>
                </Box>
              </>
            ) : (
              <Box component="figure" m={0}>
                <Stack className={styles.onion} gap={0}>
                  <Outlined drawing={old} side="before" label={`The version of ${when}`} {...side} />
                  <div style={{ opacity: share / 100 }}>
                    <Outlined drawing={present} side="after" label="The present" {...side} />
                  </div>
                </Stack>
                <Box component="figcaption" className="db-note db-figures" pt={6}>
                  {when} below, the present above at {share} %
                </Box>
              </Box>
            )}
          </div>
          <div className={styles.changes}>
            <ChangeList found={found} canvas={canvasDiffers(old, present)} onPoint={setPointed} />
          </div>
        </div>
      ) : error ? (
        <ErrorState title="The version could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : (
        <LinesSkeleton lines={8} />
      )}
      <Group justify="flex-end" mt="md" gap="xs">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <Button
          data-changes
          leftSection={<IconArrowBackUp size={16} />}
          loading={restoring}
          disabled={!old}
          onClick={() => void restore(version).then((done) => done && onClose())}
        >
          Restore this version
        </Button>
      </Group>
    </Modal>
  );
}
