import { Button, Group, Pagination, Skeleton } from '@mantine/core';
import { IconPalette } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { query } from '#web/app/api.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { AutoGrid } from '#web/ui/layout/layout.tsx';
import { ProjectThumbnail } from '../projects/ProjectThumbnail.tsx';
import cards from '../projects/projects.module.css';

/** Which project the videos are of. */
export function ProjectStep() {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery({
    ...query.content.list.queryOptions({ input: { page, limit: 12 } }),
    placeholderData: keepPreviousData,
  });
  if (error && !data)
    return (
      <ErrorState title="The projects could not be loaded" error={error} onRetry={() => void refetch()} />
    );
  if (!data)
    return (
      <AutoGrid min={280} fill gap={20} role="status" aria-label="Loading">
        {['a', 'b', 'c'].map((key) => (
          <Skeleton key={key} h={220} radius="lg" />
        ))}
      </AutoGrid>
    );
  if (data.projects.length === 0)
    return (
      <EmptyState
        icon={IconPalette}
        title="No projects yet"
        action={
          <Button component={Link} to="/content-creator">
            To the content creator
          </Button>
        }
      >
        Personalised videos are made of a project that shows merge fields.
      </EmptyState>
    );
  return (
    <>
      <h2 style={{ fontSize: 16, marginBlock: '0 12px' }}>Which project?</h2>
      <AutoGrid min={280} fill gap={20}>
        {data.projects.map((project) => (
          <article key={project.id} className={cards.card}>
            <ProjectThumbnail project={project} />
            <Group gap={8} wrap="nowrap" p="12px 8px 12px 16px">
              <Link to={`/content-creator?personalised=new&project=${project.id}`} className={cards.link}>
                {project.name}
              </Link>
            </Group>
          </article>
        ))}
      </AutoGrid>
      {data.pagination.pages > 1 && (
        <Pagination
          mt="lg"
          value={page}
          total={data.pagination.pages}
          onChange={setPage}
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
        />
      )}
    </>
  );
}
