import { Anchor, Box, Button, Group, Select, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import {
  type Call,
  callLimits,
  callStatusLabels,
  callTransitions,
  isActiveCall,
} from '#shared/model/call.ts';
import type { PassedOver } from '#shared/model/did-pool.ts';
import { query } from '#web/app/api.ts';
import { usePollInterval } from '#web/app/push/usePollInterval.ts';
import { PassedOverNumbers } from '#web/features/did-pools/PassedOverNumbers.tsx';
import { Definition, DefinitionList } from '#web/ui/DefinitionList.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { phoneText } from '#web/ui/lead-text.ts';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { LinesSkeleton } from '#web/ui/skeletons.tsx';
import { toast } from '#web/ui/toast.ts';
import { Recording } from './Recording.tsx';
import { CallStatusBadge, partyOf, talkText, useAgentNames } from './shared.tsx';

const when = (iso: string) =>
  new Date(iso).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const clock = (iso: string) => new Date(iso).toLocaleTimeString(undefined, { timeStyle: 'medium' });

/** After a change everything of calls is asked for again. */
function useCallChange() {
  const client = useQueryClient();
  return {
    onSuccess: () => client.invalidateQueries({ queryKey: query.calls.key() }),
    onError: (error: unknown) => toast.error(error),
  };
}

function StatusChange({ call }: { call: Call }) {
  const move = useMutation({ ...query.calls.setStatus.mutationOptions(), ...useCallChange() });
  const next = callTransitions[call.status];
  if (next.length === 0) return null;
  return (
    <section aria-labelledby="call-next">
      <Title order={3} fz="sm" id="call-next" mb={8}>
        What happens next
      </Title>
      <Group gap={8} mb="lg">
        {next.map((status) => (
          <Button
            data-changes
            key={status}
            size="xs"
            variant="default"
            loading={move.isPending && move.variables.status === status}
            onClick={() => move.mutate({ id: call.id, status })}
          >
            {callStatusLabels[status]}
          </Button>
        ))}
      </Group>
    </section>
  );
}

function HandOver({ call }: { call: Call }) {
  const { agents } = useAgentNames();
  const transfer = useMutation({ ...query.calls.transfer.mutationOptions(), ...useCallChange() });
  const others = agents.filter(({ agentId, isActive }) => isActive && agentId !== call.legs.at(-1)?.agentId);
  if (!isActiveCall(call.status) || others.length === 0) return null;
  return (
    <Select
      data-changes
      label="Hand over to"
      placeholder="Choose somebody"
      mb="lg"
      data={others.map(({ agentId, name }) => ({ value: agentId, label: name }))}
      value={null}
      disabled={transfer.isPending}
      onChange={(agentId) => agentId && transfer.mutate({ id: call.id, agentId })}
    />
  );
}

function Legs({ call }: { call: Call }) {
  const { nameOf } = useAgentNames();
  return (
    <section aria-labelledby="call-legs">
      <Title order={3} fz="sm" id="call-legs">
        {call.legs.length > 1 ? 'Who had it, each for their own part' : 'Who had it'}
      </Title>
      {call.legs.length === 0 ? (
        <Text size="sm" c="dimmed" mt={4} mb="lg">
          Nobody has taken this call yet.
        </Text>
      ) : (
        <Box component="ol" className="db-rows db-list" m="8px 0 20px">
          {call.legs.map((leg) => (
            <Group
              component="li"
              key={`${leg.agentId} ${leg.startedAt}`}
              className="db-frame"
              justify="space-between"
              align="baseline"
              gap={12}
              wrap="nowrap"
              p="10px 12px"
            >
              <div>
                <Text size="sm" fw={550}>
                  {nameOf(leg.agentId)}
                </Text>
                <Text size="xs" c="dimmed" className="db-figures">
                  {clock(leg.startedAt)} – {leg.endedAt ? clock(leg.endedAt) : 'now'}
                  {!leg.answeredAt && leg.endedAt && ', not answered'}
                </Text>
              </div>
              <span className="db-figures">{leg.endedAt ? talkText(leg.talkSeconds) : 'going on'}</span>
            </Group>
          ))}
        </Box>
      )}
    </section>
  );
}

function Notes({ call }: { call: Call }) {
  const [disposition, setDisposition] = useState(call.disposition);
  const [notes, setNotes] = useState(call.notes);
  const change = useCallChange();
  const save = useMutation({
    ...query.calls.update.mutationOptions(),
    ...change,
    onSuccess: async () => {
      toast.success('Call saved');
      await change.onSuccess();
    },
  });
  const changed = disposition !== call.disposition || notes !== call.notes;
  return (
    <form
      data-changes
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ id: call.id, disposition, notes });
      }}
    >
      <TextInput
        label="Disposition"
        description="How it ended for you, such as Interested or Call back"
        maxLength={callLimits.disposition}
        value={disposition}
        onChange={(event) => setDisposition(event.currentTarget.value)}
        mb="sm"
      />
      <Textarea
        label="Notes"
        autosize
        minRows={3}
        maxRows={12}
        maxLength={callLimits.notes}
        value={notes}
        onChange={(event) => setNotes(event.currentTarget.value)}
        mb="sm"
      />
      <Button type="submit" disabled={!changed} loading={save.isPending}>
        Save
      </Button>
    </form>
  );
}

function ScriptAnswers({ script }: { script: NonNullable<Call['script']> }) {
  return (
    <section aria-labelledby="call-script">
      <Title order={3} fz="sm" id="call-script" mb={8}>
        {script.name}
      </Title>
      <DefinitionList mb={20}>
        {script.answers.map(({ step, answer }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are in the order in which they were given
          <Definition key={at} term={step}>
            {answer}
          </Definition>
        ))}
      </DefinitionList>
    </section>
  );
}

function Details({ call, passedOver }: { call: Call; passedOver: readonly PassedOver[] }) {
  return (
    <>
      <DefinitionList mb={20}>
        <Definition term="Status">
          <CallStatusBadge status={call.status} />
        </Definition>
        <Definition term="From" figures>
          {call.from ? phoneText(call.from) : 'not noted'}
          {call.numberReason && (
            <Text size="xs" c="dimmed">
              {call.numberReason}
            </Text>
          )}
          {passedOver.length > 0 && <PassedOverNumbers numbers={passedOver} />}
        </Definition>
        <Definition term="To" figures>
          {call.to ? phoneText(call.to) : 'not noted'}
        </Definition>
        <Definition term="Lead">
          {call.leadId ? (
            <Anchor component={Link} to={`/leads/${call.leadId}`} size="sm">
              {call.leadName || 'Open the lead'}
            </Anchor>
          ) : (
            'Of no lead: none, or several, have this number'
          )}
        </Definition>
        <Definition term="Started">{when(call.startedAt)}</Definition>
        <Definition term="Talk time" figures>
          {isActiveCall(call.status) ? 'going on' : talkText(call.talkSeconds)}
        </Definition>
        {call.recordingAnnouncedAt && (
          <Definition term="Recording">announced {when(call.recordingAnnouncedAt)}</Definition>
        )}
        {call.cost !== null && (
          <Definition term="Cost" figures>
            ${call.cost.toFixed(4)}
          </Definition>
        )}
      </DefinitionList>
      <StatusChange call={call} />
      <HandOver call={call} />
      <Legs call={call} />
      {call.script && <ScriptAnswers script={call.script} />}
      <Recording key={`recording of ${call.id}`} call={call} />
      <Notes key={call.id} call={call} />
    </>
  );
}

/** One call: who had it and when, how it may go on, what to note. */
export function CallPanel({ callId, onClose }: { callId: string | null; onClose: () => void }) {
  // The panel keeps showing what it showed while it slides out.
  const [shown, setShown] = useState(callId);
  useEffect(() => {
    if (callId) setShown(callId);
  }, [callId]);
  const pollMs = usePollInterval('calls', 5_000);
  const { data, error, refetch } = useQuery(
    query.calls.get.queryOptions({
      input: { id: shown ?? '' },
      enabled: Boolean(shown),
      refetchInterval: ({ state }) => (state.data && isActiveCall(state.data.status) ? pollMs : false),
    }),
  );
  return (
    <SidePanel
      opened={callId !== null}
      onClose={onClose}
      title={data ? `${data.direction === 'outbound' ? 'Call to' : 'Call from'} ${partyOf(data)}` : 'Call'}
    >
      {error ? (
        <ErrorState title="This call could not be loaded" error={error} onRetry={() => refetch()} />
      ) : data ? (
        <Details call={data} passedOver={data.numberPassedOver} />
      ) : (
        <LinesSkeleton lines={8} />
      )}
    </SidePanel>
  );
}
