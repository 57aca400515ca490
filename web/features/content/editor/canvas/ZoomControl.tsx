import { Menu, UnstyledButton } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { zoomSteps } from '#shared/model/editor-constants.ts';
import { PlainIconButton } from '#web/ui/PlainButton.tsx';
import { centreCanvas, fitToScreen, resetView, zoomIn, zoomOut } from '../commands/view.ts';
import { useEditorSession } from '../session.ts';
import { useSignalPart } from '../signal.ts';
import styles from './Canvas.module.css';

/** Zoom out, the zoom in percent with its menu, zoom in. */
export function ZoomControl() {
  const session = useEditorSession();
  const { editor, run } = session;
  const percent = useSignalPart(editor.camera.view, ({ zoom }) => Math.round(zoom * 100));
  const { width, height } = editor.camera.screen.get();
  return (
    <div className={styles.zoom} role="toolbar" aria-label="Zoom" data-keep-clear>
      <PlainIconButton
        aria-label="Zoom out"
        data-hint="Zoom out"
        disabled={!editor.camera.canZoom('out')}
        onClick={() => run(zoomOut)}
      >
        <IconMinus size={16} />
      </PlainIconButton>
      <Menu position="top">
        <Menu.Target>
          <UnstyledButton className={styles.percent} aria-label={`Zoom ${percent}%`}>
            {percent}%
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {[fitToScreen, centreCanvas, resetView].map((command) => (
            <Menu.Item key={command.name} onClick={() => run(command)}>
              {command.label}
            </Menu.Item>
          ))}
          <Menu.Divider />
          {zoomSteps.map((zoom) => (
            <Menu.Item key={zoom} onClick={() => editor.camera.zoomAt({ x: width / 2, y: height / 2 }, zoom)}>
              {zoom * 100}%
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <PlainIconButton
        aria-label="Zoom in"
        data-hint="Zoom in"
        disabled={!editor.camera.canZoom('in')}
        onClick={() => run(zoomIn)}
      >
        <IconPlus size={16} />
      </PlainIconButton>
    </div>
  );
}
