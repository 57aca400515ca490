import { lazy, Suspense } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { EditorSkeleton } from './editor/EditorSkeleton.tsx';
import { ProjectBrowser } from './projects/ProjectBrowser.tsx';

const TemplateStart = lazy(() => import('./templates/TemplateStart.tsx'));
const EditorPage = lazy(() => import('./editor/EditorPage.tsx'));

/** /content-creator is the list of projects, with ?template a new project from that template, /content-creator/:projectId the editor. */
export default function ContentCreator() {
  const { projectId } = useParams();
  const [address] = useSearchParams();
  const templateId = address.get('template');
  if (!projectId && templateId)
    return (
      <Suspense fallback={<EditorSkeleton />}>
        <TemplateStart key={templateId} templateId={templateId} />
      </Suspense>
    );
  if (!projectId) return <ProjectBrowser />;
  return (
    <Suspense fallback={<EditorSkeleton />}>
      <EditorPage key={projectId} projectId={projectId} />
    </Suspense>
  );
}
