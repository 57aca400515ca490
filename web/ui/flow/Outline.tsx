import { ActionIcon, Box, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import {
  IconAlertCircle,
  IconArrowDown,
  IconArrowUp,
  IconCornerDownRight,
  IconFlag,
  IconPlus,
  IconSearch,
  IconTrash,
  IconUnlink,
} from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { type FlowStep, stepsById } from '#shared/model/flow.ts';
import { FlowIcon } from './FlowIcon.tsx';
import { type Link, nextInLine } from './graph/edits.ts';
import { type OutlineLine, outlineOf } from './graph/outline.ts';
import { type FlowKind, type FlowProblem, startId } from './kind.ts';
import styles from './outline.module.css';
import { StepMenu } from './StepMenu.tsx';
import { useFlowActions, useFlowDraft, useFlowState } from './store/context.ts';

interface OutlineProps {
  problems: readonly FlowProblem[];
  /** A press on a step; it is selected in any case. */
  onOpen?: ((stepId: string) => void) | undefined;
  /** The step that a dry run is at. */
  current: string | null;
}

/** The flow as a list that is read from top to bottom, with all that the canvas can do. */
export function Outline({ problems, onOpen, current }: OutlineProps) {
  const draft = useFlowDraft();
  const { graph, kind, selection } = useFlowState();
  const { add } = useFlowActions();
  const [sought, setSought] = useState('');
  const lines = useMemo(() => outlineOf(kind, graph, kind.openWays === 'over'), [kind, graph]);
  const wrong = useMemo(
    () => new Set(problems.flatMap(({ stepId, severity }) => (severity === 'warning' ? [] : [stepId]))),
    [problems],
  );
  if (graph.steps.length === 0)
    return (
      <Stack gap={10} p={16}>
        <Text size="sm" c="dimmed">
          No {kind.words.step}s yet.
        </Text>
        {!draft.readOnly && (
          <StepMenu onChoose={(type) => add(type, { after: null })}>
            <UnstyledButton className={styles.first}>
              <IconPlus size={16} /> Add the first {kind.words.step}
            </UnstyledButton>
          </StepMenu>
        )}
      </Stack>
    );
  const text = sought.trim().toLowerCase();
  const isMeant = (step: FlowStep) =>
    [kind.nameOf(step), kind.summaryOf(step), kind.lookOf(step.type).label].some((part) =>
      part.toLowerCase().includes(text),
    );
  const found = text ? lines.filter((line) => line.kind === 'step' && isMeant(line.step)) : lines;
  return (
    <>
      {graph.steps.length > manySteps && (
        <TextInput
          size="xs"
          m="10px 10px 0"
          type="search"
          aria-label={`Find a ${kind.words.step}`}
          placeholder={`Find a ${kind.words.step}`}
          leftSection={<IconSearch size={14} />}
          value={sought}
          onChange={(event) => setSought(event.currentTarget.value)}
        />
      )}
      {found.length === 0 && (
        <Text size="sm" c="dimmed" p={16} role="status">
          No {kind.words.step} has “{sought.trim()}” in it.
        </Text>
      )}
      <ol className={styles.outline} aria-label={`Outline of the ${kind.words.whole}`}>
        {kind.start && !text && (
          <li className={styles.line}>
            <UnstyledButton
              className={styles.startLine}
              aria-pressed={selection.includes(startId)}
              onClick={() => draft.select([startId])}
            >
              {kind.words.start}
            </UnstyledButton>
          </li>
        )}
        {found.map((line) => (
          <li
            key={line.key}
            className={styles.line}
            style={{ '--depth': text ? 0 : line.depth } as React.CSSProperties}
            data-kind={line.kind}
          >
            <Line
              line={line}
              wrong={wrong}
              current={current}
              onOpen={onOpen ?? ((id) => draft.select([id]))}
            />
          </li>
        ))}
      </ol>
    </>
  );
}

/** A search in fewer would only be in the way. */
const manySteps = 8;

interface LineProps {
  line: OutlineLine;
  wrong: ReadonlySet<string | null>;
  current: string | null;
  onOpen: (stepId: string) => void;
}

function Line({ line, wrong, current, onOpen }: LineProps) {
  const { kind, graph } = useFlowState();
  const { step: word } = kind.words;
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
          <InsertButton link={line.link} label={`Insert a ${word} on the way “${line.label}”`} />
        </>
      );
    case 'goesTo':
      return (
        <>
          <IconCornerDownRight size={15} aria-hidden="true" />
          <UnstyledButton
            className="db-grow"
            p={4}
            c="var(--mantine-color-anchor)"
            fz="0.8125rem"
            td="underline"
            onClick={() => onOpen(line.step.id)}
          >
            {line.label && <b>{line.label}: </b>}Goes on at “{kind.nameOf(line.step)}”
          </UnstyledButton>
          <InsertButton
            link={line.link}
            label={`Insert a ${word} before it goes on at “${kind.nameOf(line.step)}”`}
          />
        </>
      );
    case 'over':
      return (
        <>
          <IconFlag size={15} aria-hidden="true" />
          <Box component="span" flex={1} miw={0}>
            {line.label && <b>{line.label}: </b>}
            {overWords(kind, line.link, stepsById(graph.steps))}
          </Box>
          <InsertButton
            link={line.link}
            label={line.label ? `Add a ${word} on the way “${line.label}”` : `Add a ${word} here`}
          />
        </>
      );
    case 'loose':
      return (
        <>
          <IconUnlink size={15} aria-hidden="true" />
          <Box component="span" flex={1} miw={0}>
            {kind.words.loose}
          </Box>
        </>
      );
  }
}

/** What becomes of a call, or a lead, where a way ends. */
function overWords(kind: FlowKind, { from, output }: Link, byId: ReadonlyMap<string, FlowStep>): string {
  const step = from === null ? undefined : byId.get(from);
  const isOpen = step && step.next[output] === undefined;
  return (isOpen && kind.openWords?.(step, output)) || kind.words.over;
}

function InsertButton({ link, label }: { link: Link; label: string }) {
  const { readOnly } = useFlowDraft();
  const { add } = useFlowActions();
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
  step: FlowStep;
  previous: string | null;
  isWrong: boolean;
  isCurrent: boolean;
  onOpen: (stepId: string) => void;
}

function StepLine({ step, previous, isWrong, isCurrent, onOpen }: StepLineProps) {
  const { readOnly } = useFlowDraft();
  const { graph, selection, kind } = useFlowState();
  const { add, remove, swapWithNext } = useFlowActions();
  const name = kind.nameOf(step);
  const [first] = kind.outputsOf(step);
  const next = nextInLine(kind, graph, step.id);
  const canGoDown = next !== undefined && kind.outputsOf(next).length > 0;
  const summary = kind.summaryOf(step);
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
        <FlowIcon look={kind.lookOf(step.type)} size={26} />
        <Stack component="span" gap={0} flex={1} miw={0}>
          <Box component="span" className="db-cut" fz="sm" fw={550} dir="auto">
            {name}
          </Box>
          {summary && (
            <Box component="span" className="db-cut" c="dimmed" fz="xs" dir="auto">
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
              <ActionIcon
                variant="subtle"
                color="gray"
                size={28}
                aria-label={`Insert a ${kind.words.step} after ${name}`}
              >
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
