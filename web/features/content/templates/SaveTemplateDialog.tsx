import { Button, Group, Modal, Select, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { contentLimits } from '#shared/model/content.ts';
import {
  storedTemplateCategories,
  type Template,
  type TemplateCategory,
  type TemplateData,
  type TemplateFields,
  templateCategories,
} from '#shared/model/templates.ts';
import { api } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { toast } from '#web/ui/toast.ts';
import { categoryNames } from './category-names.ts';
import { TagsField } from './TagsField.tsx';
import { refreshTemplates } from './use-templates.ts';

/** What a new template is made of, when the dialog opens on an open project. */
export interface NewTemplate {
  projectName: string;
  canvasSize: TemplateFields['canvasSize'];
  variables: string[];
  templateData: TemplateData;
}

type SaveTemplateDialogProps = { onClose: () => void } & (
  | { template: Template; source?: undefined }
  | { template?: undefined; source: NewTemplate }
);

/** Save as Template; or, on a template, its details. */
export function SaveTemplateDialog({ template, source, onClose }: SaveTemplateDialogProps) {
  const [name, setName] = useState(
    template?.name ?? `${source!.projectName} Template`.slice(0, contentLimits.nameLength),
  );
  const [description, setDescription] = useState(template?.description ?? '');
  const [category, setCategory] = useState<TemplateCategory>(template?.category ?? 'custom');
  const [tags, setTags] = useState<string[]>(template?.tags ?? []);
  const [isPublic, setPublic] = useState(template?.isPublic ?? false);
  const [problem, setProblem] = useState<string>();
  const [saving, setSaving] = useState(false);

  const save = async () => {
    if (!name.trim()) return setProblem('Template name is required');
    const fields = { name: name.trim(), description: description.trim(), category, tags, isPublic };
    setSaving(true);
    try {
      if (template)
        await api.content.updateTemplate({ id: template.id, version: template.version, ...fields });
      else {
        const { projectName: _projectName, ...drawn } = source;
        await api.content.createTemplate({ ...fields, ...drawn });
      }
      toast.success(template ? `“${fields.name}” changed` : `“${fields.name}” saved as a template`);
      await refreshTemplates();
      onClose();
    } catch (error) {
      toast.error(template ? 'Failed to update template' : 'Failed to save template', messageOf(error));
    } finally {
      setSaving(false);
    }
  };

  const offered = template?.category === 'quick' ? storedTemplateCategories : templateCategories;
  return (
    <Modal
      opened
      onClose={onClose}
      size="md"
      title={<Text fw={650}>{template ? 'Edit template' : 'Save as Template'}</Text>}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form
        data-changes
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Stack gap="sm">
          <TextInput
            label="Name"
            required
            data-autofocus
            maxLength={contentLimits.nameLength}
            value={name}
            error={problem}
            onChange={(event) => {
              setName(event.currentTarget.value);
              setProblem(undefined);
            }}
          />
          <Textarea
            label="Description"
            autosize
            minRows={2}
            maxRows={5}
            maxLength={contentLimits.descriptionLength}
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
          <Select
            label="Category"
            allowDeselect={false}
            value={category}
            onChange={(value) => setCategory((value ?? 'custom') as TemplateCategory)}
            data={offered.map((value) => ({ value, label: categoryNames[value] }))}
          />
          <TagsField value={tags} onChange={setTags} />
          <Switch
            mt={4}
            label="Public"
            description="Available to all users"
            checked={isPublic}
            onChange={(event) => setPublic(event.currentTarget.checked)}
          />
          <Group justify="flex-end" gap="xs" mt="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={saving}>
              {template ? 'Save changes' : 'Save template'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
