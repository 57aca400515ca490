import type { Template, TemplateWithData } from '#shared/model/templates.ts';
import { api } from '#web/app/api.ts';
import { toast } from '#web/ui/toast.ts';
import type { EditorSession } from '../editor/session.ts';
import { type ApplyMode, applyTemplate } from './apply-template.ts';
import { refreshTemplates } from './use-templates.ts';

/** Fetches the template, counts the use and draws it. Answers false where that failed; a toast has told why. */
export async function drawTemplate(
  { editor }: Pick<EditorSession, 'editor'>,
  { id }: Template,
  mode: ApplyMode,
): Promise<boolean> {
  let template: TemplateWithData;
  try {
    template = await api.content.takeTemplate({ id });
  } catch (error) {
    toast.error(error);
    return false;
  }
  applyTemplate(editor, template, mode);
  toast.success(`Selected template: ${template.name}`);
  void refreshTemplates();
  return true;
}
