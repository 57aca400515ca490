import { useState } from 'react';
import type { Permission } from '#shared/model/permissions.ts';
import { query } from '#web/app/api.ts';
import { useSession } from '#web/app/session.ts';
import { useMay } from '#web/app/use-may.ts';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { toast } from '#web/ui/toast.ts';
import { problemOf, sentences } from './sentences.ts';

/**
 * Runs what a dialog of photos does, for who may: `busy` meanwhile, what goes wrong as a toast, and the lists are asked
 * for again after it.
 * @param action 'Upload', for the sentence of what failed without one
 * @param explain the sentence of an error that has one of its own here
 */
export function useGuarded(action: string, permission: Permission = 'repPhotos.add') {
  const [busy, setBusy] = useState(false);
  const isSignedIn = useSession() !== null;
  const may = useMay();
  const refresh = useRefresh(query.repPhotos);
  async function run(
    work: () => Promise<unknown>,
    explain: (error: unknown) => string | undefined = () => undefined,
  ): Promise<void> {
    if (!isSignedIn) return toast.error(sentences.logIn);
    if (!may(permission)) return toast.error(sentences.noPermission);
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toast.error(explain(error) ?? problemOf(error, action));
    } finally {
      setBusy(false);
      void refresh();
    }
  }
  return [busy, run] as const;
}
