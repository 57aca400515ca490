import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { Webhook, WebhookFields } from '#shared/model/webhook.ts';
import { api, query } from '#web/app/api.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { useWizard, Wizard } from '#web/ui/resource/Wizard.tsx';
import { toast } from '#web/ui/toast.ts';
import { useRefreshWebhooks } from '../useWebhooks.ts';
import { BackendStatus } from './BackendStatus.tsx';
import { type Draft, draftOf, newDraft, problemsOf, steps } from './draft.ts';
import { StepBasics } from './StepBasics.tsx';
import { StepMapping } from './StepMapping.tsx';
import { StepReview } from './StepReview.tsx';
import { StepType } from './StepType.tsx';
import { type Sources, useSources } from './useSources.ts';

export interface StepProps {
  draft: Draft;
  setDraft: (draft: Draft) => void;
  change: (part: Partial<WebhookFields>) => void;
  /** What is wrong in this step, by field, once Next was pressed. */
  problems: Record<string, string>;
  sources: Sources;
  /** The webhook that is edited; undefined for a new one. */
  existing: Webhook | undefined;
}

const bodies = [StepBasics, StepType, StepMapping, StepReview];

/** The webhook wizard of document 002: four steps, freely forward and back. */
export default function WebhookWizard() {
  const { webhookId } = useParams();
  const found = useQuery(
    query.webhooks.get.queryOptions({
      input: { id: webhookId ?? '' },
      enabled: Boolean(webhookId),
      // What is being edited does not change under the editor's hands.
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    }),
  );
  if (webhookId && found.error)
    return (
      <ErrorState
        title="The webhook could not be loaded"
        error={found.error}
        onRetry={() => found.refetch()}
      />
    );
  if (webhookId && !found.data)
    return (
      <Text role="status" c="dimmed" mt="xl" ta="center">
        Loading webhook details...
      </Text>
    );
  return <Form key={webhookId ?? 'new'} existing={found.data} />;
}

function Form({ existing }: { existing: Webhook | undefined }) {
  const navigate = useNavigate();
  const refresh = useRefreshWebhooks();
  const sources = useSources();
  const [draft, setDraft] = useState<Draft>(() => (existing ? draftOf(existing) : newDraft()));
  const [busy, setBusy] = useState(false);
  const wizard = useWizard(steps, (step) => problemsOf(step, draft));
  const change = (part: Partial<WebhookFields>) =>
    setDraft((current) => ({ ...current, fields: { ...current.fields, ...part } }));

  async function save() {
    if (!wizard.complete()) return;
    const { fields, securityToken, signingSecret } = draft;
    setBusy(true);
    try {
      if (existing)
        await api.webhooks.update({
          id: existing.id,
          version: existing.version,
          ...fields,
          securityToken,
          signingSecret,
        });
      else await api.webhooks.create({ ...fields, securityToken, signingSecret });
      await refresh();
      toast.success(existing ? `“${fields.name}” is saved` : `“${fields.name}” is ready for leads`);
      void navigate('/webhooks');
    } catch (error) {
      toast.error(error);
      setBusy(false);
    }
  }

  const Body = bodies[wizard.step]!;
  return (
    <>
      <PageHeader
        title={existing ? 'Edit webhook' : 'New webhook'}
        description={
          existing ? existing.name : 'An address that leads are sent to, and what happens with them.'
        }
      />
      <BackendStatus sources={sources} />
      <Wizard
        wizard={wizard}
        onCancel={() => void navigate('/webhooks')}
        finish={
          <Button data-changes disabled={busy} onClick={() => void save()}>
            {busy ? 'Saving...' : existing ? 'Update Webhook' : 'Create Webhook'}
          </Button>
        }
      >
        <Body
          draft={draft}
          setDraft={setDraft}
          change={change}
          problems={wizard.problems}
          sources={sources}
          existing={existing}
        />
      </Wizard>
    </>
  );
}
