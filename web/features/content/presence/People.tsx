import { Tooltip, UnstyledButton } from '@mantine/core';
import { useEditorSession } from '../editor/session.ts';
import { useSignal } from '../editor/signal.ts';
import { colorOf, initialsOf } from './colors.ts';
import styles from './presence.module.css';

/** Avatars that fit into the bar; the others are counted. */
const shownAtOnce = 3;

/** Who else has the project open. A click selects what they have selected. */
export function People() {
  const { presence, editor } = useEditorSession();
  const people = useSignal(presence.people);
  if (people.length === 0) return null;
  const shown = people.slice(0, people.length > shownAtOnce + 1 ? shownAtOnce : shownAtOnce + 1);
  const others = people.slice(shown.length);
  return (
    <ul className={styles.people} aria-label="Also here">
      {shown.map(({ tab, userId, name, selection }) => {
        const there = selection.filter((id) => editor.document.has(id));
        const doing =
          there.length === 0
            ? ''
            : there.length === 1
              ? ', 1 element selected'
              : `, ${there.length} elements selected`;
        return (
          <li key={`${userId} ${tab}`}>
            <Tooltip label={`${name}${doing}`}>
              <UnstyledButton
                className={styles.avatar}
                style={{ background: colorOf(userId) }}
                aria-label={`${name}${doing}`}
                onClick={() => editor.select(there)}
              >
                {initialsOf(name)}
              </UnstyledButton>
            </Tooltip>
          </li>
        );
      })}
      {others.length > 0 && (
        <li>
          <Tooltip label={others.map(({ name }) => name).join(', ')}>
            <span className={styles.more}>+{others.length}</span>
          </Tooltip>
        </li>
      )}
    </ul>
  );
}
