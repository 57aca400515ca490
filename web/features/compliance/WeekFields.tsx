import { Button, Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import { minuteOf, timeText, weekdays } from '#web/features/displays/times.ts';
import styles from './WeekFields.module.css';

const wholeDay: [number, number] = [0, 1440];
const officeHours: [number, number] = [540, 1080];

type Window = [from: number, until: number] | null;

interface WeekFieldsProps {
  /** From Sunday to Saturday, minutes since midnight; null is a closed day. */
  week: readonly Window[];
  onChange: (week: Window[]) => void;
  disabled?: boolean;
  /** What stands beside a day that is open all day, and beside one that is closed. */
  wholeDayText: string;
  closedText: string;
}

/** The hours of each day of a week: open or not, from, until. */
export function WeekFields({ week, onChange, disabled = false, wholeDayText, closedText }: WeekFieldsProps) {
  const set = (day: number, window: Window) => onChange(week.map((one, at) => (at === day ? window : one)));
  return (
    <Stack component="ul" className="db-list" gap={8}>
      {weekdays.map(({ day, long }) => {
        const window = week[day] ?? null;
        return (
          <Group component="li" key={day} className={styles.day} gap="8px 14px" mih={36}>
            <Switch
              label={long}
              checked={window !== null}
              disabled={disabled}
              onChange={(event) => set(day, event.currentTarget.checked ? wholeDay : null)}
            />
            {window && window[0] === 0 && window[1] === 1440 ? (
              <Text size="sm" c="dimmed">
                {wholeDayText}{' '}
                <Button
                  variant="subtle"
                  size="compact-xs"
                  disabled={disabled}
                  aria-label={`Set hours for ${long}`}
                  onClick={() => set(day, officeHours)}
                >
                  Set hours
                </Button>
              </Text>
            ) : window ? (
              <>
                <TextInput
                  type="time"
                  aria-label={`${long} from`}
                  disabled={disabled}
                  value={timeText(window[0])}
                  onChange={(event) => {
                    const from = minuteOf(event.currentTarget.value);
                    if (from !== undefined) set(day, [from, window[1]]);
                  }}
                />
                <Text size="sm">until</Text>
                <TextInput
                  type="time"
                  aria-label={`${long} until`}
                  disabled={disabled}
                  value={timeText(window[1])}
                  onChange={(event) => {
                    const to = minuteOf(event.currentTarget.value);
                    // The midnight that ends a day is 00:00 in a time field.
                    if (to !== undefined) set(day, [window[0], to || 1440]);
                  }}
                />
              </>
            ) : (
              <Text size="sm" c="dimmed">
                {closedText}
              </Text>
            )}
          </Group>
        );
      })}
    </Stack>
  );
}
