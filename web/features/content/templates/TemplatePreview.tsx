import { ActionIcon, Badge, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import type { Template } from '#shared/model/templates.ts';
import { formatAgo } from '../panels/format.ts';
import { categoryNames } from './category-names.ts';
import { TemplatePicture } from './TemplatePicture.tsx';
import styles from './templates.module.css';
import { toggleFavorite } from './use-templates.ts';

interface TemplatePreviewProps {
  template: Template;
  onClose: () => void;
  onUse: (template: Template) => void;
}

/** A template at a size where it can be judged, with what moves in it moving. */
export function TemplatePreview({ template, onClose, onUse }: TemplatePreviewProps) {
  const { name, description, category, tags, canvasSize, elementCount, usageCount, isFavorite } = template;
  const facts = [
    categoryNames[category],
    `${canvasSize.width} × ${canvasSize.height}`,
    elementCount === 1 ? '1 element' : `${elementCount} elements`,
    usageCount === 1 ? 'used once' : `used ${usageCount} times`,
    `changed ${formatAgo(template.updatedAt)}`,
  ];
  return (
    <Modal
      opened
      onClose={onClose}
      size={860}
      title={<Text fw={650}>{name}</Text>}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        <TemplatePicture template={template} playing className={styles.large!} />
        {description && <Text size="sm">{description}</Text>}
        <Text size="xs" c="dimmed" className="db-figures">
          {facts.join(', ')}
        </Text>
        {tags.length > 0 && (
          <Group gap={6}>
            {tags.map((tag) => (
              <Badge key={tag} color="gray" variant="light" tt="none" radius="sm">
                {tag}
              </Badge>
            ))}
          </Group>
        )}
        <Group justify="flex-end" gap="xs">
          <ActionIcon
            data-changes
            variant="default"
            size={36}
            aria-label={`Favorite: ${name}`}
            aria-pressed={isFavorite}
            onClick={() => void toggleFavorite(template)}
          >
            {isFavorite ? <IconStarFilled size={17} /> : <IconStar size={17} />}
          </ActionIcon>
          <Button data-changes onClick={() => onUse(template)} data-autofocus>
            Use template
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
