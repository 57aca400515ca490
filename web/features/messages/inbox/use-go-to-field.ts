import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

const idOf = (note: boolean) => (note ? 'inbox-note' : 'inbox-reply');

/**
 * Goes to the field of a reply or a note. Where the thread is still being loaded the field is gone to once it is there, and
 * what is typed until then does nothing: its letters are keys of the inbox, and an E would close the thread.
 * @param setNote chooses the one field or the other
 * @param isThere whether the thread has its fields yet
 */
export function useGoToField(setNote: (note: boolean) => void, isThere: boolean): (note: boolean) => void {
  const [awaited, setAwaited] = useState<boolean>();
  useEffect(() => {
    if (awaited === undefined) return;
    if (isThere) {
      document.getElementById(idOf(awaited))?.focus();
      setAwaited(undefined);
      return;
    }
    const hold = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setAwaited(undefined);
      if (event.ctrlKey || event.metaKey || event.altKey || event.key.length > 1) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    addEventListener('keydown', hold, true);
    return () => removeEventListener('keydown', hold, true);
  }, [awaited, isThere]);
  return (note) => {
    // The field is there only once its way of writing is chosen.
    flushSync(() => setNote(note));
    const field = document.getElementById(idOf(note));
    if (field) field.focus();
    else setAwaited(note);
  };
}
