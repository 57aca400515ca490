import { ActionIcon, SegmentedControl } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { RightPanel as Panel } from '../editor/commands/command.ts';
import editorStyles from '../editor/Editor.module.css';
import { useEditorSession } from '../editor/session.ts';
import { useSignal } from '../editor/signal.ts';
import { HistoryPanel } from './HistoryPanel.tsx';
import { LayersPanel } from './LayersPanel.tsx';

/** Layers or History, beside the canvas. */
export function RightPanel() {
  const { screen } = useEditorSession();
  const { right } = useSignal(screen);
  if (!right) return null;
  return (
    <aside className={editorStyles.right} aria-label={right === 'layers' ? 'Layers' : 'History'}>
      <div className={editorStyles.panelHead}>
        <SegmentedControl
          size="xs"
          style={{ flex: 1 }}
          aria-label="Panel"
          value={right}
          onChange={(value) => screen.patch({ right: value as Panel })}
          data={[
            { value: 'layers', label: 'Layers' },
            { value: 'history', label: 'History' },
          ]}
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
      {right === 'layers' ? <LayersPanel /> : <HistoryPanel />}
    </aside>
  );
}
