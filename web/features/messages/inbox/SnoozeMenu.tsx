import { Button, Menu, Modal, Text, TextInput } from '@mantine/core';
import { IconClockPause } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { momentText } from '../shared/words.ts';
import { snoozeTimes } from './snooze-times.ts';
import type { DeskActions } from './useDeskActions.ts';

/** Puts the thread off until a time; it is found by `data-key="s"`. */
export function SnoozeMenu({ actions }: { actions: DeskActions }) {
  const [choosing, setChoosing] = useState(false);
  const [typed, setTyped] = useState('');
  const at = new Date(typed);
  const isGood = !Number.isNaN(+at) && +at > Date.now();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isGood) return;
    setChoosing(false);
    void actions.snooze(at);
  };
  return (
    <>
      <Menu position="bottom-end" width={270}>
        <Menu.Target>
          <Button
            data-changes
            data-key="s"
            variant="default"
            size="compact-sm"
            leftSection={<IconClockPause size={15} />}
            title="Put off until a time (S)"
          >
            Snooze
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {snoozeTimes(new Date()).map(({ label, at }) => (
            <Menu.Item
              data-changes
              key={label}
              rightSection={
                <Text size="xs" c="dimmed">
                  {momentText(at.toISOString())}
                </Text>
              }
              onClick={() => void actions.snooze(at)}
            >
              {label}
            </Menu.Item>
          ))}
          <Menu.Item data-changes onClick={() => setChoosing(true)}>
            Another time…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal
        opened={choosing}
        onClose={() => setChoosing(false)}
        title={<Text fw={650}>Put off until</Text>}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <form data-changes onSubmit={submit}>
          <TextInput
            type="datetime-local"
            label="Comes back at"
            description="Your time. It comes back sooner when they write."
            error={typed && !isGood ? 'Please choose a time that is still to come.' : undefined}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            data-autofocus
          />
          <Button type="submit" mt="md" disabled={!isGood}>
            Snooze
          </Button>
        </form>
      </Modal>
    </>
  );
}
