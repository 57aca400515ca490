import { Flex, Stack, Text } from '@mantine/core';
import { messageVariables } from '#shared/model/message-template.ts';
import { useLeadSettings } from '#web/features/leads/shared/lookups.ts';
import styles from './templates.module.css';

const roots: Record<string, string> = {
  lead: 'Lead',
  rep: 'Whoever sends it',
  tenant: 'Workspace',
  system: 'Now',
  call: 'Call',
};

const words: Record<string, string> = { email: 'e-mail', at: 'when' };

/** 'firstName' as 'first name'. */
const spoken = (name: string) =>
  words[name] ?? name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);

/** What may be filled in. A press puts it where the caret is; it can be dragged there too. */
export function VariablePalette({ onInsert }: { onInsert: (variable: string) => void }) {
  const { customFields } = useLeadSettings();
  return (
    <Stack gap={10}>
      {Object.entries(roots).map(([root, title]) => (
        <div key={root}>
          <Text size="xs" c="dimmed" mb={4}>
            {title}
          </Text>
          <Flex gap={5} wrap="wrap">
            {[
              ...messageVariables[root as keyof typeof messageVariables].map((field) => ({
                name: `${root}.${field}`,
                label: spoken(field),
              })),
              ...(root === 'lead'
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
