import { ActionIcon, SegmentedControl } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { lazy, WhileLoading } from '#web/ui/lazy.tsx';
import { LinesSkeleton } from '#web/ui/skeletons.tsx';
import type { RightPanel as Panel } from '../editor/commands/command.ts';
import editorStyles from '../editor/Editor.module.css';
import { useEditorSession } from '../editor/session.ts';
import { useSignal } from '../editor/signal.ts';
import { HistoryPanel } from './HistoryPanel.tsx';
import { LayersPanel } from './LayersPanel.tsx';

const VersionsPanel = lazy(() => import('../versions/VersionsPanel.tsx'));
const names = { layers: 'Layers', history: 'History', versions: 'Versions' } satisfies Record<Panel, string>;

/** Layers, History or Versions, beside the canvas. */
export function RightPanel() {
  const { screen } = useEditorSession();
  const { right } = useSignal(screen);
  if (!right) return null;
  return (
    <aside className={editorStyles.right} aria-label={names[right]}>
      <div className={editorStyles.panelHead}>
        <SegmentedControl
          size="xs"
          style={{ flex: 1 }}
          aria-label="Panel"
          value={right}
          onChange={(value) => screen.patch({ right: value as Panel })}
          data={Object.entries(names).map(([value, label]) => ({ value, label }))}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="Close"
          onClick={() => screen.patch({ right: undefined })}
        >
          <IconX size={16} />
        </ActionIcon>
      </div>
      {right === 'layers' && <LayersPanel />}
      {right === 'history' && <HistoryPanel />}
      {right === 'versions' && (
        <WhileLoading show={<LinesSkeleton lines={6} />}>
          <VersionsPanel />
        </WhileLoading>
      )}
    </aside>
  );
}
