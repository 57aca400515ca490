import { Box } from '@mantine/core';
import type { Message } from '#shared/model/message.ts';
import { culpritsOf } from '#web/features/message-templates/segments.ts';

interface SegmentsLineProps {
  segments: Message['segments'] | undefined;
  /** The text that was counted, to say which characters make it cost more. */
  text: string;
}

/** '2 segments · 170 characters', and what makes them more than they need be. */
export function SegmentsLine({ segments, text }: SegmentsLineProps) {
  if (!segments) return null;
  const { count, characters, encoding } = segments;
  const culprit = encoding === 'UCS-2' ? culpritsOf(text)[0] : undefined;
  return (
    <Box
      component="span"
      className="db-figures"
      fz="xs"
      c={count > 1 ? 'var(--mantine-color-amber-text)' : 'dimmed'}
      role="status"
    >
      {count} {count === 1 ? 'segment' : 'segments'} · {characters} characters
      {culprit && `, costs more because of ${culprit.name}`}
    </Box>
  );
}
