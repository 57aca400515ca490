import type { TablerIcon } from '@tabler/icons-react';
import { PlainIconButton } from '#web/ui/PlainButton.tsx';
import { shortcutText } from '../editor/shortcut-text.ts';

interface IconButtonProps {
  label: string;
  icon: TablerIcon;
  onClick: () => void;
  shortcut?: string | undefined;
  disabled?: boolean;
  /** Pressed, for what can be switched on. */
  active?: boolean;
}

/** A quiet button of a bar: an icon, its name and its key in the hint. */
export function IconButton({ label, icon: Icon, onClick, shortcut, disabled, active }: IconButtonProps) {
  return (
    <PlainIconButton
      variant={active ? 'light' : 'subtle'}
      size={32}
      aria-label={label}
      aria-pressed={active}
      data-hint={shortcut ? `${label} (${shortcutText(shortcut)})` : label}
      // Stays focusable, so that the keyboard does not lose its place when a command runs out.
      data-disabled={disabled || undefined}
      aria-disabled={disabled || undefined}
      onClick={() => !disabled && onClick()}
    >
      <Icon size={18} stroke={1.7} />
    </PlainIconButton>
  );
}
