import { ActionIcon, Box, Button, Menu, Tooltip } from '@mantine/core';
import {
  IconAdjustmentsHorizontal,
  IconArrowLeft,
  IconChartBar,
  IconDots,
  IconDownload,
  IconHistory,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipForward,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { GraphProblem } from '#shared/model/journey/graph.ts';
import { journeyFields, journeyLimits } from '#shared/model/journey/journey.ts';
import { messageWords } from '#shared/model/message.ts';
import { api } from '#web/app/api.ts';
import { useReadOnlyReason } from '#web/app/standing/use-standing.ts';
import { useMay } from '#web/app/use-may.ts';
import { useLacksPostalAddress } from '#web/features/messages/shared/PostalAddressNotice.tsx';
import { SaveMark, UndoRedo } from '#web/ui/flow/bar.tsx';
import styles from '#web/ui/flow/flow.module.css';
import { NameField } from '#web/ui/flow/NameField.tsx';
import { toast } from '#web/ui/toast.ts';
import { RemoveDialog } from '../list/RemoveDialog.tsx';
import { useJourneyActions } from '../list/useJourneyActions.ts';
import { CircleDialog, useCircleQuestion } from '../shared/CircleDialog.tsx';
import { JourneyStatusPill } from '../shared/StatusPill.tsx';
import type { BuilderPanel } from './Builder.tsx';
import { useDraft, useDraftState } from './draft.ts';
import { hasMails } from './Inspector.tsx';

interface BuilderBarProps {
  narrow: boolean;
  problems: readonly GraphProblem[];
  onPanel: (panel: BuilderPanel) => void;
  dryRunning: boolean;
  onDryRun: () => void;
}

/** Above the builder: the way back, the name, how it stands, and what can be done with the whole. */
export function BuilderBar({ narrow, problems, onPanel, dryRunning, onDryRun }: BuilderBarProps) {
  const draft = useDraft();
  const may = useMay();
  const navigate = useNavigate();
  const { document: journey, graph } = useDraftState();
  const lacksPostalAddress = useLacksPostalAddress();
  const { export: download } = useJourneyActions();
  const [removing, setRemoving] = useState(false);
  const [busy, setBusy] = useState(false);
  const isLive = journey.status === 'live';
  const neverLive = journey.liveVersion === null;

  const circle = useCircleQuestion();

  const run = (verb: string, work: (confirmCircle: boolean) => Promise<unknown>) => async () => {
    setBusy(true);
    try {
      await circle.attempt(verb, work);
    } finally {
      setBusy(false);
    }
  };
  const toggle = run('Resume anyway', async (confirmCircle) => {
    const status = isLive ? 'paused' : 'live';
    await draft.run(() => api.journeys.toggle({ id: draft.id, status, confirmCircle }));
    toast.success(isLive ? 'Paused: nobody gets anything until it is live again' : 'The journey is live');
  });
  const publish = run(neverLive ? 'Go live anyway' : 'Publish anyway', async (confirmCircle) => {
    await draft.run((version) =>
      neverLive
        ? api.journeys.toggle({ id: draft.id, status: 'live', confirmCircle })
        : api.journeys.publish({ id: draft.id, version, confirmCircle }),
    );
    toast.success(neverLive ? 'The journey is live' : 'Published: new leads get these steps');
    if (lacksPostalAddress && hasMails(graph))
      toast.warning('Its mails do not go out', messageWords.noPostalAddress);
  });
  const links = [
    { to: 'statistics', label: 'Statistics', icon: IconChartBar },
    { to: 'leads', label: 'Leads', icon: IconUsers },
  ];

  return (
    <header className={styles.top}>
      <Tooltip label="All journeys">
        <ActionIcon
          component={Link}
          to="/journeys"
          variant="subtle"
          color="gray"
          size={36}
          aria-label="All journeys"
        >
          <IconArrowLeft size={19} />
        </ActionIcon>
      </Tooltip>
      <NameField
        label="Name of the journey"
        name={journey.name}
        rule={journeyFields.shape.name}
        maxLength={journeyLimits.name}
        save={(name) => draft.update({ name })}
      />
      <JourneyStatusPill status={journey.status} />
      <SaveMark />
      <Box component="span" flex={1} />
      <UndoRedo />
      {!narrow &&
        links.map(({ to, label, icon: Icon }) => (
          <Button
            key={to}
            component={Link}
            to={`/journeys/${draft.id}/${to}`}
            variant="subtle"
            color="gray"
            px="xs"
            leftSection={<Icon size={16} />}
          >
            {label}
          </Button>
        ))}
      {!narrow && (
        <Button
          variant="subtle"
          color="gray"
          px="xs"
          leftSection={<IconAdjustmentsHorizontal size={16} />}
          onClick={() => onPanel('settings')}
        >
          Settings
        </Button>
      )}
      <Button
        variant={dryRunning ? 'light' : 'default'}
        leftSection={<IconPlayerSkipForward size={16} />}
        aria-pressed={dryRunning}
        onClick={onDryRun}
        {...(narrow ? { px: 'xs' } : {})}
        aria-label="Dry run"
        classNames={{ section: styles.drySection! }}
      >
        <span className={styles.dryLabel}>Dry run</span>
      </Button>
      {may('journeys.publish') && !narrow && !neverLive && (
        <Button
          data-changes
          variant="default"
          leftSection={isLive ? <IconPlayerPause size={16} /> : <IconPlayerPlay size={16} />}
          disabled={busy}
          onClick={() => void toggle()}
        >
          {isLive ? 'Pause' : 'Resume'}
        </Button>
      )}
      {may('journeys.publish') && (
        <PublishButton busy={busy} problems={problems.length} onPublish={() => void publish()} />
      )}
      <Menu position="bottom-end" width={230}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={36} aria-label="More for this journey">
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {narrow && (
            <>
              {links.map(({ to, label, icon: Icon }) => (
                <Menu.Item
                  key={to}
                  component={Link}
                  to={`/journeys/${draft.id}/${to}`}
                  leftSection={<Icon size={15} />}
                >
                  {label}
                </Menu.Item>
              ))}
              <Menu.Item
                leftSection={<IconAdjustmentsHorizontal size={15} />}
                onClick={() => onPanel('settings')}
              >
                Settings
              </Menu.Item>
              {may('journeys.publish') && !neverLive && (
                <Menu.Item
                  data-changes
                  leftSection={isLive ? <IconPlayerPause size={15} /> : <IconPlayerPlay size={15} />}
                  onClick={() => void toggle()}
                >
                  {isLive ? 'Pause' : 'Resume'}
                </Menu.Item>
              )}
            </>
          )}
          <Menu.Item leftSection={<IconHistory size={15} />} onClick={() => onPanel('versions')}>
            Versions
          </Menu.Item>
          {may('journeys.export') && (
            <Menu.Item leftSection={<IconDownload size={15} />} onClick={() => void download(journey)}>
              Export
            </Menu.Item>
          )}
          {may('journeys.delete') && (
            <Menu.Item
              data-changes
              color="red"
              leftSection={<IconTrash size={15} />}
              onClick={() => setRemoving(true)}
            >
              Delete
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <CircleDialog asked={circle.asked} onClose={circle.close} />
      <RemoveDialog
        journey={removing ? journey : null}
        onClose={() => setRemoving(false)}
        onRemoved={() => void navigate('/journeys')}
      />
    </header>
  );
}

interface PublishButtonProps {
  busy: boolean;
  problems: number;
  onPublish: () => void;
}

/** Goes live the first time, and publishes what has changed since. */
function PublishButton({ busy, problems, onPublish }: PublishButtonProps) {
  const draft = useDraft();
  const { document: journey, saving } = useDraftState();
  const readOnlyReason = useReadOnlyReason();
  const isFirst = journey.liveVersion === null;
  const differs = isFirst || journey.draftDiffers || saving.kind !== 'saved';
  const why =
    problems > 0
      ? `${problems === 1 ? '1 thing keeps' : `${problems} things keep`} it from going live`
      : differs
        ? 'New leads get these steps; those on it stay on their version'
        : 'What you see is live';
  return (
    <Tooltip label={why} disabled={readOnlyReason !== undefined}>
      <Button
        data-changes
        loading={busy}
        data-disabled={!differs || undefined}
        aria-disabled={!differs || undefined}
        onClick={() => {
          if (problems === 0 && differs) onPublish();
          if (problems === 0) return;
          // The panel beside says what is missing.
          draft.select([]);
          toast.warning(why);
        }}
      >
        {isFirst ? 'Go live' : 'Publish changes'}
      </Button>
    </Tooltip>
  );
}
