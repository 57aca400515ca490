import {
  Alert,
  Box,
  Button,
  Checkbox,
  NumberInput,
  Stack,
  Text,
  Textarea,
  UnstyledButton,
} from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { callLimits } from '#shared/model/call.ts';
import { type Disposition, standardDispositions } from '#shared/model/disposition.ts';
import { api, query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { useSignedIn } from '#web/app/session.ts';
import { useMay } from '#web/app/use-may.ts';
import { useLeadSettings } from '#web/features/leads/shared/lookups.ts';
import { useLeadActions } from '#web/features/leads/shared/useLeadActions.ts';
import { Key } from '#web/phone/Key.tsx';
import { useKeys } from '#web/phone/keys.ts';
import { closeCall } from '#web/phone/my-calls.ts';
import type { WorkedCall } from '#web/phone/worked-calls.ts';
import { phoneText } from '#web/ui/lead-text.ts';
import { CallbackField } from './CallbackField.tsx';
import styles from './console.module.css';
import { defaultCallback, resultOfCall } from './result-of-call.ts';
import type { Turns } from './useTurns.ts';

/** The code by which agents say that somebody wants no more calls. */
const doNotCall = 'do-not-call';

/** The codes that agents can choose; the standard ones until the workspace has its own. */
function useDispositions(): readonly Disposition[] | undefined {
  const { data, error } = useQuery(
    query.pbx.dispositionCodes.queryOptions({ input: {}, staleTime: 5 * 60_000 }),
  );
  if (error) return standardDispositions;
  const chosen = data?.codes.filter(({ isActive }) => isActive);
  return chosen?.length === 0 ? standardDispositions : chosen;
}

interface WrapUpProps {
  call: WorkedCall;
  /** Of the calling list that gave the lead, if one did: it takes callbacks and gives the next lead. */
  turns: Turns | null;
  hasNext: boolean;
  onDone: () => void;
}

/** After a call: how it ended by a number key, a note, and on. What fails keeps everything that was typed. */
export function WrapUp({ call, turns, hasNext, onDone }: WrapUpProps) {
  const codes = useDispositions();
  const { userId } = useSignedIn().user;
  const may = useMay();
  const client = useQueryClient();
  const { statuses } = useLeadSettings();
  const { update } = useLeadActions();
  const [chosen, setChosen] = useState<Disposition | null>(null);
  const [notes, setNotes] = useState('');
  const [amount, setAmount] = useState<number | string>('');
  const [optsOut, setOptsOut] = useState(false);
  const [again, setAgain] = useState(() => defaultCallback(Date.now()));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const note = useRef<HTMLTextAreaElement>(null);
  const deal = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const mayOptOut = call.leadId !== null && may('doNotContact.add');

  const isTurn = call.leadId !== null && turns?.turn?.leadId === call.leadId;
  const asksWhen = isTurn && chosen?.scheduleCallback;

  const choose = (one: Disposition) => {
    setChosen(one);
    setProblem(null);
    setOptsOut(one.code === doNotCall && mayOptOut);
    if (!one.isSale) note.current?.focus();
  };
  // The amount is what a sale still lacks; its field is there once the sale is chosen.
  useEffect(() => {
    if (chosen?.isSale) (deal.current ?? note.current)?.focus();
  }, [chosen]);
  useKeys({
    ...Object.fromEntries((codes ?? []).slice(0, 9).map((one, at) => [String(at + 1), () => choose(one)])),
    w: () => note.current?.focus(),
  });

  async function markSale(leadId: string) {
    const lead = await api.leads.get({ id: leadId });
    const won = statuses.filter(({ kind }) => kind === 'won');
    const isWon = won.some(({ key }) => key === lead.status);
    await update(lead, {
      ...(isWon || !won[0] ? {} : { status: won[0].key }),
      ...(amount === '' ? {} : { dealAmount: Number(amount) }),
    });
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (!chosen) return setProblem('Choose how the call ended.');
    if (asksWhen && !(Date.parse(again) > Date.now()))
      return setProblem('Say when to call again: a time to come.');
    setBusy(true);
    setProblem(null);
    try {
      // Before the call, whose disposition wins the lead too, but knows no amount.
      if (chosen.isSale && call.leadId) await markSale(call.leadId);
      await api.calls.update({ id: call.id, disposition: chosen.code, notes: notes.trim() });
      if (optsOut && call.leadId)
        await api.tcpa.optOut({ leadId: call.leadId, channel: 'call', how: 'Told the agent on the phone' });
      if (isTurn) {
        const at = asksWhen ? new Date(again).toISOString() : undefined;
        await turns?.finish(resultOfCall(chosen), at);
      }
      closeCall(call.id, userId);
      for (const queryKey of [query.calls.key(), query.leads.get.key(), query.tcpa.check.key()])
        void client.invalidateQueries({ queryKey });
      onDone();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      ref={form}
      data-changes
      onSubmit={save}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        form.current?.requestSubmit();
      }}
    >
      <Stack gap={12}>
        <div>
          <Text fw={650}>How did it end?</Text>
          <Text size="sm" c="dimmed">
            {call.leadName ? `${call.leadName}, ` : ''}
            <span className="db-figures">{phoneText(call.phone)}</span>
          </Text>
        </div>
        <Box role="radiogroup" aria-label="How did it end?" display="grid" style={{ gap: 4 }}>
          {(codes ?? []).map((one, at) => (
            <UnstyledButton
              key={one.code}
              role="radio"
              aria-checked={chosen?.code === one.code}
              className={styles.code}
              onClick={() => choose(one)}
            >
              <span className="db-dot" style={{ background: one.color }} aria-hidden="true" />
              <Box component="span" flex={1}>
                {one.label}
              </Box>
              {at < 9 && <Key>{String(at + 1)}</Key>}
            </UnstyledButton>
          ))}
        </Box>
        {chosen?.isSale && call.leadId && (
          <NumberInput
            ref={deal}
            label="Deal"
            description="US dollars; as before when left empty"
            prefix="$"
            thousandSeparator
            min={0}
            max={1_000_000_000}
            decimalScale={2}
            value={amount}
            onChange={setAmount}
          />
        )}
        {asksWhen && <CallbackField leadId={call.leadId!} value={again} onChange={setAgain} />}
        <Textarea
          ref={note}
          label="Note"
          autosize
          minRows={3}
          maxRows={8}
          maxLength={callLimits.notes}
          value={notes}
          onChange={(event) => setNotes(event.currentTarget.value)}
        />
        {mayOptOut && (
          <Checkbox
            label="They want no more calls"
            description="Holds for their number at once"
            checked={optsOut}
            onChange={(event) => setOptsOut(event.currentTarget.checked)}
          />
        )}
        {problem && (
          <Alert color="red" variant="light" role="alert">
            {problem}
          </Alert>
        )}
        <Button type="submit" size="md" leftSection={<IconCheck size={18} />} loading={busy}>
          {hasNext ? 'Save and next' : 'Save'}
          <Key>Ctrl Enter</Key>
        </Button>
      </Stack>
    </form>
  );
}
