import {
  Button,
  Popover,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  UnstyledButton,
} from '@mantine/core';
import { useState } from 'react';
import type { CanvasBackground } from '#shared/model/content.ts';
import { isMediaSource } from '#shared/model/urls.ts';
import { defaultGradient, gradientPresets } from '#shared/scene/presets.ts';
import { useEditorSession } from '../editor/session.ts';
import { useSignal, useSignalPart } from '../editor/signal.ts';
import { AssetPicker } from '../panels/AssetPicker.tsx';
import { ColorField } from '../panels/ColorField.tsx';
import { useSwatches } from '../styles/use-brand.ts';
import styles from './bars.module.css';

/** What each type begins with (specification, section 4). */
const beginnings: Record<CanvasBackground['type'], CanvasBackground> = {
  solid: { type: 'solid', color: '#ffffff' },
  gradient: { type: 'gradient', gradient: defaultGradient },
  image: { type: 'image', imageUrl: '' },
  video: { type: 'video', url: '' },
};

/** A project cannot be saved with any other. */
const isAddress = (url: string) => url === '' || isMediaSource(url);

function cssOf(background: CanvasBackground): string {
  switch (background.type) {
    case 'solid':
      return background.color;
    case 'gradient':
      return background.gradient;
    case 'image':
      return `center / cover url(${JSON.stringify(background.imageUrl)})`;
    case 'video':
      return 'black';
  }
}

/** The canvas's background: a colour, a gradient, an image or a video. */
export function BackgroundMenu() {
  const swatches = useSwatches();
  const { editor } = useEditorSession();
  useSignal(editor.document.page);
  const background = useSignalPart(editor.document.fields, () => editor.document.background);
  const [opened, setOpened] = useState(false);
  const set = (next: CanvasBackground, squashKey?: string) => editor.setBackground(next, { squashKey });
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" shadow="md" width={280} trapFocus>
      <Popover.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          fz="xs"
          fw={550}
          leftSection={<span className={styles.swatch} style={{ background: cssOf(background) }} />}
          onClick={() => setOpened(!opened)}
        >
          Background
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="sm">
        <Stack gap="sm">
          <SegmentedControl
            size="xs"
            fullWidth
            aria-label="Kind of background"
            value={background.type}
            onChange={(type) => set(beginnings[type as keyof typeof beginnings])}
            data={[
              { value: 'solid', label: 'Solid' },
              { value: 'gradient', label: 'Gradient' },
              { value: 'image', label: 'Image' },
              { value: 'video', label: 'Video' },
            ]}
          />
          {background.type === 'solid' && (
            <ColorField
              aria-label="Background colour"
              size="xs"
              format="hex"
              value={background.color}
              swatches={swatches}
              swatchesPerRow={11}
              onChange={(color) => set({ type: 'solid', color }, 'background')}
            />
          )}
          {background.type === 'gradient' && (
            <>
              <SimpleGrid cols={4} spacing={6}>
                {gradientPresets.map(({ value, label }) => (
                  <UnstyledButton
                    key={value}
                    className={styles.gradient}
                    style={{ background: value }}
                    aria-label={label}
                    aria-pressed={value === background.gradient}
                    onClick={() => set({ type: 'gradient', gradient: value })}
                  />
                ))}
              </SimpleGrid>
              <TextInput
                aria-label="Gradient as CSS"
                size="xs"
                value={background.gradient}
                onChange={(event) =>
                  event.currentTarget.value &&
                  set({ type: 'gradient', gradient: event.currentTarget.value }, 'background')
                }
              />
            </>
          )}
          {background.type === 'image' && (
            <AssetPicker
              label="Image"
              value={background.imageUrl}
              onChange={(imageUrl) => isAddress(imageUrl) && set({ type: 'image', imageUrl })}
            />
          )}
          {background.type === 'video' && (
            <>
              <AssetPicker
                label="Video"
                assetType="video"
                value={background.url}
                onChange={(url) => isAddress(url) && set({ type: 'video', url })}
              />
              <Text size="xs" c="dimmed">
                It loops without sound. Where it cannot be played, the background is black.
              </Text>
            </>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
