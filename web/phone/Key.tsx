import { Kbd } from '@mantine/core';
import { useSingleKeys } from './keys.ts';

/** The key that does the same as a button. */
export function Key({ children }: { children: string }) {
  return useSingleKeys() ? (
    <Kbd size="xs" ms={8} aria-hidden="true">
      {children}
    </Kbd>
  ) : null;
}
