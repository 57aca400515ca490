import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core';
import { IconPlaylist, IconPlus, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { PlaylistAnswer } from '#shared/api/signage-plans.ts';
import { query, queryClient } from '#web/app/api.ts';
import { BackLink } from '#web/ui/BackLink.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LinesSkeleton } from '#web/ui/skeletons.tsx';
import { toast } from '#web/ui/toast.ts';
import { signageChanged } from '../queries.ts';
import { lengthText } from '../times.ts';
import { ContentPicker, type Picked } from './ContentPicker.tsx';
import { ItemRow } from './ItemRow.tsx';
import { move } from './move.ts';
import styles from './Playlists.module.css';

/** A new item shows so long, in seconds. */
const firstSeconds = 10;

type Item = PlaylistAnswer['items'][number];

/** One playlist: its items in order, each with its time, transition and dates. Saved when asked to. */
export default function PlaylistEditor() {
  const id = useParams().playlistId!;
  const { data, error, refetch } = useQuery(query.signage.getPlaylist.queryOptions({ input: { id } }));
  const back = <BackLink to="/displays/playlists">All playlists</BackLink>;
  return (
    <>
      {back}
      {error ? (
        <ErrorState title="This playlist could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : data ? (
        // Another version than the one edited begins again.
        <Editor key={`${data.id} ${data.version}`} playlist={data} />
      ) : (
        <LinesSkeleton lines={6} />
      )}
    </>
  );
}

function Editor({ playlist }: { playlist: PlaylistAnswer }) {
  const { id, version } = playlist;
  const navigate = useNavigate();
  const [name, setName] = useState(playlist.name);
  const [items, setItems] = useState<Item[]>(playlist.items);
  const [names, setNames] = useState(
    () => new Map(playlist.contents.map((content) => [content.id, content] as const)),
  );
  const [picking, setPicking] = useState(false);
  const [removing, setRemoving] = useState(false);
  const [said, setSaid] = useState('');
  const save = useMutation(
    query.signage.updatePlaylist.mutationOptions({
      onSuccess: async (answer) => {
        queryClient.setQueryData(query.signage.getPlaylist.queryKey({ input: { id } }), answer);
        await signageChanged();
        toast.success('Playlist saved', 'Displays follow within seconds.');
      },
      onError: (reason) => toast.error(reason),
    }),
  );
  const remove = useMutation(query.signage.removePlaylist.mutationOptions());
  const changed = name !== playlist.name || JSON.stringify(items) !== JSON.stringify(playlist.items);
  const add = (picked: Picked[]) => {
    const added = picked.map(({ kind, refId, name: title, thumbnailUrl, seconds }) => {
      const itemId = `itm_${crypto.randomUUID()}`;
      const content = { id: itemId, name: title, state: 'ready' as const, thumbnailUrl };
      const item: Item = {
        id: itemId,
        kind,
        refId,
        seconds: seconds ?? firstSeconds,
        transition: 'fade',
        validFrom: null,
        validUntil: null,
      };
      return { item, content };
    });
    setNames(new Map([...names, ...added.map(({ content }) => [content.id, content] as const)]));
    setItems([...items, ...added.map(({ item }) => item)]);
  };
  const moveTo = (from: number, to: number) => {
    if (to < 0 || to >= items.length || from === to) return;
    setSaid(`${names.get(items[from]!.id)?.name}: place ${to + 1} of ${items.length}`);
    setItems(move(items, from, to));
  };
  return (
    <>
      <Group align="end" gap="sm" mb="md">
        <TextInput
          label="Name"
          maxLength={120}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          style={{ flex: '1 1 240px' }}
        />
        <Button
          data-changes
          variant="default"
          leftSection={<IconPlus size={16} />}
          onClick={() => setPicking(true)}
        >
          Add content
        </Button>
        <Button
          data-changes
          disabled={!changed || !name.trim()}
          loading={save.isPending}
          onClick={() => save.mutate({ id, name, items, version })}
        >
          Save
        </Button>
        <ActionIcon
          data-changes
          variant="subtle"
          color="red"
          size={36}
          aria-label="Remove this playlist"
          onClick={() => setRemoving(true)}
        >
          <IconTrash size={18} />
        </ActionIcon>
      </Group>
      {items.length === 0 ? (
        <div className="db-card">
          <EmptyState
            icon={IconPlaylist}
            title="Nothing in it yet"
            action={
              <Button data-changes onClick={() => setPicking(true)}>
                Add content
              </Button>
            }
          >
            Add projects of the content creator, and images and videos of the library. An empty playlist is
            passed over.
          </EmptyState>
        </div>
      ) : (
        <>
          <ol className={styles.items} aria-label="Items in their order">
            {items.map((item, at) => (
              <ItemRow
                key={item.id}
                item={item}
                content={names.get(item.id)}
                at={at}
                count={items.length}
                onChange={(next) => setItems(items.map((other) => (other.id === next.id ? next : other)))}
                onMove={(to) => moveTo(at, to)}
                onDropFrom={(from) => moveTo(from, at)}
                onRemove={() => setItems(items.filter((other) => other.id !== item.id))}
              />
            ))}
          </ol>
          <Text size="sm" c="dimmed" mt="sm">
            A round takes {lengthText(items.reduce((sum, { seconds }) => sum + seconds, 0))}.
          </Text>
        </>
      )}
      <span className="db-visually-hidden" role="status">
        {said}
      </span>
      {picking && <ContentPicker onClose={() => setPicking(false)} onPick={add} />}
      <ConfirmDialog
        opened={removing}
        onClose={() => setRemoving(false)}
        title={`Remove “${playlist.name}”?`}
        confirmLabel="Remove the playlist"
        danger
        onConfirm={async () => {
          await remove.mutateAsync({ id });
          await navigate('/displays/playlists');
          await signageChanged();
        }}
      >
        Its signs and files stay. A playlist that a schedule or a display uses is not removed.
      </ConfirmDialog>
    </>
  );
}
