import { Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface DialogProps {
  title: string;
  onClose: () => void;
  size?: string;
  children: ReactNode;
}

/** A dialog of rep photos: its title, and what it holds under each other. */
export const Dialog = ({ title, onClose, size = 'md', children }: DialogProps) => (
  <Modal
    opened
    onClose={onClose}
    size={size}
    title={<Text fw={650}>{title}</Text>}
    closeButtonProps={{ 'aria-label': 'Close' }}
  >
    <Stack gap="md">{children}</Stack>
  </Modal>
);

export const photoFiles = 'image/jpeg,image/png,image/webp';
