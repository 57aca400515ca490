import { useState } from 'react';
import type { ContentVersion } from '#shared/model/content-version.ts';
import { api } from '#web/app/api.ts';
import { toast } from '#web/ui/toast.ts';
import { useEditorSession } from '../editor/session.ts';
import { restoreVersion } from './restore.ts';
import { refreshVersions } from './use-versions.ts';
import { titleOf } from './words.ts';

/** Brings a version back into the open project. */
export function useRestore() {
  const session = useEditorSession();
  const [restoring, setRestoring] = useState(false);
  const restore = async (version: ContentVersion): Promise<boolean> => {
    setRestoring(true);
    try {
      const found = await api.content.getVersion({ id: version.projectId, versionId: version.id });
      const { elements, canvasSize, canvasBackground, pages = [], variables } = found;
      const canvas = { canvasSize, canvasBackground, pages, variables };
      const label = `Restore ${version.name ?? `the version of ${titleOf(version)}`}`;
      return await restoreVersion(session, { id: version.id, label, elements, canvas });
    } catch (reason) {
      toast.error('The version was not restored', (reason as Error).message);
      return false;
    } finally {
      setRestoring(false);
      void refreshVersions();
    }
  };
  return { restore, restoring };
}
