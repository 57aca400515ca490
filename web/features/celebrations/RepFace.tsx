import { Avatar } from '@mantine/core';
import { Initials } from '#web/ui/Initials.tsx';

interface RepFaceProps {
  repName: string;
  repPhoto: string | null;
}

/** The photo of who sold; their initials where there is none. */
export const RepFace = ({ repName, repPhoto }: RepFaceProps) =>
  repPhoto ? (
    <Avatar src={repPhoto} alt="" size={36} radius="xl" />
  ) : (
    <Initials name={repName || '?'} size={36} />
  );
