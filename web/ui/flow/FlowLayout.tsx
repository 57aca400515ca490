import { ActionIcon, Box, SegmentedControl, Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconLayoutSidebarRightCollapse, IconLayoutSidebarRightExpand } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { capitalized } from '../capitalized.ts';
import { SidePanel } from '../SidePanel.tsx';
import styles from './flow.module.css';
import { Palette } from './Palette.tsx';
import { useFlowDraft, useFlowState } from './store/context.ts';

/** Whether there is room for the outline alone. */
export const useNarrow = (): boolean =>
  useMediaQuery('(max-width: 62em)', window.innerWidth < 992, { getInitialValueInEffect: false }) ?? false;

interface FlowLayoutProps {
  narrow: boolean;
  canvas: ReactNode;
  outline: ReactNode;
  /** What is beside the canvas, with its title. */
  panel: ReactNode;
  panelTitle: string;
  panelLabel: string;
  /** On a phone the panel covers the outline while this holds; else what follows the outline is `below`. */
  panelOpened: boolean;
  onPanelClose: () => void;
  below?: ReactNode;
  /** Whether the panel can be folded away beside the canvas. */
  isFoldable?: boolean;
}

/** Palette and outline, canvas, and what is selected. On a phone the outline alone. */
export function FlowLayout(props: FlowLayoutProps) {
  const { narrow, canvas, outline, panel, panelTitle, panelLabel, panelOpened, onPanelClose, below } = props;
  const { readOnly } = useFlowDraft();
  const { kind } = useFlowState();
  const [left, setLeft] = useState<'steps' | 'outline'>('steps');
  const [isFolded, setFolded] = useState(false);
  const steps = `${kind.words.step}s`;
  if (narrow)
    return (
      <div className="db-fill db-scroll">
        {outline}
        <SidePanel opened={panelOpened} onClose={onPanelClose} title={panelTitle}>
          {panel}
        </SidePanel>
        {!panelOpened && below && (
          <Box p={16} bg="var(--db-surface)" style={{ borderBlockStart: '1px solid var(--db-line)' }}>
            {below}
          </Box>
        )}
      </div>
    );
  const fold = isFolded ? 'Show the panel' : 'Fold the panel';
  const FoldIcon = isFolded ? IconLayoutSidebarRightExpand : IconLayoutSidebarRightCollapse;
  return (
    <div className={styles.body} data-folded={isFolded || undefined}>
      <section className={styles.left} aria-label={capitalized(steps)}>
        {!readOnly && (
          <Box p="10px 10px 0">
            <SegmentedControl
              fullWidth
              size="xs"
              aria-label="What is shown here"
              data={[
                { value: 'steps', label: `Add ${steps}` },
                { value: 'outline', label: 'Outline' },
              ]}
              value={left}
              onChange={(value) => setLeft(value as 'steps')}
            />
          </Box>
        )}
        <div className="db-fill db-scroll">{left === 'steps' && !readOnly ? <Palette /> : outline}</div>
      </section>
      <Box component="section" pos="relative" miw={0} mih={0} aria-label="Canvas" data-toast-area>
        {canvas}
        {props.isFoldable && (
          <Tooltip label={fold}>
            <ActionIcon
              className={styles.fold}
              variant="default"
              size={34}
              aria-label={fold}
              aria-expanded={!isFolded}
              onClick={() => setFolded(!isFolded)}
            >
              <FoldIcon size={17} />
            </ActionIcon>
          </Tooltip>
        )}
      </Box>
      {!isFolded && (
        <aside className={styles.right} aria-label={panelLabel}>
          {panel}
        </aside>
      )}
    </div>
  );
}
