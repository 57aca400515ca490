import { atom, useAtomValue } from 'jotai';
import { useEffect, useEffectEvent } from 'react';
import { state } from '#web/app/state.ts';
import { storedText, storeText } from '#web/ui/browser-storage.ts';

const storageKey = 'dealbell-single-keys';

/** Whether single keys work at all: who uses speech input must be able to switch them off (WCAG 2.1.4). */
const singleKeysAtom = atom(storedText(storageKey) !== 'off');

export function setSingleKeys(on: boolean): void {
  storeText(storageKey, on ? 'on' : 'off');
  state.set(singleKeysAtom, on);
}

export const useSingleKeys = (): boolean => useAtomValue(singleKeysAtom);

/** What each key of a telephone does, for the keys themselves and for the help. */
export const phoneKeys = {
  a: 'Answer; or, of a call by your own telephone: they answered',
  d: 'Decline a call that rings',
  e: 'End the call',
  m: 'Mute yourself, or not',
  h: 'Put the other party on hold, or back',
  t: 'Transfer; or, when you have talked with them: hand the call over',
  j: 'During a transfer: talk all three',
  b: 'During a transfer: back to the caller',
  k: 'Keypad',
  r: 'Pause the recording, or go on',
  c: 'Call the lead',
  s: 'Of a list that dials by itself: ready, or pause',
  n: 'Next lead',
  p: 'Previous lead',
  w: 'Write a note',
  v: 'Sound: microphone, speaker and a test call',
  '1–9': 'In a call with a script: what was answered; after it: how it ended',
  '0': 'A step of the script back',
  'Ctrl Enter': 'Save how it ended, and go to the next lead',
  Esc: 'Leave a field, so that the keys work again',
  '?': 'This help',
} as const;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input, textarea, select, [role="combobox"], [role="listbox"] *'));

/**
 * Single keys for as long as the component is there: `useKeys({ c: call })`. They do nothing while somebody types, with
 * Ctrl, Alt or ⌘, or while a dialog or menu is open.
 */
export function useKeys(keys: Readonly<Record<string, (() => void) | undefined>>): void {
  const isOn = useSingleKeys();
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector('[role="dialog"], [role="menu"]')) return;
    if (isTyping(event.target)) {
      // The way out of a field, back to the keys.
      if (event.key === 'Escape') (event.target as HTMLElement).blur();
      return;
    }
    const work = keys[event.key.toLowerCase()];
    if (!work) return;
    event.preventDefault();
    work();
  });
  useEffect(() => {
    if (!isOn) return;
    const listener = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, [isOn]);
}
