import { Alert, Button, Flex } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconSend } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { rateLimits } from '#shared/model/message.ts';
import { api, query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { BackLink } from '#web/ui/BackLink.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Steps } from '#web/ui/Steps.tsx';
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

const last = steps.length - 1;
const bodies = [WhoStep, WhatStep, HowStep, ReviewStep] as const;

/** A new blast in four steps: who, what, how, and a look at all of it. */
export default function NewBlast() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => newDraft(rateLimits.campaign.otherwise));
  const [step, setStep] = useState(0);
  const [pressed, setPressed] = useState(false);
  const [busy, setBusy] = useState(false);
  const [key] = useState(() => crypto.randomUUID());
  const [problem, setProblem] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  const audience = useAudience(draft);
  const change = (part: Partial<BlastDraft>) => setDraft((before) => ({ ...before, ...part }));
  const first = useRef(true);
  useEffect(() => {
    void step;
    if (!first.current) heading.current?.focus();
    first.current = false;
  }, [step]);

  /** Goes to a step; forwards only past steps that have no problems. */
  function go(to: number) {
    for (let at = step; at < to; at++)
      if (Object.keys(problemsOf(at, draft)).length > 0) {
        setStep(at);
        setPressed(true);
        return;
      }
    setPressed(false);
    setProblem(undefined);
    setStep(to);
  }

  async function begin() {
    setBusy(true);
    setProblem(undefined);
    try {
      const content = contentOf(draft);
      const blast =
        draft.audience === 'file'
          ? await api.sms.importSimplified({ file: draft.contacts!.file, ...content })
          : await api.sms.sendBlast({
              ...content,
              filter: filterOf(draft),
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

  const Body = bodies[step]!;
  return (
    <>
      <BackLink to="/messages/blasts">Text blasts</BackLink>
      <PageHeader title="New blast" description="One text to many leads." />
      <Steps names={steps} at={step} onGo={go} heading={heading} />
      <Body
        draft={draft}
        change={change}
        problems={pressed ? problemsOf(step, draft) : {}}
        audience={audience}
      />
      {problem && (
        <Alert color="red" variant="light" mt="md" role="alert">
          {problem} Nothing was sent.
        </Alert>
      )}
      <Flex gap={12} justify="space-between" mt={20}>
        {step === 0 ? (
          <Button component={Link} to="/messages/blasts" variant="default">
            Cancel
          </Button>
        ) : (
          <Button variant="default" leftSection={<IconChevronLeft size={17} />} onClick={() => go(step - 1)}>
            Previous
          </Button>
        )}
        {step < last ? (
          <Button rightSection={<IconChevronRight size={17} />} onClick={() => go(step + 1)}>
            Next
          </Button>
        ) : (
          <Button
            data-changes
            loading={busy}
            disabled={audience.people === 0}
            leftSection={<IconSend size={16} />}
            onClick={() => void begin()}
          >
            Send to {peopleText(audience)}
          </Button>
        )}
      </Flex>
    </>
  );
}
