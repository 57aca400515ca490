import {
  ActionIcon,
  Alert,
  Box,
  Button,
  Group,
  Select,
  Stack,
  Switch,
  Text,
  TextInput,
  ThemeIcon,
  Title,
  UnstyledButton,
} from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPlayerPlayFilled, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { StepType } from '#shared/model/journey/steps/index.ts';
import inspector from '#web/ui/flow/inspector.module.css';
import { LeadSelect } from '../../shared/LeadSelect.tsx';
import { stepIcons } from '../../shared/step-look.ts';
import { Bubble } from './Bubble.tsx';
import { clockWords } from './ClockFace.tsx';
import styles from './dry-run.module.css';
import { laterText } from './play.ts';
import { Transport } from './Transport.tsx';
import type { DryRun } from './useDryRun.ts';

const callResults = [
  { value: 'noAnswer', label: 'Nobody answers' },
  { value: 'answered', label: 'Somebody answers' },
  { value: 'voicemail', label: 'A voicemail answers' },
  { value: 'busy', label: 'The line is busy' },
  { value: 'failed', label: 'The call fails' },
] as const;
type CallResult = (typeof callResults)[number]['value'];

/** Tries the draft on one lead: what is taken for granted, and then what would happen, step by step. */
export function DryRunPanel({ dryRun }: { dryRun: DryRun }) {
  const [leadId, setLeadId] = useState<string | null>(null);
  const [callResult, setCallResult] = useState<CallResult>('noAnswer');
  const [replies, setReplies] = useState(false);
  const [at, setAt] = useState('');
  const narrow = useMediaQuery('(max-width: 62em)', window.innerWidth < 992, {
    getInitialValueInEffect: false,
  });
  const { plan } = dryRun;
  return (
    <div className={inspector.panel}>
      {!narrow && (
        <Group justify="space-between" wrap="nowrap">
          <Title order={2} size="h3">
            Dry run
          </Title>
          <ActionIcon variant="subtle" color="gray" aria-label="End the dry run" onClick={dryRun.close}>
            <IconX size={18} />
          </ActionIcon>
        </Group>
      )}
      <Text size="sm" c="dimmed">
        What one lead would get by this draft, and when. Nothing is sent.
      </Text>
      <form
        data-changes
        className={inspector.fields}
        onSubmit={(event) => {
          event.preventDefault();
          void dryRun.run({
            callResult,
            replies,
            ...(leadId ? { leadId } : {}),
            ...(at ? { at: new Date(at).toISOString() } : {}),
          });
        }}
      >
        <LeadSelect label="Lead" placeholder="A sample lead" value={leadId} onChange={setLeadId} />
        <Select
          label="When it is called"
          allowDeselect={false}
          data={callResults.map(({ value, label }) => ({ value, label }))}
          value={callResult}
          onChange={(value) => value && setCallResult(value as CallResult)}
        />
        <TextInput
          type="datetime-local"
          label="It comes in"
          description="By your clock; now when it is left empty."
          value={at}
          onChange={(event) => setAt(event.currentTarget.value)}
        />
        <Switch
          label="It replies to what the journey waits for"
          checked={replies}
          onChange={(event) => setReplies(event.currentTarget.checked)}
        />
        <Button type="submit" loading={dryRun.busy} leftSection={<IconPlayerPlayFilled size={15} />}>
          {plan ? 'Play again' : 'Play'}
        </Button>
      </form>
      {dryRun.error && (
        <Alert color="red" role="alert">
          {dryRun.error}
        </Alert>
      )}
      {plan && (
        <>
          {!plan.matches && plan.reason && (
            <Alert color="amber" variant="light" py={8}>
              {plan.reason}
            </Alert>
          )}
          {narrow && <Transport dryRun={dryRun} />}
          <Plan dryRun={dryRun} />
        </>
      )}
    </div>
  );
}

/** The plan as a list; a press goes to that step. */
function Plan({ dryRun }: { dryRun: DryRun }) {
  const { plan, player, current, zone } = dryRun;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (current) list.current?.querySelector('[data-at="now"]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  if (!plan) return null;
  const stage = current ? plan.steps.indexOf(current) : plan.steps.length;
  const end = clockWords(Date.parse(plan.endsAt), zone);
  return (
    <ol ref={list} className={styles.plan} aria-label={`What ${plan.leadName} would get`}>
      {plan.steps.map((step, index) => {
        const Icon = stepIcons[step.stepType as StepType];
        const time = Date.parse(step.at);
        const before = index > 0 ? Date.parse(plan.steps[index - 1]!.at) : time;
        const { day, hour } = clockWords(time, zone);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a plan does not change
          <li key={index} data-at={index === stage ? 'now' : index < stage ? 'past' : 'ahead'}>
            <UnstyledButton
              className={styles.planned}
              aria-current={index === stage ? 'step' : undefined}
              onClick={() => player.go(index)}
            >
              <ThemeIcon
                component="span"
                variant="light"
                color={index < stage ? 'green' : 'ink'}
                size={26}
                radius="xl"
                aria-hidden="true"
              >
                {Icon && <Icon size={15} stroke={1.8} />}
              </ThemeIcon>
              <Stack component="span" className="db-wrap" gap={0} miw={0} fz={13}>
                <Box component="span" className="db-figures" c="dimmed" fz="xs">
                  {day.replace(/, \d{4}$/, '')} {hour}
                  {time > before && ` · ${laterText(time - before)}`}
                </Box>
                <Box component="b" fw={600} dir="auto">
                  {step.stepName}
                </Box>
                <span dir="auto">{step.text}</span>
                {step.note && (
                  <Box component="span" c="var(--mantine-color-amber-text)">
                    {step.note}
                  </Box>
                )}
              </Stack>
            </UnstyledButton>
            <Bubble step={step} />
          </li>
        );
      })}
      <li data-at={stage >= plan.steps.length ? 'now' : 'ahead'}>
        <UnstyledButton className={styles.planned} onClick={() => player.go(plan.steps.length)}>
          <ThemeIcon component="span" variant="light" color="ink" size={26} radius="xl" aria-hidden="true">
            <i className={styles.planEnd} />
          </ThemeIcon>
          <Stack component="span" className="db-wrap" gap={0} miw={0} fz={13}>
            <Box component="span" className="db-figures" c="dimmed" fz="xs">
              {end.day.replace(/, \d{4}$/, '')} {end.hour}
            </Box>
            <Box component="b" fw={600}>
              {plan.end}
            </Box>
          </Stack>
        </UnstyledButton>
      </li>
    </ol>
  );
}
