// biome-ignore-all lint/a11y/useSemanticElements: a fieldset cannot be laid out like this group
import { Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import { FlowIcon } from './FlowIcon.tsx';
import styles from './flow.module.css';
import type { StepLook } from './kind.ts';
import { useFlowActions, useFlowDraft, useFlowState } from './store/context.ts';

/** What a step that is dragged from the palette is called on its way. */
export const dragType = 'application/x-dealbell-step';

/** Kinds that are shown while the real ones are on their way. */
const waiting = Array.from({ length: 10 }, (_, n) => n);

/** Every kind of step by group. A press puts one after what is selected; it can be dragged onto the canvas or a way. */
export function Palette() {
  const { readOnly } = useFlowDraft();
  const { kind } = useFlowState();
  const { add } = useFlowActions();
  const { step, whole } = kind.words;
  if (readOnly)
    return (
      <Text size="sm" c="dimmed" p="md">
        You can look at this {whole}. The outline shows the {step}s in words.
      </Text>
    );
  // The kinds come from the server.
  if (kind.groups.length === 0)
    return (
      <Stack gap={10} p="12px 10px" role="status" aria-label={`Loading the kinds of ${step}s`}>
        {waiting.map((n) => (
          <Skeleton key={n} h={28} />
        ))}
      </Stack>
    );
  return (
    <Stack gap={14} p="12px 10px">
      {kind.groups.map(({ label, types }) => (
        <div key={label} role="group" aria-label={label}>
          <Text size="xs" c="dimmed" fw={550} mb={4}>
            {label}
          </Text>
          {types.map((type) => (
            <Kind key={type} type={type} look={kind.lookOf(type)} onAdd={() => add(type, 'selection')} />
          ))}
        </div>
      ))}
      <Text size="xs" c="dimmed">
        Press one to put it after what is selected, or drag it to where it belongs.
      </Text>
    </Stack>
  );
}

function Kind({ type, look, onAdd }: { type: string; look: StepLook; onAdd: () => void }) {
  const { label, about } = look;
  return (
    <UnstyledButton
      className={styles.kind}
      title={about}
      aria-label={`Add ${label}`}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData(dragType, type);
        event.dataTransfer.effectAllowed = 'copy';
      }}
      onClick={onAdd}
    >
      <FlowIcon look={look} size={28} />
      {label}
    </UnstyledButton>
  );
}
