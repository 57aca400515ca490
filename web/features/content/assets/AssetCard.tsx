import { ActionIcon, Box, Group, Menu, Text, UnstyledButton } from '@mantine/core';
import { IconDots, IconEye, IconPlus, IconTrash } from '@tabler/icons-react';
import type { Asset } from '#shared/model/content.ts';
import { assetDrag } from '../editor/canvas/drop.ts';
import { formatBytes } from '../panels/format.ts';
import { AssetPicture, isWorking } from './AssetPicture.tsx';
import styles from './assets.module.css';

export interface AssetActions {
  onPlace: (asset: Asset) => void;
  onPreview: (asset: Asset) => void;
  onRemove: (asset: Asset) => void;
}

interface AssetCardProps extends AssetActions {
  asset: Asset;
  view: 'grid' | 'list';
}

/** One asset: a click puts it on the canvas, dragging it puts it where it is dropped. */
export function AssetCard({ asset, view, onPlace, onPreview, onRemove }: AssetCardProps) {
  const { name, assetType, fileSize, tags } = asset;
  const working = isWorking(asset);
  return (
    <li className={styles.card} data-view={view}>
      <UnstyledButton
        className={styles.picture}
        draggable={!working}
        disabled={working}
        aria-label={`Add ${name} to the canvas`}
        onClick={() => onPlace(asset)}
        onDragStart={(event) => {
          event.dataTransfer.setData(assetDrag, JSON.stringify(asset));
          event.dataTransfer.effectAllowed = 'copy';
        }}
      >
        <AssetPicture asset={asset} />
      </UnstyledButton>
      <Group gap={4} wrap="nowrap" miw={0} p="5px 4px 5px 8px">
        <Box flex={1} miw={0}>
          <Text size="xs" fw={550} truncate title={name}>
            {name}
          </Text>
          {view === 'list' && (
            <Text size="xs" c="dimmed" truncate className="db-figures">
              {[assetType, formatBytes(fileSize), ...tags].join(', ')}
            </Text>
          )}
        </Box>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size="sm" aria-label={`More about ${name}`}>
              <IconDots size={14} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPlus size={14} />} onClick={() => onPlace(asset)}>
              Add to canvas
            </Menu.Item>
            <Menu.Item leftSection={<IconEye size={14} />} onClick={() => onPreview(asset)}>
              Preview
            </Menu.Item>
            <Menu.Item
              data-changes
              color="red"
              leftSection={<IconTrash size={14} />}
              onClick={() => onRemove(asset)}
            >
              Delete
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
    </li>
  );
}
