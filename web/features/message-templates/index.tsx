import { useParams } from 'react-router';
import { EditorPage } from './EditorPage.tsx';
import { TemplatesPage } from './TemplatesPage.tsx';

/** The list of templates, or the editor of one; 'new-sms' and 'new-email' begin one. */
export default function TemplatesArea() {
  const { templateId } = useParams();
  return templateId ? <EditorPage key={templateId} templateId={templateId} /> : <TemplatesPage />;
}
