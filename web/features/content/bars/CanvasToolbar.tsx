import { Box, Button, Divider, Group, Menu, NumberInput, Popover, Stack, Text } from '@mantine/core';
import {
  IconAspectRatio,
  IconGrid4x4,
  IconLayoutBottombar,
  IconMagnet,
  IconRuler2,
  IconTimeline,
} from '@tabler/icons-react';
import { useState } from 'react';
import { contentLimits } from '#shared/model/content.ts';
import { canvasPresets, customCanvasSide } from '#shared/model/editor-constants.ts';
import { snapTolerance } from '#shared/model/snapping.ts';
import { togglePages } from '../editor/commands/pages.ts';
import {
  fitToScreen,
  toggleGrid,
  toggleRulers,
  toggleSmartSnap,
  toggleTimeline,
} from '../editor/commands/view.ts';
import { useEditorSession } from '../editor/session.ts';
import { useSignal, useSignalPart } from '../editor/signal.ts';
import { BackgroundMenu } from './BackgroundMenu.tsx';
import styles from './bars.module.css';
import { IconButton } from './IconButton.tsx';

/** Grid, snapping, rulers, canvas size and background. */
export function CanvasToolbar() {
  const { editor, run, screen, timeline } = useEditorSession();
  const { pagesOpen } = useSignal(screen);
  const pages = useSignalPart(editor.document.fields, () => editor.document.pages.length);
  const timelineOpen = useSignal(timeline.open);
  const { showGrid, smartSnap, rulers } = useSignal(editor.settings);
  const count = useSignal(editor.document.order).length;
  return (
    <div className={styles.toolbar} role="toolbar" aria-label="Canvas">
      <IconButton
        label="Grid"
        icon={IconGrid4x4}
        active={showGrid}
        shortcut="$mod+g"
        onClick={() => run(toggleGrid)}
      />
      <IconButton
        label={`Smart snap, ${snapTolerance}px tolerance`}
        icon={IconMagnet}
        active={smartSnap}
        onClick={() => run(toggleSmartSnap)}
      />
      <IconButton
        label="Rulers"
        icon={IconRuler2}
        active={rulers}
        shortcut="$mod+r"
        onClick={() => run(toggleRulers)}
      />
      <Divider orientation="vertical" mx={6} my={8} />
      <CanvasSizeMenu />
      <BackgroundMenu />
      <IconButton
        label="Timeline"
        icon={IconTimeline}
        active={timelineOpen}
        shortcut="t"
        onClick={() => run(toggleTimeline)}
      />
      <IconButton
        label="Pages"
        icon={IconLayoutBottombar}
        active={pagesOpen ?? pages > 1}
        onClick={() => run(togglePages)}
      />
      <Box component="span" flex={1} />
      <Text size="xs" c="dimmed" className="db-figures db-nowrap" visibleFrom="sm">
        {count === 1 ? '1 element' : `${count.toLocaleString()} elements`}
      </Text>
    </div>
  );
}

function CanvasSizeMenu() {
  const { editor, run } = useEditorSession();
  const { width, height } = useSignalPart(editor.document.fields, (fields) => fields.canvasSize);
  const [opened, setOpened] = useState(false);
  const resize = (size: { width: number; height: number }) => {
    editor.setFields('Resize canvas', { canvasSize: size });
    setOpened(false);
    run(fitToScreen);
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" shadow="md" width={250} trapFocus>
      <Popover.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          fz="xs"
          fw={550}
          leftSection={<IconAspectRatio size={16} />}
          onClick={() => setOpened(!opened)}
          aria-label={`Canvas size, ${width} × ${height}`}
        >
          <span className="db-figures">
            {width} × {height}
          </span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="xs">
        <Menu>
          {canvasPresets.map((preset) => (
            <Button
              key={preset.name}
              variant={preset.width === width && preset.height === height ? 'light' : 'subtle'}
              color={preset.width === width && preset.height === height ? 'ink' : 'gray'}
              size="xs"
              fullWidth
              justify="space-between"
              rightSection={
                <Text span size="xs" c="dimmed" className="db-figures">
                  {preset.width}×{preset.height}
                </Text>
              }
              onClick={() => resize({ width: preset.width, height: preset.height })}
            >
              {preset.name}
            </Button>
          ))}
        </Menu>
        <Divider my="xs" />
        <CustomSize key={`${width}x${height}`} width={width} height={height} onApply={resize} />
      </Popover.Dropdown>
    </Popover>
  );
}

interface CustomSizeProps {
  width: number;
  height: number;
  onApply: (size: { width: number; height: number }) => void;
}

function CustomSize({ width, height, onApply }: CustomSizeProps) {
  const [typed, setTyped] = useState({ width: String(width), height: String(height) });
  const { min, max } = contentLimits.canvas;
  const field = (side: 'width' | 'height', label: string) => (
    <NumberInput
      label={label}
      size="xs"
      hideControls
      value={typed[side]}
      onChange={(value) => setTyped({ ...typed, [side]: String(value) })}
    />
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onApply({
          width: customCanvasSide(typed.width, width),
          height: customCanvasSide(typed.height, height),
        });
      }}
    >
      <Stack gap={8}>
        <Group grow gap={8}>
          {field('width', 'Width')}
          {field('height', 'Height')}
        </Group>
        <Group justify="space-between">
          <Text size="xs" c="dimmed">
            {min} to {max.toLocaleString()} px
          </Text>
          <Button type="submit" size="compact-xs" variant="default">
            Apply
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
