import { Flex, Stack, Text } from '@mantine/core';
import { textFields } from '#shared/model/merge-fields.ts';
import { useLeadSettings } from '#web/features/leads/shared/lookups.ts';
import styles from './templates.module.css';

const categories = [...new Set(textFields.map(({ category }) => category))];

/** What may be filled in. A press puts it where the caret is; it can be dragged there too. */
export function VariablePalette({ onInsert }: { onInsert: (variable: string) => void }) {
  const { customFields } = useLeadSettings();
  return (
    <Stack gap={10}>
      {categories.map((category) => (
        <div key={category}>
          <Text size="xs" c="dimmed" mb={4}>
            {category}
          </Text>
          <Flex gap={5} wrap="wrap">
            {[
              ...textFields.filter((field) => field.category === category),
              ...(category === 'Lead'
                ? customFields.map(({ key, label }) => ({ name: `lead.custom.${key}`, label }))
                : []),
            ].map(({ name, label }) => (
              <button
                key={name}
                type="button"
                className={styles.variable}
                title={`{{ ${name} }}`}
                draggable
                onDragStart={(event) => event.dataTransfer.setData('text/plain', `{{ ${name} }}`)}
                // The text keeps its caret.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onInsert(`{{ ${name} }}`)}
              >
                {label}
              </button>
            ))}
          </Flex>
        </div>
      ))}
    </Stack>
  );
}
