import { Alert, Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { rateLimits } from '#shared/model/message.ts';
import { api, query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import type { LeadChoice } from '#web/features/leads/shared/lead-choice.ts';
import { BackLink } from '#web/ui/BackLink.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { useWizard, Wizard } from '#web/ui/resource/Wizard.tsx';
import { toast } from '#web/ui/toast.ts';
import { type BlastDraft, contentOf, filterOf, newDraft, problemsOf, steps } from './draft.ts';
import { HowStep } from './HowStep.tsx';
import { ReviewStep } from './ReviewStep.tsx';
import { type Audience, peopleText, useAudience } from './useAudience.ts';
import { WhatStep } from './WhatStep.tsx';
import { WhoStep } from './WhoStep.tsx';

export interface StepProps {
  draft: BlastDraft;
  change: (part: Partial<BlastDraft>) => void;
  /** What is wrong in this step, by field, once Next was pressed. */
  problems: Record<string, string>;
  audience: Audience;
}

const bodies = [WhoStep, WhatStep, HowStep, ReviewStep] as const;

/** A new blast in four steps: who, what, how, and a look at all of it. */
export default function NewBlast() {
  const navigate = useNavigate();
  const { state } = useLocation() as { state: LeadChoice | null };
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => newDraft(rateLimits.campaign.otherwise, state));
  const [busy, setBusy] = useState(false);
  const [key] = useState(() => crypto.randomUUID());
  const [problem, setProblem] = useState<string>();
  const audience = useAudience(draft);
  const change = (part: Partial<BlastDraft>) => setDraft((before) => ({ ...before, ...part }));
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
      const content = contentOf(draft);
      const blast =
        draft.audience === 'file'
          ? await api.sms.importSimplified({ file: draft.contacts!.file, ...content })
          : await api.sms.sendBlast({
              ...content,
              ...(draft.audience === 'chosen' ? { leadIds: [...draft.chosen] } : { filter: filterOf(draft) }),
              ...(draft.from ? { from: draft.from } : {}),
              key,
            });
      void client.invalidateQueries({ queryKey: query.sms.blasts.key() });
      toast.success(`“${blast.name}” has begun`);
      void navigate(`/messages/blasts/${blast.id}`);
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  }

  const Body = bodies[wizard.step]!;
  return (
    <>
      <BackLink to="/messages/blasts">Text blasts</BackLink>
      <PageHeader title="New blast" description="One text to many leads." />
      <Wizard
        wizard={wizard}
        onCancel={() => void navigate('/messages/blasts')}
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
