import { Anchor, Box, Modal, Text } from '@mantine/core';
import { Link } from 'react-router';

export interface NotDone {
  /** '3 leads restored, 1 not'. */
  title: string;
  items: { id: string | null; name: string; reason: string }[];
}

interface NotDoneDialogProps {
  /** Nothing while there is nothing to tell. */
  result: NotDone | null;
  onClose: () => void;
}

/** Names each lead that a change of many left as it was, and why. */
export function NotDoneDialog({ result, onClose }: NotDoneDialogProps) {
  return (
    <Modal
      opened={result !== null}
      onClose={onClose}
      title={<Text fw={650}>{result?.title}</Text>}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Text size="sm" c="dimmed" mb="sm">
        The others are done. These stay as they were:
      </Text>
      <Box
        component="ul"
        className="db-list db-divided db-line-above db-scroll"
        mah="min(420px, 55vh)"
        tabIndex={0}
        aria-label="Leads that stay as they were"
      >
        {result?.items.map(({ id, name, reason }) => (
          <Box component="li" key={id ?? name} className="db-wrap" py={8}>
            {id ? (
              <Anchor component={Link} to={`/leads/${id}`} size="sm" fw={550} onClick={onClose}>
                <bdi>{name}</bdi>
              </Anchor>
            ) : (
              <bdi>{name}</bdi>
            )}
            <Text size="sm">{reason}</Text>
          </Box>
        ))}
      </Box>
    </Modal>
  );
}
