import { Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '#web/app/api.ts';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { toast } from '#web/ui/toast.ts';
import { centsText } from '../shared/words.ts';
import { MoneyForm } from './MoneyForm.tsx';

/** Adds what a buyer paid in to its balance. */
export function ReceiptPanel({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [workspace, setWorkspace] = useState('');
  return (
    <SidePanel opened={opened} onClose={onClose} title="Record money paid in">
      <Stack gap="md">
        <TextInput
          label="Workspace"
          description="Its number, which stands under Tenants."
          inputMode="numeric"
          maxLength={9}
          value={workspace}
          onChange={(event) => setWorkspace(event.currentTarget.value.replace(/\D/g, ''))}
        />
        <MoneyForm
          action="Record money"
          record={async ({ amountCents, reference }) => {
            if (!workspace) throw new Error('Please give the number of the workspace.');
            const input = { tenantId: Number(workspace), amountCents, reference };
            const { balanceCents } = await api.marketplace.recordReceipt(input);
            toast.success('Recorded', `The balance of workspace ${workspace} is ${centsText(balanceCents)}.`);
          }}
        />
      </Stack>
    </SidePanel>
  );
}
