import { useState } from 'react';
import { journeyLimits } from '#shared/model/journey/journey.ts';
import { ApiError } from '#web/app/api-error.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { toast } from '#web/ui/toast.ts';

interface Asked {
  /** Which journeys bring leads into which, in the server's words. */
  ways: string;
  /** The same work, with the confirmation. */
  confirm: () => Promise<unknown>;
}

/** Whether the server refused because leads would go in a circle. */
export const isCircle = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'circle';

const waysOf = ({ details, message }: ApiError): string =>
  (details as { ways?: string } | undefined)?.ways ?? message;

/**
 * What may close a circle of journeys: `attempt` does the work, and where the server names a circle, `asked` is what
 * `CircleDialog` asks before it is done with the confirmation. Other errors are shown.
 */
export function useCircleQuestion() {
  const [asked, setAsked] = useState<Asked | null>(null);
  async function attempt(work: (confirmCircle: boolean) => Promise<unknown>): Promise<void> {
    try {
      await work(false);
    } catch (error) {
      if (isCircle(error)) setAsked({ ways: waysOf(error), confirm: () => work(true) });
      else toast.error(error);
    }
  }
  return { attempt, asked, close: () => setAsked(null) };
}

interface CircleDialogProps {
  asked: Asked | null;
  onClose: () => void;
}

export function CircleDialog({ asked, onClose }: CircleDialogProps) {
  return (
    <ConfirmDialog
      opened={asked !== null}
      onClose={onClose}
      title="Leads would go in a circle"
      confirmLabel="Do it anyway"
      onConfirm={async () => {
        await asked?.confirm();
      }}
    >
      {asked?.ways}. A lead comes into at most {journeyLimits.entriesADay} journeys a day, and{' '}
      {journeyLimits.chain} in a row.
    </ConfirmDialog>
  );
}
