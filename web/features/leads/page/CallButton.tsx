import { Box, Button, Modal } from '@mantine/core';
import { IconPhone } from '@tabler/icons-react';
import { useState } from 'react';
import type { Lead } from '#shared/model/lead.ts';
import { useMay } from '#web/app/use-may.ts';
import { Refused } from '#web/features/calls/Refused.tsx';
import { useMyCalls } from '#web/phone/my-calls.ts';
import { useCallActions } from '#web/phone/useCallActions.ts';

/** Calls the lead; the call bar goes on with it. Why the law or the workspace refuses it stands in a dialog. */
export function CallButton({ lead }: { lead: Lead }) {
  const may = useMay();
  return lead.phone && may('calls.create') ? <Shown leadId={lead.id} /> : null;
}

function Shown({ leadId }: { leadId: string }) {
  const actions = useCallActions();
  const { live } = useMyCalls();
  const { refusal } = actions;
  const [dismissed, setDismissed] = useState<typeof refusal>(null);
  return (
    <>
      <Button
        data-changes
        px={{ base: 10, sm: 'md' }}
        aria-label="Call"
        loading={actions.busy}
        disabled={live !== null}
        onClick={() => void actions.call(leadId)}
      >
        <IconPhone size={16} aria-hidden="true" />
        <Box component="span" visibleFrom="sm" ms={8}>
          Call
        </Box>
      </Button>
      <Modal
        opened={refusal !== null && refusal !== dismissed}
        onClose={() => setDismissed(refusal)}
        title="Not called"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {refusal && <Refused error={refusal.error} />}
      </Modal>
    </>
  );
}
