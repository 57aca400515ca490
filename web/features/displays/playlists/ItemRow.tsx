import { ActionIcon, Badge, Box, Group, NumberInput, Select, TextInput } from '@mantine/core';
import { IconGripVertical, IconTrash } from '@tabler/icons-react';
import { type DragEvent, type KeyboardEvent, useState } from 'react';
import type { PlaylistAnswer } from '#shared/api/signage-plans.ts';
import { ContentThumb } from './ContentThumb.tsx';
import styles from './Playlists.module.css';

type Item = PlaylistAnswer['items'][number];

interface ItemRowProps {
  item: Item;
  content: PlaylistAnswer['contents'][number] | undefined;
  at: number;
  count: number;
  onChange: (item: Item) => void;
  onMove: (to: number) => void;
  onDropFrom: (from: number) => void;
  onRemove: () => void;
}

/** What a drag carries; another kind of thing is not taken. */
const dragType = 'application/x-dealbell-item';

const transitions = [
  { value: 'none', label: 'Cut' },
  { value: 'fade', label: 'Fade' },
  { value: 'slide', label: 'Slide' },
];

/** One item: dragged by its grip, or moved with the arrow keys while the grip has the focus. */
export function ItemRow(props: ItemRowProps) {
  const { item, content, at, count, onChange, onMove, onDropFrom, onRemove } = props;
  const [over, setOver] = useState(false);
  const name = content?.name ?? 'A removed item';
  const keys = (event: KeyboardEvent) => {
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: count - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onMove(to);
  };
  const drop = (event: DragEvent) => {
    setOver(false);
    const from = event.dataTransfer.getData(dragType);
    if (from !== '') onDropFrom(Number(from));
    event.preventDefault();
  };
  return (
    <Group
      component="li"
      className={styles.item}
      gap="10px 12px"
      p="10px 14px"
      data-over={over || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(dragType)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <ActionIcon
        variant="subtle"
        color="gray"
        style={{ cursor: 'grab' }}
        draggable
        aria-label={`Move ${name}, place ${at + 1} of ${count}. Use the arrow keys.`}
        onDragStart={(event) => {
          event.dataTransfer.setData(dragType, String(at));
          event.dataTransfer.effectAllowed = 'move';
        }}
        onKeyDown={keys}
      >
        <IconGripVertical size={16} />
      </ActionIcon>
      <ContentThumb
        kind={item.kind}
        refId={item.refId}
        name={name}
        thumbnailUrl={content?.thumbnailUrl ?? null}
      />
      <Box component="span" className="db-wrap" flex="1 1 160px" miw={0} fz={14} fw={550}>
        {name}
        {content?.state === 'missing' && (
          <Badge size="xs" color="red" variant="light" tt="none" ml={6}>
            Not published, passed over
          </Badge>
        )}
      </Box>
      <Group gap={8} align="start">
        <NumberInput
          label="Seconds"
          size="xs"
          w={84}
          min={1}
          max={86_400}
          allowDecimal={false}
          value={item.seconds}
          onChange={(seconds) =>
            typeof seconds === 'number' && seconds >= 1 && onChange({ ...item, seconds })
          }
        />
        <Select
          label="Transition"
          size="xs"
          w={92}
          allowDeselect={false}
          data={transitions}
          value={item.transition}
          onChange={(transition) =>
            transition && onChange({ ...item, transition: transition as Item['transition'] })
          }
        />
        <TextInput
          label="First day"
          size="xs"
          type="date"
          w={132}
          value={item.validFrom ?? ''}
          onChange={(event) => onChange({ ...item, validFrom: event.currentTarget.value || null })}
        />
        <TextInput
          label="Last day"
          size="xs"
          type="date"
          w={132}
          error={
            item.validFrom && item.validUntil && item.validUntil < item.validFrom
              ? 'Before the first'
              : undefined
          }
          value={item.validUntil ?? ''}
          onChange={(event) => onChange({ ...item, validUntil: event.currentTarget.value || null })}
        />
      </Group>
      <ActionIcon
        variant="subtle"
        color="red"
        aria-label={`Remove ${name} from the playlist`}
        onClick={onRemove}
      >
        <IconTrash size={16} />
      </ActionIcon>
    </Group>
  );
}
