import {
  Button,
  Divider,
  Group,
  Modal,
  NumberInput,
  Select,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import { contentLimits } from '#shared/model/content.ts';
import { editorConstants } from '#shared/model/editor-constants.ts';
import { api, query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { toast } from '#web/ui/toast.ts';
import { refreshLists } from '../data/refresh.ts';
import { formatBytes } from '../panels/format.ts';
import { BulkExportList } from './BulkExportList.tsx';
import { type BulkForm, firstForm, optionsOf } from './bulk-options.ts';
import { ProjectChoice } from './ProjectChoice.tsx';

interface BulkExportDialogProps {
  /** Ticked at first. */
  selected?: readonly string[];
  onClose: () => void;
  /** Runs before anything is exported; answers false where that must not go on. */
  before?: () => Promise<boolean>;
}

/** Many projects into one zip. */
export default function BulkExportDialog({ selected = [], onClose, before }: BulkExportDialogProps) {
  const [chosen, setChosen] = useState<readonly string[]>(selected);
  const [form, setForm] = useState<BulkForm>(firstForm);
  const [starting, setStarting] = useState(false);
  const [own, setOwn] = useState<readonly string[]>([]);
  const patch = (change: Partial<BulkForm>) => setForm((now) => ({ ...now, ...change }));
  const isVideo = form.exportType === 'video';

  const start = async () => {
    if (chosen.length === 0) return toast.error('Please select at least one project');
    setStarting(true);
    try {
      if (before && !(await before())) return;
      const { id, projectCount } = await api.content.bulkExport({
        projectIds: [...chosen],
        ...optionsOf(form),
      });
      setOwn((ids) => [...ids, id]);
      toast.success(`Bulk export started for ${projectCount} projects`);
      await refreshLists(query.content.listBulkExports.key());
    } catch (error) {
      toast.error('Failed to start bulk export', messageOf(error));
    } finally {
      setStarting(false);
    }
  };

  const number = (name: 'width' | 'height' | 'duration', label: string, max: number) => (
    <NumberInput
      label={label}
      min={1}
      max={max}
      value={form[name]}
      onChange={(value) => patch({ [name]: value })}
    />
  );

  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={<Text fw={650}>Bulk Export</Text>}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form
        data-changes
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void start();
        }}
      >
        <Stack gap="md">
          <ProjectChoice chosen={chosen} onChange={setChosen} />
          <Group grow align="start">
            <Select
              label="Type"
              allowDeselect={false}
              value={form.exportType}
              onChange={(value) => patch({ exportType: (value ?? 'image') as BulkForm['exportType'] })}
              data={[
                { value: 'image', label: 'Images (PNG)' },
                { value: 'video', label: 'Videos (MP4)' },
                { value: 'pdf', label: 'PDF documents' },
                { value: 'html', label: 'HTML folders' },
              ]}
            />
            <Select
              label="Quality"
              allowDeselect={false}
              value={form.quality}
              onChange={(value) => patch({ quality: (value ?? 'high') as BulkForm['quality'] })}
              data={[
                { value: 'low', label: 'Low' },
                { value: 'medium', label: 'Medium' },
                { value: 'high', label: 'High' },
              ]}
            />
          </Group>
          <Group grow align="start">
            {number('width', 'Width in px', contentLimits.exportSide.max)}
            {number('height', 'Height in px', contentLimits.exportSide.max)}
            {isVideo && number('duration', 'Seconds', contentLimits.exportDuration.max)}
          </Group>
          {isVideo && (
            <Text size="xs" c="dimmed">
              A sign of several pages takes the time of its pages where that is longer.
            </Text>
          )}
          <Group grow align="end">
            <TextInput
              label="Name of the zip"
              maxLength={contentLimits.nameLength}
              value={form.zipName}
              rightSection={
                <Text size="xs" c="dimmed">
                  .zip
                </Text>
              }
              rightSectionWidth={44}
              onChange={(event) => patch({ zipName: event.currentTarget.value })}
            />
            <Switch
              mb={8}
              label="Include animations"
              checked={form.includeAnimations}
              onChange={(event) => patch({ includeAnimations: event.currentTarget.checked })}
            />
          </Group>
          <Group justify="space-between">
            <Text size="sm" c="dimmed" role="status" className="db-figures">
              {chosen.length === 1 ? '1 project' : `${chosen.length} projects`}, about{' '}
              {formatBytes(chosen.length * editorConstants.bulkEstimatePerProject)}
            </Text>
            <Button type="submit" loading={starting}>
              Start bulk export
            </Button>
          </Group>
        </Stack>
      </form>
      <Divider my="md" label="Bulk exports" labelPosition="left" />
      <BulkExportList own={own} />
    </Modal>
  );
}
