const mac = typeof navigator === 'object' && /Mac|iP(ad|hone|od)/.test(navigator.platform);

const names: Record<string, string> = {
  $mod: mac ? '⌘' : 'Ctrl',
  Shift: mac ? '⇧' : 'Shift',
  Alt: mac ? '⌥' : 'Alt',
  Slash: '?',
  Equal: '+',
  NumpadAdd: '+',
  Minus: '−',
  NumpadSubtract: '−',
  BracketLeft: '[',
  BracketRight: ']',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
};

/** A shortcut of the command table as people read it: `$mod+Shift+z` is Ctrl+Shift+Z. */
export function shortcutText(shortcut: string): string {
  const parts = shortcut.split('+').map((part) => names[part] ?? part.replace(/^(Digit|Key)/, ''));
  const key = parts.pop()!;
  return [...parts, key.length === 1 ? key.toUpperCase() : key].join(mac ? '' : '+');
}
