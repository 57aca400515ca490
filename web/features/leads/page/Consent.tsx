import { Anchor, Button, Menu, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconBan, IconCircleCheck, IconHelpCircle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type Channel, channelNames, type Lead, type Consent as Said } from '#shared/model/lead.ts';
import { mayDo } from '#web/app/access.ts';
import { api, query } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { useSignedIn } from '#web/app/session.ts';
import { isComplete, noProof, ProofFields, proofOf } from '#web/features/compliance/ProofFields.tsx';
import { toast } from '#web/ui/toast.ts';
import { dateText } from '../shared/format.ts';
import styles from './page.module.css';

const looks = {
  unknown: { Icon: IconHelpCircle, text: 'Not asked', tone: 'gray' },
  given: { Icon: IconCircleCheck, text: 'Agreed', tone: 'green' },
  withdrawn: { Icon: IconBan, text: 'Opted out', tone: 'red' },
} as const;

interface Asking {
  channel: Channel;
  state: 'given' | 'withdrawn';
}

interface ConsentProps {
  lead: Lead;
}

/** What a consent that lifted an opt-out stands on; an address can be opened. */
function Proof({ said: { proof } }: { said: Said }) {
  const { when, evidence } = proof!;
  return (
    <Text size="xs" c="dimmed" className={styles.consentHow}>
      {`Agreed ${dateText(when)}: `}
      {/^https:\/\/\S+$/.test(evidence) ? (
        <Anchor href={evidence} target="_blank" rel="noreferrer" inherit>
          {evidence}
        </Anchor>
      ) : (
        evidence
      )}
    </Text>
  );
}

/** What the person said about each channel, when and how; opting out holds for their number at once. */
export function Consent({ lead }: ConsentProps) {
  const [asking, setAsking] = useState<Asking | null>(null);
  const mayLiftAll = mayDo('optOuts.lift', useSignedIn().user);
  return (
    <>
      {(['call', 'sms', 'email'] as const).map((channel) => {
        const said = lead.consent[channel];
        const { Icon, text, tone } = looks[said.state];
        const isTheirs = said.state === 'withdrawn' && said.by !== 'staff';
        const isBarred = isTheirs && !mayLiftAll;
        return (
          <div key={channel} className={styles.consent}>
            <span>{channelNames[channel]}</span>
            <Menu position="bottom-end" width={200}>
              <Menu.Target>
                <Button size="compact-sm" variant="light" color={tone} leftSection={<Icon size={14} />}>
                  <span className="db-visually-hidden">{channelNames[channel]}: </span>
                  {text}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item
                  data-changes
                  leftSection={<IconCircleCheck size={15} />}
                  disabled={said.state === 'given' || isBarred}
                  onClick={() => setAsking({ channel, state: 'given' })}
                >
                  They agreed
                </Menu.Item>
                <Menu.Item
                  data-changes
                  color="red"
                  leftSection={<IconBan size={15} />}
                  disabled={said.state === 'withdrawn'}
                  onClick={() => setAsking({ channel, state: 'withdrawn' })}
                >
                  They opted out
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
            {said.at && (
              <Text size="xs" c="dimmed" className={styles.consentHow}>
                {dateText(said.at)}
                {said.how && ` · ${said.how}`}
              </Text>
            )}
            {said.proof && <Proof said={said} />}
            {isBarred && (
              <Text size="xs" c="dimmed" className={styles.consentHow}>
                They opted out themselves: only an admin can note a new consent.
              </Text>
            )}
          </div>
        );
      })}
      <HowDialog
        key={`${asking?.channel}-${asking?.state}`}
        asking={asking}
        lead={lead}
        onClose={() => setAsking(null)}
      />
    </>
  );
}

interface HowDialogProps extends ConsentProps {
  asking: Asking | null;
  onClose: () => void;
}

/** Whether the server asks for the source of a consent: the number had opted out, whatever the lead says. */
const asksForProof = (error: unknown) =>
  error instanceof ApiError && (error.details as { field?: string } | undefined)?.field === 'proof';

function HowDialog({ asking, lead, onClose }: HowDialogProps) {
  const client = useQueryClient();
  const [typed, setTyped] = useState({
    ...noProof,
    how: asking?.state === 'withdrawn' ? 'Told the agent' : '',
  });
  const [wasAsked, setWasAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const isOut = asking?.state === 'withdrawn';
  const lifts = !isOut && (wasAsked || (asking && lead.consent[asking.channel].state === 'withdrawn'));
  async function submit(event: FormEvent) {
    event.preventDefault();
    const { channel, state } = asking!;
    setBusy(true);
    try {
      const proof = lifts ? { proof: proofOf(typed) } : {};
      await api.tcpa.optOut({ leadId: lead.id, channel, state, how: typed.how.trim(), ...proof });
      await Promise.all(
        [query.leads.key(), query.tcpa.check.key()].map((queryKey) => client.invalidateQueries({ queryKey })),
      );
      toast.success(state === 'given' ? 'Their consent is noted' : 'Their opt-out holds from now on');
      onClose();
    } catch (error) {
      if (asksForProof(error)) setWasAsked(true);
      toast.error(error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Modal
      opened={asking !== null}
      onClose={onClose}
      title={
        <Text fw={650}>
          {asking && `${channelNames[asking.channel]}: ${isOut ? 'they opted out' : 'they agreed'}`}
        </Text>
      }
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form data-changes onSubmit={submit}>
        <Stack gap="md">
          {lifts ? (
            <>
              <Text size="sm">
                They had opted out. Their new consent is kept with its source, on the lead and among the
                decisions.
              </Text>
              <ProofFields value={typed} onChange={setTyped} />
            </>
          ) : (
            <TextInput
              label="How"
              description="Kept as evidence: by which way, in whose words."
              maxLength={200}
              data-autofocus
              value={typed.how}
              onChange={(event) => setTyped({ ...typed, how: event.currentTarget.value })}
            />
          )}
          <Button
            type="submit"
            color={isOut ? 'red' : undefined}
            loading={busy}
            disabled={lifts ? !isComplete(typed) : !typed.how.trim()}
          >
            {isOut ? 'Opt them out' : 'Note the consent'}
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
