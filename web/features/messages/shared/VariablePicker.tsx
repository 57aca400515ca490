import { Button, Popover } from '@mantine/core';
import { IconBraces } from '@tabler/icons-react';
import { VariablePalette } from '#web/features/message-templates/VariablePalette.tsx';

/** What may be filled in, behind a button. */
export function VariablePicker({
  onInsert,
  disabled,
}: {
  onInsert: (variable: string) => void;
  disabled?: boolean;
}) {
  return (
    <Popover position="top-start" width={360} shadow="md">
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          disabled={disabled}
          leftSection={<IconBraces size={15} />}
        >
          Variables
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Variables" mah={340} style={{ overflow: 'auto' }}>
        <VariablePalette onInsert={onInsert} />
      </Popover.Dropdown>
    </Popover>
  );
}
