import { Alert } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** What went wrong with a form before the sign-in. */
export function Problem({ children }: { children: ReactNode }) {
  return (
    <Alert color="red" icon={<IconAlertCircle size={18} />} role="alert">
      {children}
    </Alert>
  );
}

/** What came of it. */
export function Done({ children }: { children: ReactNode }) {
  return (
    <Alert color="green" icon={<IconCircleCheck size={18} />} role="status">
      {children}
    </Alert>
  );
}
