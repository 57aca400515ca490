import { List, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AssetUse } from '#shared/api/content.ts';
import type { Asset } from '#shared/model/content.ts';
import { api, query } from '#web/app/api.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { refreshLists } from '../data/refresh.ts';

/** As many places are named; the rest are counted. */
const named = 8;

const kindNames: Record<AssetUse['kind'], string> = {
  published: 'Published sign',
  playlist: 'Playlist',
  project: 'Project',
  template: 'Template',
  brand: 'Logo of the',
};

const times = ({ count, kind }: AssetUse) => (count > 1 && kind !== 'brand' ? `, ${count} times` : '');

interface AssetRemovalProps {
  asset: Asset | undefined;
  opened: boolean;
  onClose: () => void;
  onRemoved: () => void;
}

/** Asks before an asset is deleted, and names what uses it. */
export function AssetRemoval({ asset, opened, onClose, onRemoved }: AssetRemovalProps) {
  const { data, error } = useQuery({
    ...query.content.assetUses.queryOptions({ input: { id: asset?.id ?? '' } }),
    enabled: opened && asset !== undefined,
    staleTime: 0,
    gcTime: 0,
  });
  const uses = data?.uses ?? [];
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Delete ${asset?.name ?? ''}?`}
      confirmLabel="Delete asset"
      danger
      onConfirm={async () => {
        // Only who was told of the uses deletes it all the same.
        await api.content.removeAsset({ id: asset!.id, ...(uses.length > 0 ? { inUse: true } : {}) });
        toast.success(`${asset!.name} deleted`);
        onRemoved();
        await refreshLists(query.content.listAssets.key());
      }}
    >
      {error && 'Where it is used could not be looked up. It is deleted only if nothing uses it.'}
      {data && <Consequences uses={uses} />}
      {!data && !error && <Skeleton h={60} aria-label="Looking where it is used" />}
    </ConfirmDialog>
  );
}

function Consequences({ uses }: { uses: readonly AssetUse[] }) {
  if (uses.length === 0) return <>Nothing uses it. This cannot be undone.</>;
  const isShown = uses.some(({ kind }) => kind === 'published' || kind === 'playlist');
  return (
    <Stack gap="xs">
      <Text size="sm" c="var(--mantine-color-text)">
        It is in use:
      </Text>
      <List size="sm" aria-label="Where it is used">
        {uses.slice(0, named).map((use) => (
          <List.Item key={`${use.kind} ${use.id} ${use.name}`}>
            {kindNames[use.kind]}{' '}
            <Text span fw={550} c="var(--mantine-color-text)">
              {use.name}
            </Text>
            {times(use)}
          </List.Item>
        ))}
        {uses.length > named && <List.Item>and {uses.length - named} more</List.Item>}
      </List>
      <div>
        {isShown
          ? 'Published signs and playlists go on showing it. Once none does, its file is deleted and elements show a placeholder. '
          : 'Elements that show it will show a placeholder. '}
        This cannot be undone.
      </div>
    </Stack>
  );
}
