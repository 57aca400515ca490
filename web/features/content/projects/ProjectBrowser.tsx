import { Button, Group, Pagination, Skeleton, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  IconFileZip,
  IconPalette,
  IconPlus,
  IconSearch,
  IconSearchOff,
  IconVideo,
} from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { ProjectAnswer } from '#shared/api/content.ts';
import { newProjectDefaults } from '#shared/model/content.ts';
import { api, query, queryClient } from '#web/app/api.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { toast } from '#web/ui/toast.ts';
import { ProjectCard } from './ProjectCard.tsx';
import styles from './projects.module.css';

const BulkExportDialog = lazy(() => import('../bulk/BulkExportDialog.tsx'));

const pageSize = 24;
const searchDelay = 250;

const refresh = () => queryClient.invalidateQueries({ queryKey: query.content.list.key() });

/** Every project of the workspace, newest change first. Search and page live in the address. */
export function ProjectBrowser() {
  const navigate = useNavigate();
  const [address, setAddress] = useSearchParams();
  const search = address.get('search') ?? '';
  const page = Math.max(1, Number(address.get('page')) || 1);
  const [typed, setTyped] = useState(search);
  const [needle] = useDebouncedValue(typed.trim(), searchDelay);
  const [exporting, setExporting] = useState(false);
  const [removing, setRemoving] = useState<ProjectAnswer>();
  const { data, error, refetch } = useQuery({
    ...query.content.list.queryOptions({
      input: { page, limit: pageSize, ...(needle ? { search: needle } : {}) },
    }),
    placeholderData: keepPreviousData,
  });
  const create = useMutation(
    query.content.create.mutationOptions({
      onSuccess: ({ id }) => {
        void refresh();
        void navigate(`/content-creator/${id}`);
      },
      onError: (reason) => toast.error(reason),
    }),
  );
  const duplicate = useMutation(
    query.content.duplicate.mutationOptions({
      onSuccess: ({ name }) => {
        void refresh();
        toast.success(`“${name}” created`);
      },
      onError: (reason) => toast.error(reason),
    }),
  );

  const lookFor = (text: string) => {
    setTyped(text);
    setAddress(text.trim() ? { search: text.trim() } : {}, { replace: true });
  };
  const newProject = (
    <Button
      data-changes
      leftSection={<IconPlus size={16} />}
      loading={create.isPending}
      onClick={() => create.mutate({ ...newProjectDefaults })}
    >
      New project
    </Button>
  );

  return (
    <>
      <PageHeader
        title="Content creator"
        description="Design signs and landing pages, export them, and publish them to your displays."
        actions={
          <Group gap="xs">
            {data && data.pagination.total > 0 && (
              <Button
                data-changes
                variant="default"
                leftSection={<IconFileZip size={16} />}
                onClick={() => setExporting(true)}
              >
                Bulk export
              </Button>
            )}
            <Button
              component={Link}
              to="/content-creator?personalised=all"
              variant="default"
              leftSection={<IconVideo size={16} />}
            >
              Personalised videos
            </Button>
            {newProject}
          </Group>
        }
      />
      {(needle !== '' || (data && data.pagination.total > 0)) && (
        <TextInput
          aria-label="Search projects"
          placeholder="Search projects"
          leftSection={<IconSearch size={16} />}
          maw={320}
          mb="lg"
          maxLength={100}
          value={typed}
          onChange={(event) => lookFor(event.currentTarget.value)}
        />
      )}
      {error && !data ? (
        <ErrorState title="The projects could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <div className={styles.grid} role="status" aria-label="Loading">
          {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
            <Skeleton key={key} h={240} radius="lg" />
          ))}
        </div>
      ) : data.projects.length === 0 ? (
        needle ? (
          <EmptyState
            icon={IconSearchOff}
            title="No projects found"
            action={
              <Button variant="default" onClick={() => lookFor('')}>
                Clear the search
              </Button>
            }
          >
            Nothing is called “{needle}”.
          </EmptyState>
        ) : (
          <EmptyState icon={IconPalette} title="No projects yet" action={newProject}>
            A project is one sign: text, pictures and shapes on a canvas, which you export or hang on your
            displays.
          </EmptyState>
        )
      ) : (
        <>
          <div className={styles.grid}>
            {data.projects.map((project) => (
              <ProjectCard
                key={project.id}
                project={project}
                onDuplicate={() => duplicate.mutate({ id: project.id })}
                onRemove={() => setRemoving(project)}
              />
            ))}
          </div>
          {data.pagination.pages > 1 && (
            <Group justify="center" mt="xl">
              <Pagination
                value={page}
                total={data.pagination.pages}
                onChange={(next) => setAddress({ ...(needle ? { search: needle } : {}), page: String(next) })}
                getControlProps={(control) => ({ 'aria-label': `${control} page` })}
              />
            </Group>
          )}
        </>
      )}
      {exporting && (
        <Suspense fallback={null}>
          <BulkExportDialog onClose={() => setExporting(false)} />
        </Suspense>
      )}
      <ConfirmDialog
        opened={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title={`Delete “${removing?.name ?? ''}”?`}
        confirmLabel="Delete project"
        danger
        onConfirm={async () => {
          await api.content.remove({ id: removing!.id });
          toast.success(`“${removing!.name}” deleted`);
          await refresh();
        }}
      >
        Its elements and exports go with it
        {removing?.status === 'published' ? ', and it is taken off the displays that show it' : ''}. This
        cannot be undone.
      </ConfirmDialog>
    </>
  );
}
