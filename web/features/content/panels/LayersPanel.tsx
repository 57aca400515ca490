import { ActionIcon, Group, Text, Tooltip } from '@mantine/core';
import {
  IconArrowBarToDown,
  IconArrowBarToUp,
  IconArrowDown,
  IconArrowUp,
  type TablerIcon,
} from '@tabler/icons-react';
import { type KeyboardEvent, useMemo, useState } from 'react';
import type { Command } from '../editor/commands/command.ts';
import { bringForward, bringToFront, sendBackward, sendToBack } from '../editor/commands/layers.ts';
import editorStyles from '../editor/Editor.module.css';
import { boxAround } from '../editor/element-geometry.ts';
import { useEditorSession } from '../editor/session.ts';
import { useSignal } from '../editor/signal.ts';
import { useDocumentVersion } from '../editor/use-editor.ts';
import { LayerRow, lineName } from './LayerRow.tsx';
import { keyboardMove, type LayerLine, layerLines, moveLine, type Side } from './layer-tree.ts';
import styles from './panels.module.css';

/** More rows than this are not made: search finds the others. */
const longestList = 400;

/** What the arrows do together with Alt and Shift. */
const moveKeys = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'out', ArrowRight: 'in' } as const;

/** The elements from the front to the back: the canvas as a tree that the keyboard and a screen reader can walk. */
export function LayersPanel() {
  const { editor } = useEditorSession();
  const order = useSignal(editor.document.order);
  const version = useDocumentVersion();
  const selection = useSignal(editor.selection);
  const [renaming, setRenaming] = useState<string>();
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const [chosen, setChosen] = useState<string>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the groups change with the document
  const all = useMemo(
    () => layerLines(editor.document.all().reverse(), collapsed),
    [editor, order, version, collapsed],
  );
  const lines = all.slice(0, longestList);
  const wholly = (line: LayerLine) => line.elements.every(({ id }) => editor.isSelected(id));
  const active =
    lines.find((line) => line.key === chosen && wholly(line)) ??
    lines.find((line) => line.elements.length === selection.length && wholly(line)) ??
    lines.find(({ key }) => key === selection.at(-1)) ??
    lines[0];

  const choose = (line: LayerLine, adding: boolean) => {
    const ids = line.elements.map(({ id }) => id);
    // The list shows what is inside a group: choosing there enters it.
    if (!adding) {
      editor.groups.entered.set(line.around.at(-1)?.id);
      editor.select(ids);
    } else {
      const others = selection.filter((id) => !ids.includes(id));
      editor.select(wholly(line) ? others : [...others, ...ids]);
    }
    setChosen(line.key);
    const box = boxAround(editor.selectedElements());
    if (box) editor.camera.reveal(box);
  };
  const collapse = (key: string, close: boolean) =>
    setCollapsed((before) => {
      const next = new Set(before);
      if (close) next.add(key);
      else next.delete(key);
      return next;
    });
  const show = (line: LayerLine) =>
    document.getElementById(`layer-${line.key}`)?.scrollIntoView({ block: 'nearest' });
  const move = (moved: string, target: LayerLine, side: Side) => {
    const line = all.find(({ key }) => key === moved);
    if (line) moveLine(editor, line, target, side);
  };
  const moveByKey = (line: LayerLine, way: (typeof moveKeys)[keyof typeof moveKeys]) => {
    const to = keyboardMove(all, line, way);
    if (to && moveLine(editor, line, to.target, to.side)) {
      setChosen(line.key);
      editor.announcement.set(`${lineName(line)} ${to.side} ${lineName(to.target)}`);
    }
  };
  const walk = (event: KeyboardEvent, line: LayerLine) => {
    const at = lines.indexOf(line);
    const parent = lines.find(({ key }) => key === line.around.at(-1)?.id);
    const isOpen = line.group !== undefined && !collapsed.has(line.key);
    const targets: Record<string, LayerLine | undefined> = {
      ArrowDown: lines[Math.min(lines.length - 1, at + 1)],
      ArrowUp: lines[Math.max(0, at - 1)],
      Home: lines[0],
      End: lines.at(-1),
      ArrowLeft: isOpen ? undefined : parent,
      ArrowRight: isOpen ? lines[at + 1] : undefined,
    };
    if (line.group && event.key === (isOpen ? 'ArrowLeft' : 'ArrowRight')) collapse(line.key, isOpen);
    const target = targets[event.key];
    if (!target) return;
    choose(target, event.shiftKey);
    show(target);
  };
  const key = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || !active) return;
    const way = event.altKey && event.shiftKey && moveKeys[event.key as keyof typeof moveKeys];
    const walks = /^(Arrow|Home$|End$)/.test(event.key) && !event.altKey && !event.ctrlKey && !event.metaKey;
    const renames = event.key === 'F2' || event.key === 'Enter';
    if (!way && !walks && !renames) return;
    event.preventDefault();
    if (way) moveByKey(active, way);
    else if (walks) walk(event, active);
    else setRenaming(active.key);
  };

  return (
    <>
      <LayerButtons />
      <div
        className={styles.layers}
        role="treegrid"
        aria-label="Layers, front first"
        aria-multiselectable
        aria-activedescendant={active ? `layer-${active.key}` : undefined}
        aria-keyshortcuts="Alt+Shift+ArrowUp Alt+Shift+ArrowDown Alt+Shift+ArrowLeft Alt+Shift+ArrowRight"
        tabIndex={0}
        onKeyDown={key}
      >
        {lines.map((line) => (
          <LayerRow
            key={line.key}
            line={line}
            active={line === active}
            renaming={line.key === renaming}
            collapsed={collapsed.has(line.key)}
            onChoose={choose}
            onRename={setRenaming}
            onCollapse={collapse}
            onMove={move}
          />
        ))}
      </div>
      {order.length === 0 && (
        <Text size="sm" c="dimmed" ta="center" px="md" pb="xl">
          Elements that you add are listed here, the front one first.
        </Text>
      )}
      {all.length > longestList && (
        <div className={editorStyles.panelFoot}>
          The front {longestList} of {all.length.toLocaleString()}. Find others by “Find on canvas”.
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
