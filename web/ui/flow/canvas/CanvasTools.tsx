import { ActionIcon, Paper, Tooltip } from '@mantine/core';
import { IconFocusCentered, IconMinus, IconPlus, IconWand } from '@tabler/icons-react';
import { Panel, useReactFlow } from 'reactflow';
import { useFlowActions, useFlowDraft } from '../store/context.ts';

/** Zoom, fit and tidy up. */
export function CanvasTools({ onFit }: { onFit: () => void }) {
  const { readOnly } = useFlowDraft();
  const { tidy } = useFlowActions();
  const { zoomIn, zoomOut } = useReactFlow();
  const tools = [
    { label: 'Zoom in', icon: IconPlus, work: () => void zoomIn() },
    { label: 'Zoom out', icon: IconMinus, work: () => void zoomOut() },
    { label: 'Show all', icon: IconFocusCentered, work: onFit },
    ...(readOnly
      ? []
      : [
          {
            label: 'Tidy up',
            icon: IconWand,
            work: () => {
              tidy();
              // Once the cards stand where they belong.
              setTimeout(onFit, 60);
            },
          },
        ]),
  ];
  return (
    <Panel position="bottom-left">
      <Paper
        className="db-frame"
        bg="var(--db-surface)"
        shadow="xs"
        display="grid"
        role="toolbar"
        aria-label="View"
      >
        {tools.map(({ label, icon: Icon, work }) => (
          <Tooltip key={label} label={label} position="right">
            <ActionIcon variant="subtle" color="gray" size={34} aria-label={label} onClick={work}>
              <Icon size={17} />
            </ActionIcon>
          </Tooltip>
        ))}
      </Paper>
    </Panel>
  );
}
