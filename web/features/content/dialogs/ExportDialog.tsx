import {
  Button,
  Divider,
  Group,
  Modal,
  NumberInput,
  SegmentedControl,
  Stack,
  Switch,
  Text,
} from '@mantine/core';
import { useState } from 'react';
import { contentLimits, type ExportOptions } from '#shared/model/content.ts';
import { api, query, queryClient } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { toast } from '#web/ui/toast.ts';
import { listStarted } from '../data/export-polling.ts';
import { UnfilledVariables } from '../data/UnfilledVariables.tsx';
import { useEditorSession } from '../editor/session.ts';
import { ColorField } from '../panels/ColorField.tsx';
import { useSwatches } from '../styles/use-brand.ts';
import styles from './dialogs.module.css';
import { ExportList } from './ExportList.tsx';

const formats = {
  png: { label: 'PNG', exportType: 'image', imageFormat: 'png' },
  jpeg: { label: 'JPEG', exportType: 'image', imageFormat: 'jpeg' },
  webp: { label: 'WebP', exportType: 'image', imageFormat: 'webp' },
  pdf: { label: 'PDF', exportType: 'pdf' },
  html: { label: 'HTML', exportType: 'html' },
  mp4: { label: 'MP4', exportType: 'video', videoFormat: 'mp4' },
  webm: { label: 'WebM', exportType: 'video', videoFormat: 'webm' },
  gif: { label: 'GIF', exportType: 'video', videoFormat: 'gif' },
} as const satisfies Record<string, { label: string } & Partial<ExportOptions>>;
type Format = keyof typeof formats;

/** What is no number is this (specification, section 5). */
const fallback = { width: 1920, height: 1080, duration: 10 };

/** Exports the project as it was last saved, and lists what was exported. */
export default function ExportDialog() {
  const { editor, screen, projectId, saveFirst, timeline } = useEditorSession();
  const swatches = useSwatches();
  const { canvasSize } = editor.document.fields.get();
  const [format, setFormat] = useState<Format>('png');
  const [quality, setQuality] = useState<ExportOptions['quality']>('high');
  const [size, setSize] = useState<{ width: number | string; height: number | string }>(canvasSize);
  const [backgroundColor, setBackgroundColor] = useState('#ffffff');
  const [duration, setDuration] = useState<number | string>(timeline.setLength.get() ?? fallback.duration);
  const [includeAnimations, setIncludeAnimations] = useState(true);
  const [starting, setStarting] = useState(false);

  const isVideo = formats[format].exportType === 'video';

  const start = async () => {
    setStarting(true);
    try {
      if (!(await saveFirst())) return;
      const { label: _label, ...kind } = formats[format];
      const started = await api.content.createExport({
        id: projectId,
        ...kind,
        quality,
        backgroundColor,
        includeAnimations,
        dimensions: {
          width: Math.round(numberOr(size.width, fallback.width)),
          height: Math.round(numberOr(size.height, fallback.height)),
        },
        ...(isVideo ? { duration: numberOr(duration, fallback.duration) } : {}),
      });
      toast.success('Export started successfully');
      listStarted(projectId, started);
      await queryClient.invalidateQueries({ queryKey: query.content.listExports.key() });
    } catch (error) {
      toast.error('Failed to start export', messageOf(error));
    } finally {
      setStarting(false);
    }
  };

  const side = (name: 'width' | 'height', label: string) => (
    <NumberInput
      label={label}
      min={contentLimits.exportSide.min}
      max={contentLimits.exportSide.max}
      value={size[name]}
      onChange={(value) => setSize({ ...size, [name]: value })}
    />
  );

  return (
    <Modal
      closeButtonProps={{ 'aria-label': 'Close' }}
      opened
      onClose={() => screen.patch({ dialog: undefined })}
      title={<Text fw={650}>Export</Text>}
      size="lg"
    >
      <form
        data-changes
        onSubmit={(event) => {
          event.preventDefault();
          void start();
        }}
      >
        <Stack gap="md">
          <UnfilledVariables on="in the file" />
          <SegmentedControl
            fullWidth
            // Eight formats need two rows on a phone.
            className={styles.formats}
            aria-label="Format"
            value={format}
            onChange={(value) => setFormat(value as Format)}
            data={Object.entries(formats).map(([value, { label }]) => ({ value, label }))}
          />
          <Group grow align="start">
            {side('width', 'Width in px')}
            {side('height', 'Height in px')}
            <ColorField
              label="Background"
              description="Behind what is see-through"
              inputWrapperOrder={['label', 'input', 'description']}
              value={backgroundColor}
              swatches={swatches}
              swatchesPerRow={11}
              onChange={setBackgroundColor}
            />
          </Group>
          {isVideo && (
            <Group grow align="end">
              <NumberInput
                label="Length in seconds"
                min={contentLimits.exportDuration.min}
                max={contentLimits.exportDuration.max}
                value={duration}
                onChange={setDuration}
              />
              <Switch
                label="With animations"
                checked={includeAnimations}
                onChange={(event) => setIncludeAnimations(event.currentTarget.checked)}
              />
            </Group>
          )}
          <Stack gap={4}>
            <Text size="sm" fw={500}>
              Quality
            </Text>
            <SegmentedControl
              aria-label="Quality"
              value={quality}
              onChange={(value) => setQuality(value as ExportOptions['quality'])}
              data={[
                { value: 'low', label: 'Low' },
                { value: 'medium', label: 'Medium' },
                { value: 'high', label: 'High' },
              ]}
            />
          </Stack>
          <Group justify="flex-end">
            <Button type="submit" loading={starting}>
              Export {formats[format].label}
            </Button>
          </Group>
        </Stack>
      </form>
      <Divider my="md" label="Exports" labelPosition="left" />
      <ExportList projectId={projectId} />
    </Modal>
  );
}

function numberOr(typed: number | string, otherwise: number): number {
  const value = Number(typed);
  return typed !== '' && Number.isFinite(value) ? value : otherwise;
}
