import { useState } from 'react';
import { toast } from './toast.ts';

/** Whether some work goes on, and a function that does some: what goes wrong is said in a toast. */
export function useBusy(): readonly [boolean, (work: () => Promise<unknown>) => Promise<void>] {
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toast.error(error);
    } finally {
      setBusy(false);
    }
  };
  return [busy, run];
}
