import { useEffect } from 'react';
import type { ProjectAnswer } from '#shared/api/content.ts';
import { channelOf } from '#shared/model/push.ts';
import { api } from '#web/app/api.ts';
import { pageChannel } from '#web/app/push/page-channel.ts';
import { session as signedIn } from '#web/app/session.ts';
import type { Editor } from '../editor/editor.ts';
import type { SaveQueue } from '../editor/saving/queue.ts';
import { Presence } from './presence.ts';
import { rememberTabOverReload, takeTab } from './tab-name.ts';

/** The presence of one open project in this tab. It begins with `usePresence`. */
export function newPresence(project: ProjectAnswer, editor: Editor, queue: SaveQueue): Presence {
  const { id } = project;
  const channel = channelOf(signedIn.get()?.tenantId ?? 0, 'editing', { projectId: id });
  return new Presence({
    editor,
    queue,
    transport: {
      beHere: (here) => api.content.beHere({ id, ...here }),
      changesSince: async (since) => {
        const changes = await api.content.changesSince({ id, since });
        return { ...changes, fields: { ...changes.fields, pages: changes.fields.pages ?? [] } };
      },
    },
    tab: takeTab(id),
    updatedAt: project.updatedAt,
    userId: signedIn.get()?.user.userId ?? '',
    listen: (hear) => pageChannel.listen(channel, hear),
    hears: () => pageChannel.hears([channel]),
    isHidden: () => document.visibilityState === 'hidden',
    setTimeout: (callback, ms) => window.setTimeout(callback, ms),
    clearTimeout: (timer) => window.clearTimeout(timer as number),
  });
}

/** Is here as long as the page is; silent while nobody sees it. */
export function usePresence(presence: Presence, projectId: string, active: boolean): void {
  useEffect(() => {
    if (!active) return;
    presence.start();
    const changed = () => presence.visibilityChanged();
    document.addEventListener('visibilitychange', changed);
    const forget = rememberTabOverReload(projectId, presence.tab);
    return () => {
      forget();
      document.removeEventListener('visibilitychange', changed);
      presence.stop();
    };
  }, [presence, projectId, active]);
}
