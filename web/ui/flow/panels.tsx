import { Button, Group, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { stepsById } from '#shared/model/flow.ts';
import styles from './inspector.module.css';
import { type FlowProblem, startId } from './kind.ts';
import { useFlowActions, useFlowDraft, useFlowState } from './store/context.ts';

/* What stands beside the canvas while not one step is selected, but several or none. */

/** Several steps: what can be done with them together. `words`: what copies keep. */
export function Several({ words }: { words: string }) {
  const draft = useFlowDraft();
  const { selection, kind } = useFlowState();
  const { copy, duplicate, remove } = useFlowActions();
  return (
    <div className={styles.panel}>
      <Title order={2} size="h3">
        {selection.length} {kind.words.step}s selected
      </Title>
      <Text size="sm" c="dimmed">
        {words}
      </Text>
      <Group gap="xs">
        <Button variant="default" onClick={copy}>
          Copy
        </Button>
        {!draft.readOnly && (
          <>
            <Button variant="default" onClick={() => duplicate()}>
              Duplicate
            </Button>
            <Button variant="light" color="red" onClick={() => remove(selection)}>
              Delete
            </Button>
          </>
        )}
      </Group>
    </div>
  );
}

interface ProblemsProps {
  problems: readonly FlowProblem[];
  /** A press on a problem. */
  onShow: (stepId: string) => void;
  /** The heading where there are errors. */
  blocked: string;
  /** The heading where there are none, and what follows where there is nothing at all. */
  fine: string;
  fineWords: string;
}

/** What is wrong with the whole, by step. */
export function Problems({ problems, onShow, blocked, fine, fineWords }: ProblemsProps) {
  const { graph, kind } = useFlowState();
  const byId = stepsById(graph.steps);
  const isBlocked = problems.some(({ severity }) => severity !== 'warning');
  const nameOf = (id: string | null) => {
    const step = id === null ? undefined : byId.get(id);
    return step ? kind.nameOf(step) : id === startId && kind.start ? kind.words.start : undefined;
  };
  return (
    <section aria-label="Checks">
      <Title order={2} size="h3" mb={8}>
        {isBlocked ? blocked : fine}
      </Title>
      {problems.length === 0 ? (
        <Text size="sm" c="dimmed" className="db-beside">
          <IconCircleCheck size={17} color="var(--mantine-color-green-light-color)" aria-hidden="true" />{' '}
          {fineWords}
        </Text>
      ) : (
        <Stack gap={6} component="ul" className="db-list">
          {problems.map(({ stepId, text, severity }) => {
            const name = nameOf(stepId);
            const warning = severity === 'warning' || undefined;
            return (
              <li key={`${stepId} ${text}`}>
                {stepId && name ? (
                  <UnstyledButton
                    className={styles.problem}
                    data-warning={warning}
                    onClick={() => onShow(stepId)}
                  >
                    <b dir="auto">{name}</b>
                    <span>{text}</span>
                  </UnstyledButton>
                ) : (
                  <div className={styles.problem} data-warning={warning}>
                    <span>{text}</span>
                  </div>
                )}
              </li>
            );
          })}
        </Stack>
      )}
    </section>
  );
}
