import { Text } from '@mantine/core';
import { useState } from 'react';
import { journeyLimits } from '#shared/model/journey/journey.ts';
import { ApiError } from '#web/app/api-error.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { toast } from '#web/ui/toast.ts';

interface Asked {
  /** Which journeys bring leads into which, in the server's words. */
  ways: string;
  /** What was asked for, as a verb: 'Publish anyway'. */
  verb: string;
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
  async function attempt(verb: string, work: (confirmCircle: boolean) => Promise<unknown>): Promise<void> {
    try {
      await work(false);
    } catch (error) {
      if (isCircle(error)) setAsked({ ways: waysOf(error), verb, confirm: () => work(true) });
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
  // Kept while the dialog fades out.
  const [shown, setShown] = useState(asked);
  if (asked && asked !== shown) setShown(asked);
  return (
    <ConfirmDialog
      opened={asked !== null}
      onClose={onClose}
      title="Leads would go in a circle"
      confirmLabel={shown?.verb ?? ''}
      onConfirm={async () => {
        await asked?.confirm();
      }}
    >
      <Text size="sm" c="var(--mantine-color-text)" mb={6}>
        {shown?.ways}.
      </Text>
      Each lead goes round until it has come into {journeyLimits.chain} journeys in a row, or{' '}
      {journeyLimits.entriesADay} in a day.
    </ConfirmDialog>
  );
}
