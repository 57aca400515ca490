import { Alert, Modal, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { GivenAnswer, ScriptStep } from '#shared/model/script.ts';
import { query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { LinesSkeleton } from '#web/ui/skeletons.tsx';
import { ScriptReader } from './ScriptReader.tsx';

interface PreviewDialogProps {
  opened: boolean;
  steps: readonly ScriptStep[];
  onClose: () => void;
}

/** A script as agents see it, for a sample lead; its answers can be tried. */
export function PreviewDialog({ opened, steps, onClose }: PreviewDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={<Text fw={650}>Preview</Text>}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Preview steps={steps} />
    </Modal>
  );
}

function Preview({ steps }: Pick<PreviewDialogProps, 'steps'>) {
  const [given, setGiven] = useState<readonly GivenAnswer[]>([]);
  const { data, error } = useQuery(
    query.scripts.preview.queryOptions({ input: { steps: [...steps] }, retry: false, staleTime: 0 }),
  );
  if (error)
    return (
      <Alert color="red" variant="light" role="alert">
        {messageOf(error)}
      </Alert>
    );
  return data ? (
    <ScriptReader script={data} given={given} onChange={setGiven} />
  ) : (
    <LinesSkeleton lines={4} />
  );
}
