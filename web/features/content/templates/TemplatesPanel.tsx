import { Button, Group, Stack, Title } from '@mantine/core';
import { IconBolt, IconTemplate } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { toast } from '#web/ui/toast.ts';
import { saveAsTemplate } from '../editor/commands/project.ts';
import editorStyles from '../editor/Editor.module.css';
import { useEditorSession } from '../editor/session.ts';
import { drawnIn } from './drawn-in.ts';
import { ProjectTemplates } from './ProjectTemplates.tsx';
import { refreshTemplates } from './use-templates.ts';

/** The Design Panel's templates: the first five, and saving what is drawn as one. */
export default function TemplatesPanel() {
  const { editor, screen, run } = useEditorSession();
  const [saving, setSaving] = useState(false);

  const quick = async () => {
    if (editor.document.size === 0) return toast.info('Add some elements first!');
    setSaving(true);
    try {
      const { projectName, ...drawn } = drawnIn(editor);
      const at = new Date().toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
      const { name } = await api.content.createTemplate({
        ...drawn,
        name: `${projectName.slice(0, 80)}, ${at}`,
        description: '',
        category: 'quick',
      });
      toast.success(`“${name}” saved as a template`);
      await refreshTemplates();
    } catch (error) {
      toast.error('Failed to create quick template', messageOf(error));
    } finally {
      setSaving(false);
    }
  };

  return (
    <>
      <div className={editorStyles.panelHead}>
        <Title order={2} size="sm">
          Templates
        </Title>
      </div>
      <Stack gap={8} p="0 14px 8px">
        <Group gap={8} wrap="nowrap">
          <Button
            data-changes
            size="xs"
            leftSection={<IconTemplate size={15} />}
            onClick={() => run(saveAsTemplate)}
          >
            Save as
          </Button>
          <Button
            data-changes
            size="xs"
            variant="default"
            style={{ flex: 1 }}
            leftSection={<IconBolt size={15} />}
            loading={saving}
            onClick={() => void quick()}
          >
            Quick template
          </Button>
        </Group>
      </Stack>
      <div className={editorStyles.panelBody}>
        <ProjectTemplates compact onBrowseAll={() => screen.patch({ dialog: 'templates' })} />
      </div>
    </>
  );
}
