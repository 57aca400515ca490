import { Kbd, Modal, Switch, Table, Text } from '@mantine/core';
import { setSingleKeys, useSingleKeys } from '#web/phone/keys.ts';
import { inboxKeys } from './keys.ts';

/** Which keys do what in the inbox, and whether they do. */
export function KeysDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const isOn = useSingleKeys();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={<Text fw={650}>Keys of the inbox</Text>}
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
          {Object.entries(inboxKeys).map(([key, what]) => (
            <Table.Tr key={key}>
              <Table.Td w={70}>
                <Kbd>{key}</Kbd>
              </Table.Td>
              <Table.Td>{what}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
