import { Button, Group, Modal, SegmentedControl, Select, Text } from '@mantine/core';
import { useViewportSize } from '@mantine/hooks';
import {
  IconBroadcast,
  IconDeviceDesktop,
  IconDeviceMobile,
  IconDeviceTablet,
  IconDownload,
} from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import type { JsonMap } from '#shared/model/bounded-map.ts';
import { editorConstants } from '#shared/model/editor-constants.ts';
import { pageDrawing } from '#shared/model/pages.ts';
import type { Scene } from '#shared/scene/env.ts';
import { isForVisitors } from '#shared/scene/phone/reading-order.ts';
import { sampleData, variableToken } from '#shared/scene/variables.ts';
import { RecordPicker } from '../data/RecordPicker.tsx';
import { type ChosenRecord, valueAt } from '../data/records.ts';
import { boxAround } from '../editor/element-geometry.ts';
import { useEditorSession } from '../editor/session.ts';
import { useSignal } from '../editor/signal.ts';
import { useDocumentVersion } from '../editor/use-editor.ts';
import { copyVariable } from '../panels/copy-variable.ts';
import { SceneCanvas } from '../scene/SceneCanvas.tsx';
import styles from './dialogs.module.css';
import { PhonePreview } from './PhonePreview.tsx';
import { PhoneSettings } from './PhoneSettings.tsx';
import { type Sample, SampleForm } from './SampleForm.tsx';
import { useFailedMedia } from './use-failed-media.ts';

type Device = 'desktop' | 'tablet' | 'mobile';

const devices = { tablet: { width: 768, height: 1024 }, mobile: { width: 375, height: 667 } };
/** The choice of all pages one after another, which is no page's id. */
const everyPage = 'all pages';
const listed = ['lead.name', 'lead.phone', 'lead.email', 'call.status', 'company.name'];

/** What the form begins with: the chosen record, and the sample where it says nothing at all. */
const sampleFrom = (record?: ChosenRecord): Sample => {
  const text = (name: string) => valueAt(record?.data ?? sampleData, name);
  return {
    lead: { name: text('lead.name'), phone: text('lead.phone'), email: text('lead.email') },
    call: { status: text('call.status'), duration: Number(text('call.duration')) || 0 },
    company: { name: text('company.name') || valueAt(sampleData, 'company.name') },
  };
};

/** The project as it will hang there: on a device of three, with sample data in its variables. */
export default function PreviewDialog() {
  const { editor, screen, variables, record, weather, charts } = useEditorSession();
  const knownWeather = useSignal(weather);
  const knownCharts = useSignal(charts);
  const chosen = useSignal(record);
  const version = useDocumentVersion();
  const viewport = useViewportSize();
  const [device, setDevice] = useState<Device>('desktop');
  const [bounds, setBounds] = useState(false);
  const [sample, setSample] = useState(() => sampleFrom(chosen));
  // Another record begins the form again.
  useEffect(() => setSample(sampleFrom(chosen)), [chosen]);
  const close = () => screen.patch({ dialog: undefined });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the document tells of its changes by its version
  const all = useMemo(() => editor.document.ofAllPages(), [editor, version]);
  const { pages } = editor.document;
  const [chosenPage, setChosenPage] = useState(everyPage);
  const pageId = pages.length === 1 ? pages[0]!.id : chosenPage;
  const failed = useFailedMedia(all);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the document tells of its changes by its version
  const scene = useMemo(() => {
    const whole = { ...editor.document.fields.get(), elements: all.filter(({ id }) => !failed.has(id)) };
    const shown: Scene = pageId === everyPage ? whole : pageDrawing(whole, pageId);
    const { elements } = shown;
    const around = bounds ? boxAround(elements.filter(({ isVisible }) => isVisible)) : undefined;
    if (!around) return shown;
    const padding = editorConstants.preview.exportBoundsPadding;
    return {
      ...shown,
      canvasSize: { width: around.width + 2 * padding, height: around.height + 2 * padding },
      elements: elements.map((element) => ({
        ...element,
        position: {
          ...element.position,
          x: element.position.x - around.x + padding,
          y: element.position.y - around.y + padding,
        },
      })),
    };
  }, [editor, version, all, failed, bounds, pageId]);

  const data = useMemo(() => {
    const base = chosen?.data ?? sampleData;
    const { lead } = sample;
    const named = lead.name !== valueAt(base, 'lead.name');
    return {
      ...sampleData,
      ...base,
      weather: { ...sampleData.weather, ...knownWeather },
      reports: knownCharts,
      lead: {
        ...base.lead,
        ...lead,
        ...(named ? { firstName: lead.name.split(' ')[0] ?? '' } : {}),
      } as JsonMap,
      call: { ...base.call, ...sample.call } as JsonMap,
      company: sample.company as JsonMap,
      tenant: sample.company as JsonMap,
    };
  }, [sample, chosen, knownWeather, knownCharts]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the document tells of its changes by its version
  const phonePage = useMemo(
    () =>
      pageDrawing(
        { ...editor.document.fields.get(), elements: all },
        pageId === everyPage ? editor.document.page.get() : pageId,
      ),
    [editor, version, all, pageId],
  );
  const isLaidOut = device === 'mobile' && isForVisitors(phonePage.elements);
  const { maxWidth, maxHeight, windowShare } = editorConstants.preview;
  const phone = viewport.width < 768;
  const room = {
    width: Math.min(maxWidth, phone ? viewport.width - 40 : viewport.width * windowShare),
    height: Math.min(maxHeight, viewport.height * windowShare),
  };
  const frame = device === 'desktop' ? scene.canvasSize : devices[device];
  const scale = Math.min(1, room.width / frame.width, room.height / frame.height);
  const fit = Math.min(frame.width / scene.canvasSize.width, frame.height / scene.canvasSize.height);
  const shown = {
    width: Math.max(1, Math.round(scene.canvasSize.width * fit * scale)),
    height: Math.max(1, Math.round(scene.canvasSize.height * fit * scale)),
  };

  return (
    <Modal
      closeButtonProps={{ 'aria-label': 'Close' }}
      opened
      onClose={close}
      size="auto"
      padding={0}
      fullScreen={phone}
      title={<Text fw={650}>Preview</Text>}
      styles={{ header: { padding: '8px 14px' } }}
    >
      <Group gap={10} p="8px 14px" style={{ borderBlockEnd: '1px solid var(--db-line)' }}>
        <SegmentedControl
          size="xs"
          aria-label="Device"
          value={device}
          onChange={(value) => setDevice(value as Device)}
          data={[
            { value: 'desktop', label: <IconDeviceDesktop size={18} aria-label="Desktop" /> },
            { value: 'tablet', label: <IconDeviceTablet size={18} aria-label="Tablet" /> },
            { value: 'mobile', label: <IconDeviceMobile size={18} aria-label="Mobile" /> },
          ]}
        />
        <Text size="xs" c="dimmed" className="db-figures">
          {Math.round(frame.width)} × {Math.round(frame.height)}, {Math.round(scale * 100)} %
        </Text>
        {pages.length > 1 && (
          <Select
            size="xs"
            w={150}
            aria-label="Page"
            allowDeselect={false}
            data={[
              { value: everyPage, label: 'All pages' },
              ...pages.map(({ id, name }, place) => ({ value: id, label: `${place + 1}. ${name}` })),
            ]}
            value={pageId}
            onChange={(value) => value && setChosenPage(value)}
          />
        )}
        <Group gap={6}>
          <Button
            size="compact-xs"
            variant={bounds ? 'light' : 'default'}
            color={bounds ? 'ink' : undefined}
            aria-pressed={bounds}
            onClick={() => setBounds(true)}
          >
            Export Bounds
          </Button>
          <Button
            size="compact-xs"
            variant={bounds ? 'default' : 'light'}
            color={bounds ? undefined : 'ink'}
            aria-pressed={!bounds}
            onClick={() => setBounds(false)}
          >
            Center Content
          </Button>
        </Group>
        <Group gap={6} ml="auto">
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={15} />}
            onClick={() => screen.patch({ dialog: 'export' })}
          >
            Export
          </Button>
          <Button
            size="xs"
            leftSection={<IconBroadcast size={15} />}
            onClick={() => screen.patch({ dialog: 'publish' })}
          >
            Share
          </Button>
        </Group>
      </Group>
      <div className={styles.preview}>
        <div className={styles.stage}>
          <div
            className={styles.stageScene}
            style={{
              width: frame.width * scale,
              height: frame.height * scale,
              display: 'grid',
              placeItems: 'center',
              alignSelf: isLaidOut ? 'start' : undefined,
              background: 'var(--db-surface)',
            }}
          >
            {isLaidOut ? (
              <PhonePreview
                drawing={phonePage}
                data={data}
                variables={variables}
                width={Math.round(frame.width * scale)}
                height={Math.round(frame.height * scale)}
              />
            ) : (
              <SceneCanvas
                label="Preview"
                scene={scene}
                data={data}
                variables={variables}
                playing
                {...shown}
              />
            )}
          </div>
        </div>
        <div className={styles.side2}>
          {failed.size > 0 && (
            <Text size="xs" c="dimmed" mb="md" role="status">
              {failed.size === 1
                ? '1 element is left out: its image or video does not load.'
                : `${failed.size} elements are left out: their images or videos do not load.`}
            </Text>
          )}
          {isLaidOut && <PhoneSettings drawing={phonePage} />}
          <Text size="sm" fw={650} mb={6} mt={isLaidOut ? 'lg' : 0}>
            Preview Data
          </Text>
          <RecordPicker />
          <SampleForm sample={sample} onChange={setSample} />
          <Text size="xs" fw={600} c="dimmed" mt="lg" mb={6}>
            Available Variables
          </Text>
          <Group gap={4}>
            {listed.map((name) => (
              <Button
                key={name}
                size="compact-xs"
                variant="default"
                onClick={() => void copyVariable(name)}
                ff="monospace"
                fw={500}
              >
                {variableToken(name)}
              </Button>
            ))}
          </Group>
        </div>
      </div>
    </Modal>
  );
}
