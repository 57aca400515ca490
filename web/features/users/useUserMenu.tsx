import { type ReactNode, useState } from 'react';
import type { User } from '#shared/model/user.ts';
import { api } from '#web/app/api.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { toast } from '#web/ui/toast.ts';
import type { UserAction } from './UserMenu.tsx';
import { useUserActions } from './useUserActions.ts';

/** Carries out what the rows' menus ask for: `act` for the menus, `dialogs` once on the page. */
export function useUserMenu(): { act: (action: UserAction, user: User) => void; dialogs: ReactNode } {
  const { update, remove } = useUserActions();
  const [asking, setAsking] = useState<UserAction | null>(null);
  // Kept while a dialog fades out, so that its words do not change.
  const [user, setUser] = useState<User>();
  const name = user ? user.fullName || user.username : '';

  async function setActive(subject: User, isActive: boolean) {
    await update.mutateAsync({ id: subject.id, isActive, version: subject.version });
    const who = subject.fullName || subject.username;
    toast.success(isActive ? `${who} can sign in again` : `${who} can no longer sign in`);
  }

  return {
    act(action, subject) {
      if (action === 'activate') {
        setActive(subject, true).catch((error) => toast.error(error));
        return;
      }
      setUser(subject);
      setAsking(action);
    },
    dialogs: (
      <>
        <ConfirmDialog
          opened={asking === 'deactivate'}
          onClose={() => setAsking(null)}
          title={`Deactivate ${name}?`}
          confirmLabel="Deactivate"
          onConfirm={() => setActive(user!, false)}
        >
          They are signed out and cannot sign in until you activate them again. Their work stays.
        </ConfirmDialog>
        <ConfirmDialog
          opened={asking === 'resetSecondFactor'}
          onClose={() => setAsking(null)}
          title={`Reset two-step sign-in of ${name}?`}
          confirmLabel="Reset"
          danger
          onConfirm={async () => {
            await api.auth.resetSecondFactor({ id: user!.id });
            toast.success(`${name} signs in by password alone again`);
          }}
        >
          For somebody who lost the phone: the second step is off and their passkeys are removed. Be sure that
          it is really they who ask.
        </ConfirmDialog>
        <ConfirmDialog
          opened={asking === 'remove'}
          onClose={() => setAsking(null)}
          title={`Remove ${name}?`}
          confirmLabel="Remove user"
          danger
          onConfirm={async () => {
            await remove.mutateAsync({ id: user!.id });
            toast.success(`${name} was removed`);
          }}
        >
          Their account and their sessions end at once. This cannot be undone. To keep the account for later,
          deactivate it instead.
        </ConfirmDialog>
      </>
    ),
  };
}
