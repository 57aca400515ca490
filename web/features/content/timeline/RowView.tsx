import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconLock, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { typeOf } from '#shared/scene/registry.ts';
import { elementName } from '../editor/element-name.ts';
import { useEditorSession } from '../editor/session.ts';
import { useSignalPart } from '../editor/signal.ts';
import { TypeIcon } from '../panels/ElementIcon.tsx';
import { AnimationChoice } from './AnimationChoice.tsx';
import { BarView } from './BarView.tsx';
import type { Row } from './rows.ts';
import styles from './timeline.module.css';

/** One element: its name, which selects it, and its animations. */
export function RowView({ row }: { row: Row }) {
  const { editor } = useEditorSession();
  const { element, bars, top, height } = row;
  const selected = useSignalPart(editor.selection, (ids) => ids.includes(element.id));
  const [adding, setAdding] = useState(false);
  const name = elementName(element);
  return (
    <li
      className={styles.row}
      data-selected={selected || undefined}
      data-hidden={!element.isVisible || undefined}
      style={{ transform: `translateY(${top}px)`, blockSize: height }}
    >
      <div className={styles.name}>
        <UnstyledButton
          className={styles.nameButton}
          aria-pressed={selected}
          onClick={(event) => {
            const present = editor.selection.get();
            const more = event.shiftKey || event.ctrlKey || event.metaKey;
            if (!more) editor.select([element.id]);
            else if (selected) editor.select(present.filter((id) => id !== element.id));
            else editor.select([...present, element.id]);
          }}
        >
          <TypeIcon icon={typeOf(element).icon} />
          <span className="db-cut">{name}</span>
        </UnstyledButton>
        {element.isLocked ? (
          <IconLock size={14} aria-label="Locked" className={styles.lock} />
        ) : (
          <AnimationChoice elements={[element]} opened={adding} onChange={setAdding}>
            <ActionIcon
              size={24}
              variant="subtle"
              color="gray"
              className={styles.add}
              aria-label={`Add an animation to ${name}`}
              onClick={() => setAdding(!adding)}
            >
              <IconPlus size={15} />
            </ActionIcon>
          </AnimationChoice>
        )}
      </div>
      <div className={styles.lanes}>
        {bars.map((bar) => (
          <BarView key={bar.index} element={element} bar={bar} />
        ))}
      </div>
    </li>
  );
}
