import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMemo } from 'react';
import { variableToken } from '#shared/scene/variables.ts';
import { boxAround } from '../editor/element-geometry.ts';
import { useEditorSession } from '../editor/session.ts';
import { useDocumentVersion } from '../editor/use-editor.ts';
import panelStyles from '../panels/panels.module.css';
import { type Unfilled, unfilledIn } from './missing.ts';

/** Before a sign is published or exported: the variables that nothing will fill, and where they stand. */
export function UnfilledVariables({ on = 'on the sign' }: { on?: string }) {
  const { editor, variables, data, screen } = useEditorSession();
  const revision = useDocumentVersion();
  // A sign on a display knows the company and the time, and no lead.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the document tells of its changes by its revision
  const unfilled = useMemo(
    () => unfilledIn(editor.document.ofAllPages(), data, variables),
    [editor, revision, data, variables],
  );
  if (unfilled.length === 0) return null;
  const empty = unfilled.filter(({ shown }) => shown === '').length;
  const show = ({ elementIds }: Unfilled) => {
    screen.patch({ dialog: undefined });
    editor.select(elementIds);
    const around = boxAround(editor.document.pick(elementIds));
    if (around) editor.camera.reveal(around);
  };
  return (
    <Box
      component="section"
      aria-label="Variables without a value"
      p="10px 12px"
      bd="1px solid color-mix(in srgb, var(--mantine-color-amber-6) 55%, transparent)"
      bg="var(--mantine-color-amber-light)"
      style={{ borderRadius: 'var(--mantine-radius-md)' }}
    >
      <Group className="db-beside" gap={8} wrap="nowrap" align="start">
        <IconAlertTriangle size={17} aria-hidden />
        <Text size="sm" fw={550}>
          {empty > 0
            ? `${empty === 1 ? '1 variable' : `${empty} variables`} will show nothing ${on}`
            : `Some variables will show their defaults ${on}`}
        </Text>
      </Group>
      <Stack gap={2} mt={6} className="db-scroll" mah={132}>
        {unfilled.map((one) => (
          <Group key={one.name} gap={8} wrap="nowrap" justify="space-between">
            <Text size="xs" truncate>
              <code className={panelStyles.token}>{variableToken(one.name)}</code>{' '}
              {one.shown ? `shows its default “${one.shown}”` : 'shows nothing'}
              {one.elementIds.length > 1 ? `, in ${one.elementIds.length} elements` : ''}
            </Text>
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              aria-label={`Show me where ${one.name} stands`}
              onClick={() => show(one)}
            >
              Show me
            </Button>
          </Group>
        ))}
      </Stack>
    </Box>
  );
}
