import {
  ActionIcon,
  Loader,
  Menu,
  Select,
  SimpleGrid,
  Skeleton,
  Text,
  TextInput,
  Title,
  Tooltip,
  UnstyledButton,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  IconDots,
  IconFile,
  IconMusic,
  IconPhotoPlus,
  IconSearch,
  IconTrash,
  IconVideo,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Asset, assetTypes } from '#shared/model/content.ts';
import { api, query, queryClient } from '#web/app/api.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { placeAsset } from '../data/place-asset.ts';
import { assetDrag } from '../editor/canvas/drop.ts';
import editorStyles from '../editor/Editor.module.css';
import { useEditorSession } from '../editor/session.ts';
import { formatBytes } from './format.ts';
import styles from './panels.module.css';
import { UploadArea } from './UploadArea.tsx';

/** Typing rests this long, in ms, before the library is searched. */
const searchDelay = 250;

/** The asset library: search, upload, drag onto the canvas, delete. */
export default function AssetsPanel() {
  const session = useEditorSession();
  const [search, setSearch] = useState('');
  const [needle] = useDebouncedValue(search.trim(), searchDelay);
  const [type, setType] = useState<Asset['assetType'] | null>(null);
  const [removing, setRemoving] = useState<Asset>();
  const input = { ...(needle ? { search: needle } : {}), ...(type ? { type } : {}) };
  const { data, error, refetch } = useQuery(query.content.listAssets.queryOptions({ input }));

  return (
    <>
      <div className={editorStyles.panelHead}>
        <Title order={2} size="sm">
          Assets
        </Title>
      </div>
      <div className={styles.controls}>
        <UploadArea />
        <TextInput
          size="xs"
          aria-label="Search assets"
          placeholder="Search assets"
          leftSection={<IconSearch size={14} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Select
          size="xs"
          aria-label="Type of asset"
          placeholder="All types"
          clearable
          value={type}
          onChange={(value) => setType(value as Asset['assetType'] | null)}
          data={assetTypes.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }))}
        />
      </div>
      <div className={editorStyles.panelBody}>
        {error ? (
          <ErrorState title="The assets could not be loaded" error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <SimpleGrid cols={2} spacing={8}>
            {['a', 'b', 'c', 'd'].map((key) => (
              <Skeleton key={key} h={110} />
            ))}
          </SimpleGrid>
        ) : data.assets.length === 0 ? (
          <div className={styles.empty}>
            <Text fw={600} size="sm">
              No assets found
            </Text>
            <Text size="xs" c="dimmed">
              Upload some files to get started
            </Text>
          </div>
        ) : (
          <ul className={styles.grid}>
            {data.assets.map((asset) => (
              <AssetCard
                key={asset.id}
                asset={asset}
                onPlace={() => void placeAsset(session, asset)}
                onRemove={() => setRemoving(asset)}
              />
            ))}
          </ul>
        )}
      </div>
      <ConfirmDialog
        opened={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title={`Delete ${removing?.name ?? ''}?`}
        confirmLabel="Delete asset"
        danger
        onConfirm={async () => {
          await api.content.removeAsset({ id: removing!.id });
          await queryClient.invalidateQueries({ queryKey: query.content.listAssets.key() });
        }}
      >
        Elements that show it will show a placeholder. This cannot be undone.
      </ConfirmDialog>
    </>
  );
}

const typeIcons = { image: IconPhotoPlus, video: IconVideo, audio: IconMusic, document: IconFile };

interface AssetCardProps {
  asset: Asset;
  onPlace: () => void;
  onRemove: () => void;
}

function AssetCard({ asset, onPlace, onRemove }: AssetCardProps) {
  const Icon = typeIcons[asset.assetType];
  const picture = asset.thumbnailUrl ?? (asset.assetType === 'image' ? asset.publicUrl : null);
  const working = asset.processingStatus === 'processing' || asset.processingStatus === 'pending';
  return (
    <li className={styles.asset}>
      <UnstyledButton
        className={styles.thumb}
        draggable={!working}
        disabled={working}
        aria-label={`Add ${asset.name} to the canvas`}
        onClick={onPlace}
        onDragStart={(event) => {
          event.dataTransfer.setData(assetDrag, JSON.stringify(asset));
          event.dataTransfer.effectAllowed = 'copy';
        }}
      >
        {working ? (
          <Loader size="sm" />
        ) : picture ? (
          <img src={picture} alt="" loading="lazy" />
        ) : (
          <Icon size={28} stroke={1.4} />
        )}
      </UnstyledButton>
      <div className={styles.assetFoot}>
        <Tooltip label={`${asset.name}, ${formatBytes(asset.fileSize)}`}>
          <span className={styles.cut}>{asset.name}</span>
        </Tooltip>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size="sm" aria-label={`More about ${asset.name}`}>
              <IconDots size={14} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={onPlace}>Add to canvas</Menu.Item>
            <Menu.Item component="a" href={asset.publicUrl} target="_blank" rel="noopener">
              Open the file
            </Menu.Item>
            <Menu.Item color="red" leftSection={<IconTrash size={14} />} onClick={onRemove}>
              Delete
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
    </li>
  );
}
