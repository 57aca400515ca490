import { ActionIcon, Badge, Box, Checkbox, Group, Menu, Text } from '@mantine/core';
import { IconCopy, IconDots, IconFolder, IconForms, IconTrash, IconVideo } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { ProjectAnswer } from '#shared/api/content.ts';
import type { Folder } from '#shared/api/content-folders.ts';
import { formatAgo } from '../panels/format.ts';
import { projectDrag } from './folders.ts';
import { ProjectThumbnail } from './ProjectThumbnail.tsx';
import styles from './projects.module.css';

interface ProjectCardProps {
  project: ProjectAnswer;
  folders: readonly Folder[];
  /** What a drag of this card moves: itself, or all that are selected. */
  dragged: readonly string[];
  isSelected: boolean;
  onSelect: () => void;
  onMove: (folder: Folder | null) => void;
  onTag: (tag: string) => void;
  onDuplicate: () => void;
  onRemove: () => void;
}

/** One project with its picture; the whole card opens it. */
export function ProjectCard(props: ProjectCardProps) {
  const { project, folders, dragged, isSelected, onSelect, onMove, onTag, onDuplicate, onRemove } = props;
  const { id, name, tags, folderId, status, updatedAt, updatedBy, canvasSize, elementCount } = project;
  return (
    <article
      className={styles.card}
      data-selected={isSelected || undefined}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData(projectDrag, JSON.stringify(dragged));
        event.dataTransfer.effectAllowed = 'move';
      }}
    >
      <Checkbox
        className={styles.check!}
        aria-label={`Select ${name}`}
        checked={isSelected}
        onChange={onSelect}
      />
      <ProjectThumbnail project={project} />
      <Group gap={8} wrap="nowrap" p="12px 8px 12px 16px">
        <Box flex={1} miw={0}>
          <Link to={`/content-creator/${id}`} className={styles.link} title={name}>
            {name}
          </Link>
          <Text size="xs" c="dimmed" truncate title={`Changed by ${updatedBy}`} className="db-figures">
            {formatAgo(updatedAt)}, {canvasSize.width} × {canvasSize.height},{' '}
            {elementCount === 1 ? '1 element' : `${elementCount} elements`}
          </Text>
          {tags.length > 0 && (
            <Group gap={4} mt={4} className={styles.tags!}>
              {tags.map((tag) => (
                <Badge
                  key={tag}
                  component="button"
                  size="sm"
                  color="gray"
                  variant="light"
                  tt="none"
                  className={styles.above!}
                  aria-label={`Show all with the tag ${tag}`}
                  onClick={() => onTag(tag)}
                >
                  {tag}
                </Badge>
              ))}
            </Group>
          )}
        </Box>
        {status === 'published' && (
          <Badge color="green" variant="light" tt="none" radius="sm" className={styles.above}>
            Published
          </Badge>
        )}
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`More for ${name}`}
              className={styles.above}
            >
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item data-changes leftSection={<IconCopy size={16} />} onClick={onDuplicate}>
              Duplicate
            </Menu.Item>
            {(folders.length > 0 || folderId) && (
              <Menu.Sub>
                <Menu.Sub.Target>
                  <Menu.Sub.Item leftSection={<IconFolder size={16} />}>Move to</Menu.Sub.Item>
                </Menu.Sub.Target>
                <Menu.Sub.Dropdown mah={320} style={{ overflowY: 'auto' }}>
                  {folders.map((folder) => (
                    <Menu.Item
                      data-changes
                      key={folder.id}
                      disabled={folder.id === folderId}
                      onClick={() => onMove(folder)}
                    >
                      {folder.name}
                    </Menu.Item>
                  ))}
                  <Menu.Item data-changes disabled={folderId === null} onClick={() => onMove(null)}>
                    No folder
                  </Menu.Item>
                </Menu.Sub.Dropdown>
              </Menu.Sub>
            )}
            <Menu.Item
              component={Link}
              to={`/content-creator?personalised=new&project=${id}`}
              leftSection={<IconVideo size={16} />}
            >
              Personalised videos
            </Menu.Item>
            <Menu.Item
              component={Link}
              to={`/content-creator?submissions=${id}`}
              leftSection={<IconForms size={16} />}
            >
              Form submissions
            </Menu.Item>
            <Menu.Item data-changes color="red" leftSection={<IconTrash size={16} />} onClick={onRemove}>
              Delete
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
    </article>
  );
}
