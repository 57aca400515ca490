import { Box, Text } from '@mantine/core';
import {
  installationModules,
  type ModuleChange,
  type ModuleName,
  type ModuleState,
  type ModuleStatus,
} from '#shared/model/module-status.ts';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import styles from '../Settings.module.css';
import { StateBadge, stateWords } from './StateBadge.tsx';

/** A part of the installation that nobody has looked at yet: there is nothing to connect. */
const isUnknown = (name: ModuleName, state: ModuleState): boolean =>
  state === 'not_connected' && installationModules.some((part) => part === name);

/** Parts of the product, with how each stands, since when and what to do. */
export function Modules({ label, modules }: { label: string; modules: readonly ModuleStatus[] }) {
  return (
    <Box component="ul" className="db-list" w="100%" aria-label={label}>
      {modules.map(({ name, label: part, state, reason, advice, since }) => (
        <li key={name} className={styles.item}>
          <div>
            <Text fw={550}>{part}</Text>
            {reason && <Text size="sm">{reason}</Text>}
            {advice && (
              <Text size="sm" c="dimmed">
                {advice}
              </Text>
            )}
            {since && (
              <Text size="xs" c="dimmed">
                Last change <RelativeTime at={since} />
              </Text>
            )}
          </div>
          <StateBadge state={state} words={isUnknown(name, state) ? 'Not known yet' : undefined} />
        </li>
      ))}
    </Box>
  );
}

/** The last changes of how parts stand, newest first. */
export function Changes({ label, changes }: { label: string; changes: readonly ModuleChange[] }) {
  if (changes.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Nothing has changed yet.
      </Text>
    );
  return (
    <Box component="ul" className="db-list" w="100%" aria-label={label}>
      {changes.map(({ at, name, label: part, from, to, reason }) => (
        <li key={`${at} ${name}`} className={styles.item}>
          <div>
            <Text size="sm" fw={550}>
              {part}
            </Text>
            <Text size="xs" c="dimmed">
              <RelativeTime at={at} />
              {from && `, before: ${stateWords[from]}`}
              {reason && `. ${reason}`}
            </Text>
          </div>
          <StateBadge state={to} />
        </li>
      ))}
    </Box>
  );
}
