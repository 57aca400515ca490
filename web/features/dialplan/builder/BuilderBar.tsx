import { ActionIcon, Badge, Box, Button, Menu, SegmentedControl, Text, Tooltip } from '@mantine/core';
import {
  IconArrowLeft,
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconCloudUpload,
  IconDeviceFloppy,
  IconDots,
  IconFileCode,
  IconHistory,
  IconPlayerSkipForward,
  IconPlugConnectedX,
} from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { dialPlanLimits } from '#shared/model/dialplan/plan.ts';
import type { Person } from '#shared/model/presence.ts';
import { api } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { SaveMark, UndoRedo } from '#web/ui/flow/bar.tsx';
import styles from '#web/ui/flow/flow.module.css';
import type { FlowProblem } from '#web/ui/flow/kind.ts';
import { NameField } from '#web/ui/flow/NameField.tsx';
import { useSaveKey } from '#web/ui/flow/useFlowKeys.ts';
import { NameDialog } from '#web/ui/NameDialog.tsx';
import { PeopleHere } from '#web/ui/PeopleHere.tsx';
import { toast } from '#web/ui/toast.ts';
import { autoSave } from '../auto-save.ts';
import { nameRule, type PlanDocument, usePlan, usePlanState } from '../draft.ts';
import { builderPath } from '../path.ts';
import { planNames } from '../words.ts';
import { DeployDialog } from './DeployDialog.tsx';
import { PreviewPanel } from './PreviewPanel.tsx';
import { VersionsPanel } from './versions/VersionsPanel.tsx';

export type Tab = 'builder' | 'analytics' | 'settings';

const tabs = [
  { value: 'builder', label: 'Builder' },
  { value: 'analytics', label: 'Analytics' },
  { value: 'settings', label: 'Settings' },
];

interface BuilderBarProps {
  narrow: boolean;
  tab: Tab;
  onTab: (tab: Tab) => void;
  problems: readonly FlowProblem[];
  people: readonly Person[];
  isWalking: boolean;
  onWalk: () => void;
}

/** How a plan stands: not saved yet, saved, deployed, or deployed and changed since. */
function StateBadge({ plan, isNew }: { plan: PlanDocument; isNew: boolean }) {
  const isActive = plan.isActive;
  const differs = isActive && plan.deployedVersion != null && plan.deployedVersion !== plan.version;
  const [label, color] = isNew
    ? ['Unsaved', 'gray']
    : differs
      ? ['Deployed, changed since', 'amber']
      : isActive
        ? ['Deployed', 'green']
        : ['Saved', 'gray'];
  return (
    <Badge variant="light" color={color} tt="none" radius="sm" flex="none">
      {label}
    </Badge>
  );
}

const newWords = {
  saved: 'Kept on this device',
  waiting: 'Kept on this device',
  saving: 'Kept on this device',
};

/** Above the builder: the way back, the name, how it stands, and what can be done with the whole. */
export function BuilderBar({ narrow, tab, onTab, problems, people, isWalking, onWalk }: BuilderBarProps) {
  const draft = usePlan();
  const { document: plan, saving } = usePlanState();
  const navigate = useNavigate();
  const [asking, setAsking] = useState<'name' | 'deploy' | 'deactivate' | 'preview' | 'versions' | null>(
    null,
  );
  const [busy, setBusy] = useState(false);
  const isFull = useFull();
  const more = useRef<HTMLButtonElement>(null);
  const deploy = useRef<HTMLButtonElement>(null);
  // The first save comes to another page, without the dialog that had the focus: it goes on at what is done next.
  const { isFirstSave } = (useLocation().state ?? {}) as { isFirstSave?: boolean };
  useEffect(() => {
    if (isFirstSave) deploy.current?.focus();
  }, [isFirstSave]);
  /** What was opened from the menu gives the focus back to its button: the item itself is gone. */
  const closeItem = () => {
    setAsking(null);
    more.current?.focus();
  };
  const isActive = plan.isActive;
  const errors = problems.filter(({ severity }) => severity !== 'warning').length;

  const save = async () => {
    if (draft.isNew) return setAsking('name');
    setBusy(true);
    try {
      await draft.flush();
      toast.success('Dial plan saved successfully');
    } catch (error) {
      toast.error('Failed to save dial plan', messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  useSaveKey(() => {
    if (!draft.readOnly) void save();
  });
  /** Of the exchange or the compiler: they read the plan as it is saved. */
  const whenSaved = (then: 'deploy' | 'preview') => async () => {
    if (draft.isNew || (!draft.isClean && !autoSave.isOn()))
      return toast.warning('Please save the dial plan first');
    try {
      await draft.flush();
      setAsking(then);
    } catch (error) {
      toast.error('Failed to save dial plan', messageOf(error));
    }
  };
  const items = [
    { label: 'Versions', icon: IconHistory, work: () => setAsking('versions') },
    { label: 'Preview', icon: IconFileCode, work: () => void whenSaved('preview')() },
    ...(isActive && !draft.readOnly
      ? [{ label: 'Deactivate', icon: IconPlugConnectedX, work: () => setAsking('deactivate') }]
      : []),
  ];

  return (
    <header className={styles.top}>
      <Tooltip label="Back">
        <ActionIcon component={Link} to="/dialplan" variant="subtle" color="gray" size={36} aria-label="Back">
          <IconArrowLeft size={19} />
        </ActionIcon>
      </Tooltip>
      {draft.isNew ? (
        <Text component="h1" className={styles.name} fw={650} fz="1.0625rem" truncate m={0}>
          New dial plan
        </Text>
      ) : (
        <NameField
          label="Name of the dial plan"
          name={plan.name}
          rule={nameRule}
          maxLength={dialPlanLimits.name}
          save={(name) => draft.update({ name })}
        />
      )}
      <StateBadge plan={plan} isNew={draft.isNew} />
      <SaveMark words={draft.isNew ? newWords : autoSave.isOn() ? {} : { waiting: 'Not saved yet' }} />
      <Box component="span" flex={1} />
      <PeopleHere people={people} thing="node" onShow={(ids) => draft.select(ids)} />
      <SegmentedControl
        size="xs"
        aria-label="Parts of the plan"
        data={tabs}
        value={tab}
        onChange={(value) => onTab(value as Tab)}
      />
      {tab === 'builder' && <UndoRedo />}
      {tab === 'builder' && (
        <Button
          variant={isWalking ? 'light' : 'default'}
          leftSection={<IconPlayerSkipForward size={16} />}
          aria-pressed={isWalking}
          aria-label="Simulate"
          onClick={onWalk}
          {...(narrow ? { px: 'xs' } : {})}
          classNames={{ section: styles.drySection! }}
        >
          <span className={styles.dryLabel}>Simulate</span>
        </Button>
      )}
      {!draft.readOnly && (
        <Button
          data-changes
          variant="default"
          leftSection={<IconDeviceFloppy size={16} />}
          loading={busy}
          disabled={!draft.isNew && saving.kind === 'saved'}
          onClick={() => void save()}
          aria-label="Save"
          {...(narrow ? { px: 'xs' } : {})}
          classNames={{ section: styles.drySection! }}
        >
          <span className={styles.dryLabel}>Save</span>
        </Button>
      )}
      {!draft.readOnly && (
        <Button
          ref={deploy}
          data-changes
          {...(narrow ? { px: 'sm' } : { leftSection: <IconCloudUpload size={16} /> })}
          onClick={() => void whenSaved('deploy')()}
        >
          Deploy
        </Button>
      )}
      {!narrow && (
        <Tooltip label={isFull.is ? 'Leave full screen' : 'Full screen'}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label="Full screen"
            aria-pressed={isFull.is}
            onClick={isFull.toggle}
          >
            {isFull.is ? <IconArrowsMinimize size={18} /> : <IconArrowsMaximize size={18} />}
          </ActionIcon>
        </Tooltip>
      )}
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <ActionIcon ref={more} variant="subtle" color="gray" size={36} aria-label="More for this plan">
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {items.map(({ label, icon: Icon, work }) => (
            <Menu.Item key={label} leftSection={<Icon size={15} />} onClick={work}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <NameDialog
        {...planNames}
        opened={asking === 'name'}
        title="Save the dial plan"
        action="Save plan"
        onClose={() => setAsking(null)}
        onName={async (name) => {
          const { id } = await draft.create(name).catch((error) => {
            toast.error('Failed to save dial plan', messageOf(error));
            throw error;
          });
          toast.success('Dial plan created successfully');
          await navigate(builderPath(id), { replace: true, state: { isFirstSave: true } });
        }}
      />
      <DeployDialog
        deploying={asking === 'deploy' ? 'draft' : null}
        errors={errors}
        onClose={() => setAsking(null)}
      />
      <ConfirmDialog
        opened={asking === 'deactivate'}
        onClose={closeItem}
        title={`Deactivate “${plan.name}”?`}
        confirmLabel="Deactivate plan"
        onConfirm={async () => draft.took(await api.dialplans.deactivate({ id: draft.id }))}
      >
        The exchange takes no more calls by it. The drawing stays.
      </ConfirmDialog>
      <VersionsPanel opened={asking === 'versions'} onClose={closeItem} />
      <PreviewPanel planId={draft.id} opened={asking === 'preview'} onClose={closeItem} />
    </header>
  );
}

/** Whether the builder covers all else of the window. */
function useFull() {
  const [is, setIs] = useState(false);
  useEffect(() => () => void document.documentElement.removeAttribute('data-flow-full'), []);
  const toggle = () => {
    setIs(!is);
    document.documentElement.toggleAttribute('data-flow-full', !is);
  };
  return { is, toggle };
}
