import { Modal, Text } from '@mantine/core';
import { useEditorSession } from '../editor/session.ts';
import { drawnIn } from './drawn-in.ts';
import { ProjectTemplates } from './ProjectTemplates.tsx';
import { SaveTemplateDialog } from './SaveTemplateDialog.tsx';

/** All templates, over the editor. */
export function TemplateLibrary() {
  const { screen } = useEditorSession();
  const close = () => screen.patch({ dialog: undefined });
  return (
    <Modal
      opened
      onClose={close}
      size={1080}
      title={<Text fw={650}>Template Library</Text>}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <ProjectTemplates onDrawn={close} />
    </Modal>
  );
}

export function SaveAsTemplate() {
  const { editor, screen } = useEditorSession();
  return <SaveTemplateDialog source={drawnIn(editor)} onClose={() => screen.patch({ dialog: undefined })} />;
}
