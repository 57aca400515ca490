import { Anchor, Badge, Group, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconExternalLink } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { LiveDisplay } from '#shared/api/signage.ts';
import { Definition, DefinitionList } from '#web/ui/DefinitionList.tsx';
import { formatAgo } from '../content/panels/format.ts';
import { causes } from './cause.ts';
import { DisplayStatus } from './DisplayStatus.tsx';
import styles from './Displays.module.css';
import { inZone } from './times.ts';

/** A look at the display that keeps it neither online nor proves a play. */
export const previewOf = (url: string) => `${url}${url.includes('?') ? '&' : '?'}preview=1`;

export function DisplayScreen({ display }: { display: LiveDisplay }) {
  const { name, nowShowing, previewUrl } = display;
  return (
    <div className={styles.screen}>
      {previewUrl ? (
        <iframe src={previewOf(previewUrl)} title={`What ${name} shows`} loading="lazy" tabIndex={-1} />
      ) : (
        <p>{nowShowing ?? 'Nothing published from here'}</p>
      )}
    </div>
  );
}

/** What shows, why, since when, what comes next, and what is wrong. */
export function DisplayFacts({ display }: { display: LiveDisplay }) {
  const { nowShowing, nowShowingSince, cause, nextAt, nextName, timeZone, trouble, offlineSince } = display;
  const { label, color } = causes[cause];
  return (
    <>
      <DefinitionList fz={13}>
        <Definition term="Shows">
          {nowShowing ?? 'Nothing published from here'}{' '}
          {cause !== 'own' && (
            <Badge size="xs" color={color} variant="light" tt="none">
              {label}
            </Badge>
          )}
        </Definition>
        {nowShowingSince && cause !== 'own' && (
          <Definition term="Since">
            <time dateTime={nowShowingSince}>{formatAgo(nowShowingSince)}</time>
          </Definition>
        )}
        {nextAt && (
          <Definition term="Next">
            {nextName ?? 'Its own content'} at{' '}
            <time dateTime={nextAt}>
              {inZone(nextAt, timeZone, Date.parse(nextAt) - Date.now() > 20 * 3_600_000)}
            </time>
          </Definition>
        )}
        {offlineSince && (
          <Definition term="Offline since">
            <time dateTime={offlineSince}>{formatAgo(offlineSince)}</time>
          </Definition>
        )}
      </DefinitionList>
      {trouble && (
        <Text size="xs" className="db-beside" c="var(--mantine-color-red-light-color)">
          <IconAlertTriangle size={14} aria-hidden /> {trouble}
        </Text>
      )}
    </>
  );
}

export function DisplayCard({ display }: { display: LiveDisplay }) {
  const { id, name, location, status, lastSeen, previewUrl, cause } = display;
  return (
    <article className={styles.card} aria-label={name} data-emergency={cause === 'emergency' || undefined}>
      <DisplayScreen display={display} />
      <Stack gap={10} p="14px 16px">
        <Group justify="space-between" wrap="nowrap" align="start">
          <div style={{ minWidth: 0 }}>
            <Title order={2} size="h3" lineClamp={1}>
              <Anchor component={Link} to={`/displays/screen/${id}`} inherit c="inherit" underline="hover">
                {name}
              </Anchor>
            </Title>
            {location && (
              <Text size="xs" c="dimmed">
                {location}
              </Text>
            )}
          </div>
          <DisplayStatus status={status} lastSeen={lastSeen} />
        </Group>
        <DisplayFacts display={display} />
        {previewUrl && (
          <Anchor href={previewUrl} target="_blank" rel="noopener" size="sm">
            Open this display <IconExternalLink size={13} aria-hidden />
          </Anchor>
        )}
      </Stack>
    </article>
  );
}
