import { Box, UnstyledButton } from '@mantine/core';
import { useEditorSession } from '../editor/session.ts';
import { useSignal, useSignalPart } from '../editor/signal.ts';
import { clockText } from './moments.ts';
import styles from './timeline.module.css';

/** Says that the canvas shows a moment, and leads back to the drawing at rest. */
export function MomentBadge() {
  const { timeline } = useEditorSession();
  const time = useSignalPart(timeline.time, (seconds) => seconds && Math.floor(seconds * 10) / 10);
  const playing = useSignal(timeline.playing);
  if (time === undefined) return null;
  return (
    <div className={styles.badge}>
      <Box
        component="span"
        w={8}
        h={8}
        bg="var(--mantine-color-red-6)"
        style={{ borderRadius: '50%' }}
        data-playing={playing || undefined}
        aria-hidden
      />
      <span className="db-figures">{clockText(time)}</span>
      <UnstyledButton
        className="db-ink"
        p="2px 9px"
        fz={12}
        fw={550}
        style={{ borderRadius: 999 }}
        onClick={() => timeline.rest()}
      >
        Back to design
      </UnstyledButton>
    </div>
  );
}
