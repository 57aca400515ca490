import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMemo } from 'react';
import { formProblems } from '#shared/scene/live/form-delivery.ts';
import { useEditorSession } from '../editor/session.ts';
import { useDocumentVersion } from '../editor/use-editor.ts';

/** The forms of the open project that would reach nobody. */
export function useFormProblems() {
  const { editor } = useEditorSession();
  const revision = useDocumentVersion();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the document tells of its changes by its revision
  return useMemo(() => formProblems(editor.document.ofAllPages()), [editor, revision]);
}

/** Why a sign cannot be published yet: forms whose answers would reach nobody, and the way to each. */
export function FormProblems() {
  const { editor, screen } = useEditorSession();
  const problems = useFormProblems();
  if (problems.length === 0) return null;
  const show = (elementId: string) => {
    screen.patch({ dialog: undefined, leftTab: 'properties', leftOpen: true });
    editor.select([elementId]);
  };
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle size={18} />}
      title={problems.length === 1 ? 'A form reaches nobody' : `${problems.length} forms reach nobody`}
    >
      <Stack gap={6}>
        {problems.map(({ elementId, form, problem }) => (
          <Group key={elementId} gap={8} wrap="nowrap" justify="space-between">
            <Text size="sm">
              “{form}”: {problem}
            </Text>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`Mend the form ${form}`}
              onClick={() => show(elementId)}
            >
              Show me
            </Button>
          </Group>
        ))}
      </Stack>
    </Alert>
  );
}
