import { lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import { EditorSkeleton } from './editor/EditorSkeleton.tsx';
import { ProjectBrowser } from './projects/ProjectBrowser.tsx';

const EditorPage = lazy(() => import('./editor/EditorPage.tsx'));

/** /content-creator is the list of projects, /content-creator/:projectId the editor. */
export default function ContentCreator() {
  const { projectId } = useParams();
  if (!projectId) return <ProjectBrowser />;
  return (
    <Suspense fallback={<EditorSkeleton />}>
      <EditorPage key={projectId} projectId={projectId} />
    </Suspense>
  );
}
