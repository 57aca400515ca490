import { Box, Image, Text, UnstyledButton } from '@mantine/core';
import type { DragEvent } from 'react';
import { kilobytes, type RepPhoto } from '#shared/model/rep-photo.ts';
import { Surface } from '#web/ui/layout/layout.tsx';

interface PhotoCardProps {
  photo: RepPhoto;
  compact: boolean;
  onOpen: () => void;
  onPreview: () => void;
  onDrag?: ((photo: RepPhoto, event: DragEvent) => void) | undefined;
}

/** One rep's face with whose it is. */
export function PhotoCard({ photo, compact, onOpen, onPreview, onDrag }: PhotoCardProps) {
  const name = photo.repName || photo.repEmail;
  return (
    <Surface role="listitem" p={0} style={{ overflow: 'hidden' }}>
      <UnstyledButton
        w="100%"
        className="db-ring"
        display="block"
        draggable={Boolean(onDrag)}
        onDragStart={(event) => onDrag?.(photo, event)}
        onClick={onOpen}
        aria-label={onDrag ? `Add ${name} to the canvas` : `Open the photo of ${name}`}
      >
        <Image src={photo.previewUrls.medium} alt="" loading="lazy" w="100%" style={{ aspectRatio: '1' }} />
      </UnstyledButton>
      <Box p={compact ? '6px 8px' : '10px 12px'}>
        <Text size={compact ? 'xs' : 'sm'} fw={600} truncate title={name}>
          <bdi>{name}</bdi>
        </Text>
        {compact ? (
          <UnstyledButton
            fz="xs"
            c="dimmed"
            className="db-ring"
            onClick={onPreview}
            aria-label={`Preview ${name}`}
          >
            Preview
          </UnstyledButton>
        ) : (
          <>
            <Text size="xs" c="dimmed" truncate title={photo.repEmail}>
              <bdi>{photo.repName ? photo.repEmail : photo.repTitle}</bdi>
            </Text>
            <Text size="xs" c="dimmed" className="db-figures">
              {kilobytes(photo.fileSize)}
            </Text>
          </>
        )}
      </Box>
    </Surface>
  );
}
