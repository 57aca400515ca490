import { Group, Select, Switch, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  type TransferGroup,
  type TransferStrategy,
  transferGroupLimits,
  transferStrategies,
} from '#shared/model/transfer-group.ts';
import { api, query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { WeekFields } from '#web/features/compliance/WeekFields.tsx';
import { BoundedNumberInput } from '#web/ui/BoundedNumberInput.tsx';
import { phoneText } from '#web/ui/lead-text.ts';
import { DescriptionField } from '#web/ui/resource/DescriptionField.tsx';
import { DraftPanel } from '#web/ui/resource/DraftPanel.tsx';
import { NameField } from '#web/ui/resource/NameField.tsx';
import type { Opened } from '#web/ui/resource/ResourcePage.tsx';
import { inputOf, officeWeek, problemOf, valuesOf } from './form.ts';
import { NumberFields } from './NumberFields.tsx';

const strategyChoices = Object.entries(transferStrategies).map(([value, label]) => ({ value, label }));
const zoneChoices = Intl.supportedValuesOf('timeZone');

interface GroupPanelProps {
  thing: Opened<TransferGroup>;
  readOnly: boolean;
  onClose: () => void;
}

/** A transfer group: its numbers, how the next one is chosen, its hours. */
export const GroupPanel = ({ thing, readOnly, onClose }: GroupPanelProps) => (
  <DraftPanel
    thing={thing}
    onClose={onClose}
    readOnly={readOnly}
    title="Add transfer group"
    addLabel="Add group"
    valuesOf={valuesOf}
    problemOf={problemOf}
    save={(values, before) => {
      const { numbers, ...fields } = inputOf(values);
      return before
        ? api.transferGroups.update({ id: before.id, version: before.version, numbers, ...fields })
        : api.transferGroups.create({ numbers: numbers.map(({ id: _, ...number }) => number), ...fields });
    }}
    stale={[query.transferGroups]}
  >
    {({ hours, ...values }, set) => (
      <>
        {thing && thing !== 'new' && <NextNumber groupId={thing.id} />}
        <NameField values={values} readOnly={readOnly} set={set} maxLength={transferGroupLimits.name} />
        <DescriptionField
          values={values}
          readOnly={readOnly}
          set={set}
          maxLength={transferGroupLimits.description}
        />
        <Group grow align="flex-start">
          <Select
            label="Next number"
            allowDeselect={false}
            disabled={readOnly}
            data={strategyChoices}
            value={values.strategy}
            onChange={(strategy) => strategy && set({ strategy: strategy as TransferStrategy })}
          />
          <BoundedNumberInput
            label="Rings, s"
            {...transferGroupLimits.ringSeconds}
            disabled={readOnly}
            value={values.ringSeconds}
            onChange={(ringSeconds) => set({ ringSeconds })}
          />
        </Group>
        <NumberFields
          numbers={values.numbers}
          strategy={values.strategy}
          disabled={readOnly}
          onChange={(numbers) => set({ numbers })}
        />
        <TextInput
          label="Fallback number"
          description="Takes the call when the group is closed or every number is taken."
          type="tel"
          readOnly={readOnly}
          value={values.fallbackNumber}
          onChange={(event) => set({ fallbackNumber: event.currentTarget.value })}
        />
        <Title order={3} fz="sm">
          Hours
        </Title>
        <Switch
          label="Always open"
          disabled={readOnly}
          checked={hours === null}
          onChange={(event) => set({ hours: event.currentTarget.checked ? null : officeWeek() })}
        />
        {hours && (
          <>
            <Select
              label="Time zone"
              searchable
              allowDeselect={false}
              disabled={readOnly}
              data={zoneChoices.includes(hours.timeZone) ? zoneChoices : [hours.timeZone, ...zoneChoices]}
              value={hours.timeZone}
              onChange={(timeZone) => timeZone && set({ hours: { ...hours, timeZone } })}
            />
            <WeekFields
              week={hours.week}
              disabled={readOnly}
              wholeDayText="All day"
              closedText="Closed"
              onChange={(week) => set({ hours: { ...hours, week } })}
            />
          </>
        )}
      </>
    )}
  </DraftPanel>
);

/** Who takes the next call, and why. */
function NextNumber({ groupId }: { groupId: string }) {
  const { data, error } = useQuery(
    query.transferGroups.nextNumber.queryOptions({ input: { id: groupId }, retry: false }),
  );
  if (!data && !error) return null;
  return (
    <Text size="sm" c="dimmed" role="status">
      {data
        ? `The next call goes to ${data.label ? `${data.label}, ` : ''}${phoneText(data.phoneNumber)}. ${data.reason}`
        : messageOf(error)}
    </Text>
  );
}
