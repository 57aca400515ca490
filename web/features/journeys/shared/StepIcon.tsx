import { ThemeIcon } from '@mantine/core';
import type { StepType } from '#shared/model/journey/steps/index.ts';
import { colorOfStep, stepIcons } from './step-look.ts';

/** A kind of step in the colour of its group; decoration beside its name. `size` in px. */
export function StepIcon({ type, size }: { type: StepType; size: number }) {
  const Icon = stepIcons[type];
  return (
    <ThemeIcon variant="light" color={colorOfStep(type)} size={size} radius={size * 0.28} aria-hidden="true">
      <Icon size={Math.round(size * 0.54)} stroke={1.8} />
    </ThemeIcon>
  );
}
