import { Kbd, Modal, Switch, Table, Text } from '@mantine/core';
import { phoneKeys, setSingleKeys, useSingleKeys } from '#web/phone/keys.ts';

/** Which keys do what, and whether they do. */
export function ShortcutsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const isOn = useSingleKeys();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={<Text fw={650}>Keys of the console</Text>}
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
          {Object.entries(phoneKeys).map(([key, what]) => (
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
