import { Kbd, Modal, Switch, Table, Text } from '@mantine/core';
import { setSingleKeys, useSingleKeys } from './keys.ts';

interface KeysDialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** What each key does. */
  keys: Readonly<Record<string, string>>;
}

/** Which keys do what on a page, and whether they do. */
export function KeysDialog({ opened, onClose, title, keys }: KeysDialogProps) {
  const isOn = useSingleKeys();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={<Text fw={650}>{title}</Text>}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Switch
        label="Single keys"
        description="Off for those who use speech input: a word would press them. They never work while you type."
        checked={isOn}
        onChange={(event) => setSingleKeys(event.currentTarget.checked)}
        mb="md"
      />
      <Table verticalSpacing={6}>
        <Table.Tbody>
          {Object.entries(keys).map(([key, what]) => (
            <Table.Tr key={key}>
              <Table.Td w={110}>
                <Kbd>{key.length === 1 ? key.toUpperCase() : key}</Kbd>
              </Table.Td>
              <Table.Td>{what}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
