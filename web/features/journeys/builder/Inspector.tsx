import { Alert, Box, Button, Flex, Group, Text, TextInput, Title } from '@mantine/core';
import { IconAlertCircle, IconCopy, IconTrash } from '@tabler/icons-react';
import { stepsById } from '#shared/model/flow.ts';
import type { Graph, GraphProblem } from '#shared/model/journey/graph.ts';
import { definitionOf, type Step } from '#shared/model/journey/steps/index.ts';
import {
  PostalAddressNotice,
  useLacksPostalAddress,
} from '#web/features/messages/shared/PostalAddressNotice.tsx';
import { replaced } from '#web/ui/flow/graph/edits.ts';
import styles from '#web/ui/flow/inspector.module.css';
import { Problems, Several } from '#web/ui/flow/panels.tsx';
import { WaysOut } from '#web/ui/flow/WaysOut.tsx';
import { CountsBar } from '../shared/CountsBar.tsx';
import { StepIcon } from '../shared/StepIcon.tsx';
import { journeyKind, useBuilderActions, useDraft, useDraftState } from './draft.ts';
import { StepForm } from './forms/StepForm.tsx';

interface InspectorProps {
  problems: readonly GraphProblem[];
  /** A press on a problem. */
  onShow: (stepId: string) => void;
}

export const hasMails = ({ steps }: Graph): boolean => steps.some(({ type }) => type === 'email');

/** What the panel is about, for where it needs a title. */
export function inspectorTitle(graph: Graph, selection: readonly string[]): string {
  const one = selection.length === 1 ? stepsById(graph.steps).get(selection[0]!) : undefined;
  return one ? definitionOf(one.type).label : 'Journey';
}

/** Beside the canvas: the form of the selected step, or how the whole stands. */
export function Inspector({ problems, onShow }: InspectorProps) {
  const { graph, selection } = useDraftState();
  const byId = stepsById(graph.steps);
  const [only] = selection;
  const step = selection.length === 1 ? byId.get(only!) : undefined;
  if (step)
    return (
      <OneStep key={step.id} step={step} problems={problems.filter(({ stepId }) => stepId === step.id)} />
    );
  if (selection.length > 1)
    return <Several words="Copies keep the ways between them, and can be put into another journey." />;
  return <Whole problems={problems} onShow={onShow} />;
}

function OneStep({ step, problems }: { step: Step; problems: readonly GraphProblem[] }) {
  const draft = useDraft();
  const { graph } = useDraftState();
  const { duplicate, remove } = useBuilderActions();
  const { label, about } = definitionOf(step.type);
  return (
    <div className={styles.panel}>
      <Flex gap={12}>
        <StepIcon type={step.type} size={36} />
        <Box miw={0}>
          <Title order={2} size="h3">
            {label}
          </Title>
          <Text size="xs" c="dimmed">
            {about}
          </Text>
        </Box>
      </Flex>
      {problems.length > 0 && (
        <Alert color="red" variant="light" icon={<IconAlertCircle size={17} />} py={8}>
          {problems.map(({ text }) => (
            <div key={text}>{text}</div>
          ))}
        </Alert>
      )}
      <fieldset className={styles.fields} disabled={draft.readOnly}>
        <TextInput
          label="Name"
          maxLength={100}
          placeholder={label}
          value={step.name}
          dir="auto"
          onChange={(event) =>
            draft.edit(replaced(journeyKind, graph, { ...step, name: event.currentTarget.value }), {
              tag: `name ${step.id}`,
            })
          }
        />
        <StepForm step={step} />
        <WaysOut step={step} />
      </fieldset>
      {!draft.readOnly && (
        <Group gap="xs" mt="auto" pt="md">
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconCopy size={15} />}
            onClick={() => duplicate([step.id])}
          >
            Duplicate
          </Button>
          <Button
            variant="subtle"
            color="red"
            size="compact-sm"
            leftSection={<IconTrash size={15} />}
            onClick={() => remove([step.id])}
          >
            Delete
          </Button>
        </Group>
      )}
    </div>
  );
}

function standing(mailsWait: boolean, isDraft: boolean): string {
  if (mailsWait) return 'Complete, but its mails wait';
  return isDraft ? 'Ready to go live' : 'All is in order';
}

function Whole({ problems, onShow }: InspectorProps) {
  const draft = useDraft();
  const { graph, document: journey } = useDraftState();
  const mailsWait = useLacksPostalAddress() && hasMails(graph);
  return (
    <div className={styles.panel}>
      {journey.counts.entered > 0 && (
        <section aria-label="Leads on it">
          <Title order={2} size="h3" mb={8}>
            Leads
          </Title>
          <CountsBar counts={journey.counts} />
        </section>
      )}
      <Problems
        problems={problems}
        onShow={onShow}
        blocked="Before it can go live"
        fine={standing(mailsWait, journey.status === 'draft')}
        fineWords="Every step is complete, and every step can be reached."
      />
      {mailsWait && <PostalAddressNotice />}
      <Text size="xs" c="dimmed">
        {draft.readOnly ? 'Select a step to see it.' : 'Select a step to change it.'} Settings say who comes
        in, who may come again, and what takes a lead out.
      </Text>
    </div>
  );
}
