import { Popover, Stack, Text, UnstyledButton } from '@mantine/core';
import type { LiveDisplay } from '#shared/api/signage.ts';
import type { Emergency } from '#shared/model/signage/entities.ts';
import { formatAgo } from '../../content/panels/format.ts';
import { useDisplays } from '../queries.ts';
import { confirmationText, type Screen, screensOf } from './confirmation.ts';
import styles from './EmergencyBanner.module.css';

/**
 * Our players tell by a hint that they show it. A display that has no player of ours tells its provider alone, which is
 * asked this often while a screen has not confirmed; ms.
 */
const waitingMs = 10_000;

const words: Record<Screen['state'], string> = {
  confirmed: 'Shows it',
  waiting: 'Not confirmed yet',
  offline: 'Offline',
  covered: 'Shows a later emergency',
};

/** On how many screens an emergency really is, and which those are. */
export function Confirmation({ emergency, later }: { emergency: Emergency; later: readonly Emergency[] }) {
  const isWaiting = (displays: readonly LiveDisplay[]) =>
    screensOf(emergency, displays, later).some(({ state }) => state === 'waiting');
  const { data } = useDisplays((displays) => (isWaiting(displays) ? waitingMs : Number.POSITIVE_INFINITY));
  if (!data) return null;
  const screens = screensOf(emergency, data.displays, later);
  if (screens.length === 0) return null;
  return (
    <Popover position="bottom-start" withArrow shadow="md">
      <Popover.Target>
        <UnstyledButton className={styles.confirmation} aria-live="polite">
          {confirmationText(screens)}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown maw={340}>
        <Stack component="ul" gap={6} m={0} p={0} style={{ listStyle: 'none' }}>
          {screens.map(({ id, name, state, since }) => (
            <li key={id}>
              <Text size="sm" fw={550} className="db-wrap">
                {name}
              </Text>
              <Text size="xs" c="dimmed">
                {words[state]}
                {state === 'offline' && since ? `, last heard of ${formatAgo(since)}` : ''}
              </Text>
            </li>
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
