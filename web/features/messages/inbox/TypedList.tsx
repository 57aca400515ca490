import { Popover } from '@mantine/core';
import { type KeyboardEvent, type ReactElement, useEffect, useId, useState } from 'react';
import shared from '../shared/shared.module.css';

export interface Choice {
  id: string;
  name: string;
  detail?: string;
}

interface Offered<T extends Choice> {
  /** Undefined while nothing is typed behind the sign. */
  choices: readonly T[] | undefined;
  onChoose: (choice: T) => void;
  onClose: () => void;
}

/**
 * A list that goes with what is typed: arrows walk, Enter and Tab choose, Escape closes it. The field keeps the focus;
 * it hands its keys to `onKeyDown` first, which says whether it took one.
 */
export function useTypedList<T extends Choice>({ choices = [], onChoose, onClose }: Offered<T>) {
  const [at, setAt] = useState(0);
  const listId = useId();
  const ids = choices.map(({ id }) => id).join();
  useEffect(() => {
    void ids;
    setAt(0);
  }, [ids]);
  const isOpen = choices.length > 0;
  const current = choices[Math.min(at, choices.length - 1)];
  const keys: Record<string, () => void> = {
    ArrowDown: () => setAt((at + 1) % choices.length),
    ArrowUp: () => setAt((at + choices.length - 1) % choices.length),
    Enter: () => onChoose(current!),
    Tab: () => onChoose(current!),
    Escape: onClose,
  };
  function onKeyDown(event: KeyboardEvent): boolean {
    const work = keys[event.key];
    if (!isOpen || !work || event.nativeEvent.isComposing || event.shiftKey) return false;
    event.preventDefault();
    event.stopPropagation();
    work();
    return true;
  }
  const optionId = (id: string) => `${listId}-${id}`;
  return {
    isOpen,
    onKeyDown,
    /** For the field: it names the list and what stands chosen in it. */
    fieldProps: isOpen
      ? {
          'aria-autocomplete': 'list' as const,
          'aria-controls': listId,
          'aria-activedescendant': optionId(current!.id),
        }
      : {},
    listProps: { choices, current, listId, optionId, onChoose },
  };
}

interface TypedListProps<T extends Choice> {
  label: string;
  list: ReturnType<typeof useTypedList<T>>;
  children: ReactElement;
}

/** The list above a field, which is its child. */
export function TypedList<T extends Choice>({ label, list, children }: TypedListProps<T>) {
  const { choices, current, listId, optionId, onChoose } = list.listProps;
  return (
    <Popover opened={list.isOpen} position="top-start" width="target" shadow="md" withRoles={false}>
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown p={4} maw={520}>
        <div role="listbox" id={listId} aria-label={label} style={{ maxHeight: 260, overflowY: 'auto' }}>
          {choices.map((choice) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
            <div
              key={choice.id}
              role="option"
              id={optionId(choice.id)}
              aria-selected={choice === current}
              data-on={choice === current || undefined}
              className={shared.pick}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(choice)}
            >
              <strong>{choice.name}</strong>
              {choice.detail && <span className="db-cut db-small">{choice.detail}</span>}
            </div>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
