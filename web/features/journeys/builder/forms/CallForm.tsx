import { Autocomplete, Collapse, Group, Stack, Switch, TextInput, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callStepLimits } from '#shared/model/journey/steps/call.ts';
import { query } from '#web/app/api.ts';
import { NumberField } from '#web/ui/flow/NumberField.tsx';
import styles from './forms.module.css';
import { TransferGroupField } from './TransferGroupField.tsx';
import type { FormProps } from './useConfigForm.ts';

const { attempts, delaySeconds, ringSeconds } = callStepLimits;
const longestDelayMinutes = (7 * 86_400) / 60;

/** The call of a step: attempts first, as that is what people change; the exchange's own fields below. */
export function CallForm({ form: { config, set, errors } }: FormProps<'call'>) {
  const [more, setMore] = useState(false);
  const contexts = useQuery(query.tenants.contexts.queryOptions({ input: {}, staleTime: 5 * 60_000 }));
  const names = Object.keys(contexts.data?.contexts ?? {});
  type Text = 'did' | 'fallbackDID' | 'callerId' | 'transferNumber';
  const text = (name: Text, label: string, description?: string) => (
    <TextInput
      label={label}
      {...(description ? { description } : {})}
      value={config[name]}
      error={errors[name]}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <>
      <Group grow gap="sm" align="flex-start">
        <NumberField
          label="Attempts"
          min={attempts.min}
          max={attempts.max}
          value={config.maxAttempts}
          onChange={(maxAttempts) => set({ maxAttempts })}
        />
        <NumberField
          label="Pause, min"
          min={delaySeconds.min / 60}
          max={longestDelayMinutes}
          value={Math.round(config.delayBetweenAttempts / 60)}
          onChange={(minutes) => set({ delayBetweenAttempts: minutes * 60 })}
        />
        <NumberField
          label="Rings, s"
          min={ringSeconds.min}
          max={ringSeconds.max}
          value={config.ringSeconds}
          onChange={(seconds) => set({ ringSeconds: seconds })}
        />
      </Group>
      <Switch
        label="Tell a voicemail from a person"
        description="Adds a way out for voicemails."
        checked={config.amd}
        onChange={(event) => set({ amd: event.currentTarget.checked })}
      />
      <Switch
        label="Keep to business hours"
        description="Yours, of the compliance settings; those of the law are always kept."
        checked={config.respectBusinessHours}
        onChange={(event) => set({ respectBusinessHours: event.currentTarget.checked })}
      />
      <Switch
        label="Record the call"
        checked={config.recordCall}
        onChange={(event) => set({ recordCall: event.currentTarget.checked })}
      />
      {text('transferNumber', 'Transfer to', 'The number that an answered call goes to.')}
      <UnstyledButton className={styles.more} aria-expanded={more} onClick={() => setMore(!more)}>
        <IconChevronDown size={15} aria-hidden="true" /> Numbers and dial plan
      </UnstyledButton>
      <Collapse expanded={more}>
        <Stack gap={14} pt={10}>
          <Switch
            label="Show a local number"
            description="The nearest of the number pools: those of the lead’s owner, or all."
            checked={config.useLocalDID}
            onChange={(event) => set({ useLocalDID: event.currentTarget.checked })}
          />
          {text('did', 'Number that is shown')}
          {text('fallbackDID', 'Number where there is no local one')}
          {text('callerId', 'Caller id')}
          <TransferGroupField
            value={config.transferGroupId}
            disabled={config.transferNumber !== ''}
            onChange={(transferGroupId) => set({ transferGroupId })}
          />
          <Autocomplete
            label="Context"
            description="Of the dial plan."
            data={names}
            value={config.context}
            error={errors.context}
            onChange={(context) => set({ context })}
          />
          <Autocomplete
            label="Dialer context"
            data={names}
            value={config.dialerContext}
            error={errors.dialerContext}
            onChange={(dialerContext) => set({ dialerContext })}
          />
        </Stack>
      </Collapse>
    </>
  );
}
