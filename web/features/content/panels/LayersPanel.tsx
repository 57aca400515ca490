import { ActionIcon, Group, Text, TextInput, Tooltip } from '@mantine/core';
import {
  IconArrowBarToDown,
  IconArrowBarToUp,
  IconArrowDown,
  IconArrowUp,
  IconBoxMultiple,
  IconEye,
  IconEyeOff,
  IconLock,
  IconLockOpen,
  type TablerIcon,
} from '@tabler/icons-react';
import { type DragEvent, type KeyboardEvent, memo, useState } from 'react';
import { contentLimits } from '#shared/model/content.ts';
import type { Command } from '../editor/commands/command.ts';
import { bringForward, bringToFront, sendBackward, sendToBack } from '../editor/commands/layers.ts';
import editorStyles from '../editor/Editor.module.css';
import { boxAround } from '../editor/element-geometry.ts';
import { elementName } from '../editor/element-name.ts';
import { useEditorSession } from '../editor/session.ts';
import { useSignal, useSignalPart } from '../editor/signal.ts';
import { useDocumentVersion, useElement } from '../editor/use-editor.ts';
import { ElementIcon } from './ElementIcon.tsx';
import styles from './panels.module.css';

/** More rows than this are not made: search finds the others. */
const longestList = 400;
const layerDrag = 'application/x-dealbell-layer';

/** The elements from the front to the back: the canvas as a list that the keyboard and a screen reader can walk. */
export function LayersPanel() {
  const session = useEditorSession();
  const { editor } = session;
  const order = useSignal(editor.document.order);
  const selection = useSignal(editor.selection);
  const [renaming, setRenaming] = useState<string>();
  const frontFirst = order.slice(-longestList).reverse();
  const active = selection.at(-1) ?? frontFirst[0];

  const choose = (id: string, adding: boolean) => {
    const selected = editor.isSelected(id);
    // The list shows what is inside a group: choosing there enters it.
    const group = editor.document.get(id)?.groupId;
    if (!adding && group) editor.groups.entered.set(group);
    if (!adding) editor.select([id]);
    else editor.select(selected ? selection.filter((one) => one !== id) : [...selection, id]);
    const box = boxAround(editor.selectedElements());
    if (box) editor.camera.reveal(box);
  };
  const key = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    const at = active ? frontFirst.indexOf(active) : -1;
    const targets: Record<string, number> = {
      ArrowDown: Math.min(frontFirst.length - 1, at + 1),
      ArrowUp: Math.max(0, at - 1),
      Home: 0,
      End: frontFirst.length - 1,
    };
    const target = targets[event.key];
    if (target !== undefined) {
      event.preventDefault();
      const id = frontFirst[target];
      if (id) {
        choose(id, event.shiftKey);
        document.getElementById(`layer-${id}`)?.scrollIntoView({ block: 'nearest' });
      }
    } else if ((event.key === 'F2' || event.key === 'Enter') && active) {
      event.preventDefault();
      setRenaming(active);
    }
  };
  const move = (id: string, target: string, side: 'above' | 'below') => {
    const rest = order.filter((one) => one !== id);
    const at = rest.indexOf(target);
    rest.splice(side === 'above' ? at + 1 : at, 0, id);
    editor.reorder(rest);
  };

  return (
    <>
      <LayerButtons />
      {/* biome-ignore lint/a11y/useSemanticElements: a list whose rows hold buttons is a grid, and no table */}
      <div
        className={styles.layers}
        role="grid"
        aria-label="Layers, front first"
        aria-multiselectable
        aria-activedescendant={active ? `layer-${active}` : undefined}
        tabIndex={0}
        onKeyDown={key}
      >
        {frontFirst.map((id) => (
          <LayerRow
            key={id}
            id={id}
            active={id === active}
            renaming={id === renaming}
            onChoose={choose}
            onRename={setRenaming}
            onMove={move}
          />
        ))}
      </div>
      {order.length === 0 && (
        <Text size="sm" c="dimmed" ta="center" px="md" pb="xl">
          Elements that you add are listed here, the front one first.
        </Text>
      )}
      {order.length > longestList && (
        <div className={editorStyles.panelFoot}>
          The front {longestList} of {order.length.toLocaleString()}. Find others by “Find on canvas”.
        </div>
      )}
    </>
  );
}

const buttons: readonly (readonly [Command, TablerIcon])[] = [
  [bringToFront, IconArrowBarToUp],
  [bringForward, IconArrowUp],
  [sendBackward, IconArrowDown],
  [sendToBack, IconArrowBarToDown],
];

function LayerButtons() {
  const session = useEditorSession();
  useSignal(session.editor.selection);
  useDocumentVersion();
  return (
    <Group gap={4} px={14} pb={6} role="toolbar" aria-label="Layer order">
      {buttons.map(([command, Icon]) => (
        <Tooltip key={command.name} label={command.label}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={command.label}
            disabled={command.enabled?.(session) === false}
            onClick={() => session.run(command)}
          >
            <Icon size={16} />
          </ActionIcon>
        </Tooltip>
      ))}
    </Group>
  );
}

interface LayerRowProps {
  id: string;
  active: boolean;
  renaming: boolean;
  onChoose: (id: string, adding: boolean) => void;
  onRename: (id: string | undefined) => void;
  onMove: (id: string, target: string, side: 'above' | 'below') => void;
}

const LayerRow = memo(function LayerRow({ id, active, renaming, onChoose, onRename, onMove }: LayerRowProps) {
  const { editor } = useEditorSession();
  const element = useElement(id);
  const selected = useSignalPart(editor.selection, () => editor.isSelected(id));
  const [side, setSide] = useState<'above' | 'below'>();
  if (!element) return null;
  const name = elementName(element);

  const rename = (typed: string) => {
    const trimmed = typed.trim();
    editor.edit('Rename', [id], (before) =>
      trimmed === name ? before : { ...before, metadata: { ...before.metadata, name: trimmed } },
    );
    onRename(undefined);
  };
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(layerDrag)) return;
    event.preventDefault();
    const { top, height } = event.currentTarget.getBoundingClientRect();
    setSide(event.clientY < top + height / 2 ? 'above' : 'below');
  };
  const drop = (event: DragEvent) => {
    const moved = event.dataTransfer.getData(layerDrag);
    if (moved && moved !== id && side) onMove(moved, id, side);
    setSide(undefined);
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and names its active row
    // biome-ignore lint/a11y/useSemanticElements: a table cannot be dragged row by row
    <div
      id={`layer-${id}`}
      role="row"
      aria-selected={selected}
      aria-label={`${name}${element.isLocked ? ', locked' : ''}${element.isVisible ? '' : ', hidden'}${element.groupId ? ', in a group' : ''}`}
      className={styles.layer}
      data-active={active || undefined}
      data-hidden={!element.isVisible || undefined}
      data-drop={side}
      draggable={!renaming}
      onClick={(event) => onChoose(id, event.ctrlKey || event.metaKey || event.shiftKey)}
      onDoubleClick={() => onRename(id)}
      onMouseEnter={() => editor.hovered.set(id)}
      onMouseLeave={() => editor.hovered.set(undefined)}
      onDragStart={(event) => {
        event.dataTransfer.setData(layerDrag, id);
        event.dataTransfer.effectAllowed = 'move';
      }}
      onDragOver={over}
      onDragLeave={() => setSide(undefined)}
      onDrop={drop}
    >
      {/* biome-ignore lint/a11y/useFocusableInteractive: see the row */}
      {/* biome-ignore lint/a11y/useSemanticElements: see the row */}
      <span role="gridcell" className={styles.layerName}>
        <ElementIcon element={element} />
        {renaming ? (
          <TextInput
            size="xs"
            aria-label="Name of the layer"
            autoFocus
            defaultValue={name}
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
        {element.groupId && <IconBoxMultiple size={12} stroke={1.7} aria-hidden style={{ flex: 'none' }} />}
      </span>
      <RowToggle
        on={element.isLocked}
        labels={['Lock', 'Unlock']}
        icons={[IconLockOpen, IconLock]}
        name={name}
        onClick={() =>
          editor.edit(element.isLocked ? 'Unlock' : 'Lock', [id], (before) => ({
            ...before,
            isLocked: !before.isLocked,
          }))
        }
      />
      <RowToggle
        on={!element.isVisible}
        labels={['Hide', 'Show']}
        icons={[IconEye, IconEyeOff]}
        name={name}
        onClick={() =>
          editor.edit(element.isVisible ? 'Hide' : 'Show', [id], (before) => ({
            ...before,
            isVisible: !before.isVisible,
          }))
        }
      />
    </div>
  );
});

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
