import { pagesField } from '#shared/model/pages.ts';
import type { Editor } from '../editor/editor.ts';
import type { NewTemplate } from './SaveTemplateDialog.tsx';

/** What the open project draws now, saved or not. */
export function drawnIn({ document }: Editor): NewTemplate {
  const { name, canvasSize, canvasBackground, pages, variables } = document.fields.get();
  return {
    projectName: name,
    canvasSize,
    variables: [...variables],
    templateData: {
      elements: document.ofAllPages(),
      canvasBackground,
      ...pagesField(pages),
    },
  };
}
