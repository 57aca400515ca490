import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/app/api.ts';
import { theirTime } from '#web/features/leads/shared/format.ts';
import { localInput } from './result-of-call.ts';

interface CallbackFieldProps {
  leadId: string;
  /** As a field for date and time has it. */
  value: string;
  onChange: (value: string) => void;
}

/** When to call again, by the agent's clock, with what the lead's clock shows then. */
export function CallbackField({ leadId, value, onChange }: CallbackFieldProps) {
  const { data: lead } = useQuery(query.leads.get.queryOptions({ input: { id: leadId } }));
  const at = Date.parse(value);
  const [zone] = lead?.timeZones ?? [];
  return (
    <TextInput
      type="datetime-local"
      label="Call again"
      description={
        zone && !Number.isNaN(at)
          ? `Your time. ${theirTime(zone, new Date(at).toISOString(), Date.now())}.`
          : 'Your time'
      }
      required
      min={localInput(Date.now())}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
