import { useState } from 'react';
import type { Template } from '#shared/model/templates.ts';
import { useEditorSession } from '../editor/session.ts';
import { ChoiceDialog } from './ChoiceDialog.tsx';
import { TemplateBrowser } from './TemplateBrowser.tsx';
import { drawTemplate } from './use-choice.ts';

interface ProjectTemplatesProps {
  compact?: boolean;
  onBrowseAll?: () => void;
  onDrawn?: () => void;
}

/** Templates for the open project: an empty one is filled at once, any other asks first. */
export function ProjectTemplates({ onDrawn = () => undefined, ...props }: ProjectTemplatesProps) {
  const session = useEditorSession();
  const [asked, setAsked] = useState<Template>();
  const use = async (template: Template) => {
    if (session.editor.document.size > 0) return setAsked(template);
    if (await drawTemplate(session, template, 'replace')) onDrawn();
  };
  return (
    <>
      <TemplateBrowser {...props} onUse={(template) => void use(template)} />
      {asked && (
        <ChoiceDialog
          template={asked}
          onClose={() => setAsked(undefined)}
          onDrawn={() => {
            setAsked(undefined);
            onDrawn();
          }}
        />
      )}
    </>
  );
}
