import { Alert, Modal, Tabs, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/app/api.ts';
import { useMay } from '#web/app/use-may.ts';
import { JobProgress } from '../shared/JobProgress.tsx';
import type { JourneyDetail, JourneyJob } from '../shared/types.ts';
import { EnrolByCriteria } from './EnrolByCriteria.tsx';
import { EnrolByFilter } from './EnrolByFilter.tsx';
import { EnrolByHand } from './EnrolByHand.tsx';

interface EnrolDialogProps {
  journey: JourneyDetail;
  opened: boolean;
  onClose: () => void;
}

/** Brings leads in: by hand, all of a filter, or all that fit criteria. */
export function EnrolDialog({ journey, opened, onClose }: EnrolDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={<Text fw={650}>Enrol leads</Text>}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {journey.status === 'live' ? (
        <Ways journey={journey} onClose={onClose} />
      ) : (
        <Alert color="amber" icon={<IconAlertTriangle size={18} />}>
          {journey.status === 'draft'
            ? 'This journey is a draft. Leads can come in once it is live.'
            : 'This journey is paused. Leads can come in once it is live again.'}
        </Alert>
      )}
    </Modal>
  );
}

function Ways({ journey, onClose }: { journey: JourneyDetail; onClose: () => void }) {
  const may = useMay();
  const client = useQueryClient();
  const [job, setJob] = useState<JourneyJob | null>(null);
  const refresh = () => void client.invalidateQueries({ queryKey: query.journeys.key() });
  if (job) return <JobProgress journeyId={journey.id} job={job} onDone={refresh} />;
  const byHand = (
    <EnrolByHand
      journeyId={journey.id}
      onDone={() => {
        refresh();
        onClose();
      }}
    />
  );
  if (!may('journeys.bulkEnroll')) return byHand;
  return (
    <Tabs defaultValue="hand" color="ink" keepMounted={false}>
      <Tabs.List mb="md" aria-label="How leads are chosen">
        <Tabs.Tab value="hand">By hand</Tabs.Tab>
        <Tabs.Tab value="filter">By a filter</Tabs.Tab>
        <Tabs.Tab value="criteria">By criteria</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="hand">{byHand}</Tabs.Panel>
      <Tabs.Panel value="filter">
        <EnrolByFilter journeyId={journey.id} onStarted={setJob} />
      </Tabs.Panel>
      <Tabs.Panel value="criteria">
        <EnrolByCriteria journey={journey} onStarted={setJob} />
      </Tabs.Panel>
    </Tabs>
  );
}
