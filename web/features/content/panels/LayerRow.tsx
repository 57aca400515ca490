import { ActionIcon, Group, TextInput } from '@mantine/core';
import {
  IconChevronRight,
  IconEye,
  IconEyeOff,
  IconFolder,
  IconFolderOpen,
  IconLock,
  IconLockOpen,
  type TablerIcon,
} from '@tabler/icons-react';
import { type DragEvent, memo, useState } from 'react';
import { contentLimits } from '#shared/model/content.ts';
import { elementName } from '../editor/element-name.ts';
import { useEditorSession } from '../editor/session.ts';
import { useSignalPart } from '../editor/signal.ts';
import { ElementIcon } from './ElementIcon.tsx';
import { type LayerLine, renameGroup, type Side } from './layer-tree.ts';
import styles from './panels.module.css';

const layerDrag = 'application/x-dealbell-layer';
/** Further in than this no line moves: its name would have no room. */
const deepestIndent = 5;

export const lineName = ({ group, elements }: LayerLine) =>
  group ? (group.name ?? 'Group') : elementName(elements[0]!);

interface LayerRowProps {
  line: LayerLine;
  active: boolean;
  renaming: boolean;
  collapsed: boolean;
  onChoose(line: LayerLine, adding: boolean): void;
  onRename(key: string | undefined): void;
  onCollapse(key: string, collapsed: boolean): void;
  onMove(moved: string, target: LayerLine, side: Side): void;
}

export const LayerRow = memo(function LayerRow(props: LayerRowProps) {
  const { line, active, renaming, collapsed, onChoose, onRename, onCollapse, onMove } = props;
  const { editor } = useEditorSession();
  const { key, group, elements, around } = line;
  const ids = elements.map(({ id }) => id);
  const selected = useSignalPart(editor.selection, () => ids.every((id) => editor.isSelected(id)));
  const [side, setSide] = useState<Side>();
  const name = lineName(line);
  const locked = elements.every(({ isLocked }) => isLocked);
  const hidden = elements.every(({ isVisible }) => !isVisible);

  const rename = (typed: string) => {
    const trimmed = typed.trim();
    if (group) renameGroup(editor, line, trimmed);
    else {
      editor.edit('Rename', ids, (before) =>
        trimmed === name ? before : { ...before, metadata: { ...before.metadata, name: trimmed } },
      );
    }
    onRename(undefined);
  };
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(layerDrag)) return;
    event.preventDefault();
    const { top, height } = event.currentTarget.getBoundingClientRect();
    const share = (event.clientY - top) / height;
    if (group && share > 0.3 && (share < 0.7 || !collapsed)) setSide('into');
    else setSide(share < 0.5 ? 'above' : 'below');
  };
  const drop = (event: DragEvent) => {
    const moved = event.dataTransfer.getData(layerDrag);
    if (moved && side) onMove(moved, line, side);
    setSide(undefined);
  };
  const words = [
    name,
    group && `group of ${elements.length}`,
    locked && 'locked',
    hidden && 'hidden',
    !group && around.length > 0 && 'in a group',
  ];
  const count = elements.length === 1 ? '' : ` ${elements.length} elements`;

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and names its active row
    // biome-ignore lint/a11y/useSemanticElements: a table cannot be dragged row by row
    <div
      id={`layer-${key}`}
      role="row"
      aria-selected={selected}
      aria-level={around.length + 1}
      aria-expanded={group ? !collapsed : undefined}
      aria-label={words.filter(Boolean).join(', ')}
      className={styles.layer}
      style={{ paddingInlineStart: 8 + 16 * Math.min(around.length, deepestIndent) }}
      data-active={active || undefined}
      data-hidden={hidden || undefined}
      data-drop={side}
      draggable={!renaming}
      onClick={(event) => onChoose(line, event.ctrlKey || event.metaKey || event.shiftKey)}
      onDoubleClick={() => onRename(key)}
      onMouseEnter={() => editor.hovered.set(ids[0])}
      onMouseLeave={() => editor.hovered.set(undefined)}
      onDragStart={(event) => {
        event.dataTransfer.setData(layerDrag, key);
        event.dataTransfer.effectAllowed = 'move';
      }}
      onDragOver={over}
      onDragLeave={() => setSide(undefined)}
      onDrop={drop}
    >
      <Group component="span" role="gridcell" gap={8} wrap="nowrap" flex={1} miw={0}>
        {group && (
          <ActionIcon
            className={styles.twist}
            data-open={!collapsed || undefined}
            variant="transparent"
            color="gray"
            size={18}
            tabIndex={-1}
            aria-label={`${collapsed ? 'Show' : 'Hide'} what is in ${name}`}
            onClick={(event) => {
              event.stopPropagation();
              onCollapse(key, !collapsed);
            }}
            onDoubleClick={(event) => event.stopPropagation()}
          >
            <IconChevronRight size={13} stroke={2} />
          </ActionIcon>
        )}
        {group ? <GroupIcon collapsed={collapsed} /> : <ElementIcon element={elements[0]!} />}
        {renaming ? (
          <TextInput
            size="xs"
            aria-label="Name of the layer"
            autoFocus
            defaultValue={group ? (group.name ?? '') : name}
            placeholder={group ? 'Group' : undefined}
            maxLength={contentLimits.nameLength}
            onBlur={(event) => rename(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.currentTarget.blur();
              if (event.key === 'Escape') onRename(undefined);
            }}
          />
        ) : (
          <span className={styles.cut}>{name}</span>
        )}
      </Group>
      <RowToggle
        on={locked}
        labels={['Lock', 'Unlock']}
        icons={[IconLockOpen, IconLock]}
        name={name}
        onClick={() =>
          editor.edit(`${locked ? 'Unlock' : 'Lock'}${count}`, ids, (before) => ({
            ...before,
            isLocked: !locked,
          }))
        }
      />
      <RowToggle
        on={hidden}
        labels={['Hide', 'Show']}
        icons={[IconEye, IconEyeOff]}
        name={name}
        onClick={() =>
          editor.edit(`${hidden ? 'Show' : 'Hide'}${count}`, ids, (before) => ({
            ...before,
            isVisible: hidden,
          }))
        }
      />
    </div>
  );
});

function GroupIcon({ collapsed }: { collapsed: boolean }) {
  const Icon = collapsed ? IconFolder : IconFolderOpen;
  return <Icon size={15} stroke={1.7} aria-hidden style={{ flex: 'none' }} />;
}

interface RowToggleProps {
  on: boolean;
  labels: readonly [off: string, on: string];
  icons: readonly [off: TablerIcon, on: TablerIcon];
  name: string;
  onClick: () => void;
}

function RowToggle({ on, labels, icons, name, onClick }: RowToggleProps) {
  const Icon = icons[on ? 1 : 0];
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: see the row
    // biome-ignore lint/a11y/useSemanticElements: see the row
    <span role="gridcell">
      <ActionIcon
        className={styles.quiet}
        data-on={on || undefined}
        variant="transparent"
        color="gray"
        size="sm"
        aria-label={`${labels[on ? 1 : 0]} ${name}`}
        onClick={(event) => {
          event.stopPropagation();
          onClick();
        }}
      >
        <Icon size={15} stroke={1.7} />
      </ActionIcon>
    </span>
  );
}
