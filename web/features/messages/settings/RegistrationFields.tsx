import { Anchor, NumberInput, Select, Stack, Switch, Text } from '@mantine/core';
import { carrierLimitSources, limitsOf, type Registration } from '#shared/model/carrier-limits.ts';
import { AutoGrid } from '#web/ui/layout/layout.tsx';

const useCases = [
  { value: 'standard', label: 'Standard' },
  { value: 'lowVolume', label: 'Low volume' },
];

interface RegistrationFieldsProps {
  /** null: none is said, and carriers' own limits are not kept. */
  value: Registration | null;
  onChange: (value: Registration | null) => void;
}

/** How the tenant's brand and campaign are registered for 10DLC, and what carriers take from it then. */
export function RegistrationFields({ value, onChange }: RegistrationFieldsProps) {
  const limits = value && limitsOf(value);
  return (
    <Stack gap={12}>
      <Switch
        label="Keep the carriers’ limits"
        description="By the 10DLC registration of your brand and campaign, for every provider. Needed once it is approved; carriers refuse what is above them."
        checked={value !== null}
        onChange={(event) =>
          onChange(event.currentTarget.checked ? { useCase: 'standard', trustScore: 50 } : null)
        }
      />
      {value && (
        <AutoGrid min={220} gap={12} align="end">
          <NumberInput
            label="Trust score of the brand"
            min={0}
            max={100}
            allowDecimal={false}
            value={value.trustScore}
            onChange={(score) => typeof score === 'number' && onChange({ ...value, trustScore: score })}
          />
          <Select
            label="Use case"
            data={useCases}
            allowDeselect={false}
            value={value.useCase}
            onChange={(useCase) =>
              useCase && onChange({ ...value, useCase: useCase as Registration['useCase'] })
            }
          />
        </AutoGrid>
      )}
      {limits && (
        <Text size="sm" c="dimmed">
          T-Mobile takes {limits.tmobileSegmentsADay.toLocaleString()} segments a day, from midnight in Los
          Angeles on (
          <Anchor href={carrierLimitSources.tmobile} target="_blank" rel="noreferrer" inherit>
            Twilio
          </Anchor>
          ); AT&amp;T takes {limits.attTextsAMinute.toLocaleString()} texts a minute (
          <Anchor href={carrierLimitSources.att} target="_blank" rel="noreferrer" inherit>
            Telnyx
          </Anchor>
          ). As read on {carrierLimitSources.readOn}.
        </Text>
      )}
    </Stack>
  );
}
