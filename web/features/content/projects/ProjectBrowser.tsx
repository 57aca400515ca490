import { Button, Group, Pagination, Skeleton } from '@mantine/core';
import {
  IconFileZip,
  IconFolder,
  IconPalette,
  IconPlus,
  IconSearchOff,
  IconVideo,
} from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { ProjectAnswer } from '#shared/api/content.ts';
import type { Folder } from '#shared/api/content-folders.ts';
import { newProjectDefaults } from '#shared/model/content.ts';
import { api, query } from '#web/app/api.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { AutoGrid } from '#web/ui/layout/layout.tsx';
import { lazy } from '#web/ui/lazy.tsx';
import { NameDialog } from '#web/ui/NameDialog.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { useAddressFilters } from '#web/ui/resource/address-filters.ts';
import { useQuestion } from '#web/ui/resource/useQuestion.ts';
import { toast } from '#web/ui/toast.ts';
import { FolderPath, FolderTiles } from './FolderTiles.tsx';
import { folderNames, refreshProjects, tellOutcome, useFolders } from './folders.ts';
import { ProjectBulkBar } from './ProjectBulkBar.tsx';
import { ProjectCard } from './ProjectCard.tsx';
import { ProjectToolbar, projectFilters } from './ProjectToolbar.tsx';

const BulkExportDialog = lazy(() => import('../bulk/BulkExportDialog.tsx'));

const pageSize = 24;

/**
 * The projects of the workspace: those of a folder, those in none, or, where something is looked for, all of them.
 * What is listed and how lives in the address.
 */
export function ProjectBrowser() {
  const navigate = useNavigate();
  const { filters, setFilters } = useAddressFilters(projectFilters);
  const { search: needle, folder: folderId, tag, sort, page } = filters;
  const [exporting, setExporting] = useState(false);
  const [naming, setNaming] = useState(false);
  const removal = useQuestion<ProjectAnswer>();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const overview = useFolders().data;
  const folders = overview?.folders ?? [];
  const folder = folders.find(({ id }) => id === folderId);
  const looksEverywhere = needle !== '' || tag !== '';
  const input = {
    page,
    limit: pageSize,
    ...(needle ? { search: needle } : {}),
    ...(tag ? { tag } : {}),
    ...(sort ? { sort } : {}),
    ...(folderId ? { folder: folderId } : looksEverywhere ? {} : { folder: 'none' as const }),
  };
  const { data, error, refetch } = useQuery({
    ...query.content.list.queryOptions({ input }),
    placeholderData: keepPreviousData,
  });
  const total = overview ? overview.unfiled + folders.reduce((sum, { projects }) => sum + projects, 0) : 0;
  const shown = data?.projects ?? [];
  const chosen = shown.filter(({ id }) => selected.has(id));
  const chosenIds = chosen.map(({ id }) => id);
  const clear = () => setSelected(new Set());
  const choose = (id: string) =>
    setSelected(new Set(selected.has(id) ? [...selected].filter((one) => one !== id) : [...selected, id]));
  const list = (change: Partial<typeof filters>) => {
    clear();
    setFilters(change);
  };
  const move = async (ids: readonly string[], to: Folder | null) => {
    try {
      const outcome = await api.content.organizeProjects({ ids: [...ids], folderId: to?.id ?? null });
      tellOutcome(outcome, to ? `moved to “${to.name}”` : 'moved out of the folder');
      clear();
      await refreshProjects();
    } catch (reason) {
      toast.error(reason);
    }
  };
  const create = useMutation(
    query.content.create.mutationOptions({
      onSuccess: ({ id }) => {
        void refreshProjects();
        void navigate(`/content-creator/${id}`);
      },
      onError: (reason) => toast.error(reason),
    }),
  );
  const duplicate = useMutation(
    query.content.duplicate.mutationOptions({
      onSuccess: ({ name }) => {
        void refreshProjects();
        toast.success(`“${name}” created`);
      },
      onError: (reason) => toast.error(reason),
    }),
  );

  const newProject = (
    <Button
      data-changes
      leftSection={<IconPlus size={16} />}
      loading={create.isPending}
      onClick={() => create.mutate({ ...newProjectDefaults, ...(folder ? { folderId: folder.id } : {}) })}
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
            {total > 0 && (
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
      {folderId && (
        <FolderPath
          name={folder?.name ?? (overview ? 'A folder that is gone' : '…')}
          onLeave={() => list({ folder: undefined })}
          onMove={(ids) => void move(ids, null)}
        />
      )}
      {(total > 0 || folders.length > 0) && (
        <ProjectToolbar
          filters={filters}
          tags={overview?.tags ?? []}
          onChange={list}
          onNewFolder={() => setNaming(true)}
        />
      )}
      {chosen.length > 0 && (
        <ProjectBulkBar
          ids={chosenIds}
          tags={[...new Set(chosen.flatMap(({ tags }) => tags))].sort()}
          folders={folders}
          onMove={(to) => void move(chosenIds, to)}
          onClear={clear}
        />
      )}
      {!folderId && !looksEverywhere && page === 1 && (
        <FolderTiles
          folders={folders}
          onOpen={({ id }) => list({ folder: id })}
          onMove={(ids, to) => void move(ids, to)}
        />
      )}
      {error && !data ? (
        <ErrorState title="The projects could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <AutoGrid min={280} fill gap={20} role="status" aria-label="Loading">
          {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
            <Skeleton key={key} h={240} radius="lg" />
          ))}
        </AutoGrid>
      ) : data.projects.length === 0 ? (
        looksEverywhere ? (
          <EmptyState
            icon={IconSearchOff}
            title="No projects found"
            action={
              <Button variant="default" onClick={() => list({ search: '', tag: '' })}>
                Clear the search
              </Button>
            }
          >
            {needle ? `Nothing is called “${needle}”` : 'Nothing'}
            {tag ? ` with the tag “${tag}”` : ''}
            {folderId ? ' in this folder' : ''}.
          </EmptyState>
        ) : folderId ? (
          <EmptyState icon={IconFolder} title="This folder is empty" action={newProject}>
            Drag projects onto it, move them here by their menu, or make a new one.
          </EmptyState>
        ) : folders.length > 0 ? null : (
          <EmptyState icon={IconPalette} title="No projects yet" action={newProject}>
            A project is one sign: text, pictures and shapes on a canvas, which you export or hang on your
            displays.
          </EmptyState>
        )
      ) : (
        <>
          <AutoGrid min={280} fill gap={20}>
            {data.projects.map((project) => (
              <ProjectCard
                key={project.id}
                project={project}
                folders={folders}
                dragged={selected.has(project.id) ? chosenIds : [project.id]}
                isSelected={selected.has(project.id)}
                onSelect={() => choose(project.id)}
                onMove={(to) => void move([project.id], to)}
                onTag={(value) => list({ tag: value })}
                onDuplicate={() => duplicate.mutate({ id: project.id })}
                onRemove={() => removal.ask(project)}
              />
            ))}
          </AutoGrid>
          {data.pagination.pages > 1 && (
            <Group justify="center" mt="xl">
              <Pagination
                value={page}
                total={data.pagination.pages}
                onChange={(next) => list({ page: next })}
                getControlProps={(control) => ({ 'aria-label': `${control} page` })}
              />
            </Group>
          )}
        </>
      )}
      {exporting && <BulkExportDialog onClose={() => setExporting(false)} />}
      <NameDialog
        opened={naming}
        title="New folder"
        action="Make folder"
        {...folderNames}
        onClose={() => setNaming(false)}
        onName={async (name) => {
          await api.content.createFolder({ name });
          await refreshProjects();
        }}
      />
      <ConfirmDialog
        {...removal.dialog}
        title={`Delete “${removal.about?.name ?? ''}”?`}
        confirmLabel="Delete project"
        danger
        onConfirm={async () => {
          await api.content.remove({ id: removal.about!.id });
          toast.success(`“${removal.about!.name}” deleted`);
          await refreshProjects();
        }}
      >
        Its elements and exports go with it
        {removal.about?.status === 'published' ? ', and it is taken off the displays that show it' : ''}. This
        cannot be undone.
      </ConfirmDialog>
    </>
  );
}
