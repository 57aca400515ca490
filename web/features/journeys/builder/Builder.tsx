import { Box, SegmentedControl } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { lazy, Suspense, useMemo, useState } from 'react';
import { graphProblems } from '#shared/model/journey/graph.ts';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { BuilderBar } from './BuilderBar.tsx';
import styles from './builder.module.css';
import { ConflictBanner } from './ConflictBanner.tsx';
import { DryRunPanel } from './dry-run/DryRunPanel.tsx';
import { useDryRun } from './dry-run/useDryRun.ts';
import { Inspector, inspectorTitle } from './Inspector.tsx';
import { Outline } from './Outline.tsx';
import { Palette } from './Palette.tsx';
import { SettingsPanel } from './settings/SettingsPanel.tsx';
import { useDraft, useDraftState } from './store/context.ts';
import { useBuilderKeys } from './useBuilderKeys.ts';
import { VersionsPanel } from './versions/VersionsPanel.tsx';

const Canvas = lazy(() => import('./canvas/Canvas.tsx'));

export type BuilderPanel = 'settings' | 'versions' | null;

/** The builder: palette and outline, canvas, what is selected. On a phone the outline alone. */
export function Builder() {
  const draft = useDraft();
  const { graph, selection, journey } = useDraftState();
  const narrow = useMediaQuery('(max-width: 62em)', window.innerWidth < 992, {
    getInitialValueInEffect: false,
  });
  const [left, setLeft] = useState<'steps' | 'outline'>('steps');
  const [panel, setPanel] = useState<BuilderPanel>(null);
  /** Of the canvas: to which step it is to move, and a number that makes asking again another question. */
  const [focus, setFocus] = useState<{ stepId: string; asked: number } | null>(null);
  const problems = useMemo(() => graphProblems(graph), [graph]);
  const dryRun = useDryRun();
  useBuilderKeys(panel === null);

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
      {narrow ? (
        <div className={styles.outlineOnly}>
          {outline}
          <SidePanel
            opened={dryRun.opened || selection.length === 1}
            onClose={() => (dryRun.opened ? dryRun.close() : draft.select([]))}
            title={dryRun.opened ? 'Dry run' : inspectorTitle(graph, selection)}
          >
            {inspector}
          </SidePanel>
          {selection.length === 0 && !dryRun.opened && (
            <div className={styles.below}>
              <Inspector problems={problems} onShow={(id) => draft.select([id])} />
            </div>
          )}
        </div>
      ) : (
        <div className={styles.body}>
          <section className={styles.left} aria-label="Steps">
            <Box p="10px 10px 0">
              <SegmentedControl
                fullWidth
                size="xs"
                aria-label="What is shown here"
                data={[
                  { value: 'steps', label: 'Add steps' },
                  { value: 'outline', label: 'Outline' },
                ]}
                value={left}
                onChange={(value) => setLeft(value as 'steps')}
              />
            </Box>
            <div className={styles.leftScroll}>{left === 'steps' ? <Palette /> : outline}</div>
          </section>
          <Box component="section" pos="relative" miw={0} mih={0} aria-label="Canvas">
            <Suspense fallback={null}>
              <Canvas problems={problems} focus={focus} dryRun={dryRun} />
            </Suspense>
          </Box>
          <aside
            className={styles.right}
            aria-label={dryRun.opened ? 'Dry run' : 'Settings of what is selected'}
          >
            {inspector}
          </aside>
        </div>
      )}
      <SettingsPanel opened={panel === 'settings'} onClose={() => setPanel(null)} />
      <VersionsPanel opened={panel === 'versions'} onClose={() => setPanel(null)} />
    </div>
  );
}
