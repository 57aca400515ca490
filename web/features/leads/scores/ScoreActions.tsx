import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { LeadScoring } from '#shared/api/lead-scoring.ts';
import { api, query } from '#web/app/api.ts';
import { AskButton } from '#web/ui/ConfirmDialog.tsx';
import { useBusy } from '#web/ui/useBusy.ts';

/** Learns now; while that goes on the page shows how far it is. */
export function TrainNow({ scoring }: { scoring: LeadScoring }) {
  const client = useQueryClient();
  const [busy, run] = useBusy();
  const train = () =>
    run(async () => {
      await api.leads.trainScores({});
      await client.invalidateQueries({ queryKey: query.leads.scoring.key() });
    });
  return (
    <Button
      data-changes
      variant="default"
      leftSection={<IconRefresh size={16} aria-hidden="true" />}
      loading={busy || scoring.trainingJob?.status === 'running'}
      onClick={train}
    >
      Learn now
    </Button>
  );
}

/** Switches learned scores on or off, and says before what that does. */
export function SwitchScores({ scoring: { mode, version, usedSince } }: { scoring: LeadScoring }) {
  const client = useQueryClient();
  const switchTo = async (next: LeadScoring['mode']) => {
    const after = await api.leads.updateScoring({ mode: next, version });
    client.setQueryData(query.leads.scoring.queryKey({ input: {} }), after);
  };
  if (mode === 'learned')
    return (
      <AskButton
        label="Use entered scores"
        title="Put the entered scores back?"
        confirmLabel="Use entered scores"
        onConfirm={() => switchTo('entered')}
      >
        Every lead gets the score back that was entered for it, also what came in since. It takes some minutes
        where there are many leads. What was learned is kept.
      </AskButton>
    );
  return (
    <AskButton
      label="Use learned scores"
      button={{ variant: 'filled', disabled: usedSince === null }}
      title="Use learned scores?"
      confirmLabel="Use learned scores"
      onConfirm={() => switchTo('learned')}
    >
      Every lead gets the score that was learned, in the background. Lists, filters, journeys and calling
      lists go by it. Scores are no longer entered on leads; those that were are kept, and put back when you
      switch back. No journey starts by it and nobody’s timeline shows it.
    </AskButton>
  );
}
