import { Anchor, Box, Group, Menu, Select, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconFolder, IconForms, IconTrash } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import type { Folder } from '#shared/api/content-folders.ts';
import { api } from '#web/app/api.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { NameDialog } from '#web/ui/NameDialog.tsx';
import { RowMenu } from '#web/ui/resource/RowMenu.tsx';
import { useQuestion } from '#web/ui/resource/useQuestion.ts';
import { toast } from '#web/ui/toast.ts';
import { folderNames, projectCount, projectDrag, refreshProjects } from './folders.ts';
import styles from './projects.module.css';

/** What takes projects that are dropped on it. */
function useProjectDrop(onDrop: (ids: string[]) => void) {
  const [over, setOver] = useState(false);
  return {
    'data-over': over || undefined,
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(projectDrag)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false);
      const ids = event.dataTransfer.getData(projectDrag);
      if (!ids) return;
      event.preventDefault();
      onDrop(JSON.parse(ids) as string[]);
    },
  };
}

interface FolderTilesProps {
  folders: readonly Folder[];
  onOpen: (folder: Folder) => void;
  onMove: (ids: string[], folder: Folder) => void;
}

/** The folders: opened by a click, filled by dropping projects on them. */
export function FolderTiles({ folders, onOpen, onMove }: FolderTilesProps) {
  const renaming = useQuestion<Folder>();
  const removal = useQuestion<Folder>();
  const [moveTo, setMoveTo] = useState<string | null>(null);
  if (folders.length === 0) return null;
  return (
    <>
      <ul className={styles.folders} aria-label="Folders">
        {folders.map((folder) => (
          <Tile
            key={folder.id}
            folder={folder}
            onOpen={() => onOpen(folder)}
            onMove={(ids) => onMove(ids, folder)}
            onRename={() => renaming.ask(folder)}
            onRemove={() => {
              setMoveTo(null);
              removal.ask(folder);
            }}
          />
        ))}
      </ul>
      <NameDialog
        {...renaming.dialog}
        title={`Rename “${renaming.about?.name ?? ''}”`}
        action="Rename"
        initial={renaming.about?.name ?? ''}
        {...folderNames}
        onName={async (name) => {
          await api.content.renameFolder({ id: renaming.about!.id, name });
          await refreshProjects();
        }}
      />
      <ConfirmDialog
        {...removal.dialog}
        title={`Delete the folder “${removal.about?.name ?? ''}”?`}
        confirmLabel="Delete folder"
        danger
        onConfirm={async () => {
          const { id, name } = removal.about!;
          await api.content.removeFolder({ id, ...(moveTo ? { moveTo } : {}) });
          toast.success(`“${name}” deleted`);
          await refreshProjects();
        }}
      >
        {removal.about?.projects ? (
          <Stack gap="sm">
            <div>
              {projectCount(removal.about.projects)} lie{removal.about.projects === 1 ? 's' : ''} in it.
              Nothing is deleted but the folder.
            </div>
            <Select
              label="Move them to"
              placeholder="No folder"
              clearable
              clearButtonProps={{ 'aria-label': 'No folder' }}
              value={moveTo}
              onChange={setMoveTo}
              data={folders
                .filter(({ id }) => id !== removal.about?.id)
                .map(({ id, name }) => ({ value: id, label: name }))}
            />
          </Stack>
        ) : (
          'It is empty.'
        )}
      </ConfirmDialog>
    </>
  );
}

interface TileProps {
  folder: Folder;
  onOpen: () => void;
  onMove: (ids: string[]) => void;
  onRename: () => void;
  onRemove: () => void;
}

function Tile({ folder, onOpen, onMove, onRename, onRemove }: TileProps) {
  const { name, projects } = folder;
  return (
    <li data-changes="drag" className={styles.folder} {...useProjectDrop(onMove)}>
      <UnstyledButton className={styles.folderButton} onClick={onOpen}>
        <IconFolder size={20} stroke={1.6} aria-hidden />
        <Box miw={0}>
          <Text size="sm" fw={550} truncate title={name}>
            <span className="db-visually-hidden">Open </span>
            {name}
          </Text>
          <Text size="xs" c="dimmed" className="db-figures">
            {projectCount(projects)}
          </Text>
        </Box>
      </UnstyledButton>
      <RowMenu name={name}>
        <Menu.Item data-changes leftSection={<IconForms size={16} />} onClick={onRename}>
          Rename
        </Menu.Item>
        <Menu.Item data-changes color="red" leftSection={<IconTrash size={16} />} onClick={onRemove}>
          Delete
        </Menu.Item>
      </RowMenu>
    </li>
  );
}

interface FolderPathProps {
  name: string;
  onLeave: () => void;
  onMove: (ids: string[]) => void;
}

/** Which folder is open, and the way out of it, also for projects that are dropped there. */
export function FolderPath({ name, onLeave, onMove }: FolderPathProps) {
  return (
    <Group gap={6} mb="sm" component="nav" aria-label="Folder">
      <Anchor
        component="button"
        data-changes="drag"
        className={styles.out!}
        onClick={onLeave}
        {...useProjectDrop(onMove)}
      >
        All projects
      </Anchor>
      <Text span c="dimmed" aria-hidden>
        /
      </Text>
      <Text span fw={600} aria-current="page">
        {name}
      </Text>
    </Group>
  );
}
