import { Group } from '@mantine/core';
import type { LeadStatus } from '#shared/model/lead.ts';

/** A status as a dot in its colour and its name; the colour alone says nothing. */
export function StatusBadge({ status }: { status: LeadStatus }) {
  return (
    <Group component="span" gap={7} wrap="nowrap" display="inline-flex" miw={0} maw="100%">
      <span className="db-dot" style={{ background: status.color }} aria-hidden="true" />
      <span className="db-cut">{status.label}</span>
    </Group>
  );
}
