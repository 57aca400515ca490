import {
  Box,
  Button,
  Flex,
  Group,
  SegmentedControl,
  SimpleGrid,
  Skeleton,
  Slider,
  Table,
  Text,
  Title,
} from '@mantine/core';
import { IconHourglassLow, IconMinus, IconPhone, type TablerIcon } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useMemo, useState } from 'react';
import type { ComplianceSettings } from '#shared/model/compliance/settings.ts';
import type { Channel } from '#shared/model/lead.ts';
import { query } from '#web/app/api.ts';
import { localClock } from '#web/features/leads/shared/format.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Surface } from '#web/ui/layout/layout.tsx';
import styles from './Compliance.module.css';
import { states } from './states.ts';
import { reasonsOf, type Standing, type StateDay, standingAt, statesOfDay } from './windows.ts';

const minuteMs = 60_000;
const step = 15;

const words: Record<Standing, string> = { open: 'open', closing: 'closes within the hour', closed: 'closed' };
/** The standing is told by a sign as well as by colour. */
const signs: Record<Standing, TablerIcon> = { open: IconPhone, closing: IconHourglassLow, closed: IconMinus };

function Sign({ standing, size = 14 }: { standing: Standing; size?: number | string }) {
  const Icon = signs[standing];
  return <Icon size={size} aria-hidden style={{ verticalAlign: '-2px' }} />;
}

const clockText = (at: number) =>
  new Date(at).toLocaleTimeString(undefined, { hour: 'numeric', minute: '2-digit' });
const hoursText = ({ windows }: StateDay) =>
  windows.map(({ from, to }) => `${clockText(from)} – ${clockText(to)}`).join(', ') || 'closed all day';

function midnight(): number {
  const today = new Date();
  return today.setHours(0, 0, 0, 0);
}

const minuteNow = () => Math.floor((Date.now() - midnight()) / minuteMs / step) * step;

/** In which states one may call or text over the day, by law and by the tenant's own rules. */
export function DayMap() {
  const settings = useQuery(query.tcpa.settings.queryOptions({ input: {} }));
  return (
    <Surface component="section" aria-labelledby="day-map">
      {settings.error ? (
        <ErrorState
          title="Your rules could not be loaded"
          error={settings.error}
          onRetry={() => settings.refetch()}
        />
      ) : settings.data ? (
        <Day settings={settings.data} />
      ) : (
        <Skeleton h={420} />
      )}
    </Surface>
  );
}

function Day({ settings }: { settings: ComplianceSettings }) {
  const [channel, setChannel] = useState<Channel>('call');
  const [minute, setMinute] = useState(minuteNow);
  const [shape, setShape] = useState('map');
  const [chosen, setChosen] = useState('NY');
  const from = midnight();
  const days = useMemo(() => statesOfDay(settings, channel, from), [settings, channel, from]);
  const at = from + minute * minuteMs;
  const open = days.filter((day) => standingAt(day, at) !== 'closed').length;
  return (
    <>
      <Group gap="8px 12px" justify="space-between" mb={14}>
        <Title order={2} fz="h3" id="day-map">
          The day’s windows
        </Title>
        <SegmentedControl
          size="xs"
          aria-label="Windows for"
          data={[
            { value: 'call', label: 'Calls' },
            { value: 'sms', label: 'Texts' },
          ]}
          value={channel}
          onChange={(value) => setChannel(value as Channel)}
        />
        <SegmentedControl
          size="xs"
          aria-label="Show as"
          data={[
            { value: 'map', label: 'Map' },
            { value: 'table', label: 'Table' },
          ]}
          value={shape}
          onChange={setShape}
        />
      </Group>
      <Text size="sm" mb={4} aria-live="polite">
        At <strong className="db-figures">{clockText(at)}</strong> by your clock, {open} of {days.length} are
        open.{' '}
        <Button variant="subtle" size="compact-xs" onClick={() => setMinute(minuteNow())}>
          Now
        </Button>
      </Text>
      <Slider
        mt={6}
        mb={34}
        ps={28}
        pe={8}
        thumbLabel="Time of day"
        thumbValueText={clockText(at)}
        min={0}
        max={1440 - step}
        step={step}
        label={null}
        color="ink"
        value={minute}
        onChange={setMinute}
        marks={[0, 360, 720, 1080].map((value) => ({ value, label: clockText(from + value * minuteMs) }))}
      />
      {shape === 'map' ? (
        <>
          <TileMap days={days} at={at} chosen={chosen} onChoose={setChosen} />
          <Flex gap="4px 18px" wrap="wrap" mt={14} mb={0} fz={13}>
            {(['open', 'closing', 'closed'] as const).map((standing) => (
              <span key={standing}>
                <Sign standing={standing} /> {words[standing]}
              </span>
            ))}
          </Flex>
          <Detail
            day={days.find(({ code }) => code === chosen)!}
            at={at}
            channel={channel}
            settings={settings}
          />
        </>
      ) : (
        <DayTable days={days} at={at} />
      )}
    </>
  );
}

/** The nearest tile from one in the direction of an arrow key. */
function neighbour(code: string, key: string): string | undefined {
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key] ?? [];
  const here = states.find((state) => state.code === code);
  if (dx === undefined || dy === undefined || !here) return undefined;
  const distance = (column: number, row: number) => {
    const along = (column - here.column) * dx + (row - here.row) * dy;
    const aside = Math.abs((column - here.column) * dy) + Math.abs((row - here.row) * dx);
    return along > 0 ? along + aside * 3 : Number.POSITIVE_INFINITY;
  };
  const [nearest] = states
    .map((state) => ({ code: state.code, far: distance(state.column, state.row) }))
    .sort((a, b) => a.far - b.far);
  return nearest && Number.isFinite(nearest.far) ? nearest.code : undefined;
}

interface TileMapProps {
  days: readonly StateDay[];
  at: number;
  chosen: string;
  onChoose: (code: string) => void;
}

/** One tile a state; arrow keys go from one to the next. */
function TileMap({ days, at, chosen, onChoose }: TileMapProps) {
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const next = neighbour(chosen, event.key);
    if (!next) return;
    event.preventDefault();
    onChoose(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-code="${next}"]`)?.focus();
  };
  return (
    <SimpleGrid cols={11} spacing="clamp(2px, 0.5vw, 5px)" role="group" aria-label="States" onKeyDown={move}>
      {states.map(({ code, name, column, row }, n) => {
        const standing = standingAt(days[n]!, at);
        return (
          <button
            key={code}
            type="button"
            className={styles.tile}
            style={{ gridColumn: column + 1, gridRow: row + 1 }}
            data-code={code}
            data-standing={standing}
            aria-pressed={code === chosen}
            aria-label={`${code}, ${name}: ${words[standing]}`}
            title={`${name}: ${hoursText(days[n]!)}`}
            tabIndex={code === chosen ? 0 : -1}
            onClick={() => onChoose(code)}
          >
            {code}
            <Sign standing={standing} size="1.05em" />
          </button>
        );
      })}
    </SimpleGrid>
  );
}

interface DetailProps {
  day: StateDay;
  at: number;
  channel: Channel;
  settings: ComplianceSettings;
}

function Detail({ day, at, channel, settings }: DetailProps) {
  const reasons = reasonsOf(day.code, settings, channel, at);
  return (
    <Box className="db-line-above" mih={64} mt={14} pt={14} fz="sm">
      <Text size="sm" fw={600}>
        {day.name}, {words[standingAt(day, at)]}
      </Text>
      <Text size="sm" c="dimmed" className="db-figures">
        {day.zones.map((zone) => localClock(zone, at)).join(' and ')} there. Today {hoursText(day)} by your
        clock.
      </Text>
      {reasons.map((reason) => (
        <Text key={`${reason.zone} ${reason.text}`} size="sm" mt={4}>
          {reason.text}{' '}
          {reason.citation && (
            <Text span size="xs" c="dimmed">
              {reason.citation}
            </Text>
          )}
        </Text>
      ))}
    </Box>
  );
}

function DayTable({ days, at }: { days: readonly StateDay[]; at: number }) {
  const sorted = [...days].sort((a, b) => a.name.localeCompare(b.name));
  return (
    // A long table scrolls, and what scrolls can be reached by the keyboard.
    <Box
      component="section"
      mah={460}
      style={{ overflow: 'auto' }}
      tabIndex={0}
      aria-label="Windows of every state"
    >
      <Table fz="sm" stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>State</Table.Th>
            <Table.Th>At this time</Table.Th>
            <Table.Th>Open by your clock</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sorted.map((day) => {
            const standing = standingAt(day, at);
            return (
              <Table.Tr key={day.code}>
                <Table.Td>{day.name}</Table.Td>
                <Table.Td>
                  <Sign standing={standing} /> {words[standing]}
                </Table.Td>
                <Table.Td className="db-figures">{hoursText(day)}</Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Box>
  );
}
