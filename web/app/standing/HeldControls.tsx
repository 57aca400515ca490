import { Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';
import { holdControls } from './held-controls.ts';
import { useHold, useReloadWhenReleased } from './use-standing.ts';

/**
 * Holds whatever on the page changes something, for as long as the server would refuse it, and says why where the
 * pointer or the focus is. Stands once, in the shell; what is marked (`data-changes`) needs nothing else.
 */
export function HeldControls() {
  const hold = useHold();
  const reason = hold?.reason;
  const account = hold?.account;
  const [control, setControl] = useState<HTMLElement>();
  useReloadWhenReleased();
  useEffect(
    () =>
      reason === undefined ? undefined : holdControls({ reason, account: account === true }, setControl),
    [reason, account],
  );
  if (!reason || !control) return null;
  return <Tooltip opened target={control} label={reason} multiline maw={280} zIndex={1000} />;
}
