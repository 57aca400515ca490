import { Alert, Box, Button, Group, NumberInput, Stack, Text, Textarea, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Customer, mostTrialDays } from '#shared/api/platform.ts';
import { zoneName } from '#shared/model/zone-time.ts';
import { query } from '#web/app/api.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Definition, DefinitionList } from '#web/ui/DefinitionList.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { toast } from '#web/ui/toast.ts';
import { AdminLink } from './AdminLink.tsx';
import { Limits } from './Limits.tsx';
import { TracingAccess } from './TracingAccess.tsx';
import { usePlatform } from './usePlatform.ts';
import { dayText, planWords, StandingBadge } from './words.tsx';

interface TenantPanelProps {
  /** Null when the panel is closed. */
  tenantId: number | null;
  onClose: () => void;
}

/** One workspace as its operator sees it: plan, trial, limits, suspension, first admin. */
export function TenantPanel({ tenantId, onClose }: TenantPanelProps) {
  // The panel keeps showing what it showed while it slides out.
  const [shown, setShown] = useState(tenantId);
  useEffect(() => {
    if (tenantId !== null) setShown(tenantId);
  }, [tenantId]);
  const one = useQuery(
    query.platform.getTenant.queryOptions({ input: { id: shown ?? 1 }, enabled: shown !== null }),
  );
  return (
    <SidePanel opened={tenantId !== null} onClose={onClose} title={one.data?.name ?? 'Workspace'}>
      {one.error ? (
        <ErrorState
          title="This workspace could not be loaded"
          error={one.error}
          onRetry={() => one.refetch()}
        />
      ) : !one.data ? (
        <FormSkeleton fields={5} />
      ) : (
        <Stack gap={0} key={one.data.id}>
          <Facts tenant={one.data} />
          <Plan tenant={one.data} />
          <Limits tenant={one.data} />
          <TracingAccess tenantId={one.data.id} />
          <Suspension tenant={one.data} />
          {one.data.admins === 0 && <FirstAdmin tenant={one.data} />}
        </Stack>
      )}
    </SidePanel>
  );
}

function Facts({ tenant }: { tenant: Customer }) {
  return (
    <Stack gap="md" pb="lg">
      <Group gap="xs">
        <StandingBadge standing={tenant.standing} />
      </Group>
      {tenant.suspendedAt && (
        <Alert
          color="red"
          icon={<IconAlertTriangle size={18} />}
          title={`Since ${dayText(tenant.suspendedAt)}`}
        >
          {tenant.suspendedReason}
        </Alert>
      )}
      <DefinitionList>
        <Definition term="Number" figures>
          {tenant.id}
        </Definition>
        <Definition term="Users" figures>
          {tenant.users}, of whom {tenant.admins} active {tenant.admins === 1 ? 'admin' : 'admins'}
        </Definition>
        <Definition term="Time zone">{zoneName(tenant.timeZone)}</Definition>
        <Definition term="Made">{dayText(tenant.createdAt)}</Definition>
      </DefinitionList>
    </Stack>
  );
}

/** Says how it went. */
async function done(work: Promise<unknown>, sentence: string): Promise<void> {
  try {
    await work;
    toast.success(sentence);
  } catch (error) {
    toast.error(error);
  }
}

function Plan({ tenant }: { tenant: Customer }) {
  const { setPlan, extendTrial } = usePlatform();
  const [days, setDays] = useState<number | string>(14);
  const [asking, setAsking] = useState(false);
  const { id, plan, trialEndsAt } = tenant;
  const valid = typeof days === 'number' && Number.isInteger(days) && days >= 1 && days <= mostTrialDays;
  return (
    <Box component="section" className="db-line-above" py={18} aria-labelledby="tenant-plan">
      <Title order={3} fz="md" id="tenant-plan" mb="xs">
        {planWords[plan]} plan
      </Title>
      {plan === 'trial' ? (
        <>
          <Text size="sm" c="dimmed" mb="sm">
            {trialEndsAt && Date.parse(trialEndsAt) > Date.now()
              ? 'The trial ends on '
              : 'The trial ended on '}
            {trialEndsAt && dayText(trialEndsAt)}. After it, the workspace can be read and sends nothing.
          </Text>
          <Group align="end" gap="xs" mb="md">
            <NumberInput
              label="Extend by days"
              w={130}
              min={1}
              max={mostTrialDays}
              allowDecimal={false}
              value={days}
              onChange={setDays}
            />
            <Button
              variant="default"
              disabled={!valid}
              loading={extendTrial.isPending}
              onClick={() => done(extendTrial.mutateAsync({ id, days: Number(days) }), 'Trial extended')}
            >
              Extend the trial
            </Button>
          </Group>
          <Button
            loading={setPlan.isPending}
            onClick={() => done(setPlan.mutateAsync({ id, plan: 'standard' }), 'The plan is standard now')}
          >
            Convert to standard
          </Button>
        </>
      ) : (
        <>
          <Text size="sm" c="dimmed" mb="sm">
            It has no end.
          </Text>
          <Button variant="default" onClick={() => setAsking(true)}>
            Change to a trial
          </Button>
          <ConfirmDialog
            opened={asking}
            onClose={() => setAsking(false)}
            title={`Put ${tenant.name} on trial?`}
            confirmLabel="Change to a trial"
            onConfirm={() => setPlan.mutateAsync({ id, plan: 'trial' })}
          >
            The trial begins now. When it is over, the workspace can be read and sends nothing until you
            convert it.
          </ConfirmDialog>
        </>
      )}
    </Box>
  );
}

function Suspension({ tenant }: { tenant: Customer }) {
  const { suspend, resume } = usePlatform();
  const [reason, setReason] = useState('');
  const { id, name, suspendedAt } = tenant;
  return (
    <Box component="section" className="db-line-above" py={18} aria-labelledby="tenant-suspension">
      <Title order={3} fz="md" id="tenant-suspension" mb="xs">
        Suspension
      </Title>
      {suspendedAt ? (
        <>
          <Text size="sm" c="dimmed" mb="sm">
            Nobody works in it, and nothing leaves it. Everything is kept.
          </Text>
          <Button
            loading={resume.isPending}
            onClick={() => done(resume.mutateAsync({ id }), `${name} is active again`)}
          >
            End the suspension
          </Button>
        </>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void done(suspend.mutateAsync({ id, reason: reason.trim() }), `${name} is suspended`);
          }}
        >
          <Textarea
            label="Reason"
            description="The people of the workspace read it."
            autosize
            minRows={2}
            maxLength={300}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            mb="sm"
          />
          <Button
            type="submit"
            color="red"
            variant="light"
            disabled={reason.trim().length < 3}
            loading={suspend.isPending}
          >
            Suspend the workspace
          </Button>
        </form>
      )}
    </Box>
  );
}

function FirstAdmin({ tenant }: { tenant: Customer }) {
  const { adminLink } = usePlatform();
  return (
    <Box component="section" className="db-line-above" py={18} aria-labelledby="tenant-admin">
      <Title order={3} fz="md" id="tenant-admin" mb="xs">
        First admin
      </Title>
      {adminLink.data ? (
        <AdminLink {...adminLink.data} />
      ) : (
        <>
          <Text size="sm" c="dimmed" mb="sm">
            Nobody has opened the link yet. A new one takes the place of the one before it.
          </Text>
          <Button
            variant="default"
            loading={adminLink.isPending}
            onClick={() => adminLink.mutateAsync({ id: tenant.id }).catch(toast.error)}
          >
            Make a new link
          </Button>
        </>
      )}
    </Box>
  );
}
