import { Tooltip, UnstyledButton } from '@mantine/core';
import { colorOf, initialsOf } from './people-colors.ts';
import styles from './people-here.module.css';

/** Avatars that fit into a bar; the others are counted. */
const shownAtOnce = 3;

interface PersonHere {
  tab: string;
  userId: string;
  name: string;
  /** What they have selected of what is here, as ids. */
  selection: readonly string[];
}

interface PeopleHereProps<P extends PersonHere> {
  people: readonly P[];
  /** What one of the things is called that can be selected: 'element'. */
  thing: string;
  onShow: (selection: readonly string[]) => void;
}

/** Who else has the same open. A click selects what they have selected. */
export function PeopleHere<P extends PersonHere>({ people, thing, onShow }: PeopleHereProps<P>) {
  if (people.length === 0) return null;
  const shown = people.slice(0, people.length > shownAtOnce + 1 ? shownAtOnce : shownAtOnce + 1);
  const others = people.slice(shown.length);
  return (
    <ul className={styles.people} aria-label="Also here">
      {shown.map(({ tab, userId, name, selection }) => {
        const { length } = selection;
        const doing = length === 0 ? '' : `, ${length} ${thing}${length === 1 ? '' : 's'} selected`;
        return (
          <li key={`${userId} ${tab}`}>
            <Tooltip label={`${name}${doing}`}>
              <UnstyledButton
                className={styles.avatar}
                style={{ background: colorOf(userId) }}
                aria-label={`${name}${doing}`}
                onClick={() => onShow(selection)}
                data-initials={initialsOf(name)}
              />
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
