import { ActionIcon, Badge, Box, Group, Menu, Text } from '@mantine/core';
import { IconCopy, IconDots, IconForms, IconTrash, IconVideo } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { ProjectAnswer } from '#shared/api/content.ts';
import { formatAgo } from '../panels/format.ts';
import { ProjectThumbnail } from './ProjectThumbnail.tsx';
import styles from './projects.module.css';

interface ProjectCardProps {
  project: ProjectAnswer;
  onDuplicate: () => void;
  onRemove: () => void;
}

/** One project with its picture; the whole card opens it. */
export function ProjectCard({ project, onDuplicate, onRemove }: ProjectCardProps) {
  const { id, name, status, updatedAt, updatedBy, canvasSize, elementCount } = project;
  return (
    <article className={styles.card}>
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
