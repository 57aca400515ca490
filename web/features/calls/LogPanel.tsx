import { Button, NumberInput, SegmentedControl, Select, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  type CallDirection,
  type CallStatus,
  callLimits,
  callStatusLabels,
  endStatuses,
} from '#shared/model/call.ts';
import { query } from '#web/app/api.ts';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { toast } from '#web/ui/toast.ts';
import { Refused } from './Refused.tsx';

const formId = 'log-call';

/** Puts a call that has been in the log, or notes one that begins now. */
export function LogPanel({ opened, onClose, onStarted }: LogPanelProps) {
  const [busy, setBusy] = useState(false);
  return (
    <SidePanel
      opened={opened}
      onClose={onClose}
      title="Log a call"
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} loading={busy}>
            Save
          </Button>
        </>
      }
    >
      {opened && <LogForm onBusy={setBusy} onDone={onClose} onStarted={onStarted} />}
    </SidePanel>
  );
}

interface LogPanelProps {
  opened: boolean;
  onClose: () => void;
  onStarted: (id: string) => void;
}

interface LogFormProps {
  onBusy: (busy: boolean) => void;
  onDone: () => void;
  onStarted: (id: string) => void;
}

function LogForm({ onBusy, onDone, onStarted }: LogFormProps) {
  const [when, setWhen] = useState<'been' | 'now'>('been');
  const [direction, setDirection] = useState<CallDirection>('outbound');
  const [phone, setPhone] = useState('');
  const [status, setStatus] = useState<CallStatus>('completed');
  const [minutes, setMinutes] = useState<number | string>(0);
  const [disposition, setDisposition] = useState('');
  const [notes, setNotes] = useState('');
  const sending = useRef(false);
  const client = useQueryClient();
  const create = useMutation({
    ...query.calls.create.mutationOptions(),
    onSettled: () => {
      sending.current = false;
      onBusy(false);
    },
    onSuccess: async (call) => {
      toast.success(when === 'now' ? 'Call started' : 'Call logged');
      onDone();
      if (when === 'now') onStarted(call.id);
      await client.invalidateQueries({ queryKey: query.calls.key() });
    },
  });
  const talked = when === 'been' && (status === 'completed' || status === 'voicemail');
  return (
    <form
      data-changes
      id={formId}
      onSubmit={(event) => {
        event.preventDefault();
        if (sending.current) return;
        // Before the button is drawn as busy: a double press would log two calls.
        sending.current = true;
        onBusy(true);
        create.mutate({
          direction,
          phone,
          disposition,
          notes,
          ...(when === 'now'
            ? { start: true }
            : {
                status: status as 'completed',
                talkSeconds: talked ? Math.round(Number(minutes) * 60) : 0,
              }),
        });
      }}
    >
      {create.error && <Refused error={create.error} />}
      <SegmentedControl
        fullWidth
        mb="md"
        aria-label="When"
        data={[
          { value: 'been', label: 'It has been' },
          { value: 'now', label: 'It begins now' },
        ]}
        value={when}
        onChange={(value) => setWhen(value as 'been')}
      />
      <Select
        label="Direction"
        mb="sm"
        allowDeselect={false}
        data={[
          { value: 'outbound', label: 'I called them' },
          { value: 'inbound', label: 'They called us' },
        ]}
        value={direction}
        onChange={(value) => value && setDirection(value as CallDirection)}
      />
      <TextInput
        label="Phone number"
        description={
          when === 'now' && direction === 'outbound'
            ? 'Checked against calling hours, lists and attempts before it starts.'
            : 'It is written on the timeline of the lead that has this number.'
        }
        type="tel"
        required
        data-autofocus
        mb="sm"
        value={phone}
        onChange={(event) => setPhone(event.currentTarget.value)}
      />
      {when === 'been' && (
        <Select
          label="How it ended"
          mb="sm"
          allowDeselect={false}
          data={endStatuses.map((value) => ({ value, label: callStatusLabels[value] }))}
          value={status}
          onChange={(value) => value && setStatus(value as CallStatus)}
        />
      )}
      {talked && (
        <NumberInput
          label="Talk time in minutes"
          mb="sm"
          min={0}
          max={callLimits.seconds / 60}
          decimalScale={2}
          value={minutes}
          onChange={setMinutes}
        />
      )}
      <TextInput
        label="Disposition"
        mb="sm"
        maxLength={callLimits.disposition}
        value={disposition}
        onChange={(event) => setDisposition(event.currentTarget.value)}
      />
      <Textarea
        label="Notes"
        autosize
        minRows={3}
        maxRows={10}
        maxLength={callLimits.notes}
        value={notes}
        onChange={(event) => setNotes(event.currentTarget.value)}
      />
    </form>
  );
}
