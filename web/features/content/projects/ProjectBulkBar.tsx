import { Button, Group, Menu, Modal, Stack, Text } from '@mantine/core';
import { IconFolder, IconFolderOff } from '@tabler/icons-react';
import { useState } from 'react';
import type { Folder } from '#shared/api/content-folders.ts';
import { api } from '#web/app/api.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { BulkAction, BulkBar } from '#web/ui/resource/BulkBar.tsx';
import { useBusy } from '#web/ui/useBusy.ts';
import { TagsField } from '../templates/TagsField.tsx';
import { projectCount, refreshProjects, tellOutcome } from './folders.ts';

interface ProjectBulkBarProps {
  ids: readonly string[];
  /** The tags of those that are chosen. */
  tags: readonly string[];
  folders: readonly Folder[];
  onMove: (folder: Folder | null) => void;
  onClear: () => void;
}

/** Moves, tags and deletes the projects that are chosen. */
export function ProjectBulkBar({ ids, tags, folders, onMove, onClear }: ProjectBulkBarProps) {
  const [tagging, setTagging] = useState(false);
  const [removing, setRemoving] = useState(false);
  return (
    <>
      <BulkBar
        label="Projects that are selected"
        status={`${projectCount(ids.length)} selected`}
        busy={false}
        onClear={onClear}
      >
        <Menu position="bottom-start">
          <Menu.Target>
            <BulkAction data-changes>Move to…</BulkAction>
          </Menu.Target>
          <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
            {folders.map((folder) => (
              <Menu.Item
                data-changes
                key={folder.id}
                leftSection={<IconFolder size={16} />}
                onClick={() => onMove(folder)}
              >
                {folder.name}
              </Menu.Item>
            ))}
            <Menu.Item data-changes leftSection={<IconFolderOff size={16} />} onClick={() => onMove(null)}>
              No folder
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
        <BulkAction data-changes onClick={() => setTagging(true)}>
          Tags…
        </BulkAction>
        <BulkAction data-changes c="red" onClick={() => setRemoving(true)}>
          Delete
        </BulkAction>
      </BulkBar>
      {tagging && <TagsDialog ids={ids} tags={tags} onClose={() => setTagging(false)} />}
      <ConfirmDialog
        opened={removing}
        onClose={() => setRemoving(false)}
        title={`Delete ${projectCount(ids.length)}?`}
        confirmLabel={ids.length === 1 ? 'Delete project' : 'Delete projects'}
        danger
        onConfirm={async () => {
          tellOutcome(await api.content.removeProjects({ ids: [...ids] }), 'deleted');
          onClear();
          await refreshProjects();
        }}
      >
        Elements and exports go with them, and those that are published are taken off their displays. This
        cannot be undone.
      </ConfirmDialog>
    </>
  );
}

interface TagsDialogProps {
  ids: readonly string[];
  tags: readonly string[];
  onClose: () => void;
}

/** What all of them have together: tags that are added come to each, those that are taken away leave each. */
function TagsDialog({ ids, tags, onClose }: TagsDialogProps) {
  const [value, setValue] = useState<string[]>([...tags]);
  const [busy, run] = useBusy();
  const addTags = value.filter((tag) => !tags.includes(tag));
  const removeTags = tags.filter((tag) => !value.includes(tag));
  const save = () =>
    run(async () => {
      tellOutcome(await api.content.organizeProjects({ ids: [...ids], addTags, removeTags }), 'tagged');
      await refreshProjects();
      onClose();
    });
  return (
    <Modal
      opened
      onClose={onClose}
      title={<Text fw={650}>Tags of {projectCount(ids.length)}</Text>}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="lg">
        <TagsField value={value} onChange={setValue} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button
            data-changes
            loading={busy}
            disabled={addTags.length + removeTags.length === 0}
            onClick={save}
          >
            Save tags
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
