import { Box, Button } from '@mantine/core';
import { IconAlertOctagon } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Emergency } from '#shared/model/signage/entities.ts';
import { query } from '#web/app/api.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { formatAgo } from '../../content/panels/format.ts';
import { signageChanged, useEmergencies } from '../queries.ts';
import { Confirmation } from './Confirmation.tsx';
import styles from './EmergencyBanner.module.css';

/** Over every page while an emergency stands: what, since when, and the way to end it. */
export default function EmergencyBanner() {
  const { data } = useEmergencies();
  const [ending, setEnding] = useState<Emergency>();
  const end = useMutation(query.signage.endEmergency.mutationOptions());
  if (!data || data.active.length === 0) return null;
  return (
    <section className={styles.banner} aria-label="Emergency">
      {data.active.map((emergency) => (
        <div key={emergency.id} className={styles.line} role="alert">
          <IconAlertOctagon size={18} aria-hidden />
          <Box component="span" className="db-wrap" flex={1} miw={0}>
            <strong>{emergency.name}</strong> is shown{' '}
            {emergency.all
              ? 'on all displays'
              : `on ${emergency.displayIds.length + emergency.groupIds.length === 1 ? 'one display or group' : 'some displays'}`}{' '}
            since <time dateTime={emergency.startedAt}>{formatAgo(emergency.startedAt)}</time>.{' '}
            <Confirmation
              emergency={emergency}
              later={data.active.filter(({ startedAt }) => startedAt > emergency.startedAt)}
            />
          </Box>
          <Button
            data-changes
            size="compact-sm"
            variant="white"
            color="red"
            onClick={() => setEnding(emergency)}
          >
            End it
          </Button>
        </div>
      ))}
      <ConfirmDialog
        opened={ending !== undefined}
        onClose={() => setEnding(undefined)}
        title="End the emergency?"
        confirmLabel="End the emergency"
        danger
        onConfirm={async () => {
          await end.mutateAsync({ id: ending!.id });
          await signageChanged();
          toast.success('The emergency has ended', 'Each display shows what it had.');
        }}
      >
        “{ending?.name}” goes off every display, and each shows what it had before.
      </ConfirmDialog>
    </section>
  );
}
