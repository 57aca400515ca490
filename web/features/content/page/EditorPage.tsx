import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { ProjectWithElements } from '#shared/api/content.ts';
import type { SceneData } from '#shared/scene/env.ts';
import { api, query } from '#web/app/api.ts';
import { useReadOnlyReason } from '#web/app/standing/use-standing.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { EditorSkeleton } from '../editor/EditorSkeleton.tsx';
import { type Draft, type OpenedDrafts, openDrafts } from '../editor/saving/draft.ts';
import { stillUnsaved } from '../editor/saving/left-behind.ts';
import { useSaveWithoutProject } from '../editor/saving/use-save-without-project.ts';
import { loadUsualFont } from '../scene/fonts.ts';
import { EditorShell } from './EditorShell.tsx';

interface Opened {
  project: ProjectWithElements;
  drafts: OpenedDrafts;
  draft: Draft | undefined;
  data: SceneData;
}

/** Loads a project, and whatever an earlier tab left unsaved of it, before the editor opens. */
export default function EditorPage({ projectId }: { projectId: string }) {
  const [opened, setOpened] = useState<Opened>();
  const [error, setError] = useState<unknown>();
  const [attempt, setAttempt] = useState(0);
  const listed = useQuery(query.content.listVariables.queryOptions({ input: {}, staleTime: 5 * 60_000 }));

  // Once, and not by a query: a background refresh must never go over what is being edited.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    let left = false;
    setError(undefined);
    const place = openDrafts(projectId);
    void loadUsualFont();
    // The preview call answers the project together with what its variables hold without a lead.
    Promise.all([api.content.preview({ id: projectId }), place]).then(
      ([{ data, ...project }, drafts]) =>
        !left &&
        setOpened({ project, drafts, draft: stillUnsaved(drafts.draft, project), data: data as SceneData }),
      (reason) => !left && setError(reason),
    );
    return () => {
      left = true;
      void place.then(({ close }) => close());
    };
  }, [projectId, attempt]);

  useSaveWithoutProject(opened === undefined);
  const held = useReadOnlyReason();

  if (error) {
    return (
      <ErrorState
        title="Failed to initialize content creator"
        error={error}
        onRetry={() => setAttempt((times) => times + 1)}
      >
        <Button component={Link} to="/content-creator" variant="subtle" color="gray">
          All projects
        </Button>
      </ErrorState>
    );
  }
  if (!opened) return <EditorSkeleton />;
  return (
    <EditorShell
      project={opened.project}
      draft={opened.draft}
      history={opened.drafts.history}
      drafts={opened.drafts.store}
      variables={listed.data?.variables ?? none}
      data={opened.data}
      held={held}
    />
  );
}

const none: never[] = [];
