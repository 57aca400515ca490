import { Alert, Box, Button, Group, Stack, Text } from '@mantine/core';
import { IconPhone, IconPhoneCheck, IconPhoneOff, IconPlayerSkipForward } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Call } from '#shared/model/call.ts';
import { query } from '#web/app/api.ts';
import { useSignedIn } from '#web/app/session.ts';
import { Refused } from '#web/features/calls/Refused.tsx';
import { partyOf, talkText } from '#web/features/calls/shared.tsx';
import { theirTime } from '#web/features/leads/shared/format.ts';
import { CallControls } from '#web/phone/CallControls.tsx';
import { Key } from '#web/phone/Key.tsx';
import { QualityBadge } from '#web/phone/QualityBadge.tsx';
import { HandoverCard, useHandover } from '#web/phone/transfer/Handover.tsx';
import type { CallActions } from '#web/phone/useCallActions.ts';
import { isOnExchange } from '#web/phone/useCallActions.ts';
import { type CallPhase, headingOf } from '#web/phone/worked-calls.ts';
import { phoneText } from '#web/ui/lead-text.ts';
import { useSeconds } from '#web/ui/useSeconds.ts';
import styles from './console.module.css';

interface BeforeCallProps {
  leadId: string;
  actions: CallActions;
  hasNext: boolean;
  onNext: () => void;
}

/** Whether the lead may be called now, as the server sees it; asked by the lead's header as well, and once. */
export const useMayCall = (leadId: string | null) =>
  useQuery(
    query.tcpa.check.queryOptions({
      input: { leadId: leadId ?? '', channel: 'call', log: false },
      enabled: Boolean(leadId),
      staleTime: 60_000,
    }),
  ).data;

/** Nothing goes on: the lead may be called, or why not, and on to the next one. */
export function BeforeCall({ leadId, actions, hasNext, onNext }: BeforeCallProps) {
  const { data: lead } = useQuery(query.leads.get.queryOptions({ input: { id: leadId } }));
  const decision = useMayCall(leadId);
  const refused = actions.refusal?.leadId === leadId ? actions.refusal.error : null;
  const mayNot = decision?.allowed === false || lead?.phone === '';
  const [zone] = decision?.timeZones ?? [];
  return (
    <Stack gap={10}>
      {refused ? (
        <Refused error={refused} />
      ) : decision && !decision.allowed ? (
        <Alert color="red" variant="light" icon={<IconPhoneOff size={18} />} title="May not be called now">
          {decision.reasons.map(({ code, text }) => (
            <Text size="sm" key={`${code} ${text}`}>
              {text}
            </Text>
          ))}
          <Text size="sm" mt={4} fw={550}>
            {decision.nextAllowedAt && zone
              ? `Again ${theirTime(zone, decision.nextAllowedAt, Date.now())}.`
              : 'No hour would allow it, as things stand.'}
          </Text>
        </Alert>
      ) : null}
      <Button
        data-changes
        size="lg"
        leftSection={<IconPhone size={20} />}
        loading={actions.busy}
        disabled={mayNot}
        onClick={() => void actions.call(leadId)}
      >
        {lead?.phone ? `Call ${phoneText(lead.phone)}` : 'Call'}
        <Key>C</Key>
      </Button>
      <Button
        variant={mayNot ? 'filled' : 'default'}
        leftSection={<IconPlayerSkipForward size={17} />}
        disabled={!hasNext}
        onClick={onNext}
      >
        {mayNot ? 'Next lead' : 'Skip this lead'}
        <Key>N</Key>
      </Button>
      {!hasNext && (
        <Text size="xs" c="dimmed" ta="center">
          This is the last lead of the list.
        </Text>
      )}
    </Stack>
  );
}

interface LiveCallProps {
  call: Call;
  phase: CallPhase;
  actions: CallActions;
}

/** The call that goes on: with whom, how long, and what can be done. */
export function LiveCall({ call, phase, actions }: LiveCallProps) {
  const now = useSeconds();
  const handover = useHandover(call);
  const { userId } = useSignedIn().user;
  const since = Date.parse(phase === 'talking' ? (call.answeredAt ?? call.startedAt) : call.startedAt);
  return (
    <Stack gap={12}>
      <div className={styles.live} data-phase={phase}>
        <Text size="sm">{headingOf(call, phase, userId)}</Text>
        <Text fw={650} fz="lg" className="db-cut">
          {handover?.lead?.name || partyOf(call)}
        </Text>
        <Group justify="space-between">
          <span className="db-figures">{phoneText(call.phone)}</span>
          <Box component="span" className="db-figures" fz="1.125rem" fw={650}>
            {talkText(Math.max(0, now - since) / 1000)}
          </Box>
        </Group>
      </div>
      {handover && <HandoverCard handover={handover} />}
      {isOnExchange(call) ? (
        <>
          {phase === 'talking' && <QualityBadge />}
          {call.live?.recordingRefused && (
            <Alert color="amber" variant="light" role="alert" title="This call is not recorded">
              <Text size="sm">{call.live.recordingRefused}</Text>
            </Alert>
          )}
          {progressOf(call) && (
            <Text size="sm" c="dimmed">
              {progressOf(call)}
            </Text>
          )}
          {phase !== 'ringing' && <CallControls call={call} actions={actions} />}
        </>
      ) : (
        <ByHand call={call} phase={phase} actions={actions} />
      )}
    </Stack>
  );
}

/** What the exchange is about with the call. */
function progressOf({ status, live, direction, origin }: Call): string {
  // What a transfer is about stands with its buttons.
  if (live?.transfer) return '';
  if (live?.held) return 'They are on hold, and hear music.';
  if (direction === 'inbound' || status === 'in-progress') return '';
  if (origin?.callbackId && status === 'queued')
    return 'They waited in a queue and asked to be called back. Their phone rings when you answer.';
  return status === 'ringing' ? 'Their phone rings.' : 'Your phone is rung first, then theirs.';
}

/** The agent's own telephone has the call: they say what becomes of it. */
function ByHand({ call, phase, actions }: LiveCallProps) {
  return (
    <>
      {phase !== 'talking' && (
        <>
          <Text size="sm" c="dimmed">
            {call.direction === 'outbound'
              ? 'Dial the number on your telephone, and say here what becomes of it.'
              : 'Take the call on your telephone, and say so here.'}
          </Text>
          <Button
            data-changes
            size="md"
            leftSection={<IconPhoneCheck size={18} />}
            disabled={actions.busy}
            onClick={() => void actions.answered(call)}
          >
            {call.direction === 'outbound' ? 'They answered' : 'I answered'}
            <Key>A</Key>
          </Button>
        </>
      )}
      <Button
        data-changes
        size="md"
        color="red"
        variant={phase === 'talking' ? 'filled' : 'light'}
        leftSection={<IconPhoneOff size={18} />}
        disabled={actions.busy}
        onClick={() => void actions.end(call)}
      >
        {phase === 'talking' ? 'End the call' : 'No answer'}
        <Key>E</Key>
      </Button>
    </>
  );
}
