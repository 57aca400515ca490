import { Alert, Anchor, Box, Button, Group, Select, Tabs, Text } from '@mantine/core';
import { IconAlertTriangle, IconUserQuestion } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Lead } from '#shared/model/lead.ts';
import { query } from '#web/app/api.ts';
import { CallWindow } from '#web/features/leads/page/CallWindow.tsx';
import { Contacts } from '#web/features/leads/page/Contacts.tsx';
import { CustomFields, Details } from '#web/features/leads/page/Details.tsx';
import { NoteBox, Timeline } from '#web/features/leads/page/Timeline.tsx';
import { useLeadEditor } from '#web/features/leads/page/useLeadEditor.ts';
import { useLeadSettings } from '#web/features/leads/shared/lookups.ts';
import { statusOf } from '#web/features/leads/shared/names.ts';
import { StatusBadge } from '#web/features/leads/shared/StatusBadge.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { leadName } from '#web/ui/lead-text.ts';
import { LinesSkeleton } from '#web/ui/skeletons.tsx';
import styles from './console.module.css';

/** Who is called: what matters of them, and everything that happened. */
export function LeadView({ leadId }: { leadId: string }) {
  const { data, error, refetch } = useQuery(query.leads.get.queryOptions({ input: { id: leadId } }));
  if (error && !data)
    return <ErrorState title="The lead could not be loaded" error={error} onRetry={() => refetch()} />;
  if (!data) return <LinesSkeleton lines={10} />;
  return <Loaded key={data.id} lead={data} />;
}

function Loaded({ lead }: { lead: Lead }) {
  return (
    <>
      <Box component="header" display="grid" mb={16} style={{ gap: 4 }}>
        <Group justify="space-between" gap={12} wrap="nowrap" align="baseline">
          <Box component="h2" className="db-wrap" m={0} fz="1.375rem" fw={650}>
            <bdi>{leadName(lead)}</bdi>
          </Box>
          <Anchor component={Link} to={`/leads/${lead.id}`} size="sm" className="db-nowrap">
            Open the lead
          </Anchor>
        </Group>
        <Text size="sm" c="dimmed">
          {[lead.company !== leadName(lead) && lead.company, lead.address.city, lead.address.state]
            .filter(Boolean)
            .join(', ')}
        </Text>
        <CallWindow lead={lead} />
      </Box>
      <NoteBox leadId={lead.id} />
      <Tabs defaultValue="timeline" color="ink" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="timeline">Timeline</Tabs.Tab>
          <Tabs.Tab value="calls">Calls</Tabs.Tab>
          <Tabs.Tab value="communications">Messages</Tabs.Tab>
        </Tabs.List>
        {(['timeline', 'calls', 'communications'] as const).map((source) => (
          <Tabs.Panel key={source} value={source}>
            <Timeline leadId={lead.id} source={source} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}

/** What is known of the lead, each changed where it stands; nothing while the lead is loaded. */
export function LeadFacts({ leadId }: { leadId: string }) {
  const { data } = useQuery(query.leads.get.queryOptions({ input: { id: leadId } }));
  return data ? <Facts lead={data} /> : null;
}

function Facts({ lead }: { lead: Lead }) {
  const editor = useLeadEditor(lead);
  const { statuses, customFields } = useLeadSettings();
  const both = { lead, editor };
  return (
    <section className={styles.facts} aria-label="What is known">
      {editor.conflict && (
        <Alert color="amber" icon={<IconAlertTriangle size={18} />} role="alert">
          Somebody else changed this lead meanwhile; your change is not saved yet.
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
      <Select
        data-changes
        label="Status"
        size="sm"
        allowDeselect={false}
        data={statuses.map(({ key, label }) => ({ value: key, label }))}
        renderOption={({ option }) => <StatusBadge status={statusOf(statuses, option.value)} />}
        value={lead.status}
        onChange={(status) => status && status !== lead.status && void editor.save({ status })}
      />
      <Contacts {...both} />
      <Details {...both} />
      {customFields.length > 0 && <CustomFields {...both} />}
    </section>
  );
}

/** A caller who is none of the leads, or several of them; or a colleague's, whose card stands with the call. */
export const UnknownCaller = ({ phone, isHanded }: { phone: string; isHanded: boolean }) =>
  isHanded ? (
    <EmptyState icon={IconUserQuestion} title="A colleague’s lead">
      What they know of it stands with the call. The lead stays theirs.
    </EmptyState>
  ) : (
    <EmptyState
      icon={IconUserQuestion}
      title="Not one of your leads"
      action={
        <Button component={Link} to={`/leads?search=${encodeURIComponent(phone)}`} variant="default">
          Look for the number
        </Button>
      }
    >
      No lead, or more than one, has this number.
    </EmptyState>
  );
