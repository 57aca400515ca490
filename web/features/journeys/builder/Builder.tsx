import { useMemo, useState } from 'react';
import { graphProblems } from '#shared/model/journey/graph.ts';
import type { Focus } from '#web/ui/flow/canvas/Canvas.tsx';
import { FlowLayout, useNarrow } from '#web/ui/flow/FlowLayout.tsx';
import styles from '#web/ui/flow/flow.module.css';
import { Outline } from '#web/ui/flow/Outline.tsx';
import { useFlowKeys, useSaveKey } from '#web/ui/flow/useFlowKeys.ts';
import { lazy } from '#web/ui/lazy.tsx';
import { BuilderBar } from './BuilderBar.tsx';
import { ConflictBanner } from './ConflictBanner.tsx';
import { useDraft, useDraftState } from './draft.ts';
import { DryRunPanel } from './dry-run/DryRunPanel.tsx';
import { useDryRun } from './dry-run/useDryRun.ts';
import { Inspector, inspectorTitle } from './Inspector.tsx';
import { SettingsPanel } from './settings/SettingsPanel.tsx';
import { VersionsPanel } from './versions/VersionsPanel.tsx';

const Canvas = lazy(() => import('./JourneyCanvas.tsx'));

export type BuilderPanel = 'settings' | 'versions' | null;

/** The builder: palette and outline, canvas, what is selected. On a phone the outline alone. */
export function Builder() {
  const draft = useDraft();
  const { graph, selection, document: journey } = useDraftState();
  const narrow = useNarrow();
  const [panel, setPanel] = useState<BuilderPanel>(null);
  /** Of the canvas: to which step it is to move, and a number that makes asking again another question. */
  const [focus, setFocus] = useState<Focus | null>(null);
  const problems = useMemo(() => graphProblems(graph), [graph]);
  const dryRun = useDryRun();
  useFlowKeys(panel === null);
  useSaveKey(() => {
    if (!draft.readOnly) void draft.flush().catch(() => undefined);
  });

  const show = (stepId: string) => {
    draft.select([stepId]);
    setFocus((before) => ({ stepId, asked: (before?.asked ?? 0) + 1 }));
  };
  const inspector = dryRun.opened ? (
    <DryRunPanel dryRun={dryRun} />
  ) : (
    <Inspector problems={problems} onShow={show} />
  );
  const outline = (
    <Outline
      problems={problems}
      onOpen={narrow ? undefined : show}
      current={dryRun.current?.stepId ?? null}
    />
  );

  return (
    <div className={styles.builder}>
      <title>{`${journey.name} · Journeys · Dealbell`}</title>
      <BuilderBar
        narrow={narrow}
        problems={problems}
        onPanel={setPanel}
        dryRunning={dryRun.opened}
        onDryRun={() => (dryRun.opened ? dryRun.close() : dryRun.open())}
      />
      <ConflictBanner />
      <FlowLayout
        narrow={narrow}
        outline={outline}
        canvas={<Canvas problems={problems} focus={focus} dryRun={dryRun} />}
        panel={inspector}
        panelTitle={dryRun.opened ? 'Dry run' : inspectorTitle(graph, selection)}
        panelLabel={dryRun.opened ? 'Dry run' : 'Settings of what is selected'}
        panelOpened={dryRun.opened || selection.length === 1}
        onPanelClose={() => (dryRun.opened ? dryRun.close() : draft.select([]))}
        below={
          selection.length === 0 && <Inspector problems={problems} onShow={(id) => draft.select([id])} />
        }
      />
      <SettingsPanel opened={panel === 'settings'} onClose={() => setPanel(null)} />
      <VersionsPanel opened={panel === 'versions'} onClose={() => setPanel(null)} />
    </div>
  );
}
