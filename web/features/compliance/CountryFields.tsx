import { ActionIcon, Button, Select, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { countryName } from '#shared/model/compliance/decide.ts';
import type { CountryRule } from '#shared/model/compliance/settings.ts';
import { minuteOf, timeText } from '#web/features/displays/times.ts';
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
  const set = (at: number, next: Partial<CountryRule>) =>
    onChange(countries.map((one, n) => (n === at ? { ...one, ...next } : one)));
  return (
    <>
      <Stack component="ul" className="db-list" gap={14}>
        {countries.map((rule, at) => {
          const [from, to] = hoursOf(rule);
          const setHours = (window: Window) => set(at, { week: weekOf(window, daysOf(rule)) });
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: they keep their order while they are edited
            <li key={at} className={styles.country}>
              <Select
                aria-label={`Country ${at + 1}`}
                placeholder="Country"
                searchable
                required
                allowDeselect={false}
                data={countryChoices}
                disabled={disabled}
                value={rule.country || null}
                onChange={(country) => country && set(at, { country })}
              />
              <Select
                aria-label={`Time zone of country ${at + 1}`}
                placeholder="Time zone"
                searchable
                required
                allowDeselect={false}
                data={zoneChoices}
                disabled={disabled}
                value={rule.timeZones[0] ?? null}
                onChange={(zone) => zone && set(at, { timeZones: [zone] })}
              />
              <Select
                aria-label={`Days of country ${at + 1}`}
                allowDeselect={false}
                data={dayChoices}
                disabled={disabled}
                value={daysOf(rule)}
                onChange={(days) => days && set(at, { week: weekOf([from, to], days) })}
              />
              <TextInput
                type="time"
                aria-label={`Country ${at + 1} from`}
                disabled={disabled}
                value={timeText(from)}
                onChange={(event) => setHours([minuteOf(event.currentTarget.value) ?? from, to])}
              />
              <TextInput
                type="time"
                aria-label={`Country ${at + 1} until`}
                disabled={disabled}
                value={timeText(to)}
                onChange={(event) => setHours([from, minuteOf(event.currentTarget.value) || 1440])}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remove ${rule.country ? countryName(rule.country) : `country ${at + 1}`}`}
                disabled={disabled}
                onClick={() => onChange(countries.filter((_, n) => n !== at))}
              >
                <IconTrash size={17} />
              </ActionIcon>
            </li>
          );
        })}
      </Stack>
      <Button
        mt="xs"
        variant="default"
        size="xs"
        leftSection={<IconPlus size={15} />}
        disabled={disabled}
        onClick={() =>
          onChange([...countries, { country: '', timeZones: [], week: weekOf(officeHours, '5') }])
        }
      >
        Add a country
      </Button>
    </>
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
