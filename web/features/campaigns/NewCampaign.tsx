import { Alert, Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { rateLimits } from '#shared/model/message.ts';
import { api, query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import type { LeadChoice } from '#web/features/leads/shared/lead-choice.ts';
import { BackLink } from '#web/ui/BackLink.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { useWizard, Wizard } from '#web/ui/resource/Wizard.tsx';
import { toast } from '#web/ui/toast.ts';
import { sentContacts } from './contacts-file.ts';
import {
  type CampaignDraft,
  contentOf,
  type FollowedUp,
  filterOf,
  followUpOf,
  newDraft,
  problemsOf,
  steps,
} from './draft.ts';
import { HowStep } from './HowStep.tsx';
import { ReviewStep } from './ReviewStep.tsx';
import { type Audience, peopleText, useAudience } from './useAudience.ts';
import { WhatStep } from './WhatStep.tsx';
import { WhenStep } from './WhenStep.tsx';
import { WhoStep } from './WhoStep.tsx';

export interface StepProps {
  draft: CampaignDraft;
  change: (part: Partial<CampaignDraft>) => void;
  /** What is wrong in this step, by field, once Next was pressed. */
  problems: Record<string, string>;
  audience: Audience;
}

const bodies = [WhoStep, WhatStep, HowStep, WhenStep, ReviewStep] as const;

/** A new campaign in five steps: who, what, how, when, and a look at all of it. */
export default function NewCampaign() {
  const navigate = useNavigate();
  const { state } = useLocation() as { state: LeadChoice | FollowedUp | null };
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => newDraft(rateLimits.campaign.otherwise, state));
  const [busy, setBusy] = useState(false);
  const made = useRef<string>(undefined);
  const [problem, setProblem] = useState<string>();
  const audience = useAudience(draft);
  const change = (part: Partial<CampaignDraft>) => setDraft((before) => ({ ...before, ...part }));
  const wizard = useWizard(
    steps,
    (step) => problemsOf(step, draft),
    () => setProblem(undefined),
  );

  async function begin() {
    if (!wizard.complete()) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const whom =
        draft.audience === 'chosen'
          ? { leadIds: [...draft.chosen] }
          : draft.audience === 'filter'
            ? { filter: filterOf(draft) }
            : draft.audience === 'followUp'
              ? { followUp: followUpOf(draft) }
              : {};
      const content = { ...contentOf(draft), ...whom };
      // A second try changes what the first one has made.
      const id = made.current ?? (await api.campaigns.create(content)).id;
      if (made.current) await api.campaigns.update({ id, ...content });
      made.current = id;
      if (draft.audience === 'file') await api.campaigns.upload({ id, ...sentContacts(draft.contacts!) });
      const { name, status } = await api.campaigns.start({ id });
      void client.invalidateQueries({ queryKey: query.campaigns.list.key() });
      toast.success(status === 'scheduled' ? `“${name}” is scheduled` : `“${name}” has begun`);
      void navigate(`/campaigns/${id}`);
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  }

  const Body = bodies[wizard.step]!;
  return (
    <>
      <BackLink to="/campaigns">Campaigns</BackLink>
      <PageHeader title="New campaign" description="One text to many leads." />
      <Wizard
        wizard={wizard}
        onCancel={() => void navigate('/campaigns')}
        finish={
          <Button
            data-changes
            loading={busy}
            disabled={audience.people === 0}
            leftSection={<IconSend size={16} />}
            onClick={() => void begin()}
          >
            Send to {peopleText(audience)}
          </Button>
        }
      >
        <Body draft={draft} change={change} problems={wizard.problems} audience={audience} />
        {problem && (
          <Alert color="red" variant="light" mt="md" role="alert">
            {problem} Nothing was sent.
          </Alert>
        )}
      </Wizard>
    </>
  );
}
