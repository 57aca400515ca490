// biome-ignore-all lint/a11y/useSemanticElements: a fieldset cannot be laid out like this group
import { Stack, Text, UnstyledButton } from '@mantine/core';
import { definitionOf, type StepType } from '#shared/model/journey/steps/index.ts';
import { StepIcon } from '../shared/StepIcon.tsx';
import { stepGroups, typesOfGroup } from '../shared/step-look.ts';
import styles from './builder.module.css';
import { useBuilderActions, useDraft } from './store/context.ts';

/** What a step that is dragged from the palette is called on its way. */
export const dragType = 'application/x-dealbell-step';

/** Every kind of step by group. A press puts one after what is selected; it can be dragged onto the canvas or a way. */
export function Palette() {
  const { readOnly } = useDraft();
  const { add } = useBuilderActions();
  if (readOnly)
    return (
      <Text size="sm" c="dimmed" p="md">
        You can look at this journey. The outline shows the steps in words.
      </Text>
    );
  return (
    <Stack gap={14} p="12px 10px">
      {stepGroups.map(({ key, label }) => (
        <div key={key} role="group" aria-label={label}>
          <Text size="xs" c="dimmed" fw={550} mb={4}>
            {label}
          </Text>
          {typesOfGroup(key).map((type) => (
            <Kind key={type} type={type} onAdd={() => add(type, 'selection')} />
          ))}
        </div>
      ))}
      <Text size="xs" c="dimmed">
        Press one to put it after what is selected, or drag it to where it belongs.
      </Text>
    </Stack>
  );
}

function Kind({ type, onAdd }: { type: StepType; onAdd: () => void }) {
  const { label, about } = definitionOf(type);
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
      <StepIcon type={type} size={28} />
      {label}
    </UnstyledButton>
  );
}
