import { useEffect, useMemo, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { ProjectWithElements } from '#shared/api/content.ts';
import type { JsonMap } from '#shared/model/bounded-map.ts';
import type { Variable } from '#shared/model/content.ts';
import type { SceneData } from '#shared/scene/env.ts';
import { messageOf } from '#web/app/api-error.ts';
import { session as signedIn } from '#web/app/session.ts';
import { toast } from '#web/ui/toast.ts';
import { placeFile } from '../data/place-file.ts';
import type { ChosenRecord } from '../data/records.ts';
import { isOffline, saveTransport, stateOf } from '../data/transport.ts';
import { useCharts } from '../data/use-charts.ts';
import { useWeather } from '../data/use-weather.ts';
import { newPresence, usePresence } from '../presence/use-presence.ts';
import { keepLength, keptLength } from '../timeline/lengths.ts';
import { Timeline } from '../timeline/timeline.ts';
import { Clipboard } from './clipboard/clipboard.ts';
import { pictureOf } from './clipboard/picture.ts';
import { leftTabs, type Screen } from './commands/command.ts';
import { Creator } from './create.ts';
import { Editor } from './editor.ts';
import type { DraftStore } from './saving/draft.ts';
import { SaveQueue, type SaveTransport } from './saving/queue.ts';
import { Saver } from './saving/saver.ts';
import type { EditorSession } from './session.ts';
import { loadSettings, storeSettings } from './settings.ts';
import { Signal } from './signal.ts';

/** Everything one open project needs, made once and taken down with the page. */
export function useNewSession(
  project: ProjectWithElements,
  drafts: DraftStore,
  variables: readonly Variable[],
  data: SceneData,
  transport?: SaveTransport,
): EditorSession {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  // Only how the page was opened counts.
  const wantedTab = useRef(leftTabs.find((name) => name === search.get('tab')));
  const going = useRef(navigate);
  going.current = navigate;

  const core = useMemo(() => {
    const server = { project: stateOf(project), elements: project.elements };
    const editor = new Editor({
      fields: server.project.fields,
      elements: project.elements,
      settings: loadSettings(),
      toast: (message, kind, detail) => toast[kind](message, detail),
    });
    const queue = new SaveQueue(editor.document, transport ?? saveTransport(project.id), server);
    const saver = new Saver({
      projectId: project.id,
      editor,
      queue,
      drafts,
      isOffline,
      messageOf,
      setTimeout: (callback, ms) => window.setTimeout(callback, ms),
      clearTimeout: (timer) => window.clearTimeout(timer as number),
      now: Date.now,
    });
    const phone = window.matchMedia('(max-width: 48em)').matches;
    const screen = new Signal<Screen>({
      leftTab: wantedTab.current ?? 'elements',
      leftOpen: !phone || wantedTab.current !== undefined,
      right: undefined,
      dialog: undefined,
      fullscreen: false,
    });
    const cropping = new Signal<string | undefined>(undefined);
    const record = new Signal<ChosenRecord | undefined>(undefined);
    const weather = new Signal<JsonMap>({});
    const charts = new Signal<JsonMap>({});
    const timeline = new Timeline(editor);
    timeline.setLength.set(keptLength(project.id));
    timeline.setLength.subscribe(() => keepLength(project.id, timeline.setLength.get()));
    const presence = newPresence(project, editor, queue);
    const creator = new Creator(editor);
    return { editor, queue, saver, screen, record, weather, charts, cropping, timeline, presence, creator };
  }, [project, drafts, transport]);

  useEffect(() => {
    const { editor, saver, screen } = core;
    saver.start();
    const flush = () => void saver.flushDraft();
    const hidden = () => document.visibilityState === 'hidden' && flush();
    const online = () => saver.networkIsBack();
    const guard = (event: BeforeUnloadEvent) => {
      if (!core.queue.hasUnsaved) return;
      flush();
      event.preventDefault();
    };
    const toProperties = () => screen.patch({ leftTab: 'properties', leftOpen: true });
    const fullscreen = () => screen.patch({ fullscreen: document.fullscreenElement !== null });
    window.addEventListener('beforeunload', guard);
    window.addEventListener('pagehide', flush);
    window.addEventListener('online', online);
    window.addEventListener('switch-to-properties', toProperties);
    document.addEventListener('visibilitychange', hidden);
    document.addEventListener('fullscreenchange', fullscreen);
    const stopSettings = editor.settings.subscribe(() => storeSettings(editor.settings.get()));
    return () => {
      window.removeEventListener('beforeunload', guard);
      window.removeEventListener('pagehide', flush);
      window.removeEventListener('online', online);
      window.removeEventListener('switch-to-properties', toProperties);
      document.removeEventListener('visibilitychange', hidden);
      document.removeEventListener('fullscreenchange', fullscreen);
      stopSettings();
      core.timeline.pause();
      saver.stop();
      // Leaving by a link inside the app: what is unsaved stays on this machine and is offered again.
      flush();
    };
  }, [core]);

  useWeather(core.editor, core.weather);
  useCharts(core.editor, core.charts);
  // Where edits go elsewhere, as on a page of its own, there is nobody to be with.
  usePresence(core.presence, project.id, transport === undefined);

  return useMemo(() => {
    const session: EditorSession = {
      ...core,
      clipboard: new Clipboard({
        editor: core.editor,
        tenantId: signedIn.get()?.tenantId ?? null,
        placeFile: (file, at) => placeFile(session, file, at),
        system: {
          writeText: (text) => navigator.clipboard.writeText(text),
          readText: () => navigator.clipboard.readText(),
        },
      }),
      copyPicture() {
        // The promise goes into the item: a browser takes it only while the key or click lasts.
        const written = Promise.resolve().then(() =>
          navigator.clipboard.write([new ClipboardItem({ 'image/png': pictureOf(session) })]),
        );
        written.then(
          () => toast.success('Copied to clipboard'),
          () => toast.error('Failed to copy to clipboard'),
        );
      },
      projectId: project.id,
      variables,
      data,
      leave: () => void going.current('/dashboard'),
      toggleFullscreen() {
        const change = document.fullscreenElement
          ? document.exitFullscreen()
          : document.documentElement.requestFullscreen();
        change.catch(() => toast.error('This browser does not allow fullscreen here.'));
      },
      run(command) {
        if (command.enabled?.(session) !== false) command.run(session);
      },
      saveFirst: () => (core.queue.hasUnsaved ? core.saver.save({ quiet: true }) : Promise.resolve(true)),
    };
    return session;
  }, [core, project.id, variables, data]);
}
