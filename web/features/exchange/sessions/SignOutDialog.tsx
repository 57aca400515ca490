import { useQueryClient } from '@tanstack/react-query';
import type { PhoneSession } from '#shared/model/phone-session.ts';
import { api, query } from '#web/app/api.ts';
import { useSignedIn } from '#web/app/session.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import type { useQuestion } from '#web/ui/resource/useQuestion.ts';
import { toast } from '#web/ui/toast.ts';

type SignOutDialogProps = Pick<ReturnType<typeof useQuestion<PhoneSession>>, 'about' | 'dialog'>;

/** Asks before somebody is signed out of the phone, and does it. */
export function SignOutDialog({ about, dialog }: SignOutDialogProps) {
  const client = useQueryClient();
  const isOwn = about?.userId === useSignedIn().user.userId;
  return (
    <ConfirmDialog
      {...dialog}
      title={isOwn ? 'Sign out of the phone?' : `Sign out ${about?.userName}?`}
      confirmLabel="Sign out"
      danger
      onConfirm={async () => {
        await api.pbx.endPhoneSession({ id: about!.id });
        await Promise.all(
          [query.pbx.listPhoneSessions.key(), query.system.agentStatus.key()].map((queryKey) =>
            client.invalidateQueries({ queryKey }),
          ),
        );
        toast.success(`${about!.userName} is signed out`);
      }}
    >
      {isOwn
        ? 'Your phone rings no more until you sign in again.'
        : 'Their phone rings no more until they sign in again. During a call they cannot be signed out.'}
    </ConfirmDialog>
  );
}
