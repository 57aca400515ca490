import { Button, Divider, Group, Modal, SegmentedControl, Select, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { contentLimits, type ExportOptions, exportOptions } from '#shared/model/content.ts';
import { exportRanges, fittingSize } from '#shared/model/export-limits.ts';
import { lengthOfPages } from '#shared/model/pages.ts';
import { api, query, queryClient } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { BoundedNumberInput } from '#web/ui/BoundedNumberInput.tsx';
import { toast } from '#web/ui/toast.ts';
import { listStarted } from '../data/export-polling.ts';
import { UnfilledVariables } from '../data/UnfilledVariables.tsx';
import { useEditorSession } from '../editor/session.ts';
import { ColorField } from '../panels/ColorField.tsx';
import { useSwatches } from '../styles/use-brand.ts';
import styles from './dialogs.module.css';
import { ExportList } from './ExportList.tsx';
import { ExportSize } from './ExportSize.tsx';

/** Length of a video until another is chosen (specification, section 3). */
const defaultSeconds = 10;

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

/** The choice of all pages, which is no page's id. */
const everyPage = 'all pages';

/** What becomes of a project's pages, by the kind of file. */
const pagesSentence: Record<ExportOptions['exportType'], string> = {
  image: 'A picture shows one page.',
  video: 'All pages are one video, one after another with their transitions.',
  pdf: 'All pages are one document, a sheet for each.',
  html: 'All pages are one folder, which plays them one after another.',
};

/** Exports the project as it was last saved, and lists what was exported. */
export default function ExportDialog() {
  const { editor, screen, projectId, saveFirst, timeline } = useEditorSession();
  const swatches = useSwatches();
  const { canvasSize } = editor.document.fields.get();
  const { pages } = editor.document;
  const [format, setFormat] = useState<Format>('png');
  const [quality, setQuality] = useState<ExportOptions['quality']>('high');
  /** What was asked for; a format that cannot be so large takes less of it, and the next one all of it again. */
  const [asked, setAsked] = useState(canvasSize);
  const [backgroundColor, setBackgroundColor] = useState('#ffffff');
  const [duration, setDuration] = useState(
    pages.length > 1 ? lengthOfPages(pages) : (timeline.setLength.get() ?? defaultSeconds),
  );
  const [pageId, setPageId] = useState(editor.document.page.get());
  const [allPages, setAllPages] = useState(true);
  const [includeAnimations, setIncludeAnimations] = useState(true);
  const [starting, setStarting] = useState(false);

  const { label, ...kind } = formats[format];
  const isVideo = kind.exportType === 'video';
  const { exportDuration } = contentLimits;
  const seconds = { min: exportDuration.min, max: exportRanges(limitsOf(format)).seconds };
  const length = Math.min(seconds.max, duration);
  const dimensions = fittingSize({ ...limitsOf(format), dimensions: asked, duration: length });
  const isPicture = kind.exportType === 'image';
  const isOnePage = pages.length > 1 && (isPicture || !allPages);
  const choosePage = (chosen: string) => {
    const page = pages.find(({ id }) => id === chosen);
    setAllPages(!page);
    if (page) setPageId(page.id);
    setDuration(page ? page.duration : lengthOfPages(pages));
  };

  const start = async () => {
    setStarting(true);
    try {
      if (!(await saveFirst())) return;
      const started = await api.content.createExport({
        id: projectId,
        ...kind,
        quality,
        backgroundColor,
        includeAnimations,
        dimensions,
        ...(isVideo ? { duration: length } : {}),
        ...(isOnePage ? { pageId } : {}),
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
          {pages.length > 1 && (
            <Select
              label="Pages"
              description={pagesSentence[isPicture ? 'image' : kind.exportType]}
              allowDeselect={false}
              data={[
                ...(isPicture ? [] : [{ value: everyPage, label: `All ${pages.length} pages` }]),
                ...pages.map(({ id, name }, place) => ({ value: id, label: `${place + 1}. ${name}` })),
              ]}
              value={isOnePage ? pageId : everyPage}
              onChange={(value) => value && choosePage(value)}
            />
          )}
          <ExportSize
            size={dimensions}
            max={exportRanges(limitsOf(format)).side}
            reducedFrom={dimensions === asked ? undefined : asked}
            onChange={setAsked}
          />
          <ColorField
            label="Background"
            description="Behind what is see-through"
            inputWrapperOrder={['label', 'input', 'description']}
            value={backgroundColor}
            swatches={swatches}
            swatchesPerRow={11}
            onChange={setBackgroundColor}
          />
          {isVideo && (
            <Group grow align="start">
              <BoundedNumberInput
                label="Length in seconds"
                min={seconds.min}
                max={seconds.max}
                value={length}
                onChange={setDuration}
              />
              <Switch
                mt={30}
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
              Export {label}
            </Button>
          </Group>
        </Stack>
      </form>
      <Divider my="md" label="Exports" labelPosition="left" />
      <ExportList projectId={projectId} />
    </Modal>
  );
}

/** What the limits of a format depend on. */
function limitsOf(format: Format): ExportOptions {
  const { label: _label, ...kind } = formats[format];
  return exportOptions.parse(kind);
}
