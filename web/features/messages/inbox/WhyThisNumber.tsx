import { Popover, Text, UnstyledButton } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { Message } from '#shared/model/message.ts';
import { PassedOverNumbers } from '#web/features/did-pools/PassedOverNumbers.tsx';
import { addressText } from '../shared/words.ts';

/** Which number a text went out from, and why that one; nothing of mails and of texts that came in. */
export function WhyThisNumber({
  message: { ownAddress, numberReason, numberPassedOver = [] },
}: {
  message: Message;
}) {
  if (!numberReason) return null;
  return (
    <Popover position="bottom-end" width={280} withinPortal>
      <Popover.Target>
        <UnstyledButton c="inherit" lh={0} aria-label="Why from this number">
          <IconInfoCircle size={14} aria-hidden="true" />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        {ownAddress && (
          <Text size="sm" fw={550}>
            From {addressText(ownAddress)}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          {numberReason}
        </Text>
        {numberPassedOver.length > 0 && <PassedOverNumbers numbers={numberPassedOver} />}
      </Popover.Dropdown>
    </Popover>
  );
}
