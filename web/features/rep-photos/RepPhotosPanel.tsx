import { Button, Flex, Menu, Skeleton, Text, Title } from '@mantine/core';
import {
  IconChartBar,
  IconDots,
  IconFileSpreadsheet,
  IconHistory,
  IconMovie,
  IconPhotoPlus,
  IconPhotoUp,
  IconUpload,
  IconUserCircle,
  IconUserSearch,
} from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type DragEvent, useState } from 'react';
import { Link } from 'react-router';
import type { RepPhoto } from '#shared/model/rep-photo.ts';
import { query } from '#web/app/api.ts';
import { signInFor } from '#web/app/safe-next.ts';
import { useSession } from '#web/app/session.ts';
import { useMay } from '#web/app/use-may.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { AutoGrid, Toolbar } from '#web/ui/layout/layout.tsx';
import { lazy } from '#web/ui/lazy.tsx';
import { NoMatch } from '#web/ui/resource/ResourceTable.tsx';
import { SearchField } from '#web/ui/resource/SearchField.tsx';
import { toast } from '#web/ui/toast.ts';
import { PhotoCard } from './PhotoCard.tsx';
import { sentences } from './sentences.ts';

const dialogs = {
  upload: lazy(() => import('./dialogs/UploadDialog.tsx')),
  bulk: lazy(() => import('./dialogs/BulkDialog.tsx')),
  csv: lazy(() => import('./dialogs/CsvDialog.tsx')),
  video: lazy(() => import('./dialogs/VideoDialog.tsx')),
  find: lazy(() => import('./dialogs/FindDialog.tsx')),
  history: lazy(() => import('./dialogs/HistoryDialog.tsx')),
  usage: lazy(() => import('./dialogs/UsageDialog.tsx')),
  fallback: lazy(() => import('./dialogs/FallbackDialog.tsx')),
};
const PreviewDialog = lazy(() => import('./dialogs/PreviewDialog.tsx'));
type Dialog = keyof typeof dialogs;

interface RepPhotosPanelProps {
  /** Beside a canvas: small, with a menu in place of buttons. */
  compact?: boolean;
  /** Puts a photo where the panel stands; without it the preview asks for a project. */
  onUse?: (photo: RepPhoto) => void;
  onDrag?: (photo: RepPhoto, event: DragEvent) => void;
}

/** The library of sales reps' photos: found, looked at, added and used. */
export function RepPhotosPanel(props: RepPhotosPanelProps) {
  if (useSession()) return <Library {...props} />;
  return (
    <EmptyState
      icon={IconUserCircle}
      title="Sales rep photos"
      action={
        <Button component={Link} to={signInFor('/rep-photos')} onClick={() => toast.info(sentences.logIn)}>
          Login Required
        </Button>
      }
    >
      Please log in to view sales rep photos
    </EmptyState>
  );
}

function Library({ compact = false, onUse, onDrag }: RepPhotosPanelProps) {
  const may = useMay();
  const [search, setSearch] = useState('');
  const [dialog, setDialog] = useState<Dialog>();
  const [previewed, setPreviewed] = useState<string>();
  const list = useQuery(
    query.repPhotos.list.queryOptions({
      input: { ...(search ? { search } : {}), limit: 1_000 },
      placeholderData: keepPreviousData,
    }),
  );
  const photos = list.data?.assets;
  const total = list.data?.total ?? 0;
  const photo = photos?.find(({ id }) => id === previewed);
  const Open = dialog && dialogs[dialog];
  return (
    <>
      <Toolbar mb={compact ? 10 : 16}>
        <SearchField
          size={compact ? 'xs' : 'sm'}
          aria-label="Search rep photos"
          placeholder="Search by name or email"
          value={search}
          onSearch={setSearch}
        />
        <Actions compact={compact} open={setDialog} />
      </Toolbar>
      {list.error && !list.data ? (
        <ErrorState
          title="The photos could not be loaded"
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      ) : !photos ? (
        <AutoGrid min={compact ? 110 : 160} fill role="status" aria-label="Loading">
          {['a', 'b', 'c', 'd'].map((key) => (
            <Skeleton key={key} h={compact ? 150 : 220} />
          ))}
        </AutoGrid>
      ) : photos.length === 0 && search ? (
        <NoMatch title="No photos found" onClear={() => setSearch('')} clearLabel="Clear the search">
          No rep has this name or email.
        </NoMatch>
      ) : photos.length === 0 ? (
        <EmptyState
          icon={IconUserCircle}
          title="No photos found"
          action={
            may('repPhotos.add') && (
              <Button data-changes onClick={() => setDialog('upload')}>
                Add photo
              </Button>
            )
          }
        >
          Add the faces of your sales reps, and celebrations show whose deal it was.
        </EmptyState>
      ) : (
        <>
          <AutoGrid min={compact ? 110 : 160} gap={compact ? 8 : 16} fill role="list" aria-label="Rep photos">
            {photos.map((one) => (
              <PhotoCard
                key={one.id}
                photo={one}
                compact={compact}
                onOpen={() => (compact && onUse ? onUse(one) : setPreviewed(one.id))}
                onPreview={() => setPreviewed(one.id)}
                onDrag={onDrag}
              />
            ))}
          </AutoGrid>
          {total > photos.length && (
            <Text size="sm" c="dimmed" mt={12}>
              The first {photos.length} of {total}. Search for others.
            </Text>
          )}
        </>
      )}
      {photo && <PreviewDialog photo={photo} onClose={() => setPreviewed(undefined)} onUse={onUse} />}
      {Open && <Open onClose={() => setDialog(undefined)} onFound={setPreviewed} />}
    </>
  );
}

/** What a dialog of the panel is given. */
export interface DialogProps {
  onClose: () => void;
  /** Opens the preview of a photo. */
  onFound: (id: string) => void;
}

const more = [
  { id: 'bulk', label: 'Bulk upload', icon: IconPhotoUp, access: 'repPhotos.add' },
  { id: 'csv', label: 'CSV upload', icon: IconFileSpreadsheet, access: 'repPhotos.add' },
  { id: 'video', label: 'Generate Celebration Video', icon: IconMovie, access: 'repPhotos.add' },
  { id: 'find', label: 'Find Photo by Email', icon: IconUserSearch, access: 'repPhotos.view' },
  { id: 'history', label: 'Upload History', icon: IconHistory, access: 'repPhotos.view' },
  { id: 'usage', label: 'Usage Statistics', icon: IconChartBar, access: 'repPhotos.manage' },
  { id: 'fallback', label: 'Fallback photo', icon: IconPhotoPlus, access: 'repPhotos.manage' },
] as const;

/** Those whose form changes something. */
const changing: ReadonlySet<string> = new Set(['bulk', 'csv', 'video', 'fallback']);

function Actions({ compact, open }: { compact: boolean; open: (dialog: Dialog) => void }) {
  const may = useMay();
  const offered = more.filter(({ access }) => may(access));
  const beside = compact ? [] : offered.filter(({ id }) => ['video', 'usage'].includes(id));
  return (
    <Flex gap={8} wrap="wrap" ms="auto">
      {beside.map(({ id, label, icon: Icon }) => (
        <Button
          key={id}
          data-changes={changing.has(id) || undefined}
          variant="default"
          visibleFrom="sm"
          leftSection={<Icon size={16} />}
          onClick={() => open(id)}
        >
          {label}
        </Button>
      ))}
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" size={compact ? 'compact-xs' : 'sm'} leftSection={<IconDots size={16} />}>
            More
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {offered.map((one) => (
            <Menu.Item
              key={one.id}
              data-changes={changing.has(one.id) || undefined}
              // What stands beside the menu is in it where there is no room.
              {...(beside.includes(one) ? { hiddenFrom: 'sm' } : {})}
              leftSection={<one.icon size={16} />}
              onClick={() => open(one.id)}
            >
              {one.label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {may('repPhotos.add') && (
        <Button
          data-changes
          size={compact ? 'compact-xs' : 'sm'}
          leftSection={<IconUpload size={16} />}
          onClick={() => open('upload')}
        >
          Add photo
        </Button>
      )}
    </Flex>
  );
}

/** The head of the panel where it stands in the editor. */
export const PanelTitle = () => (
  <Title order={2} size="sm">
    Sales rep photos
  </Title>
);
