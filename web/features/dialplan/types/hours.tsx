import { Button, Select } from '@mantine/core';
import { IconClockHour4 } from '@tabler/icons-react';
import { placeName, places } from '#shared/model/compliance/places.ts';
import { WeekFields } from '#web/features/compliance/WeekFields.tsx';
import type { FormProps } from '../builder/forms/useNodeForm.ts';
import { type NodeScreen, office, ZoneField } from './screen.tsx';

function HoursForm({ form: { config, set } }: FormProps<'hours'>) {
  const { hours, holidays } = config;
  if (hours === null)
    return (
      <Button variant="default" onClick={() => set({ hours: office() })}>
        Set the hours
      </Button>
    );
  return (
    <>
      <ZoneField value={hours.timeZone} onChange={(timeZone) => set({ hours: { ...hours, timeZone } })} />
      <WeekFields
        week={hours.week}
        wholeDayText="Open all day"
        closedText="Closed"
        onChange={(week) => set({ hours: { ...hours, week } })}
      />
      <Select
        label="Holidays of"
        placeholder="None are kept"
        clearable
        clearButtonProps={{ 'aria-label': 'Keep no holidays' }}
        searchable
        data={places.map(({ code }) => ({ value: code, label: placeName(code) }))}
        value={holidays}
        onChange={(place) => set({ holidays: place })}
      />
    </>
  );
}

export const hours: NodeScreen<'hours'> = {
  icon: IconClockHour4,
  about: 'Goes on by whether you are open, closed, or have a holiday.',
  Form: HoursForm,
  words({ hours: open, holidays }) {
    if (open === null) return { name: '', detail: '' };
    const days = open.week.filter((day) => day !== null).length;
    return {
      name: `${days === 1 ? '1 day' : `${days} days`} a week`,
      detail: holidays === null ? open.timeZone : `${open.timeZone}, holidays of ${placeName(holidays)}`,
    };
  },
};
