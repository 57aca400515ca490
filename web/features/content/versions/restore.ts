import { api } from '#web/app/api.ts';
import { toast } from '#web/ui/toast.ts';
import type { EditorSession } from '../editor/session.ts';
import { type Drawing, diffToRestore } from './compare.ts';

interface Restorable extends Drawing {
  id: string;
  /** What the step is called: 'Restore Launch'. */
  label: string;
}

/**
 * Brings a version back: one step that can be undone, and a version of its own. What was there before is saved
 * and kept first.
 * @returns whether it was restored
 */
export async function restoreVersion(
  { editor, saver, queue, projectId }: EditorSession,
  wanted: Restorable,
): Promise<boolean> {
  if (queue.hasUnsaved && !(await saver.save({ quiet: true }))) {
    toast.error('Nothing was restored', 'Save what you have changed first.');
    return false;
  }
  // Named or not, it is sealed by this: saves that follow do not go over it.
  await api.content.keepVersion({ id: projectId });
  editor.commit(wanted.label, diffToRestore(editor.document, wanted), { select: [] });
  if (await saver.save({ quiet: true }))
    await api.content.keepVersion({ id: projectId, restoredFrom: wanted.id });
  toast.success('Version restored', 'Undo brings back what was there before.');
  return true;
}
