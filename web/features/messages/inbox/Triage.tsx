import { Button, Group } from '@mantine/core';
import {
  IconBan,
  IconClockPause,
  IconHelpCircle,
  IconPhoneCall,
  IconPhoneX,
  IconStar,
  IconThumbDown,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Lead } from '#shared/model/lead.ts';
import type { Message } from '#shared/model/message.ts';
import { offsetOf, type Suggestion, type TriageKind, triage } from '#shared/model/triage.ts';
import { api, query } from '#web/app/api.ts';
import { useSignedIn } from '#web/app/session.ts';
import { useMay } from '#web/app/use-may.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { momentText } from '../shared/words.ts';
import styles from './inbox.module.css';
import { snoozeTimes } from './snooze-times.ts';
import type { DeskActions } from './useDeskActions.ts';

const icons = {
  stop: IconBan,
  wrongNumber: IconPhoneX,
  notInterested: IconThumbDown,
  callback: IconPhoneCall,
  notNow: IconClockPause,
  interested: IconStar,
  question: IconHelpCircle,
} as const satisfies Record<TriageKind, unknown>;

const labelOf = ({ kind, at }: Suggestion): string =>
  ({
    stop: 'Wants no more messages: opt them out',
    wrongNumber: 'Wrong number: opt it out',
    notInterested: 'Not interested: close',
    callback: at ? `Callback: snooze until ${momentText(at)}` : '',
    notNow: 'Not now: snooze for a week',
    interested: 'Interested: take it',
    question: 'A question: see canned replies',
  })[kind];

interface TriageProps {
  messages: readonly Message[];
  lead: Lead | undefined;
  actions: DeskActions;
  /** Begins a reply with canned ones. */
  onAnswer: () => void;
}

/** What the last message seems to ask for, while it has no answer; each suggestion says by which words it goes. */
export function Triage({ messages, lead, actions, onAnswer }: TriageProps) {
  const { user } = useSignedIn();
  const may = useMay();
  const client = useQueryClient();
  const [asking, setAsking] = useState<Suggestion | null>(null);
  const last = messages.at(-1);
  const zone = lead?.timeZones[0];
  const found = useMemo(() => {
    if (last?.direction !== 'inbound' || last.kind !== 'text') return [];
    const at = new Date(last.at);
    return triage(last.body, at, offsetOf(zone, at));
  }, [last, zone]);
  const shown = found.filter(({ kind, at }) => {
    if (kind === 'stop' || kind === 'wrongNumber') return may('doNotContact.add');
    return at === undefined || Date.parse(at) > Date.now();
  });
  if (!last || shown.length === 0) return null;

  const optOut = async (how: string) => {
    const channel = last.channel;
    const address = channel === 'sms' ? { phone: last.address } : { email: last.address };
    await api.tcpa.optOut({ ...address, ...(lead ? { leadId: lead.id } : {}), channel, how });
    toast.success('They are opted out.');
    await client.invalidateQueries({ queryKey: query.leads.get.key() });
    await client.invalidateQueries({ queryKey: query.tcpa.check.key() });
    await actions.close();
  };
  const work: Record<TriageKind, (one: Suggestion) => unknown> = {
    stop: setAsking,
    wrongNumber: setAsking,
    notInterested: actions.close,
    callback: ({ at }) => actions.snooze(new Date(at!)),
    notNow: () => actions.snooze(snoozeTimes(new Date()).at(-1)!.at),
    interested: () => actions.assign({ assigneeId: user.userId }, 'You'),
    question: onAnswer,
  };
  return (
    <Group gap={6} className={styles.triage} role="group" aria-label="Suggestions">
      {shown.map((one) => {
        const Icon = icons[one.kind];
        return (
          <Button
            key={one.kind}
            data-changes
            size="compact-xs"
            radius="xl"
            variant="light"
            color={one.kind === 'stop' || one.kind === 'wrongNumber' ? 'red' : 'ink'}
            leftSection={<Icon size={14} />}
            aria-description={one.reason}
            onClick={() => void work[one.kind](one)}
          >
            {labelOf(one)}
          </Button>
        );
      })}
      <span className="db-note">{[...new Set(shown.map(({ reason }) => reason))].join(' ')}</span>
      <ConfirmDialog
        opened={asking !== null}
        onClose={() => setAsking(null)}
        title="Opt them out?"
        confirmLabel="Opt out"
        onConfirm={() =>
          optOut(
            asking?.kind === 'wrongNumber'
              ? 'They wrote that it is a wrong number'
              : 'They asked for it in a message',
          )
        }
      >
        {asking?.reason} Nothing more is sent to {last.address} by {last.channel === 'sms' ? 'text' : 'mail'}{' '}
        until they agree again, and the conversation is closed.
      </ConfirmDialog>
    </Group>
  );
}
