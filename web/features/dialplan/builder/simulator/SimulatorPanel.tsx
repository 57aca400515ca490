import { Alert, Button, Group, Loader, Stack, Switch, Text, TextInput, Title } from '@mantine/core';
import { IconArrowBackUp, IconFlag, IconRefresh } from '@tabler/icons-react';
import { useRef } from 'react';
import { hasSound } from '#shared/model/dialplan/nodes.ts';
import { walkedCall } from '#shared/model/dialplan/saved-walk.ts';
import type { Beyond } from '#shared/model/dialplan/steps.ts';
import { jumped } from '#shared/model/dialplan/types/jump.ts';
import type { Walk } from '#shared/model/dialplan/walk.ts';
import { stepsById } from '#shared/model/flow.ts';
import styles from '#web/ui/flow/inspector.module.css';
import { phoneText } from '#web/ui/lead-text.ts';
import { usePlanState } from '../../draft.ts';
import type { AllLists } from '../../resources.ts';
import { Hearing } from './Hearing.tsx';
import { SavedWalks } from './SavedWalks.tsx';
import type { Simulator } from './useSimulator.ts';

interface SimulatorPanelProps {
  simulator: Simulator;
  /** What it stands in has a title and a button that closes it. */
  isTitled: boolean;
  lists: AllLists;
}

const targetName = (to: Beyond | null, { queues, plans }: AllLists): string => {
  if (!to) return 'somebody';
  if ('planId' in to) return `“${plans.find(({ id }) => id === to.planId)?.name ?? 'a plan that is gone'}”`;
  if ('extension' in to) return `extension ${to.extension}`;
  if ('number' in to) return phoneText(to.number);
  return queues.find(({ id }) => id === to.queueId)?.name ?? 'a queue';
};

const throughWords = (to: Beyond | null): string =>
  to && 'planId' in to ? 'The call goes on in the plan' : 'The menu puts the caller through to';

const endWords: Record<Exclude<Walk['end'], 'putThrough'>, string> = {
  hangup: 'The plan ends the call.',
  message: 'The caller leaves a message.',
  open: 'The call ends: no way leads on.',
  circle: 'The call still goes round after a thousand nodes.',
};

/** A call walked through the plan: where it came, what the caller hears, and what happens next. */
export function SimulatorPanel({ simulator, isTitled, lists }: SimulatorPanelProps) {
  const { graph, kind } = usePlanState();
  const { played, call } = simulator;
  const byId = stepsById(graph.steps);
  const nameOf = (id: string) => {
    const node = byId.get(id);
    return node ? kind.nameOf(node) : 'Start';
  };
  const wayOf = (id: string, way: string) => {
    if (way === jumped) return 'Goes on there';
    const node = byId.get(id);
    return (node && kind.outputsOf(node).find(({ key }) => key === way)?.label) ?? way;
  };
  const asked = played.asks && byId.get(played.asks.nodeId);
  /** What was pressed may be gone afterwards, or disabled: the focus goes to where the call is then. */
  const callState = useRef<HTMLDivElement>(null);
  const thenFocusCall = (work: () => void) => () => {
    work();
    callState.current?.focus();
  };
  return (
    <div className={styles.panel}>
      {!isTitled && (
        <Group justify="space-between" wrap="nowrap">
          <Title order={2} size="h3">
            Simulator
          </Title>
          <Button variant="subtle" size="compact-sm" color="gray" onClick={simulator.close}>
            Close
          </Button>
        </Group>
      )}
      <Switch
        label="Answer conditions by a call"
        description="Else you choose what they answer."
        checked={call !== null}
        onChange={(event) =>
          simulator.setCall(
            event.currentTarget.checked
              ? { callerNumber: '', callerName: '', calledNumber: '', at: Date.now() }
              : null,
          )
        }
      />
      {call && <CallFields call={call} onChange={simulator.setCall} />}
      <Stack component="ol" gap={6} className="db-list" aria-label="Where the call came">
        {played.steps.map(({ id, way }, at) => {
          const node = byId.get(id);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a call may come to a node again; it only grows at its end
            <li key={`${at} ${id}`}>
              <div className={styles.walked}>
                <b dir="auto">{nameOf(id)}</b>
                {way !== null && way !== 'next' && <span>{wayOf(id, way)}</span>}
              </div>
              {node && hasSound(node) && <Hearing node={node} named={lists.resources} />}
            </li>
          );
        })}
      </Stack>
      <div role="status" ref={callState} tabIndex={-1}>
        {played.asks && (
          <Stack gap={8}>
            <Text fw={600} dir="auto">
              {nameOf(played.asks.nodeId)}: what happens?
            </Text>
            {asked && <Hearing key={asked.id} node={asked} named={lists.resources} />}
            {played.asks.ways.map((way) => (
              <Button
                key={way}
                variant="default"
                justify="start"
                onClick={thenFocusCall(() => simulator.choose(way))}
              >
                {wayOf(played.asks!.nodeId, way)}
              </Button>
            ))}
          </Stack>
        )}
        {played.stuck && lists.isLoading && (
          <Group gap={8}>
            <Loader size="xs" />
            <Text size="sm">Loading what the plan names…</Text>
          </Group>
        )}
        {played.stuck && !lists.isLoading && (
          <Alert color="red" variant="light" title={nameOf(played.stuck.nodeId)}>
            {played.stuck.text}
          </Alert>
        )}
        {played.end && (
          <Group gap={8} wrap="nowrap" align="flex-start">
            <IconFlag size={17} aria-hidden="true" />
            <Text size="sm">
              {played.end.end === 'putThrough'
                ? `${throughWords(played.end.to)} ${targetName(played.end.to, lists)}.`
                : endWords[played.end.end]}
            </Text>
          </Group>
        )}
      </div>
      <Group gap="xs">
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconArrowBackUp size={15} />}
          disabled={!simulator.canGoBack}
          onClick={thenFocusCall(simulator.back)}
        >
          One back
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconRefresh size={15} />}
          disabled={!simulator.canGoBack}
          onClick={thenFocusCall(simulator.restart)}
        >
          Begin again
        </Button>
      </Group>
      <SavedWalks simulator={simulator} lists={lists} />
    </div>
  );
}

type Call = NonNullable<Simulator['call']>;

/** As a field for a local time has it. */
const localText = (at: number): string => {
  const date = new Date(at);
  return new Date(at - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};

/** What keeps a field of the call from being saved with the walk; none while it is as it has to be. */
const problemOf = (call: Call, field: 'callerNumber' | 'calledNumber') =>
  walkedCall.shape[field].safeParse(call[field]).success ? undefined : 'A number as +13055550123, or none.';

function CallFields({ call, onChange }: { call: Call; onChange: (call: Call) => void }) {
  return (
    <Stack gap={10}>
      <TextInput
        label="Caller’s number"
        description="As +13055550123; empty where it is hidden."
        type="tel"
        maxLength={40}
        error={problemOf(call, 'callerNumber')}
        value={call.callerNumber}
        onChange={(event) => onChange({ ...call, callerNumber: event.currentTarget.value.trim() })}
      />
      <TextInput
        label="Caller’s name"
        maxLength={80}
        value={call.callerName}
        onChange={(event) => onChange({ ...call, callerName: event.currentTarget.value })}
      />
      <TextInput
        label="Number called"
        type="tel"
        maxLength={40}
        error={problemOf(call, 'calledNumber')}
        value={call.calledNumber}
        onChange={(event) => onChange({ ...call, calledNumber: event.currentTarget.value.trim() })}
      />
      <TextInput
        label="When, by your clock"
        type="datetime-local"
        value={localText(call.at)}
        onChange={(event) => {
          const at = Date.parse(event.currentTarget.value);
          if (!Number.isNaN(at)) onChange({ ...call, at });
        }}
      />
    </Stack>
  );
}
