import { ActionIcon, Box, Stack, Text, UnstyledButton } from '@mantine/core';
import {
  IconAlertCircle,
  IconArrowDown,
  IconArrowUp,
  IconCornerDownRight,
  IconFlag,
  IconPlus,
  IconTrash,
  IconUnlink,
} from '@tabler/icons-react';
import { useMemo } from 'react';
import type { GraphProblem } from '#shared/model/journey/graph.ts';
import { nameOf, outputsOf, type Step, summaryOf } from '#shared/model/journey/steps/index.ts';
import { StepIcon } from '../shared/StepIcon.tsx';
import { type Link, nextInLine } from './graph/edits.ts';
import { type OutlineLine, outlineOf } from './graph/outline.ts';
import styles from './outline.module.css';
import { StepMenu } from './StepMenu.tsx';
import { useBuilderActions, useDraft, useDraftState } from './store/context.ts';

interface OutlineProps {
  problems: readonly GraphProblem[];
  /** A press on a step; it is selected in any case. */
  onOpen?: ((stepId: string) => void) | undefined;
  /** The step that a dry run is at. */
  current: string | null;
}

/** The journey as a list that is read from top to bottom, with all that the canvas can do. */
export function Outline({ problems, onOpen, current }: OutlineProps) {
  const draft = useDraft();
  const { graph } = useDraftState();
  const { add } = useBuilderActions();
  const lines = useMemo(() => outlineOf(graph), [graph]);
  const wrong = useMemo(() => new Set(problems.map(({ stepId }) => stepId)), [problems]);
  if (graph.steps.length === 0)
    return (
      <Stack gap={10} p={16}>
        <Text size="sm" c="dimmed">
          No steps yet.
        </Text>
        {!draft.readOnly && (
          <StepMenu onChoose={(type) => add(type, { after: null })}>
            <UnstyledButton className={styles.first}>
              <IconPlus size={16} /> Add the first step
            </UnstyledButton>
          </StepMenu>
        )}
      </Stack>
    );
  return (
    <ol className={styles.outline} aria-label="Outline of the journey">
      {lines.map((line) => (
        <li
          key={line.key}
          className={styles.line}
          style={{ '--depth': line.depth } as React.CSSProperties}
          data-kind={line.kind}
        >
          <Line line={line} wrong={wrong} current={current} onOpen={onOpen ?? ((id) => draft.select([id]))} />
        </li>
      ))}
    </ol>
  );
}

interface LineProps {
  line: OutlineLine;
  wrong: ReadonlySet<string | null>;
  current: string | null;
  onOpen: (stepId: string) => void;
}

function Line({ line, wrong, current, onOpen }: LineProps) {
  switch (line.kind) {
    case 'step':
      return (
        <StepLine
          step={line.step}
          previous={line.previous}
          isWrong={wrong.has(line.step.id)}
          isCurrent={current === line.step.id}
          onOpen={onOpen}
        />
      );
    case 'way':
      return (
        <>
          <IconCornerDownRight size={15} aria-hidden="true" />
          <Box component="span" flex={1} miw={0}>
            <b>{line.label}</b>
          </Box>
          <InsertButton link={line.link} label={`Insert a step on the way “${line.label}”`} />
        </>
      );
    case 'goesTo':
      return (
        <>
          <IconCornerDownRight size={15} aria-hidden="true" />
          <UnstyledButton className={styles.link} onClick={() => onOpen(line.step.id)}>
            {line.label && <b>{line.label}: </b>}Goes on at “{stepName(line.step)}”
          </UnstyledButton>
          <InsertButton
            link={line.link}
            label={`Insert a step before it goes on at “${stepName(line.step)}”`}
          />
        </>
      );
    case 'over':
      return (
        <>
          <IconFlag size={15} aria-hidden="true" />
          <Box component="span" flex={1} miw={0}>
            {line.label && <b>{line.label}: </b>}The journey is over
          </Box>
          <InsertButton link={line.link} label="Add a step here" />
        </>
      );
    case 'loose':
      return (
        <>
          <IconUnlink size={15} aria-hidden="true" />
          <Box component="span" flex={1} miw={0}>
            No way leads to these
          </Box>
        </>
      );
  }
}

const stepName = nameOf;

function InsertButton({ link, label }: { link: Link; label: string }) {
  const { readOnly } = useDraft();
  const { add } = useBuilderActions();
  if (readOnly) return null;
  return (
    <StepMenu onChoose={(type) => add(type, { on: link })}>
      <ActionIcon variant="subtle" color="gray" size={28} aria-label={label}>
        <IconPlus size={15} />
      </ActionIcon>
    </StepMenu>
  );
}

interface StepLineProps {
  step: Step;
  previous: string | null;
  isWrong: boolean;
  isCurrent: boolean;
  onOpen: (stepId: string) => void;
}

function StepLine({ step, previous, isWrong, isCurrent, onOpen }: StepLineProps) {
  const { readOnly } = useDraft();
  const { graph, selection } = useDraftState();
  const { add, remove, swapWithNext } = useBuilderActions();
  const name = stepName(step);
  const [first] = outputsOf(step);
  const next = nextInLine(graph, step.id);
  const canGoDown = next !== undefined && outputsOf(next).length > 0;
  const summary = summaryOf(step);
  return (
    <div
      className={styles.step}
      data-selected={selection.includes(step.id) || undefined}
      data-current={isCurrent || undefined}
    >
      <UnstyledButton
        className={styles.open}
        aria-pressed={selection.includes(step.id)}
        onClick={() => onOpen(step.id)}
      >
        <StepIcon type={step.type} size={26} />
        <Stack component="span" gap={0} flex={1} miw={0}>
          <Box component="span" className={styles.stepName} fz="sm" fw={550} dir="auto">
            {name}
          </Box>
          {summary && (
            <Box component="span" className={styles.summary} c="dimmed" fz="xs" dir="auto">
              {summary}
            </Box>
          )}
        </Stack>
        {isWrong && (
          <Box component="span" flex="none" c="error" lh={0} title="Incomplete">
            <IconAlertCircle size={17} aria-hidden="true" />
            <span className="db-visually-hidden">Incomplete</span>
          </Box>
        )}
      </UnstyledButton>
      {!readOnly && (
        <span className={styles.buttons}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            aria-label={`Move ${name} up`}
            disabled={previous === null || !first}
            onClick={() => previous && swapWithNext(previous)}
          >
            <IconArrowUp size={15} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            aria-label={`Move ${name} down`}
            disabled={!canGoDown}
            onClick={() => swapWithNext(step.id)}
          >
            <IconArrowDown size={15} />
          </ActionIcon>
          {first && (
            <StepMenu onChoose={(type) => add(type, { after: step.id })}>
              <ActionIcon variant="subtle" color="gray" size={28} aria-label={`Insert a step after ${name}`}>
                <IconPlus size={15} />
              </ActionIcon>
            </StepMenu>
          )}
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            aria-label={`Delete ${name}`}
            onClick={() => remove([step.id])}
          >
            <IconTrash size={15} />
          </ActionIcon>
        </span>
      )}
    </div>
  );
}
