import { ThemeIcon } from '@mantine/core';
import type { StepLook } from './kind.ts';

/** A type of step in the colour of its group; decoration beside its name. `size` in px. */
export function FlowIcon({ look: { icon: Icon, color }, size }: { look: StepLook; size: number }) {
  return (
    <ThemeIcon variant="light" color={color} size={size} radius={size * 0.28} aria-hidden="true">
      <Icon size={Math.round(size * 0.54)} stroke={1.8} />
    </ThemeIcon>
  );
}
