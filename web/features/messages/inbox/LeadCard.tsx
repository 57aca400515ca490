import { Anchor, Box, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconCircleCheckFilled, IconCircleXFilled, IconMail, IconPhone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Lead } from '#shared/model/lead.ts';
import { query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { localClock, money, theirTime } from '#web/features/leads/shared/format.ts';
import { useAgents, useLeadSettings } from '#web/features/leads/shared/lookups.ts';
import { personName, statusOf } from '#web/features/leads/shared/names.ts';
import { StatusBadge } from '#web/features/leads/shared/StatusBadge.tsx';
import { TagList } from '#web/features/leads/shared/TagList.tsx';
import { Definition, DefinitionList } from '#web/ui/DefinitionList.tsx';
import { Initials } from '#web/ui/Initials.tsx';
import { leadName, phoneText } from '#web/ui/lead-text.ts';
import { momentText } from '../shared/words.ts';
import styles from './inbox.module.css';

/** Whom the thread is with: where they stand, whose they are, and whether they may be texted now. */
export function LeadCard({ leadId }: { leadId: string }) {
  const { data: lead, error } = useQuery(query.leads.get.queryOptions({ input: { id: leadId } }));
  const { statuses } = useLeadSettings();
  const agents = useAgents();
  if (error && !lead)
    return (
      <aside className={styles.lead} aria-label="Lead">
        <Text size="sm" c="dimmed">
          {messageOf(error)}
        </Text>
      </aside>
    );
  if (!lead)
    return (
      <aside className={styles.lead} aria-label="Lead">
        <Skeleton circle h={52} w={52} />
        <Skeleton h={16} w="70%" />
        <Skeleton h={100} />
      </aside>
    );
  return (
    <aside className={styles.lead} aria-label="Lead">
      <Group className="db-wrap" gap={12} wrap="nowrap" miw={0}>
        <Initials name={leadName(lead)} size={52} />
        <div>
          <Anchor component={Link} to={`/leads/${lead.id}`} fw={650} c="inherit" fz="1rem">
            <bdi>{leadName(lead)}</bdi>
          </Anchor>
          {lead.company && lead.company !== leadName(lead) && (
            <Text size="sm" c="dimmed">
              {lead.company}
            </Text>
          )}
        </div>
      </Group>
      <MayIText lead={lead} />
      <DefinitionList>
        <Definition term="Status">
          <StatusBadge status={statusOf(statuses, lead.status)} />
        </Definition>
        <Definition term="Owner">{personName(agents, lead.ownerId)}</Definition>
        {lead.dealAmount !== null && (
          <Definition term="Deal" figures>
            {money(lead.dealAmount)}
          </Definition>
        )}
        {lead.tags.length > 0 && (
          <Definition term="Tags">
            <TagList tags={lead.tags} most={6} />
          </Definition>
        )}
        {lead.timeZones[0] && (
          <Definition term="Their time" figures>
            {localClock(lead.timeZones[0], Date.now())}
          </Definition>
        )}
      </DefinitionList>
      <Stack component="ul" className="db-list db-line-above" gap={8} pt={14} fz="sm">
        {lead.phones.map(({ number, label }) => (
          <Group component="li" key={number} gap={8} wrap="nowrap" miw={0}>
            <IconPhone size={15} className="db-dim" aria-hidden="true" />
            <span className="db-figures">{phoneText(number)}</span>
            <Text span size="xs" c="dimmed">
              {label}
            </Text>
          </Group>
        ))}
        {lead.emails.map((email) => (
          <Group component="li" key={email} gap={8} wrap="nowrap" miw={0}>
            <IconMail size={15} className="db-dim" aria-hidden="true" />
            <Box component="span" className="db-wrap" miw={0}>
              {email}
            </Box>
          </Group>
        ))}
      </Stack>
    </aside>
  );
}

const notice = { p: '10px 12px', bdrs: 'md', fz: 13 } as const;

/** One line of what the law and the settings say of a text to them now. */
function MayIText({ lead }: { lead: Lead }) {
  const { data, error } = useQuery(
    query.tcpa.check.queryOptions({
      // A look at the thread is no decision to text; sending asks for itself.
      input: { leadId: lead.id, channel: 'sms', log: false },
      enabled: Boolean(lead.phone),
      staleTime: 10 * 60_000,
    }),
  );
  const withdrawn = lead.consent.sms.state === 'withdrawn';
  if (!lead.phone || error)
    return (
      <Box {...notice} className="db-gray">
        {error ? messageOf(error) : 'There is no phone number to text.'}
      </Box>
    );
  if (!data) return <Skeleton h={38} />;
  const allowed = data.allowed && !withdrawn;
  const [zone] = data.timeZones;
  const clockText = (at: string) => (zone ? theirTime(zone, at, Date.now()) : momentText(at));
  const Icon = allowed ? IconCircleCheckFilled : IconCircleXFilled;
  return (
    <Box {...notice} className={`db-beside ${allowed ? 'db-green' : 'db-red'}`}>
      <Icon size={18} aria-hidden="true" />
      <div>
        <strong>{allowed ? 'May be texted now' : 'May not be texted now'}</strong>
        {allowed && data.closesAt && <div>until {clockText(data.closesAt)}</div>}
        {!allowed && (
          <div>
            {withdrawn ? 'They asked for no more texts.' : data.reasons.map(({ text }) => text).join(' ')}
            {!withdrawn && data.nextAllowedAt && ` From ${clockText(data.nextAllowedAt)} on.`}
          </div>
        )}
      </div>
    </Box>
  );
}
