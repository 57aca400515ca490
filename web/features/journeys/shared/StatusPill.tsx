import { Badge, Box } from '@mantine/core';
import type { EnrolmentStatus, JourneyStatus } from '#shared/model/journey/journey.ts';
import { enrolmentStatusWords, journeyStatusWords } from './words.ts';

/** How a journey stands. A live one has the live dot. */
export function JourneyStatusPill({ status }: { status: JourneyStatus }) {
  const { label, color } = journeyStatusWords[status];
  return (
    <Badge
      color={color}
      variant="light"
      tt="none"
      radius="sm"
      leftSection={
        status === 'live' && (
          <Box component="span" w={7} h={7} bg="currentcolor" style={{ borderRadius: '50%' }} />
        )
      }
    >
      {label}
    </Badge>
  );
}

export function EnrolmentStatusPill({ status }: { status: EnrolmentStatus }) {
  const { label, color } = enrolmentStatusWords[status];
  return (
    <Badge color={color} variant="light" tt="none" radius="sm">
      {label}
    </Badge>
  );
}
