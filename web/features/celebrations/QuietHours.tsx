import { SimpleGrid, Switch, TextInput } from '@mantine/core';
import type { CelebrationRuleFields } from '#shared/model/celebration.ts';

type Hours = Pick<CelebrationRuleFields, 'quietFrom' | 'quietTo'>;

interface QuietHoursProps {
  values: Hours;
  set: (change: Partial<Hours>) => void;
  readOnly: boolean;
}

/** The hours in which a rule shows nothing. */
export function QuietHours({ values, set, readOnly }: QuietHoursProps) {
  const isQuiet = values.quietFrom !== null;
  return (
    <>
      <Switch
        label="Quiet hours"
        description="Nothing is shown then, by the clock of the workspace."
        disabled={readOnly}
        checked={isQuiet}
        onChange={({ currentTarget: { checked } }) =>
          set(checked ? { quietFrom: '20:00', quietTo: '08:00' } : { quietFrom: null, quietTo: null })
        }
      />
      {isQuiet && (
        <SimpleGrid cols={2}>
          <TextInput
            type="time"
            label="From"
            readOnly={readOnly}
            value={values.quietFrom ?? ''}
            onChange={(event) => set({ quietFrom: event.currentTarget.value })}
          />
          <TextInput
            type="time"
            label="To"
            readOnly={readOnly}
            value={values.quietTo ?? ''}
            onChange={(event) => set({ quietTo: event.currentTarget.value })}
          />
        </SimpleGrid>
      )}
    </>
  );
}
