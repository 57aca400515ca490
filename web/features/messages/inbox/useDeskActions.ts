import { api } from '#web/app/api.ts';
import { toast } from '#web/ui/toast.ts';
import { useRefreshInbox } from '../shared/useInbox.ts';
import { momentText } from '../shared/words.ts';

/** What can be done with a thread besides writing: each says what was done, or why not. */
export function useDeskActions(id: string) {
  const refresh = useRefreshInbox();
  const done = async (work: Promise<unknown>, said: string) => {
    try {
      await work;
      toast.success(said);
    } catch (error) {
      toast.error(error);
    }
    await refresh();
  };
  return {
    assign: (to: { assigneeId?: string; groupId?: string }, name: string) =>
      done(api.conversations.assign({ id, ...to }), `${name} answers this conversation now.`),
    release: () => done(api.conversations.assign({ id }), 'The conversation is given to nobody now.'),
    snooze: (at: Date) =>
      done(
        api.conversations.snooze({ id, until: at.toISOString() }),
        `Comes back on ${momentText(at.toISOString())}, or when they write.`,
      ),
    setTags: async (tags: readonly string[]) => {
      try {
        await api.conversations.setTags({ id, tags: [...tags] });
      } catch (error) {
        toast.error(error);
      }
      await refresh();
    },
    close: () => done(api.conversations.close({ id }), 'The conversation is closed.'),
    open: () => done(api.conversations.open({ id }), 'The conversation is open.'),
  };
}
export type DeskActions = ReturnType<typeof useDeskActions>;
