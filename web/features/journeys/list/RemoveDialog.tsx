import { useRef, useState } from 'react';
import { ApiError } from '#web/app/api-error.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import type { JourneySummary } from '../shared/types.ts';
import { count } from '../shared/words.ts';
import { useJourneyActions } from './useJourneyActions.ts';

interface RemoveDialogProps {
  journey: Pick<JourneySummary, 'id' | 'name'> | null;
  onClose: () => void;
  onRemoved?: () => void;
}

/** Asks before a journey is removed; while leads are on it, a second time. */
export function RemoveDialog({ journey, onClose, onRemoved }: RemoveDialogProps) {
  const { remove } = useJourneyActions();
  /** How many leads are on it, once that is known to be in the way. */
  const [refusal, setRefusal] = useState<number | null>(null);
  /** The first question is over, and the second follows. */
  const goesOn = useRef(false);
  const close = () => {
    if (goesOn.current) {
      goesOn.current = false;
      return;
    }
    setRefusal(null);
    onClose();
  };
  async function first() {
    try {
      await remove(journey!.id, false);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) throw error;
      goesOn.current = true;
      setRefusal((error.details as { active?: number } | undefined)?.active ?? 0);
      return;
    }
    onRemoved?.();
  }
  return (
    <>
      <ConfirmDialog
        opened={journey !== null && refusal === null}
        onClose={close}
        title={`Delete ${journey?.name ?? 'the journey'}?`}
        confirmLabel="Delete journey"
        danger
        onConfirm={first}
      >
        Its steps and figures go with it. What was sent stays on the timelines of the leads.
      </ConfirmDialog>
      <ConfirmDialog
        opened={journey !== null && refusal !== null}
        onClose={close}
        title="Leads are still on it"
        confirmLabel="Take them out and delete"
        danger
        onConfirm={async () => {
          await remove(journey!.id, true);
          onRemoved?.();
        }}
      >
        {refusal === 1 ? '1 lead is' : `${refusal ? count(refusal) : 'Some'} leads are`} in this journey. If
        you go on, they are taken out, and nothing that is planned for them is sent.
      </ConfirmDialog>
    </>
  );
}
