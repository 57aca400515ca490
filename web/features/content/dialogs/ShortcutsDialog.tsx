import { Group, Kbd, Modal, Text } from '@mantine/core';
import { AutoGrid } from '#web/ui/layout/layout.tsx';
import { commandGroups } from '../editor/commands/command.ts';
import { commands } from '../editor/commands/index.ts';
import { useEditorSession } from '../editor/session.ts';
import { shortcutText } from '../editor/shortcut-text.ts';
import { useSignalPart } from '../editor/signal.ts';

/** Every key of the editor, from the command table. */
export function ShortcutsDialog() {
  const { screen } = useEditorSession();
  const opened = useSignalPart(screen, ({ dialog }) => dialog === 'shortcuts');
  return (
    <Modal
      closeButtonProps={{ 'aria-label': 'Close' }}
      opened={opened}
      onClose={() => screen.patch({ dialog: undefined })}
      title="Keyboard shortcuts"
      size="lg"
    >
      <AutoGrid min={240} fill gap="20px 32px">
        {commandGroups.map((group) => (
          <section key={group}>
            <Text size="sm" fw={650} mb={4}>
              {group}
            </Text>
            {commands
              .filter((command) => command.group === group && (command.shortcuts?.length ?? 0) > 0)
              .map((command) => (
                <Group key={command.name} gap={12} wrap="nowrap" justify="space-between" py={3} fz={13}>
                  <span>{command.label}</span>
                  <Kbd size="xs">{shortcutText(command.shortcuts![0]!)}</Kbd>
                </Group>
              ))}
          </section>
        ))}
      </AutoGrid>
      <Text size="xs" c="dimmed" mt="md">
        Ctrl+R toggles the rulers here; Ctrl+Shift+R reloads the page. Ctrl and the wheel zoom; a drag with
        Space or Alt held moves the view. Tab walks through the elements while the canvas has the focus, Enter
        goes to the buttons of what is selected, and Escape and Tab leave the canvas.
      </Text>
    </Modal>
  );
}
