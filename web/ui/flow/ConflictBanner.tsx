import { Alert, Button, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useBusy } from '#web/ui/useBusy.ts';
import { useFlowDraft, useFlowState } from './store/context.ts';

/** Asks whose changes are to count. Shown while a draft is at odds with the server; `children` say who changed what, and when. */
export function ConflictBanner({ children }: { children: ReactNode }) {
  const { saving } = useFlowState();
  return saving.kind === 'conflict' ? <Conflict>{children}</Conflict> : null;
}

function Conflict({ children }: { children: ReactNode }) {
  const draft = useFlowDraft();
  const [busy, run] = useBusy();
  return (
    <Alert color="amber" role="alert" radius={0} icon={<IconAlertTriangle size={18} />}>
      <Group justify="space-between" gap="xs">
        <span>{children} Your last changes are not saved.</span>
        <Group gap="xs">
          <Button size="compact-sm" loading={busy} onClick={() => run(() => draft.reload())}>
            Load theirs
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            disabled={busy}
            onClick={() => run(() => draft.overwrite())}
          >
            Save mine over it
          </Button>
        </Group>
      </Group>
    </Alert>
  );
}
