import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Message } from '#shared/model/message.ts';
import { query } from '#web/app/api.ts';
import { suggestDraft } from '#web/app/drafts.ts';
import { markRead, useHasOwnInbox, useRefreshInbox } from '../shared/useInbox.ts';

/** Marks the thread as read as soon as it is seen, and again when more comes in. */
export function useMarkRead(id: string | undefined, unread: number, own: boolean, isNamed: boolean) {
  const hasOwnInbox = useHasOwnInbox();
  const refresh = useRefreshInbox();
  const latest = useRef(refresh);
  latest.current = refresh;
  useEffect(() => {
    if (!id || (unread === 0 && !isNamed) || document.visibilityState !== 'visible') return;
    markRead(id, hasOwnInbox, own).then(
      () => latest.current(),
      (error) => console.warn('The thread could not be marked as read.', error),
    );
  }, [id, unread, isNamed, hasOwnInbox, own]);
}

/** Goes on with the subject of the last mail, where none is being written. */
export function useReplySubject(store: string, messages: readonly Message[] | undefined) {
  const { id, subject } = messages?.findLast(({ channel }) => channel === 'email') ?? {};
  useEffect(() => {
    if (id && subject) suggestDraft(`${store} subject`, /^re:/i.test(subject) ? subject : `Re: ${subject}`);
  }, [id, subject, store]);
}

/** The person said STOP or START: what is shown of the lead and of the law is asked for again. */
export function useFreshConsent(optedOut: string | undefined) {
  const client = useQueryClient();
  const before = useRef(optedOut);
  useEffect(() => {
    const had = before.current;
    before.current = optedOut;
    if (had === undefined || optedOut === undefined || had === optedOut) return;
    void client.invalidateQueries({ queryKey: query.leads.get.key() });
    void client.invalidateQueries({ queryKey: query.tcpa.check.key() });
  }, [optedOut, client]);
}

/** Stays at the newest message, unless one has scrolled up to read. */
export function useStickToEnd(newest: string) {
  const box = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  useLayoutEffect(() => {
    void newest;
    if (atEnd.current) box.current?.scrollTo(0, box.current.scrollHeight);
  }, [newest]);
  const onScroll = () => {
    const { scrollTop, scrollHeight, clientHeight } = box.current!;
    atEnd.current = scrollHeight - scrollTop - clientHeight < 60;
  };
  const toEnd = () => {
    atEnd.current = true;
  };
  return { box, onScroll, toEnd };
}
