import { Alert, Button, Group, Modal, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconBellRinging } from '@tabler/icons-react';
import { useAtomValue } from 'jotai';
import { type FormEvent, useState } from 'react';
import { celebrationLimits as limits } from '#shared/model/celebration.ts';
import { api } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { useSignedIn } from '#web/app/session.ts';
import { useMay, useSeesAllLeads } from '#web/app/use-may.ts';
import { useAgents } from '#web/features/leads/shared/lookups.ts';
import { toast } from '#web/ui/toast.ts';
import { type BellLead, bellAtom, closeBell } from './bell.ts';
import { tellCelebrated, winsChanged } from './call-off.tsx';

/** Ring the bell: who bought, for how much, and who sold. */
export default function BellDialog() {
  const open = useAtomValue(bellAtom);
  return (
    <Modal
      opened={open !== null}
      onClose={closeBell}
      title={<Text fw={650}>Ring the bell</Text>}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {open && <BellForm lead={open.lead} />}
    </Modal>
  );
}

function BellForm({ lead }: { lead: BellLead | null }) {
  const { user } = useSignedIn();
  const seesAll = useSeesAllLeads();
  const mayName = useMay()('assignments.view') && seesAll;
  // One form is one bell, however often it is sent.
  const [requestId] = useState(() => crypto.randomUUID());
  const [customer, setCustomer] = useState('');
  const [amount, setAmount] = useState<number | string>(lead?.amount ?? '');
  const [repId, setRepId] = useState<string | null>(lead ? null : user.userId);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!lead && !customer.trim()) return setProblem('Please say who bought.');
    if (amount === '') return setProblem('Please say for how much.');
    setBusy(true);
    setProblem(undefined);
    try {
      const win = await api.celebrations.ring({
        requestId,
        leadId: lead?.id ?? null,
        customer: lead ? '' : customer,
        amount: Number(amount),
        repId: mayName ? repId : null,
      });
      await winsChanged();
      if (win.state === 'celebrated') tellCelebrated(win);
      else toast.warning('It counts as won, and no display shows it yet', win.note);
      closeBell();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  }
  return (
    <form data-changes onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        {problem && (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        {lead ? (
          <Text size="sm">
            For <bdi>{lead.name}</bdi>
          </Text>
        ) : (
          <TextInput
            data-autofocus
            required
            label="Who bought"
            maxLength={limits.customerLength}
            value={customer}
            onChange={(event) => setCustomer(event.currentTarget.value)}
          />
        )}
        <NumberInput
          {...(lead ? { 'data-autofocus': true } : {})}
          required
          label="Amount"
          prefix="$"
          thousandSeparator=","
          decimalScale={2}
          min={0}
          max={limits.amount}
          value={amount}
          onChange={setAmount}
        />
        {mayName && <RepSelect value={repId} onChange={setRepId} ofLead={lead !== null} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={closeBell} disabled={busy}>
            Cancel
          </Button>
          <Button
            data-changes
            type="submit"
            loading={busy}
            leftSection={<IconBellRinging size={17} aria-hidden="true" />}
          >
            Ring the bell
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface RepSelectProps {
  value: string | null;
  onChange: (repId: string | null) => void;
  /** Then its owner sold, where nobody else is named. */
  ofLead: boolean;
}

function RepSelect({ value, onChange, ofLead }: RepSelectProps) {
  const agents = useAgents();
  return (
    <Select
      label="Who sold"
      searchable
      clearable={ofLead}
      allowDeselect={ofLead}
      placeholder={ofLead ? 'The owner of the lead' : undefined}
      data={agents.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={onChange}
    />
  );
}
