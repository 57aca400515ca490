import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Lead } from '#shared/model/lead.ts';
import type { Proposal, ProposalField, Purpose } from '#shared/model/tracer.ts';
import { api, query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { useLeadActions } from '#web/features/leads/shared/useLeadActions.ts';
import { leadName, phoneText } from '#web/ui/lead-text.ts';
import { FormProblem } from '#web/ui/resource/FormPanel.tsx';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { LinesSkeleton } from '#web/ui/skeletons.tsx';
import { toast } from '#web/ui/toast.ts';
import { ConfidenceBadge } from '../Person.tsx';
import { BilledNotice, costText, mayBeBilledTwice, PurposeSelect, useTracing } from '../shared.tsx';

type Enriched = Awaited<ReturnType<typeof api.tracers.enrichLead>>;

const fieldNames: Record<ProposalField, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  phone: 'Phone',
  email: 'E-mail',
  address: 'Address',
};
const valueText = ({ field, value }: Proposal) => (field === 'phone' ? phoneText(value) : value);

interface EnrichDialogProps {
  lead: Lead;
  opened: boolean;
  onClose: () => void;
}

/** Looks a lead up, and has what is found for its empty fields ticked and accepted. */
export function EnrichDialog({ lead, opened, onClose }: EnrichDialogProps) {
  const status = useTracing();
  const refresh = useRefresh(query.tracers);
  const { follow } = useLeadActions();
  const [purpose, setPurpose] = useState<Purpose | null>(null);
  const [found, setFound] = useState<Enriched>();
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<string>();
  const [isLost, setLost] = useState(false);
  const [busy, setBusy] = useState(false);

  async function work(doIt: () => Promise<void>) {
    setBusy(true);
    setProblem(undefined);
    try {
      await doIt();
    } catch (error) {
      setLost(mayBeBilledTwice(error));
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
      void refresh();
    }
  }
  const search = () =>
    work(async () => {
      const answer = await api.tracers.enrichLead({ id: lead.id, purpose: purpose!, again: isLost });
      setLost(false);
      setFound(answer);
      setTicked(answer.proposals.map(({ id }) => id));
      follow(await api.leads.get({ id: lead.id }));
    });
  const accept = () =>
    work(async () => {
      const { applied } = await api.tracers.enrichLead({ id: lead.id, accept: [...ticked] });
      follow(await api.leads.get({ id: lead.id }));
      toast.success(`Filled in ${applied.length} ${applied.length === 1 ? 'value' : 'values'}`);
      onClose();
    });
  const tick = (id: string, isOn: boolean) =>
    setTicked((before) => (isOn ? [...before, id] : before.filter((one) => one !== id)));

  return (
    <Modal
      opened={opened}
      onClose={busy ? () => undefined : onClose}
      title={
        <Text component="span" fw={650}>
          Enrich {leadName(lead)}
        </Text>
      }
      closeButtonProps={{ 'aria-label': 'Close' }}
      size="lg"
      onExitTransitionEnd={() => {
        setFound(undefined);
        setProblem(undefined);
        setLost(false);
      }}
    >
      <Stack gap="md">
        <FormProblem>{problem}</FormProblem>
        {busy && !found && <LinesSkeleton lines={3} />}
        {!found && !busy && (
          <>
            <Text size="sm">
              The lead is looked up by what is known of it, and what is found is proposed for its empty
              fields. You choose what is filled in.
            </Text>
            <PurposeSelect value={purpose} onChange={setPurpose} />
            {status.data && <BilledNotice status={status.data} />}
          </>
        )}
        {found && <Found found={found} ticked={ticked} onTick={tick} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={busy} onClick={onClose}>
            {found && found.proposals.length === 0 ? 'Close' : 'Cancel'}
          </Button>
          {found ? (
            found.proposals.length > 0 && (
              <Button data-changes loading={busy} disabled={ticked.length === 0} onClick={accept}>
                Fill in {ticked.length} {ticked.length === 1 ? 'value' : 'values'}
              </Button>
            )
          ) : (
            <Button data-changes loading={busy} disabled={!purpose} onClick={search}>
              {isLost ? 'Send it again' : 'Look up'}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

interface FoundProps {
  found: Enriched;
  ticked: readonly string[];
  onTick: (id: string, isOn: boolean) => void;
}

function Found({ found, ticked, onTick }: FoundProps) {
  const { match, matches, proposals } = found;
  if (!match)
    return (
      <Text size="sm" role="status">
        Nobody was found. {costText(found)}.
      </Text>
    );
  return (
    <Stack gap="sm">
      <Group gap="xs" role="status">
        <Text fw={600}>{match.name}</Text>
        <ConfidenceBadge confidence={match.confidence} />
        <Text size="sm" c="dimmed">
          {matches > 1 && `The best of ${matches}. `}
          {costText(found)}.
        </Text>
      </Group>
      {proposals.length === 0 ? (
        <Text size="sm">
          {match.isDeceased
            ? 'They have died; nothing is proposed.'
            : 'Nothing was found that the lead lacks.'}
        </Text>
      ) : (
        <>
          {proposals.map((proposal) => (
            <Checkbox
              key={proposal.id}
              label={`${fieldNames[proposal.field]}: ${valueText(proposal)}`}
              checked={ticked.includes(proposal.id)}
              onChange={(event) => onTick(proposal.id, event.currentTarget.checked)}
            />
          ))}
          <Text size="xs" c="dimmed">
            Nobody has agreed to be called or texted at a number that was traced: the lead’s consent is
            unknown after it.
          </Text>
        </>
      )}
    </Stack>
  );
}
