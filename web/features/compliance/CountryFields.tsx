import { Select, TextInput } from '@mantine/core';
import { countryName } from '#shared/model/compliance/decide.ts';
import type { CountryRule } from '#shared/model/compliance/settings.ts';
import { minuteOf, timeText } from '#web/features/displays/times.ts';
import { FieldRows } from '#web/ui/resource/FieldRows.tsx';
import styles from './Compliance.module.css';
import { countryChoices } from './countries.ts';

const dayChoices = [
  { value: '5', label: 'Mon–Fri' },
  { value: '6', label: 'Mon–Sat' },
  { value: '7', label: 'Every day' },
];
const zoneChoices = Intl.supportedValuesOf('timeZone');

type Window = [from: number, to: number];
const officeHours: Window = [540, 1080];

const hoursOf = ({ week }: CountryRule): Window => week.find((window) => window !== null) ?? officeHours;
const daysOf = ({ week }: CountryRule) => (week[0] ? '7' : week[6] ? '6' : '5');
const weekOf = (window: Window, days: string) =>
  Array.from({ length: 7 }, (_, day) => ((day || 7) <= Number(days) ? window : null));

interface CountryFieldsProps {
  countries: readonly CountryRule[];
  onChange: (countries: CountryRule[]) => void;
  disabled: boolean;
}

/** Other countries that may be called, each with a zone, its hours and its days. */
export function CountryFields({ countries, onChange, disabled }: CountryFieldsProps) {
  return (
    <FieldRows
      rows={countries}
      onChange={onChange}
      disabled={disabled}
      blank={() => ({ country: '', timeZones: [], week: weekOf(officeHours, '5') })}
      addLabel="Add a country"
      removeLabel={({ country }, number) => `Remove ${country ? countryName(country) : `country ${number}`}`}
      rowClassName={styles.country}
      gap={14}
    >
      {(rule, set, number) => {
        const [from, to] = hoursOf(rule);
        const setHours = (window: Window) => set({ week: weekOf(window, daysOf(rule)) });
        return (
          <>
            <Select
              aria-label={`Country ${number}`}
              placeholder="Country"
              searchable
              required
              allowDeselect={false}
              data={countryChoices}
              disabled={disabled}
              value={rule.country || null}
              onChange={(country) => country && set({ country })}
            />
            <Select
              aria-label={`Time zone of country ${number}`}
              placeholder="Time zone"
              searchable
              required
              allowDeselect={false}
              data={zoneChoices}
              disabled={disabled}
              value={rule.timeZones[0] ?? null}
              onChange={(zone) => zone && set({ timeZones: [zone] })}
            />
            <Select
              aria-label={`Days of country ${number}`}
              allowDeselect={false}
              data={dayChoices}
              disabled={disabled}
              value={daysOf(rule)}
              onChange={(days) => days && set({ week: weekOf([from, to], days) })}
            />
            <TextInput
              type="time"
              aria-label={`Country ${number} from`}
              disabled={disabled}
              value={timeText(from)}
              onChange={(event) => setHours([minuteOf(event.currentTarget.value) ?? from, to])}
            />
            <TextInput
              type="time"
              aria-label={`Country ${number} until`}
              disabled={disabled}
              value={timeText(to)}
              onChange={(event) => setHours([from, minuteOf(event.currentTarget.value) || 1440])}
            />
          </>
        );
      }}
    </FieldRows>
  );
}

/** What keeps countries from being saved. */
export function countryProblem(countries: readonly CountryRule[]): string | undefined {
  if (countries.some(({ country, timeZones }) => !country || timeZones.length === 0))
    return 'Please choose the country and its time zone.';
  if (new Set(countries.map(({ country }) => country)).size < countries.length)
    return 'A country stands there twice.';
  if (countries.some((rule) => hoursOf(rule)[0] >= hoursOf(rule)[1]))
    return 'The hours of a country end before they begin.';
  return undefined;
}
