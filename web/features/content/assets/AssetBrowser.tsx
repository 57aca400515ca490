import { Group, Pagination, Select, SimpleGrid, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Asset, assetTypes } from '#shared/model/content.ts';
import { query } from '#web/app/api.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { useQuestion } from '#web/ui/resource/useQuestion.ts';
import { placeAsset } from '../data/place-asset.ts';
import { useEditorSession } from '../editor/session.ts';
import browser from '../library/browser.module.css';
import { type View, ViewSwitch } from '../library/ViewSwitch.tsx';
import { UploadArea } from '../panels/UploadArea.tsx';
import { AssetCard } from './AssetCard.tsx';
import { AssetPreview } from './AssetPreview.tsx';
import { AssetRemoval } from './AssetRemoval.tsx';
import styles from './assets.module.css';

/** Typing rests this long, in ms, before the library is searched. */
const searchDelay = 250;
const pageSize = 48;

interface AssetBrowserProps {
  /** In the Design Panel. */
  compact?: boolean;
  onPlaced?: () => void;
}

/** The asset library: upload, find, look at, put on the canvas, delete. */
export function AssetBrowser({ compact = false, onPlaced }: AssetBrowserProps) {
  const session = useEditorSession();
  const [search, setSearch] = useState('');
  const [needle] = useDebouncedValue(search.trim(), searchDelay);
  const [type, setType] = useState<Asset['assetType'] | 'all'>('all');
  const [tag, setTag] = useState<string | null>(null);
  const [view, setView] = useState<View>('grid');
  const [page, setPage] = useState(1);
  const [previewed, setPreviewed] = useState<Asset>();
  const removal = useQuestion<Asset>();
  const input = {
    page,
    limit: pageSize,
    ...(needle ? { search: needle } : {}),
    ...(type === 'all' ? {} : { type }),
    ...(tag ? { tag } : {}),
  };
  const { data, error, refetch } = useQuery({
    ...query.content.listAssets.queryOptions({ input }),
    placeholderData: keepPreviousData,
  });
  const everything = useQuery(query.content.listAssets.queryOptions({ input: { limit: 200 } }));
  const tags = [...new Set((everything.data?.assets ?? []).flatMap((asset) => asset.tags))].sort();
  const filtered = Boolean(needle) || type !== 'all' || tag !== null;
  const find = (change: () => void) => {
    change();
    setPage(1);
  };
  const place = async (asset: Asset) => {
    await placeAsset(session, asset);
    setPreviewed(undefined);
    onPlaced?.();
  };

  return (
    <div className={browser.browser} data-compact={compact || undefined}>
      <UploadArea tagged={!compact} />
      <div className={browser.filters}>
        <TextInput
          size="xs"
          className={browser.search!}
          aria-label="Search assets"
          placeholder="Search assets"
          leftSection={<IconSearch size={14} />}
          maxLength={100}
          value={search}
          onChange={(event) => find(() => setSearch(event.currentTarget.value))}
        />
        <Select
          size="xs"
          aria-label="Type of asset"
          allowDeselect={false}
          value={type}
          onChange={(value) => find(() => setType((value ?? 'all') as typeof type))}
          data={[
            { value: 'all', label: 'All types' },
            ...assetTypes.map((value) => ({
              value,
              label: value.charAt(0).toUpperCase() + value.slice(1),
            })),
          ]}
        />
        <Select
          size="xs"
          aria-label="Tag"
          placeholder="All tags"
          clearable
          clearButtonProps={{ 'aria-label': 'All tags' }}
          disabled={tags.length === 0}
          value={tag}
          onChange={(value) => find(() => setTag(value))}
          data={tags}
        />
        <div className={browser.views}>
          <ViewSwitch view={view} onView={setView} />
        </div>
      </div>
      {error && !data ? (
        <ErrorState title="The assets could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SimpleGrid cols={2} spacing={8} role="status" aria-label="Loading">
          {['a', 'b', 'c', 'd'].map((key) => (
            <Skeleton key={key} h={110} />
          ))}
        </SimpleGrid>
      ) : data.assets.length === 0 ? (
        <Stack gap={4} p="36px 12px" ta="center">
          <Text fw={600} size="sm">
            No assets found
          </Text>
          <Text size="xs" c="dimmed">
            {filtered ? 'Try another word, type or tag' : 'Upload some files to get started'}
          </Text>
        </Stack>
      ) : (
        <ul className={styles.cards} data-view={view} data-compact={compact || undefined} aria-label="Assets">
          {data.assets.map((asset) => (
            <AssetCard
              key={asset.id}
              asset={asset}
              view={view}
              onPlace={(one) => void place(one)}
              onPreview={setPreviewed}
              onRemove={removal.ask}
            />
          ))}
        </ul>
      )}
      {data && data.pagination.pages > 1 && (
        <Group justify="center">
          <Pagination
            size="xs"
            value={page}
            total={data.pagination.pages}
            onChange={setPage}
            getControlProps={(control) => ({ 'aria-label': `${control} page` })}
          />
        </Group>
      )}
      {previewed && (
        <AssetPreview
          asset={previewed}
          onClose={() => setPreviewed(undefined)}
          onPlace={(one) => void place(one)}
          onRemove={removal.ask}
        />
      )}
      <AssetRemoval asset={removal.about} {...removal.dialog} onRemoved={() => setPreviewed(undefined)} />
    </div>
  );
}
