import { Alert, Button, Modal, NumberInput, Progress, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { strategies } from '#shared/api/lead-assignments.ts';
import { api, query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { type Takers, TakersField } from '#web/features/agent-groups/TakersField.tsx';
import { toast } from '#web/ui/toast.ts';
import { dealInParts } from './deal-in-parts.ts';
import { type Stats, useMoves } from './useAssignments.ts';

type Strategy = (typeof strategies)[number];

export const strategyWords: Record<Strategy, { label: string; about: string }> = {
  'round-robin': { label: 'In turn', about: 'Each agent gets the next one.' },
  'least-loaded': { label: 'To whoever has fewest', about: 'Evens out how many leads each agent has.' },
  rules: { label: 'By the rules', about: 'The first rule that fits decides; without one, in turn.' },
};

interface AutoAssignDialogProps {
  opened: boolean;
  stats: Stats;
  onClose: () => void;
}

/** Deals out the oldest leads that are nobody's. */
export function AutoAssignDialog({ opened, stats, onClose }: AutoAssignDialogProps) {
  const settings = useQuery(query.leadAssignments.settings.queryOptions({ input: {} }));
  const { refresh } = useMoves();
  const [chosen, setChosen] = useState<Strategy | null>(null);
  const [count, setCount] = useState<number | string>('');
  const [takers, setTakers] = useState<Takers>({ agentIds: [], groupIds: [] });
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [dealt, setDealt] = useState(0);
  const strategy = chosen ?? settings.data?.strategy ?? 'round-robin';
  const most = Math.min(1_000, stats.unassigned);
  const wanted = count === '' ? most : Number(count);

  async function deal() {
    setBusy(true);
    setProblem(undefined);
    try {
      const { assigned, skipped } = await dealInParts(
        wanted,
        (part) =>
          api.leadAssignments.autoAssign({
            strategy,
            count: part,
            ...(takers.agentIds.length + takers.groupIds.length > 0 ? takers : {}),
          }),
        setDealt,
      );
      const done = `${assigned.toLocaleString()} ${assigned === 1 ? 'lead' : 'leads'} dealt out`;
      if (skipped) toast.warning(done, skipped);
      else toast.success(done);
      setCount('');
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      await refresh();
      setDealt(0);
      setBusy(false);
    }
  }

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={<Text fw={650}>Deal out leads</Text>}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        {problem && (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        <Radio.Group label="How" value={strategy} onChange={(next) => setChosen(next as Strategy)}>
          <Stack gap="xs" mt={6}>
            {Object.entries(strategyWords).map(([value, { label, about }]) => (
              <Radio key={value} value={value} label={label} description={about} />
            ))}
          </Stack>
        </Radio.Group>
        <NumberInput
          label="How many"
          description={`The oldest first. ${stats.unassigned.toLocaleString()} are nobody’s now; at most 1,000 at once.`}
          min={1}
          max={1_000}
          clampBehavior="strict"
          allowDecimal={false}
          placeholder={String(most)}
          value={count}
          onChange={setCount}
        />
        <TakersField
          label="To whom"
          placeholder="Everybody in the settings"
          agents={stats.agents}
          value={takers}
          onChange={setTakers}
        />
        {busy && dealt > 0 && (
          <Progress aria-label="Leads dealt out" animated value={(100 * dealt) / Math.max(1, wanted)} />
        )}
        <Button data-changes loading={busy} disabled={wanted < 1} onClick={deal}>
          {wanted < 1 ? 'Nothing to deal out' : `Deal out ${wanted.toLocaleString()}`}
        </Button>
      </Stack>
    </Modal>
  );
}
