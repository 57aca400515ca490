import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { IconArrowsRight, IconEye, IconRestore } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '#web/app/api.ts';
import { useAgents } from '#web/features/leads/shared/lookups.ts';
import { personName } from '#web/features/leads/shared/names.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { VersionCard } from '#web/ui/flow/versions/VersionCard.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { JobProgress } from '../../shared/JobProgress.tsx';
import type { JourneyJob } from '../../shared/types.ts';
import { leadsText } from '../../shared/words.ts';
import { useDraft, useDraftState } from '../draft.ts';

interface VersionsPanelProps {
  opened: boolean;
  onClose: () => void;
}

/** Which version is live, how many leads are on which, and what to do about it. */
export function VersionsPanel({ opened, onClose }: VersionsPanelProps) {
  const draft = useDraft();
  const { document: journey } = useDraftState();
  const people = useAgents();
  const [asking, setAsking] = useState<'discard' | { from?: number; leads: number } | null>(null);
  const [job, setJob] = useState<JourneyJob | null>(null);
  const others = journey.versions.filter(({ number, leads }) => number !== journey.liveVersion && leads > 0);
  const elsewhere = others.reduce((sum, { leads }) => sum + leads, 0);
  const moving = asking !== null && asking !== 'discard' ? asking : null;
  return (
    <SidePanel opened={opened} onClose={onClose} title="Versions">
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          A lead stays on the version it came in with. Publishing makes a new one for leads that come after
          it; you can move the others to it.
        </Text>
        <VersionCard
          title="Draft"
          mark={
            <Badge variant="light" color={journey.draftDiffers ? 'amber' : 'gray'} tt="none" radius="sm">
              {journey.liveVersion === null
                ? 'Never published'
                : journey.draftDiffers
                  ? 'Has changes'
                  : `As version ${journey.liveVersion}`}
            </Badge>
          }
        >
          {!draft.readOnly && journey.draftDiffers && journey.liveVersion !== null && (
            <Button
              data-changes
              variant="default"
              size="compact-sm"
              mt="xs"
              leftSection={<IconRestore size={15} />}
              onClick={() => setAsking('discard')}
            >
              Discard the changes
            </Button>
          )}
        </VersionCard>
        {job && <JobProgress journeyId={draft.id} job={job} onDone={() => void draft.refresh()} />}
        {journey.versions.map(({ number, publishedAt, publishedBy, leads }) => (
          <VersionCard
            key={number}
            title={`Version ${number}`}
            mark={
              number === journey.liveVersion && (
                <Badge color="green" variant="light" tt="none" radius="sm">
                  New leads get this
                </Badge>
              )
            }
          >
            <Text size="xs" c="dimmed">
              {personName(people, publishedBy)}, <RelativeTime at={publishedAt} />
            </Text>
            <Text size="sm" mt={4} className="db-figures">
              {leads === 0 ? 'Nobody is on it' : `${leadsText(leads)} on it now`}
            </Text>
            <Group gap="xs" mt="xs">
              <Button
                component={Link}
                to={`/journeys/${draft.id}?version=${number}`}
                variant="default"
                size="compact-sm"
                leftSection={<IconEye size={15} />}
              >
                Look at it
              </Button>
              {!draft.readOnly && number !== journey.liveVersion && leads > 0 && (
                <Button
                  data-changes
                  variant="default"
                  size="compact-sm"
                  leftSection={<IconArrowsRight size={15} />}
                  onClick={() => setAsking({ from: number, leads })}
                >
                  Move {leadsText(leads)}
                </Button>
              )}
            </Group>
          </VersionCard>
        ))}
        {!draft.readOnly && others.length > 1 && (
          <Button data-changes variant="default" onClick={() => setAsking({ leads: elsewhere })}>
            Move all {leadsText(elsewhere)} to version {journey.liveVersion}
          </Button>
        )}
      </Stack>
      <ConfirmDialog
        opened={asking === 'discard'}
        onClose={() => setAsking(null)}
        title="Discard the changes?"
        confirmLabel="Discard changes"
        danger
        onConfirm={() => draft.run(() => api.journeys.discard({ id: draft.id }), true)}
      >
        The draft becomes what is live now. This cannot be undone.
      </ConfirmDialog>
      <ConfirmDialog
        opened={moving !== null}
        onClose={() => setAsking(null)}
        title={`Move ${leadsText(moving?.leads ?? 0)} to version ${journey.liveVersion}?`}
        confirmLabel="Move leads"
        onConfirm={async () => {
          const from = moving?.from;
          setJob(await api.journeys.move({ id: draft.id, ...(from === undefined ? {} : { from }) }));
        }}
      >
        Each goes on at the same step. Those whose step the live version no longer has stay on their own.
      </ConfirmDialog>
    </SidePanel>
  );
}
