import { Alert, Button, Group, Modal, Progress, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LeadFilter, LeadSort } from '#shared/model/lead-filter.ts';
import { api, query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { usePollInterval } from '#web/app/push/usePollInterval.ts';
import { finished, isEverything } from '../filter/tree.ts';
import { useFilterWords } from '../filter/useFilterWords.ts';
import type { LeadChoice } from '../shared/lead-choice.ts';
import { leadsText } from './BulkBar.tsx';

interface ExportDialogProps {
  /** Chosen leads, or the whole list; nothing while the dialog is closed. */
  choice: LeadChoice | 'list' | null;
  onClose: () => void;
  filter: LeadFilter;
  sort: LeadSort;
}

/** Exports what the list shows, in its order; goes on when the dialog is closed. */
export function ExportDialog({ choice, onClose, filter, sort }: ExportDialogProps) {
  const words = useFilterWords();
  const [format, setFormat] = useState<'csv' | 'json'>('csv');
  const [exportId, setExportId] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const named = choice && choice !== 'list' ? choice : { filter: finished(filter) };
  const pollMs = usePollInterval('jobs', 1_000);
  const progress = useQuery(
    query.leads.getExport.queryOptions({
      input: { id: exportId ?? '' },
      enabled: exportId !== null,
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data && state.data.status !== 'running' ? false : pollMs),
    }),
  );
  const made = exportId ? progress.data : undefined;
  const failed =
    problem ?? (progress.error ? messageOf(progress.error) : undefined) ?? made?.error ?? undefined;

  async function start() {
    setBusy(true);
    setProblem(undefined);
    try {
      setExportId((await api.leads.startExport({ format, sort, ...named })).id);
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  }
  const close = () => {
    onClose();
    setExportId(null);
    setProblem(undefined);
  };

  return (
    <Modal
      opened={choice !== null}
      onClose={close}
      title={<Text fw={650}>Export leads</Text>}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {'ids' in named
            ? `${leadsText(named.ids.length)} that you have selected.`
            : isEverything(filter)
              ? 'Every lead that you may see.'
              : `The leads where ${words(filter)}.`}
        </Text>
        {failed && (
          <Alert color="red" icon={<IconAlertCircle size={18} />} role="alert">
            {failed}
          </Alert>
        )}
        {!exportId ? (
          <>
            <SegmentedControl
              aria-label="Format"
              data={[
                { value: 'csv', label: 'CSV, for spreadsheets' },
                { value: 'json', label: 'JSON, for programs' },
              ]}
              value={format}
              onChange={(next) => setFormat(next as 'csv' | 'json')}
            />
            <Button data-changes loading={busy} onClick={start}>
              Export
            </Button>
          </>
        ) : made?.downloadUrl ? (
          <>
            <Text size="sm" role="status">
              {leadsText(made.leads)} in {made.filename}
            </Text>
            <Group>
              <Button
                component="a"
                href={made.downloadUrl}
                download={made.filename}
                leftSection={<IconDownload size={16} />}
              >
                Download
              </Button>
            </Group>
          </>
        ) : (
          !failed && (
            <>
              <Progress
                aria-label="Export"
                animated
                value={made?.of ? (100 * made.leads) / Math.max(1, made.of) : 100}
              />
              <Text size="sm" c="dimmed" role="status">
                {leadsText(made?.leads ?? 0)} written so far. You can close this; the file will be among
                imports and exports.
              </Text>
            </>
          )
        )}
      </Stack>
    </Modal>
  );
}
