import { Text, UnstyledButton } from '@mantine/core';
import { elementName } from '../editor/element-name.ts';
import type { Difference } from './compare.ts';
import styles from './versions.module.css';

/** More lines than this help nobody. */
const listed = 200;
const words = { added: 'Added since', changed: 'Changed since', removed: 'Removed since' } as const;

interface ChangeListProps {
  found: readonly Difference[];
  canvas: boolean;
  /** The element that the pointer or the keyboard is at. */
  onPoint(id: string | undefined): void;
}

/** What differs, by name; pointing at a line shows where. */
export function ChangeList({ found, canvas, onPoint }: ChangeListProps) {
  if (found.length === 0 && !canvas)
    return (
      <Text size="sm" c="dimmed">
        Nothing has changed since this version.
      </Text>
    );
  const kinds = (['added', 'changed', 'removed'] as const).map((kind) => ({
    kind,
    ofKind: found.filter((one) => one.kind === kind),
  }));
  return (
    <>
      {canvas && (
        <Text size="xs" mb={8}>
          The canvas’s size, background or variables differ.
        </Text>
      )}
      {kinds.map(({ kind, ofKind }) =>
        ofKind.length === 0 ? null : (
          <section key={kind} aria-label={words[kind]}>
            <Text size="xs" fw={600} className={styles.kind} data-kind={kind}>
              <span aria-hidden="true" />
              {words[kind]} <span className="db-figures">{ofKind.length}</span>
            </Text>
            <ul className={styles.names}>
              {ofKind.slice(0, listed).map(({ id, before, after }) => (
                <li key={id}>
                  <UnstyledButton
                    className={styles.name}
                    onMouseEnter={() => onPoint(id)}
                    onMouseLeave={() => onPoint(undefined)}
                    onFocus={() => onPoint(id)}
                    onBlur={() => onPoint(undefined)}
                  >
                    {elementName((after ?? before)!)}
                  </UnstyledButton>
                </li>
              ))}
            </ul>
            {ofKind.length > listed && (
              <Text size="xs" c="dimmed">
                and {ofKind.length - listed} more
              </Text>
            )}
          </section>
        ),
      )}
    </>
  );
}
