import { Alert, Box, Button, Group, SegmentedControl, Select, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCircleCheckFilled, IconCircleXFilled } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Decision } from '#shared/api/tcpa.ts';
import { placeName } from '#shared/model/compliance/places.ts';
import type { Channel } from '#shared/model/lead.ts';
import { query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { theirTime } from '#web/features/leads/shared/format.ts';
import { Definition, DefinitionList } from '#web/ui/DefinitionList.tsx';
import { Surface } from '#web/ui/layout/layout.tsx';
import { leadName, phoneText } from '#web/ui/lead-text.ts';
import { stateChoices } from './states.ts';

const channelChoices = [
  { value: 'call', label: 'Call' },
  { value: 'sms', label: 'Text' },
  { value: 'email', label: 'E-mail' },
];

const verbs: Record<Channel, string> = { call: 'call', sms: 'text', email: 'write to' };

const when = (iso: string) =>
  new Date(iso).toLocaleString(undefined, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  });

/** '1:05 AM', of the '2026-11-30 01:05' that somebody's clock shows. */
const clockOf = (time: string) =>
  new Date(`${time.replace(' ', 'T')}Z`).toLocaleTimeString('en-US', {
    timeZone: 'UTC',
    hour: 'numeric',
    minute: '2-digit',
  });

function Verdict({ decision }: { decision: Decision }) {
  const { allowed, channel, reasons, nextAllowedAt, closesAt } = decision;
  const [zone] = decision.timeZones;
  const clockText = (at: string) => (zone ? theirTime(zone, at, Date.now()) : `${when(at)} your time`);
  const Icon = allowed ? IconCircleCheckFilled : IconCircleXFilled;
  const whom = decision.phone ? phoneText(decision.phone) : (decision.email ?? '');
  return (
    <Box component="section" className="db-line-above" mt={18} pt={16} aria-live="polite" aria-label="Answer">
      <Group
        gap={10}
        wrap="nowrap"
        c={`var(--mantine-color-${allowed ? 'green' : 'red'}-light-color)`}
        fz="1.0625rem"
        fw={640}
      >
        <Icon size={24} aria-hidden />
        {allowed ? `Yes, you may ${verbs[channel]} ${whom} now` : `No, do not ${verbs[channel]} ${whom} now`}
      </Group>
      {reasons.length > 0 && (
        <Box component="ul" className="db-rows db-list" mt={12}>
          {reasons.map((reason) => (
            <Box
              component="li"
              key={`${reason.code} ${reason.zone} ${reason.citation}`}
              p="8px 12px"
              bdrs="md"
              bg="var(--db-page)"
              fz="sm"
            >
              {reason.text}
              {reason.citation && (
                <Text component="span" size="xs" c="dimmed" display="block">
                  {reason.citation}
                </Text>
              )}
            </Box>
          ))}
        </Box>
      )}
      <DefinitionList mt={14}>
        <Definition term="Their clock" figures>
          {decision.localTimes
            .toSorted((a, b) => a.time.localeCompare(b.time))
            .map(({ zone, time }) => (
              <div key={zone}>
                {clockOf(time)} in {zone.replaceAll('_', ' ')}
              </div>
            ))}
          <Text size="xs" c="dimmed">
            {decision.timeZoneSource === 'unknown'
              ? 'Nothing is known of where they are: every zone of the country must be open.'
              : `by ${decision.timeZoneSource === 'set by hand' ? 'what was set by hand' : `the ${decision.timeZoneSource}`}`}
          </Text>
        </Definition>
        {decision.states.length > 0 && (
          <Definition term="Law of">{decision.states.map(placeName).join(', ')}</Definition>
        )}
        {!allowed && (
          <Definition term="Opens">
            {nextAllowedAt ? clockText(nextAllowedAt) : 'not by waiting: see the reasons'}
          </Definition>
        )}
        {closesAt && <Definition term={allowed ? 'Closes' : 'Then closes'}>{clockText(closesAt)}</Definition>}
      </DefinitionList>
      <Text size="xs" c="dimmed" mt="sm">
        The answer is kept under Decisions.
      </Text>
    </Box>
  );
}

/** Finds a lead by what is typed; its number, address and consent are then known. */
function LeadPicker({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 250);
  const { data } = useQuery(
    query.leads.search.queryOptions({
      input: { query: search, limit: 10 },
      enabled: search.length >= 2,
      placeholderData: keepPreviousData,
    }),
  );
  return (
    <Select
      label="Lead"
      placeholder="Type a name or number"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'No lead' }}
      filter={({ options }) => options}
      nothingFoundMessage={search.length < 2 ? 'Type at least two letters' : 'No lead matches'}
      data={(data?.leads ?? []).map((lead) => ({
        value: lead.id,
        label: `${leadName(lead)}${lead.phone ? ` · ${phoneText(lead.phone)}` : ''}`,
      }))}
      value={value}
      onChange={onChange}
      onSearchChange={setTyped}
    />
  );
}

/** "May I call this number now, and why." */
export function MayICall() {
  const [by, setBy] = useState<'phone' | 'lead'>('phone');
  const [channel, setChannel] = useState<Channel>('call');
  const [address, setAddress] = useState('');
  const [leadId, setLeadId] = useState<string | null>(null);
  const [state, setState] = useState<string | null>(null);
  const [postcode, setPostcode] = useState('');
  const client = useQueryClient();
  const check = useMutation({
    ...query.tcpa.check.mutationOptions(),
    onSuccess: () => client.invalidateQueries({ queryKey: query.tcpa.logs.key() }),
  });
  const ready = by === 'phone' ? address.trim() !== '' : leadId !== null;
  const ask = () =>
    check.mutate({
      channel,
      ...(by === 'lead'
        ? { leadId: leadId! }
        : channel === 'email'
          ? { email: address }
          : { phone: address }),
      ...(state && { state }),
      ...(postcode.trim() && { postcode }),
    });
  return (
    <Surface component="section" aria-labelledby="may-i">
      <Group gap="8px 12px" justify="space-between" mb={14}>
        <Title order={2} fz="h3" id="may-i">
          May I contact them now?
        </Title>
        <SegmentedControl
          size="xs"
          aria-label="Channel"
          data={channelChoices}
          value={channel}
          onChange={(value) => setChannel(value as Channel)}
        />
      </Group>
      <form
        data-changes
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) ask();
        }}
      >
        <SegmentedControl
          fullWidth
          mb="sm"
          aria-label="Whom"
          data={[
            { value: 'phone', label: channel === 'email' ? 'An address' : 'A number' },
            { value: 'lead', label: 'A lead' },
          ]}
          value={by}
          onChange={(value) => setBy(value as 'phone')}
        />
        {by === 'lead' ? (
          <LeadPicker value={leadId} onChange={setLeadId} />
        ) : (
          <TextInput
            label={channel === 'email' ? 'E-mail address' : 'Phone number'}
            type={channel === 'email' ? 'email' : 'tel'}
            placeholder={channel === 'email' ? 'ann@example.com' : '(305) 555-0123'}
            value={address}
            onChange={(event) => setAddress(event.currentTarget.value)}
          />
        )}
        <Group grow mt="sm" align="start">
          <Select
            label="State"
            placeholder={by === 'lead' ? 'As the lead says' : 'If known'}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': 'No state' }}
            data={stateChoices}
            value={state}
            onChange={setState}
          />
          <TextInput
            label="Postcode"
            placeholder={by === 'lead' ? 'As the lead says' : 'If known'}
            maxLength={10}
            value={postcode}
            onChange={(event) => setPostcode(event.currentTarget.value)}
          />
        </Group>
        <Button type="submit" fullWidth mt="md" disabled={!ready} loading={check.isPending}>
          May I?
        </Button>
      </form>
      {check.error && (
        <Alert color="red" variant="light" mt="md" role="alert">
          {messageOf(check.error)}
        </Alert>
      )}
      {check.data && !check.error && <Verdict decision={check.data} />}
    </Surface>
  );
}
