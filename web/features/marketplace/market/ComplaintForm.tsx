import { Button, Group, Select, Stack, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type DisputeReason, disputeReasons, marketLimits } from '#shared/model/market.ts';
import { query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { FormProblem } from '#web/ui/resource/FormPanel.tsx';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { toast } from '#web/ui/toast.ts';

export interface Complaint {
  reason: DisputeReason;
  /** Empty where the buyer adds nothing. */
  note: string;
}

interface ComplaintFormProps {
  reasonLabel: string;
  noteLabel: string;
  /** What can be wrong here. */
  isPossible: (reason: DisputeReason) => boolean;
  /** A verb and what of: 'Return 2 leads'. */
  action: string;
  variant?: 'filled' | 'default';
  send: (complaint: Complaint) => Promise<unknown>;
  /** Title and sentence of the toast. */
  sent: readonly [title: string, sentence: string];
  onSent?: () => void;
  /** Above the fields. */
  children?: ReactNode;
}

/** What is wrong with leads that have arrived, and how the buyer knows. */
export function ComplaintForm(props: ComplaintFormProps) {
  const { reasonLabel, noteLabel, isPossible, action, variant = 'filled', send, sent, onSent } = props;
  const refresh = useRefresh(query.marketplace);
  const [reason, setReason] = useState<DisputeReason | null>(null);
  const [note, setNote] = useState('');
  const sending = useMutation({
    mutationFn: send,
    onSuccess: async () => {
      await refresh();
      toast.success(...sent);
      onSent?.();
    },
  });
  return (
    <form
      data-changes
      onSubmit={(event) => {
        event.preventDefault();
        if (reason) sending.mutate({ reason, note });
      }}
    >
      <Stack gap="sm">
        {props.children}
        <FormProblem>{sending.error && messageOf(sending.error)}</FormProblem>
        <Select
          label={reasonLabel}
          placeholder="Choose what is wrong"
          allowDeselect={false}
          data={Object.entries(disputeReasons)
            .filter(([value]) => isPossible(value as DisputeReason))
            .map(([value, label]) => ({ value, label }))}
          value={reason}
          onChange={(value) => {
            setReason(value as DisputeReason | null);
            sending.reset();
          }}
        />
        <Textarea
          label={noteLabel}
          autosize
          minRows={2}
          maxLength={marketLimits.reason}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button type="submit" variant={variant} disabled={!reason} loading={sending.isPending}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
