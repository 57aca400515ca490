import { Alert, Anchor, Button, Group, Skeleton, Stack, Tabs, Title } from '@mantine/core';
import { IconAlertTriangle, IconArrowBackUp, IconTrash, IconUserQuestion } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { Lead } from '#shared/model/lead.ts';
import { api, query } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { useMay } from '#web/app/use-may.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Columns, Surface } from '#web/ui/layout/layout.tsx';
import { lazy, WhileLoading } from '#web/ui/lazy.tsx';
import { leadName } from '#web/ui/lead-text.ts';
import { LinesSkeleton } from '#web/ui/skeletons.tsx';
import { toast } from '#web/ui/toast.ts';
import { useLeadSettings } from '../shared/lookups.ts';
import { useLeadActions } from '../shared/useLeadActions.ts';
import { Certificates } from './Certificates.tsx';
import { Consent } from './Consent.tsx';
import { Contacts } from './Contacts.tsx';
import { Address, CustomFields, Details, Tags } from './Details.tsx';
import { LeadHeader } from './LeadHeader.tsx';
import { LegalHold } from './LegalHold.tsx';
import { ScoreCard } from './ScoreCard.tsx';
import { NoteBox, Timeline } from './Timeline.tsx';
import { useLeadEditor } from './useLeadEditor.ts';

const LeadEnrolments = lazy(() =>
  import('#web/features/journeys/leads/LeadEnrolments.tsx').then(({ LeadEnrolments: Part }) => ({
    default: Part,
  })),
);

/** One lead with everything that is known of them and everything that happened. */
export function LeadPage({ leadId }: { leadId: string }) {
  const { data: lead, error, refetch } = useQuery(query.leads.get.queryOptions({ input: { id: leadId } }));
  const [deleted, setDeleted] = useState<Lead | null>(null);
  if (deleted) return <Deleted lead={deleted} onRestored={() => setDeleted(null)} />;
  if (error instanceof ApiError && (error.status === 404 || error.status === 400))
    return (
      <EmptyState
        icon={IconUserQuestion}
        title="There is no such lead here"
        action={
          <Button component={Link} to="/leads" variant="default">
            All leads
          </Button>
        }
      >
        <title>No such lead · Dealbell</title>
        It was deleted, or it is somebody else’s.
      </EmptyState>
    );
  if (error && !lead)
    return <ErrorState title="The lead could not be loaded" error={error} onRetry={() => refetch()} />;
  if (!lead) return <LeadSkeleton />;
  return <Loaded lead={lead} onDeleted={() => setDeleted(lead)} />;
}

function Loaded({ lead, onDeleted }: { lead: Lead; onDeleted: () => void }) {
  const editor = useLeadEditor(lead);
  const { customFields } = useLeadSettings();
  const { remove } = useLeadActions();
  const may = useMay();
  const both = { lead, editor };

  async function onDelete() {
    try {
      const { results } = await remove({ ids: [lead.id] });
      if (results[0]?.error) throw new Error(results[0].error);
      onDeleted();
    } catch (error) {
      toast.error(error);
    }
  }

  return (
    <>
      <LeadHeader {...both} onDelete={onDelete} />
      {editor.conflict && (
        <Alert color="amber" icon={<IconAlertTriangle size={18} />} role="alert" mb="md">
          Somebody else changed this lead while you were at it. The page shows the newest state now; your
          change is not saved yet.
          <Group gap="xs" mt="xs">
            <Button data-changes size="compact-sm" onClick={() => void editor.insist()}>
              Save mine on top
            </Button>
            <Button size="compact-sm" variant="default" onClick={editor.dismiss}>
              Leave it
            </Button>
          </Group>
        </Alert>
      )}
      <Columns template="400px minmax(0, 1fr)" gap="16px 24px">
        <Stack gap={16}>
          <Card title="Contact">
            <Contacts {...both} />
          </Card>
          <ScoreCard lead={lead} />
          <Card title="Consent">
            <Consent lead={both.lead} />
            <Certificates leadId={lead.id} />
          </Card>
          <Card title="Details">
            <Details {...both} />
          </Card>
          <Card title="Tags">
            <Tags {...both} />
          </Card>
          <Card title="Address">
            <Address {...both} />
          </Card>
          {customFields.length > 0 && (
            <Card title="Custom fields">
              <CustomFields {...both} />
            </Card>
          )}
          {may('privacy.manage') && (
            <Card title="Legal hold">
              <LegalHold leadId={lead.id} />
            </Card>
          )}
        </Stack>
        <Surface component="section" aria-label="What happened">
          <NoteBox leadId={lead.id} />
          <Tabs defaultValue="timeline" color="ink" keepMounted={false}>
            <Tabs.List mb="md" className="db-tabs">
              <Tabs.Tab value="timeline">Timeline</Tabs.Tab>
              <Tabs.Tab value="communications">Messages</Tabs.Tab>
              <Tabs.Tab value="calls">Calls</Tabs.Tab>
              <Tabs.Tab value="journeys">Journeys</Tabs.Tab>
            </Tabs.List>
            {(['timeline', 'communications', 'calls'] as const).map((source) => (
              <Tabs.Panel key={source} value={source}>
                <Timeline leadId={lead.id} source={source} />
              </Tabs.Panel>
            ))}
            <Tabs.Panel value="journeys">
              <WhileLoading show={<LinesSkeleton lines={4} />}>
                <LeadEnrolments leadId={lead.id} />
              </WhileLoading>
            </Tabs.Panel>
          </Tabs>
        </Surface>
      </Columns>
    </>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Surface component="section" aria-label={title}>
      <Title order={2} size="h3" mb={8}>
        {title}
      </Title>
      {children}
    </Surface>
  );
}

/** The lead was deleted on this page: it can be had back on the spot. */
function Deleted({ lead, onRestored }: { lead: Lead; onRestored: () => void }) {
  const client = useQueryClient();
  const { reloadLists } = useLeadActions();
  const [busy, setBusy] = useState(false);
  async function restore() {
    setBusy(true);
    try {
      const back = await api.leads.restore({ id: lead.id });
      client.setQueryData(query.leads.get.queryKey({ input: { id: lead.id } }), back);
      void reloadLists();
      toast.success(`${leadName(back)} is back`);
      onRestored();
    } catch (error) {
      toast.error(error);
      setBusy(false);
    }
  }
  return (
    <EmptyState
      icon={IconTrash}
      title={`${leadName(lead)} was deleted`}
      action={
        <>
          <Button data-changes leftSection={<IconArrowBackUp size={16} />} loading={busy} onClick={restore}>
            Restore
          </Button>
          <Button component={Link} to="/leads" variant="default">
            All leads
          </Button>
        </>
      }
    >
      <title>Deleted lead · Dealbell</title>
      It can be restored for 30 days, here or among the{' '}
      <Anchor component={Link} to="/leads?deleted=yes">
        deleted leads
      </Anchor>
      .
    </EmptyState>
  );
}

function LeadSkeleton() {
  return (
    <div role="status" aria-label="Loading the lead">
      <Skeleton h={14} w={60} mb={12} />
      <Skeleton h={30} w={260} maw="80%" mb={18} />
      <Skeleton h={58} mb={24} maw={640} />
      <Columns template="400px minmax(0, 1fr)" gap="16px 24px">
        <Stack gap={16}>
          <Skeleton h={140} radius="lg" />
          <Skeleton h={260} radius="lg" />
        </Stack>
        <Skeleton h={420} radius="lg" />
      </Columns>
    </div>
  );
}
