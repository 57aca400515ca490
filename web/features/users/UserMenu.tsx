import { Menu } from '@mantine/core';
import { IconCircleCheck, IconCircleOff, IconShieldOff, IconTrash } from '@tabler/icons-react';
import type { User } from '#shared/model/user.ts';
import { useSignedIn } from '#web/app/session.ts';
import { RowMenu } from '#web/ui/resource/RowMenu.tsx';

export type UserAction = 'activate' | 'deactivate' | 'resetSecondFactor' | 'remove';

interface UserMenuProps {
  user: User;
  onAction: (action: UserAction, user: User) => void;
}

/** What can be done to a user from their row. Nobody can lock themselves out here. */
export function UserMenu({ user, onAction }: UserMenuProps) {
  const self = useSignedIn().user.userId === user.userId;
  return (
    <RowMenu name={user.fullName || user.username} width={220}>
      {user.isActive ? (
        <Menu.Item
          data-changes
          disabled={self}
          leftSection={<IconCircleOff size={16} />}
          onClick={() => onAction('deactivate', user)}
        >
          Deactivate
        </Menu.Item>
      ) : (
        <Menu.Item
          data-changes
          leftSection={<IconCircleCheck size={16} />}
          onClick={() => onAction('activate', user)}
        >
          Activate
        </Menu.Item>
      )}
      <Menu.Item
        data-changes
        disabled={self}
        leftSection={<IconShieldOff size={16} />}
        onClick={() => onAction('resetSecondFactor', user)}
      >
        Reset two-step sign-in
      </Menu.Item>
      <Menu.Item
        data-changes
        color="red"
        disabled={self}
        leftSection={<IconTrash size={16} />}
        onClick={() => onAction('remove', user)}
      >
        Remove
      </Menu.Item>
      {self && <Menu.Label>This is your own account.</Menu.Label>}
    </RowMenu>
  );
}
