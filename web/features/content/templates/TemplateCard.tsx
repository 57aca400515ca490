import { ActionIcon, Badge, Box, Group, Menu, Text, Tooltip, UnstyledButton } from '@mantine/core';
import {
  IconCopy,
  IconDots,
  IconEye,
  IconPencil,
  IconPlus,
  IconStar,
  IconStarFilled,
  IconTrash,
} from '@tabler/icons-react';
import type { Template } from '#shared/model/templates.ts';
import { formatAgo } from '../panels/format.ts';
import { categoryNames } from './category-names.ts';
import { TemplatePicture } from './TemplatePicture.tsx';
import styles from './templates.module.css';
import { toggleFavorite } from './use-templates.ts';

export interface TemplateActions {
  onUse: (template: Template) => void;
  onPreview: (template: Template) => void;
  onEdit: (template: Template) => void;
  onDuplicate: (template: Template) => void;
  onRemove: (template: Template) => void;
}

interface TemplateCardProps extends TemplateActions {
  template: Template;
  view: 'grid' | 'list';
}

/** One template: its picture opens the preview. */
export function TemplateCard({ template, view, ...actions }: TemplateCardProps) {
  const { name, category, isFavorite, isPublic, mayEdit, usageCount, updatedAt } = template;
  const used = usageCount === 1 ? 'used once' : `used ${usageCount} times`;
  return (
    <li className={styles.card} data-view={view}>
      <UnstyledButton
        className="db-ring"
        display="block"
        w="100%"
        aria-label={`Preview ${name}`}
        onClick={() => actions.onPreview(template)}
      >
        <TemplatePicture template={template} />
      </UnstyledButton>
      <Group gap={2} wrap="nowrap" miw={0} p="8px 6px 8px 10px">
        <Box flex={1} miw={0}>
          <Text size="sm" fw={600} truncate title={name}>
            {name}
          </Text>
          <Text size="xs" c="dimmed" truncate className="db-figures">
            {categoryNames[category]}, {usageCount > 0 ? used : formatAgo(updatedAt)}
          </Text>
        </Box>
        {!isPublic && view === 'list' && (
          <Badge color="gray" variant="light" tt="none" radius="sm">
            Private
          </Badge>
        )}
        <Tooltip label={isFavorite ? 'Remove from favorites' : 'Add to favorites'}>
          <ActionIcon
            data-changes
            variant="subtle"
            color={isFavorite ? 'amber' : 'gray'}
            size="sm"
            aria-pressed={isFavorite}
            aria-label={`Favorite: ${name}`}
            onClick={() => void toggleFavorite(template)}
          >
            {isFavorite ? <IconStarFilled size={15} /> : <IconStar size={15} />}
          </ActionIcon>
        </Tooltip>
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size="sm" aria-label={`More for ${name}`}>
              <IconDots size={15} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              data-changes
              leftSection={<IconPlus size={16} />}
              onClick={() => actions.onUse(template)}
            >
              Use template
            </Menu.Item>
            <Menu.Item leftSection={<IconEye size={16} />} onClick={() => actions.onPreview(template)}>
              Preview
            </Menu.Item>
            <Menu.Item
              data-changes
              leftSection={<IconCopy size={16} />}
              onClick={() => actions.onDuplicate(template)}
            >
              Duplicate
            </Menu.Item>
            {mayEdit && (
              <>
                <Menu.Item
                  data-changes
                  leftSection={<IconPencil size={16} />}
                  onClick={() => actions.onEdit(template)}
                >
                  Edit details
                </Menu.Item>
                <Menu.Item
                  data-changes
                  color="red"
                  leftSection={<IconTrash size={16} />}
                  onClick={() => actions.onRemove(template)}
                >
                  Delete
                </Menu.Item>
              </>
            )}
          </Menu.Dropdown>
        </Menu>
      </Group>
    </li>
  );
}
