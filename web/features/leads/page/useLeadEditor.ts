import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Lead } from '#shared/model/lead.ts';
import { api, query } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { toast } from '#web/ui/toast.ts';
import { useLeadActions } from '../shared/useLeadActions.ts';
import { duplicateMessage } from '../table/QuickAdd.tsx';

export type LeadChanges = Omit<Parameters<typeof api.leads.update>[0], 'id' | 'version'>;

export interface LeadEditor {
  /** Saves a change of the lead; resolves to whether it was saved. What went wrong is told. */
  save: (changes: LeadChanges) => Promise<boolean>;
  /** A change that was refused because somebody else had changed the lead meanwhile. */
  conflict: { changes: LeadChanges } | null;
  /** Saves the refused change on top of the newest state. */
  insist: () => Promise<void>;
  dismiss: () => void;
}

/** Saves changes of the lead on the page, each against the version that is on the screen. */
export function useLeadEditor(lead: Lead): LeadEditor {
  const client = useQueryClient();
  const { update } = useLeadActions();
  const navigate = useNavigate();
  const [conflict, setConflict] = useState<LeadEditor['conflict']>(null);

  async function save(changes: LeadChanges): Promise<boolean> {
    try {
      await update(lead, changes);
      setConflict(null);
      return true;
    } catch (error) {
      const taken: ReactNode = await duplicateMessage(error, navigate);
      if (taken) toast.error('The number was not saved', taken);
      else if (error instanceof ApiError && error.status === 409) {
        await client.invalidateQueries({ queryKey: query.leads.get.key({ input: { id: lead.id } }) });
        setConflict({ changes });
      } else toast.error(error);
      return false;
    }
  }

  return {
    save,
    conflict,
    async insist() {
      if (!conflict) return;
      try {
        await update(await api.leads.get({ id: lead.id }), conflict.changes);
        setConflict(null);
      } catch (error) {
        toast.error(error);
      }
    },
    dismiss: () => setConflict(null),
  };
}
