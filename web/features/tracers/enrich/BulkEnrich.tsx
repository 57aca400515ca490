import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { IconUserSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { applyConfidence, type Purpose } from '#shared/model/tracer.ts';
import { api, query } from '#web/app/api.ts';
import { showJobs } from '#web/app/jobs.ts';
import { BulkAction } from '#web/ui/resource/BulkBar.tsx';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { useBusy } from '#web/ui/useBusy.ts';
import { BilledNotice, PurposeSelect, useTracing } from '../shared.tsx';

interface BulkEnrichProps {
  leadIds: readonly string[];
  busy: boolean;
}

/** Looks many leads up in the background, with what that may cost before it begins. */
export function BulkEnrich({ leadIds, busy }: BulkEnrichProps) {
  const [opened, setOpened] = useState(false);
  const [purpose, setPurpose] = useState<Purpose | null>(null);
  const [apply, setApply] = useState(false);
  const [starting, run] = useBusy();
  const status = useTracing();
  const refresh = useRefresh(query.tracers);
  const start = () =>
    run(async () => {
      await api.tracers.bulkEnrich({ leadIds: [...leadIds], purpose: purpose!, apply });
      setOpened(false);
      showJobs();
      await refresh();
    });
  const count = leadIds.length;
  return (
    <>
      <BulkAction
        data-changes
        disabled={busy}
        leftSection={<IconUserSearch size={15} />}
        onClick={() => setOpened(true)}
      >
        Enrich
      </BulkAction>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={
          <Text component="span" fw={650}>
            Enrich {count.toLocaleString('en-US')} {count === 1 ? 'lead' : 'leads'}?
          </Text>
        }
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Stack gap="md">
          <PurposeSelect value={purpose} onChange={setPurpose} />
          <Checkbox
            label="Fill in empty fields at once"
            description={`Where there is one match that is ${applyConfidence} % sure. Otherwise each lead’s page has the proposals.`}
            checked={apply}
            onChange={(event) => setApply(event.currentTarget.checked)}
          />
          {status.data && <BilledNotice status={status.data} count={count} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => setOpened(false)}>
              Cancel
            </Button>
            <Button data-changes loading={starting} disabled={!purpose} onClick={start}>
              Enrich them
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
