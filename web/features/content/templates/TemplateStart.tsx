import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { api, query, queryClient } from '#web/app/api.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { toast } from '#web/ui/toast.ts';
import { EditorSkeleton } from '../editor/EditorSkeleton.tsx';
import { refreshTemplates } from './use-templates.ts';

/** /content-creator?template={id}: makes a new project from the template and opens it in its place. */
export default function TemplateStart({ templateId }: { templateId: string }) {
  const navigate = useNavigate();
  const begun = useRef(false);
  const [error, setError] = useState<unknown>();

  useEffect(() => {
    // Effects may run twice; a second run must not make a second project.
    if (begun.current) return;
    begun.current = true;
    api.content.create({ templateId }).then(
      ({ id, name }) => {
        toast.success(`Selected template: ${name}`);
        void queryClient.invalidateQueries({ queryKey: query.content.list.key() });
        void refreshTemplates();
        void navigate(`/content-creator/${id}`, { replace: true });
      },
      (reason) => setError(reason),
    );
  }, [templateId, navigate]);

  if (!error) return <EditorSkeleton />;
  return (
    <ErrorState title="The template could not be used" error={error}>
      <Button component={Link} to="/content-creator" variant="subtle" color="gray">
        All projects
      </Button>
    </ErrorState>
  );
}
