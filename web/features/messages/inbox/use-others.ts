import { useEffect, useRef, useState } from 'react';
import { inboxLimits } from '#shared/model/inbox.ts';
import { api } from '#web/app/api.ts';

interface Other {
  userId: string;
  name: string;
  isWriting: boolean;
}

/** How long somebody still counts as writing after the last key, in ms. */
const writingMs = 8_000;

/**
 * Who else has the thread open. It says the same of the viewer every few seconds, at once when they begin to write, and
 * nothing while nobody sees the page (docs/decisions/013 tells why this is no socket).
 */
export function useOthers(id: string | undefined, text: string): readonly Other[] {
  const [others, setOthers] = useState<readonly Other[]>([]);
  const lastKey = useRef(0);
  const before = useRef(text);
  if (before.current !== text) {
    before.current = text;
    lastKey.current = text ? Date.now() : 0;
  }
  const isWriting = lastKey.current > 0 && Date.now() - lastKey.current < writingMs;
  useEffect(() => {
    if (!id) return;
    let over = false;
    const beat = () => {
      if (document.visibilityState !== 'visible') return;
      const writes = lastKey.current > 0 && Date.now() - lastKey.current < writingMs;
      api.conversations.presence({ id, isWriting: writes }).then(
        (answer) => !over && setOthers(answer.others),
        // The next beat tells; what is open says itself that the network is gone.
        () => !over && setOthers([]),
      );
    };
    void isWriting;
    beat();
    const timer = setInterval(beat, inboxLimits.presenceBeat);
    return () => {
      over = true;
      clearInterval(timer);
    };
  }, [id, isWriting]);
  useEffect(() => {
    if (!id) return;
    return () => void api.conversations.presence({ id, leaving: true }).catch(() => undefined);
  }, [id]);
  return others;
}
