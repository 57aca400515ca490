import { ActionIcon, Menu, Text } from '@mantine/core';
import { IconEar, IconHeadphones, IconHeadset, IconMessage2, IconUsersGroup } from '@tabler/icons-react';
import type { Call } from '#shared/model/call.ts';
import { useSignedIn } from '#web/app/session.ts';
import { signInToPhone, usePhone } from '#web/phone/my-phone.ts';
import { signInFirst, supervisionModeNames, supervisionModes } from './supervise.ts';
import type { Supervise } from './useSupervise.ts';

const icons = { listen: IconEar, whisper: IconMessage2, barge: IconUsersGroup } as const;

interface SuperviseItemsProps {
  call: Call;
  supervise: Supervise;
}

/** The ways to hear a call; where there is none now, why. */
export function SuperviseItems({ call, supervise }: SuperviseItemsProps) {
  const { userId } = useSignedIn().user;
  const phone = usePhone();
  const why = supervise.whyNot(call);
  const isHeard = supervise.current?.call.id === call.id;
  if (why)
    return (
      <>
        <Menu.Label>{why}</Menu.Label>
        {why === signInFirst && phone.status === 'out' && (
          <Menu.Item
            data-changes
            closeMenuOnClick={false}
            leftSection={<IconHeadset size={16} />}
            onClick={() => void signInToPhone(userId)}
          >
            Sign in to phone
          </Menu.Item>
        )}
      </>
    );
  return (
    <>
      {supervisionModeNames.map((mode) => {
        const { label, hint } = supervisionModes[mode];
        const Icon = icons[mode];
        return (
          <Menu.Item
            key={mode}
            data-changes
            disabled={supervise.isBusy || (isHeard && supervise.mode === mode)}
            leftSection={<Icon size={16} />}
            onClick={() => supervise.supervise(call.id, mode)}
          >
            {label}
            <Text size="xs" c="dimmed">
              {hint}
            </Text>
          </Menu.Item>
        );
      })}
    </>
  );
}

/** The button of a call by which it is heard. @param name whose call it is, for those who hear the page */
export const SuperviseMenu = ({ name, ...items }: SuperviseItemsProps & { name: string }) => (
  <Menu position="bottom-end" width={240}>
    <Menu.Target>
      <ActionIcon
        variant={items.supervise.current?.call.id === items.call.id ? 'light' : 'subtle'}
        color={items.supervise.current?.call.id === items.call.id ? undefined : 'gray'}
        aria-label={`Supervise the call with ${name}`}
      >
        <IconHeadphones size={18} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      <SuperviseItems {...items} />
    </Menu.Dropdown>
  </Menu>
);
