import { ActionIcon, Button, Menu, Skeleton, Text } from '@mantine/core';
import { IconClockX, IconDots, IconSettingsAutomation, IconUsersGroup } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '#web/app/api.ts';
import { useSignedIn } from '#web/app/session.ts';
import { useMay, useSeesAllLeads } from '#web/app/use-may.ts';
import { useLeadSettings } from '#web/features/leads/shared/lookups.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { toast } from '#web/ui/toast.ts';
import { AutoAssignDialog } from './AutoAssignDialog.tsx';
import styles from './assignments.module.css';
import { Board } from './Board.tsx';
import { MyLeads, TakeNext } from './MyLeads.tsx';
import { RulesPanel } from './RulesPanel.tsx';
import { StatsChart } from './StatsChart.tsx';
import { useMoves, useStats } from './useAssignments.ts';

/** Whose leads are whose. Admins deal them out on a board; agents see theirs and take the next. */
export default function AssignmentsPage() {
  const { user } = useSignedIn();
  const may = useMay();
  const mayDeal = useSeesAllLeads() && may('assignments.assign');
  const seesTeam = may('assignments.team');
  const [maySetRules, mayExpire] = [may('assignments.manage'), may('assignments.bulkAssign')];
  const stats = useStats();
  const { refresh } = useMoves();
  const { assignmentExpiryHours } = useLeadSettings();
  const [open, setOpen] = useState<'deal' | 'rules' | 'expire' | null>(null);
  const close = () => setOpen(null);

  async function expire() {
    let released = 0;
    let cursor: string | undefined;
    do {
      const answer = await api.leadAssignments.expireOld({ cursor });
      released += answer.released;
      cursor = answer.nextCursor ?? undefined;
    } while (cursor);
    await refresh();
    toast.success(
      released === 0
        ? 'Nothing was old enough'
        : `${released.toLocaleString()} ${released === 1 ? 'lead is' : 'leads are'} nobody’s again`,
    );
  }

  return (
    <>
      <PageHeader
        title="Assignments"
        description={seesTeam ? 'Who works on which leads.' : 'Your leads, and those that wait for somebody.'}
        actions={
          <>
            {mayDeal ? (
              <Button
                data-changes
                leftSection={<IconUsersGroup size={17} />}
                disabled={!stats.data}
                onClick={() => setOpen('deal')}
              >
                Deal out leads
              </Button>
            ) : (
              may('assignments.assign') && <TakeNext none={stats.data?.unassigned === 0} />
            )}
            {(maySetRules || mayExpire) && (
              <Menu position="bottom-end" width={240}>
                <Menu.Target>
                  <ActionIcon variant="default" size={36} aria-label="More for assignments">
                    <IconDots size={18} />
                  </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                  {maySetRules && (
                    <Menu.Item
                      data-changes
                      leftSection={<IconSettingsAutomation size={16} />}
                      onClick={() => setOpen('rules')}
                    >
                      Rules
                    </Menu.Item>
                  )}
                  {mayExpire && (
                    <Menu.Item
                      data-changes
                      leftSection={<IconClockX size={16} />}
                      onClick={() => setOpen('expire')}
                    >
                      Have old ones back
                    </Menu.Item>
                  )}
                </Menu.Dropdown>
              </Menu>
            )}
          </>
        }
      />
      {stats.error ? (
        <ErrorState
          title="The assignments could not be loaded"
          error={stats.error}
          onRetry={() => stats.refetch()}
        />
      ) : !stats.data ? (
        <div className={styles.board} role="status" aria-label="Loading">
          {[1, 2, 3, 4].map((column) => (
            <Skeleton key={column} h={480} radius="lg" miw={260} />
          ))}
        </div>
      ) : seesTeam ? (
        <>
          <Board stats={stats.data} self={user.userId} />
          <StatsChart stats={stats.data} />
        </>
      ) : (
        <MyLeads stats={stats.data} self={user.userId} name={user.fullName || user.username} />
      )}
      {stats.data && <AutoAssignDialog opened={open === 'deal'} stats={stats.data} onClose={close} />}
      {stats.data && <RulesPanel opened={open === 'rules'} stats={stats.data} onClose={close} />}
      <ConfirmDialog
        opened={open === 'expire'}
        onClose={close}
        title="Have old assignments back?"
        confirmLabel="Have them back"
        onConfirm={expire}
      >
        Leads that somebody has had for more than{' '}
        {assignmentExpiryHours === 1 ? '1 hour' : `${assignmentExpiryHours} hours`} without working on them
        become nobody’s again.
        <Text size="sm" mt="xs">
          The age is a setting of leads.
        </Text>
      </ConfirmDialog>
    </>
  );
}
