import { Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';

/** How long the pointer rests before a hint comes, ms; as the tooltips of the theme. */
const restMs = 400;

interface Shown {
  target: HTMLElement;
  label: string;
  opened: boolean;
}

/**
 * Shows the `data-hint` of whatever the mouse rests on as a tooltip. One for a whole screen: a tooltip around each of
 * its buttons is made, placed and taken down with the screen, though hardly any is ever seen.
 */
export function Hints() {
  const [shown, setShown] = useState<Shown>();
  useEffect(() => {
    let timer: number | undefined;
    let current: HTMLElement | null = null;
    const hide = () => {
      window.clearTimeout(timer);
      setShown((before) => (before?.opened ? { ...before, opened: false } : before));
    };
    const over = ({ target, pointerType }: PointerEvent) => {
      const hinted =
        pointerType === 'mouse' && target instanceof Element
          ? target.closest<HTMLElement>('[data-hint]')
          : null;
      if (hinted === current) return;
      current = hinted;
      hide();
      if (!hinted) return;
      timer = window.setTimeout(() => {
        const label = hinted.dataset.hint;
        if (!label || !hinted.isConnected) return;
        // It learns its place before it opens: opened at once, it would flash in the corner of the window.
        setShown({ target: hinted, label, opened: false });
        timer = window.setTimeout(() => setShown({ target: hinted, label, opened: true }));
      }, restMs);
    };
    const leave = () => {
      current = null;
      hide();
    };
    const key = ({ key: name }: KeyboardEvent) => name === 'Escape' && hide();
    const root = document.documentElement;
    document.addEventListener('pointerover', over);
    document.addEventListener('pointerdown', hide);
    document.addEventListener('keydown', key);
    root.addEventListener('pointerleave', leave);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener('pointerover', over);
      document.removeEventListener('pointerdown', hide);
      document.removeEventListener('keydown', key);
      root.removeEventListener('pointerleave', leave);
    };
  }, []);
  return shown && <Tooltip target={shown.target} label={shown.label} opened={shown.opened} />;
}
