import { Box, Drawer, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './SidePanel.module.css';

interface SidePanelProps {
  opened: boolean;
  onClose: () => void;
  /** It is out of sight. */
  onClosed?: () => void;
  title: string;
  children: ReactNode;
  /** Buttons that stay in view below the content. */
  footer?: ReactNode;
  /** Width in px on a desktop; a phone gives all it has. */
  width?: number;
}

/** Details beside the list they belong to. Closes on Escape and gives the focus back. */
export function SidePanel({
  opened,
  onClose,
  onClosed,
  title,
  children,
  footer,
  width = 460,
}: SidePanelProps) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={onClosed}
      title={title}
      position="right"
      size={`min(${width}px, 100vw)`}
      closeButtonProps={{ 'aria-label': 'Close' }}
      overlayProps={{ backgroundOpacity: 0.25 }}
      classNames={{ content: 'db-column', body: styles.body, title: styles.title, header: 'db-line-below' }}
    >
      <Box flex={1} p={20} style={{ overflowY: 'auto' }}>
        {children}
      </Box>
      {footer && (
        <Group className="db-line-above db-surface" justify="flex-end" gap={8} p="14px 20px">
          {footer}
        </Group>
      )}
    </Drawer>
  );
}
