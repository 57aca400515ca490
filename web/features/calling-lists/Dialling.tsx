import { Select, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  diallingModes,
  dialsByItself,
  callingListLimits as limits,
  ringsLeadsFirst,
} from '#shared/model/calling-list.ts';
import { query } from '#web/app/api.ts';
import { BoundedNumberInput } from '#web/ui/BoundedNumberInput.tsx';
import { phoneText } from '#web/ui/lead-text.ts';
import type { ListForm } from './ListPanel.tsx';
import { MessageFields } from './MessageFields.tsx';

/** How the list dials, and what it shows and waits for where it does so by itself. */
export function Dialling({ form }: { form: ListForm }) {
  const { mode, ringSeconds, didId, linesPerAgent } = form.values;
  const { data } = useQuery(query.dids.list.queryOptions({ input: { limit: 200, status: 'active' } }));
  const numbers = data?.dids ?? [];
  return (
    <>
      <Select
        label="Dialling"
        description={diallingModes[mode].about}
        allowDeselect={false}
        data={Object.entries(diallingModes).map(([value, { label }]) => ({ value, label }))}
        {...form.getInputProps('mode')}
      />
      {mode === 'power' && (
        <BoundedNumberInput
          label="Lines for each free agent"
          description="Fewer are out while more would risk the limit of abandoned calls."
          min={limits.linesPerAgent.min}
          max={limits.linesPerAgent.max}
          value={linesPerAgent}
          onChange={(lines) => form.setFieldValue('linesPerAgent', lines)}
        />
      )}
      {ringsLeadsFirst({ mode }) && (
        <>
          <Switch
            label="Hang up on answering machines"
            description="It takes a moment of listening to tell them from people."
            {...form.getInputProps('amd', { type: 'checkbox' })}
          />
          <MessageFields form={form} />
        </>
      )}
      {dialsByItself({ mode }) && (
        <>
          <Select
            label="Number that leads see"
            placeholder={ringsLeadsFirst({ mode }) ? 'That of the exchange' : 'That of the agent’s extension'}
            description="One of the workspace’s numbers, at which somebody answers who calls back."
            clearable
            data={numbers.map(({ id, phoneNumber, label }) => ({
              value: id,
              label: label ? `${phoneText(phoneNumber)}, ${label}` : phoneText(phoneNumber),
            }))}
            value={didId}
            onChange={(value) => form.setFieldValue('didId', value)}
          />
          <BoundedNumberInput
            label="Seconds that a phone rings"
            description="By law not less than 15."
            min={limits.ringSeconds.min}
            max={limits.ringSeconds.max}
            value={ringSeconds}
            onChange={(seconds) => form.setFieldValue('ringSeconds', seconds)}
          />
        </>
      )}
    </>
  );
}
