import { Button, Group, Modal, SegmentedControl, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconPalette, IconPhoto, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/app/api.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LinesSkeleton } from '#web/ui/skeletons.tsx';
import { ContentThumb } from './ContentThumb.tsx';
import styles from './Playlists.module.css';

export interface Picked {
  kind: 'project' | 'asset';
  refId: string;
  name: string;
  thumbnailUrl: string | null;
  /** How long it shows at first. */
  seconds?: number;
}

type Source = 'projects' | 'image' | 'video';

/** A video shows for this long at first, in seconds; it goes round while it is on. */
const videoSeconds = 30;

function useChoices(source: Source, search: string) {
  const found = search.trim() ? { search: search.trim() } : {};
  const projects = useQuery({
    ...query.content.list.queryOptions({ input: { limit: 100, ...found } }),
    enabled: source === 'projects',
  });
  const assets = useQuery({
    ...query.content.listAssets.queryOptions({
      input: { limit: 200, type: source === 'projects' ? 'image' : source, ...found },
    }),
    enabled: source !== 'projects',
  });
  const { error, refetch } = source === 'projects' ? projects : assets;
  const choices: Picked[] | undefined =
    source === 'projects'
      ? projects.data?.projects.map(({ id, name, thumbnailUrl }) => ({
          kind: 'project',
          refId: id,
          name,
          thumbnailUrl,
        }))
      : assets.data?.assets.map(({ id, name, thumbnailUrl }) => ({
          kind: 'asset',
          refId: id,
          name,
          thumbnailUrl,
          ...(source === 'video' ? { seconds: videoSeconds } : {}),
        }));
  return { choices, error, refetch };
}

interface ContentPickerProps {
  onClose: () => void;
  onPick: (picked: Picked[]) => void;
}

/** Projects, images and videos to put into a playlist, several at once. */
export function ContentPicker({ onClose, onPick }: ContentPickerProps) {
  const [source, setSource] = useState<Source>('projects');
  const [search, setSearch] = useState('');
  const [picked, setPicked] = useState<Picked[]>([]);
  const { choices, error, refetch } = useChoices(source, search);
  const toggle = (choice: Picked) =>
    setPicked(
      picked.some(({ refId }) => refId === choice.refId)
        ? picked.filter(({ refId }) => refId !== choice.refId)
        : [...picked, choice],
    );
  return (
    <Modal
      opened
      onClose={onClose}
      title={<Text fw={650}>Add content</Text>}
      size="xl"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Group gap="sm" mb="md">
        <SegmentedControl
          aria-label="Kind of content"
          value={source}
          onChange={(value) => setSource(value as Source)}
          data={[
            { value: 'projects', label: 'Projects' },
            { value: 'image', label: 'Images' },
            { value: 'video', label: 'Videos' },
          ]}
        />
        <TextInput
          aria-label="Search"
          placeholder="Search by name"
          leftSection={<IconSearch size={15} />}
          maxLength={100}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          style={{ flex: '1 1 180px' }}
          data-autofocus
        />
      </Group>
      {error ? (
        <ErrorState title="This could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : !choices ? (
        <LinesSkeleton lines={5} />
      ) : choices.length === 0 ? (
        <EmptyState
          icon={source === 'projects' ? IconPalette : IconPhoto}
          title={
            search ? 'Nothing has this name' : source === 'projects' ? 'No projects yet' : 'Nothing here yet'
          }
        >
          {source === 'projects'
            ? 'Draw a sign in the content creator first.'
            : 'Upload it to the asset library of the content creator first.'}
        </EmptyState>
      ) : (
        <div className={styles.choices}>
          {choices.map((choice) => (
            <UnstyledButton
              key={choice.refId}
              className={styles.choice}
              aria-pressed={picked.some(({ refId }) => refId === choice.refId)}
              onClick={() => toggle(choice)}
            >
              <ContentThumb {...choice} />
              <Text span size="sm" lineClamp={2}>
                {choice.name}
              </Text>
            </UnstyledButton>
          ))}
        </div>
      )}
      <Group justify="space-between" mt="lg">
        <Text size="xs" c="dimmed">
          Projects that are not published yet are published when the playlist is saved.
        </Text>
        <Group gap="xs" ml="auto">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={picked.length === 0}
            onClick={() => {
              onPick(picked);
              onClose();
            }}
          >
            {picked.length < 2 ? 'Add' : `Add ${picked.length}`}
          </Button>
        </Group>
      </Group>
    </Modal>
  );
}
