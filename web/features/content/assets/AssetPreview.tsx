import { Badge, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconExternalLink, IconFile } from '@tabler/icons-react';
import type { Asset } from '#shared/model/content.ts';
import { formatAgo, formatBytes } from '../panels/format.ts';
import styles from './assets.module.css';

interface AssetPreviewProps {
  asset: Asset;
  onClose: () => void;
  onPlace: (asset: Asset) => void;
  onRemove: (asset: Asset) => void;
}

/** An asset at its full size, to be seen or heard. */
export function AssetPreview({ asset, onClose, onPlace, onRemove }: AssetPreviewProps) {
  const { name, mimeType, fileSize, tags, usageCount, createdAt, publicUrl } = asset;
  const used = usageCount === 1 ? 'used once' : `used ${usageCount} times`;
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={
        <Text fw={650} truncate>
          {name}
        </Text>
      }
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        <div className={styles.large}>
          <Shown asset={asset} />
        </div>
        <Text size="xs" c="dimmed" className="db-figures">
          {[mimeType, formatBytes(fileSize), `uploaded ${formatAgo(createdAt)}`, used].join(', ')}
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
        <Group justify="space-between" gap="xs">
          <Button data-changes variant="subtle" color="red" onClick={() => onRemove(asset)}>
            Delete
          </Button>
          <Group gap="xs">
            <Button
              component="a"
              href={publicUrl}
              target="_blank"
              rel="noopener"
              variant="default"
              leftSection={<IconExternalLink size={16} />}
            >
              Open the file
            </Button>
            <Button onClick={() => onPlace(asset)} data-autofocus>
              Add to canvas
            </Button>
          </Group>
        </Group>
      </Stack>
    </Modal>
  );
}

function Shown({ asset: { assetType, publicUrl, thumbnailUrl, name } }: { asset: Asset }) {
  switch (assetType) {
    case 'image':
      return <img src={publicUrl} alt={name} />;
    case 'video':
      return (
        // biome-ignore lint/a11y/useMediaCaption: what people upload has no captions to show
        <video src={publicUrl} poster={thumbnailUrl ?? undefined} controls playsInline aria-label={name} />
      );
    case 'audio':
      // biome-ignore lint/a11y/useMediaCaption: what people upload has no captions to show
      return <audio src={publicUrl} controls aria-label={name} />;
    case 'document':
      return <IconFile size={56} stroke={1.2} aria-hidden />;
    default:
      return assetType satisfies never;
  }
}
