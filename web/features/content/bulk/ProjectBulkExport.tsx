import { useEditorSession } from '../editor/session.ts';
import BulkExportDialog from './BulkExportDialog.tsx';

/** The dialog over the editor: the open project is ticked, and saved before anything is exported. */
export default function ProjectBulkExport() {
  const { screen, projectId, saveFirst } = useEditorSession();
  return (
    <BulkExportDialog
      selected={[projectId]}
      before={saveFirst}
      onClose={() => screen.patch({ dialog: undefined })}
    />
  );
}
