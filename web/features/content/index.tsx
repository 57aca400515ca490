import { useParams, useSearchParams } from 'react-router';
import { lazy, WhileLoading } from '#web/ui/lazy.tsx';
import { PageSkeleton } from '#web/ui/skeletons.tsx';
import { EditorSkeleton } from './editor/EditorSkeleton.tsx';
import { ProjectBrowser } from './projects/ProjectBrowser.tsx';

const TemplateStart = lazy(() => import('./templates/TemplateStart.tsx'));
const PersonalisedVideos = lazy(() => import('./personalised/PersonalisedVideos.tsx'));
const Submissions = lazy(() => import('./submissions/Submissions.tsx'));
const EditorPage = lazy(() => import('./page/EditorPage.tsx'));

/**
 * /content-creator is the list of projects, with ?template a new project from that template, with ?personalised
 * batches of videos, with ?submissions what visitors sent by a project's forms; /content-creator/:projectId the editor.
 */
export default function ContentCreator() {
  const { projectId } = useParams();
  const [address] = useSearchParams();
  const templateId = address.get('template');
  if (!projectId && templateId)
    return (
      <WhileLoading show={<EditorSkeleton />}>
        <TemplateStart key={templateId} templateId={templateId} />
      </WhileLoading>
    );
  const submissionsOf = address.get('submissions');
  if (!projectId && (address.has('personalised') || submissionsOf))
    return (
      <WhileLoading show={<PageSkeleton />}>
        {submissionsOf ? (
          <Submissions key={submissionsOf} projectId={submissionsOf} />
        ) : (
          <PersonalisedVideos />
        )}
      </WhileLoading>
    );
  if (!projectId) return <ProjectBrowser />;
  return (
    <WhileLoading show={<EditorSkeleton />}>
      <EditorPage key={projectId} projectId={projectId} />
    </WhileLoading>
  );
}
