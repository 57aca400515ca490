import { NumberInput, Select, Stack, Switch, TextInput } from '@mantine/core';
import { webhookLimits as limits } from '#shared/model/webhook-limits.ts';
import { AutoGrid, Surface } from '#web/ui/layout/layout.tsx';
import { bounded, enabledCalls } from './draft.ts';
import type { StepProps } from './Wizard.tsx';
import styles from './wizard.module.css';

const delays = [60, 120, 300, 600, 900, 1800, 3600];
const delayWords = (seconds: number) => (seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`);

/** Outbound calls: a toggle for go, the whole point for call. */
export function CallGroup({ draft, change }: StepProps) {
  const { webhookType, callConfig } = draft.fields;
  const set = (part: Partial<typeof callConfig>) => change({ callConfig: { ...callConfig, ...part } });
  const isCall = webhookType === 'call';
  return (
    <Surface component="section" aria-label="Outbound call">
      <h3 className={styles.cardTitle}>Outbound call</h3>
      <Stack gap="md">
        {!isCall && (
          <Switch
            label="Call each lead as it comes in"
            description="Inside calling hours; outside of them as soon as they begin."
            checked={callConfig.enabled}
            onChange={(event) =>
              change({
                callConfig: event.currentTarget.checked ? enabledCalls() : { ...callConfig, enabled: false },
              })
            }
          />
        )}
        {(isCall || callConfig.enabled) && (
          <>
            <AutoGrid min={180} gap={12}>
              <NumberInput
                label="Maximum Attempts"
                description={`${limits.maxAttempts.min} to ${limits.maxAttempts.max}`}
                allowDecimal={false}
                value={callConfig.maxAttempts}
                onChange={(value) => set({ maxAttempts: value as number })}
                onBlur={() => set({ maxAttempts: bounded(callConfig.maxAttempts, limits.maxAttempts) })}
              />
              <NumberInput
                label="Delay Between Calls"
                description={`${limits.delayBetweenCalls.min} to ${limits.delayBetweenCalls.max} seconds`}
                allowDecimal={false}
                suffix=" s"
                step={60}
                value={callConfig.delayBetweenCalls}
                onChange={(value) => set({ delayBetweenCalls: value as number })}
                onBlur={() =>
                  set({ delayBetweenCalls: bounded(callConfig.delayBetweenCalls, limits.delayBetweenCalls) })
                }
              />
            </AutoGrid>
            <Select
              aria-label="Usual delays"
              placeholder="Usual delays"
              size="xs"
              data={delays.map((seconds) => ({ value: String(seconds), label: delayWords(seconds) }))}
              value={
                delays.includes(callConfig.delayBetweenCalls) ? String(callConfig.delayBetweenCalls) : null
              }
              onChange={(value) => value && set({ delayBetweenCalls: Number(value) })}
            />
            <TextInput
              label="Transfer number"
              description="Where an answered call is put through to."
              placeholder="+1 305 555 0100"
              maxLength={40}
              value={callConfig.transferNumber}
              onChange={(event) => set({ transferNumber: event.currentTarget.value })}
            />
            <TextInput
              label="Dialer context"
              description="The part of the dial plan that takes the call, and says what callers hear."
              maxLength={80}
              value={callConfig.dialerContext}
              onChange={(event) => set({ dialerContext: event.currentTarget.value })}
            />
            <Switch
              label="Answering machine detection"
              checked={callConfig.amd}
              onChange={(event) => set({ amd: event.currentTarget.checked })}
            />
          </>
        )}
      </Stack>
    </Surface>
  );
}
