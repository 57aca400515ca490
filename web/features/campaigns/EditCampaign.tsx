import { Alert, Button } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { Campaign } from '#shared/model/campaign.ts';
import { api, query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { BackLink } from '#web/ui/BackLink.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { useWizard, Wizard } from '#web/ui/resource/Wizard.tsx';
import { PageSkeleton } from '#web/ui/skeletons.tsx';
import { toast } from '#web/ui/toast.ts';
import { contentOf, draftOf, problemsOf, steps } from './draft.ts';
import { HowStep } from './HowStep.tsx';
import { ReviewStep } from './ReviewStep.tsx';
import { useAudience } from './useAudience.ts';
import { WhatStep } from './WhatStep.tsx';
import { WhenStep } from './WhenStep.tsx';

/** The steps of a campaign but the first: whom it is for stays. */
const bodies = [WhatStep, HowStep, WhenStep, ReviewStep] as const;
const editSteps = steps.slice(1);

/** Changes a campaign that has not started. */
export default function EditCampaign() {
  const { campaignId = '' } = useParams();
  // What is typed stays while it is looked at again elsewhere.
  const one = useQuery(
    query.campaigns.get.queryOptions({ input: { id: campaignId }, refetchOnWindowFocus: false }),
  );
  if (one.error && !one.data)
    return (
      <ErrorState title="The campaign could not be loaded" error={one.error} onRetry={() => one.refetch()} />
    );
  if (!one.data) return <PageSkeleton />;
  if (one.data.status !== 'draft' && one.data.status !== 'scheduled')
    return (
      <EmptyState
        icon={IconSpeakerphone}
        title="It can no longer be changed"
        action={
          <Button component={Link} to={`/campaigns/${campaignId}`} variant="default">
            To the campaign
          </Button>
        }
      >
        It has been started. Its pace and its automatic reply can be set on its page.
      </EmptyState>
    );
  return <Form campaign={one.data} />;
}

function Form({ campaign: now }: { campaign: Campaign }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  /** As it was opened, whose version the server compares. */
  const [campaign] = useState(now);
  const [draft, setDraft] = useState(() => draftOf(campaign));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const audience = useAudience(draft, campaign);
  const wizard = useWizard(
    editSteps,
    (step) => problemsOf(step + 1, draft),
    () => setProblem(undefined),
  );
  const back = `/campaigns/${campaign.id}`;

  async function save() {
    if (!wizard.complete()) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const { id, version } = campaign;
      const after = await api.campaigns.update({ id, version, ...contentOf(draft) });
      client.setQueryData(query.campaigns.get.queryKey({ input: { id } }), after);
      void client.invalidateQueries({ queryKey: query.campaigns.list.key() });
      toast.success(`“${after.name}” is saved`);
      void navigate(back);
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  }

  const Body = bodies[wizard.step]!;
  return (
    <>
      <BackLink to={back}>{campaign.name}</BackLink>
      <PageHeader title="Edit the campaign" description="Whom it is for stays as it was chosen." />
      <Wizard
        wizard={wizard}
        onCancel={() => void navigate(back)}
        finish={
          <Button data-changes loading={busy} onClick={() => void save()}>
            Save
          </Button>
        }
      >
        <Body
          draft={draft}
          change={(part) => setDraft((before) => ({ ...before, ...part }))}
          problems={wizard.problems}
          audience={audience}
        />
        {problem && (
          <Alert color="red" variant="light" mt="md" role="alert">
            {problem} Nothing was changed.
          </Alert>
        )}
      </Wizard>
    </>
  );
}
