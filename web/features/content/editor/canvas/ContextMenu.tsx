import { Kbd, Menu, UnstyledButton } from '@mantine/core';
import { Fragment } from 'react';
import type { Point } from '#shared/model/geometry.ts';
import * as clipboard from '../commands/clipboard.ts';
import type { Command } from '../commands/command.ts';
import { crop } from '../commands/crop.ts';
import { flipHorizontally, flipVertically } from '../commands/flip.ts';
import { group, ungroup } from '../commands/group.ts';
import * as layers from '../commands/layers.ts';
import * as selection from '../commands/selection.ts';
import { copyStyle, pasteStyle } from '../commands/style.ts';
import { useEditorSession } from '../session.ts';
import { shortcutText } from '../shortcut-text.ts';

const sections: readonly (readonly Command[])[] = [
  [clipboard.cut, clipboard.copy, clipboard.paste, selection.duplicate, selection.remove],
  [copyStyle, pasteStyle],
  [crop, flipHorizontally, flipVertically],
  [group, ungroup],
  [layers.bringToFront, layers.bringForward, layers.sendBackward, layers.sendToBack],
  [selection.toggleLock, selection.toggleVisibility],
  [clipboard.copyPicture, selection.selectAll],
];

interface ContextMenuProps {
  /** In px of the window; undefined while it is closed. */
  at: Point | undefined;
  onClose(): void;
}

/** The commands for what is selected: right click, a long press, or the keyboard's menu key. */
export function ContextMenu({ at, onClose }: ContextMenuProps) {
  const session = useEditorSession();
  if (!at) return null;
  return (
    <Menu
      opened
      onClose={onClose}
      position="bottom-start"
      offset={2}
      width={230}
      shadow="md"
      middlewares={{ flip: false, shift: { crossAxis: true, padding: 8 } }}
      withInitialFocusPlaceholder={false}
      withinPortal
    >
      <Menu.Target>
        <UnstyledButton
          tabIndex={-1}
          aria-label="Commands"
          style={{ position: 'fixed', left: at.x, top: at.y, inlineSize: 1, blockSize: 1 }}
        />
      </Menu.Target>
      <Menu.Dropdown mah="calc(100dvh - 16px)" style={{ overflow: 'auto' }}>
        {sections.map((commands, index) => (
          <Fragment key={commands[0]!.name}>
            {index > 0 && <Menu.Divider />}
            {commands.map((command) => (
              <Menu.Item
                key={command.name}
                disabled={command.enabled?.(session) === false}
                rightSection={
                  command.shortcuts?.[0] && <Kbd size="xs">{shortcutText(command.shortcuts[0])}</Kbd>
                }
                onClick={() => session.run(command)}
              >
                {command.label}
              </Menu.Item>
            ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
