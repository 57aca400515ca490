import { Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { type FlowGraph, stepsById } from '#shared/model/flow.ts';
import { type FlowChanges, isSame } from '../graph/changes.ts';
import styles from '../inspector.module.css';
import { useFlowState } from '../store/context.ts';

interface ChangesProps {
  changes: FlowChanges;
  /** What the version is compared with, and its name in a sentence: 'the draft'. */
  other: FlowGraph;
  otherName: string;
  /** A press on a step of the version. */
  onShow: (stepId: string) => void;
}

/** What a version has that another has not, and what it lacks. */
export function Changes({ changes, other, otherName, onShow }: ChangesProps) {
  const { graph, kind } = useFlowState();
  const [own, others] = [stepsById(graph.steps), stepsById(other.steps)];
  const lines = [
    ...changes.added.map((id) => ({ id, text: `Not in ${otherName}`, step: own.get(id)!, isThere: true })),
    ...changes.changed.map((id) => ({
      id,
      text: `Different in ${otherName}`,
      step: own.get(id)!,
      isThere: true,
    })),
    ...changes.removed.map((id) => ({
      id,
      text: `In ${otherName} alone`,
      step: others.get(id)!,
      isThere: false,
    })),
  ];
  return (
    <section aria-label="Differences">
      <Title order={2} size="h3" mb={8}>
        Compared with {otherName}
      </Title>
      {isSame(changes) ? (
        <Text size="sm" c="dimmed" className="db-beside">
          <IconCircleCheck size={17} color="var(--mantine-color-green-light-color)" aria-hidden="true" /> They
          are the same.
        </Text>
      ) : (
        <Stack gap={6} component="ul" className="db-list">
          {changes.isEntryOther && (
            <li className={styles.problem} data-warning>
              <span>Another {kind.words.step} comes first</span>
            </li>
          )}
          {lines.map(({ id, text, step, isThere }) => {
            const words = (
              <>
                <b dir="auto">{kind.nameOf(step)}</b>
                <span>{text}</span>
              </>
            );
            return (
              <li key={id}>
                {isThere ? (
                  <UnstyledButton className={styles.problem} data-warning onClick={() => onShow(id)}>
                    {words}
                  </UnstyledButton>
                ) : (
                  <div className={styles.problem} data-warning>
                    {words}
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
