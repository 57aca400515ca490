import type { GraphProblem } from '#shared/model/journey/graph.ts';
import Canvas, { type Focus } from '#web/ui/flow/canvas/Canvas.tsx';
import { useDraft } from './draft.ts';
import { DryRunRibbon } from './dry-run/DryRunRibbon.tsx';
import type { DryRun } from './dry-run/useDryRun.ts';
import { useLeadsAtSteps } from './useLeadsAtSteps.ts';

interface JourneyCanvasProps {
  problems: readonly GraphProblem[];
  focus: Focus | null;
  dryRun: DryRun;
}

const nothing = {
  title: 'An empty journey',
  words: 'Drag a step here from the left, or begin with one of these.',
  add: 'Add the first step',
};

/** The canvas of a journey, with who is at each step, and the dry run over it. */
export default function JourneyCanvas({ problems, focus, dryRun }: JourneyCanvasProps) {
  const badges = useLeadsAtSteps(useDraft().id);
  return (
    <Canvas problems={problems} focus={focus} marks={dryRun.marks} badges={badges} nothing={nothing}>
      <DryRunRibbon dryRun={dryRun} />
    </Canvas>
  );
}
