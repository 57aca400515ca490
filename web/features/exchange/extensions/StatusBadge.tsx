import { Badge } from '@mantine/core';
import { type ExtensionStatus, extensionStatuses } from '#shared/model/extension.ts';

const colors: Record<ExtensionStatus, string> = {
  available: 'green',
  busy: 'red',
  away: 'amber',
  dnd: 'red',
  offline: 'gray',
};

/** Whether an extension takes calls. */
export const ExtensionStatusBadge = ({ status }: { status: ExtensionStatus }) => (
  <Badge variant="light" tt="none" color={colors[status]}>
    {extensionStatuses[status]}
  </Badge>
);
