import { Select } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { NodeOf } from '#shared/model/dialplan/nodes.ts';
import type { MoreType } from '#shared/model/dialplan/types/index.ts';
import type { WeekHours } from '#shared/model/week-hours.ts';
import type { FormProps } from '../builder/forms/useNodeForm.ts';
import type { Named } from '../resources.ts';
import type { Told } from '../words.ts';

/** What the builder shows of a type of node. */
export interface NodeScreen<T extends MoreType> {
  icon: TablerIcon;
  about: string;
  Form: ComponentType<FormProps<T>>;
  words(data: NodeOf<T>['data'], named: Named): Told;
}

const zones = Intl.supportedValuesOf('timeZone');
const day: [number, number] = [540, 1_020];

/** From nine to five by this device’s clock, but on weekends. */
export const office = (): WeekHours => ({
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  week: [null, day, day, day, day, day, null],
});

interface ZoneFieldProps {
  value: string;
  onChange: (timeZone: string) => void;
}

export const ZoneField = ({ value, onChange }: ZoneFieldProps) => (
  <Select
    label="By the clock of"
    searchable
    allowDeselect={false}
    data={zones}
    value={value}
    onChange={(zone) => zone && onChange(zone)}
  />
);
