import type { StepType } from '#shared/model/journey/steps/index.ts';
import { FlowIcon } from '#web/ui/flow/FlowIcon.tsx';
import { lookOf } from './step-look.ts';

/** A kind of step in the colour of its group; decoration beside its name. `size` in px. */
export const StepIcon = ({ type, size }: { type: StepType; size: number }) => (
  <FlowIcon look={lookOf(type)} size={size} />
);
