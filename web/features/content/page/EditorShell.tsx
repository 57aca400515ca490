import { useEffect } from 'react';
import type { ProjectWithElements } from '#shared/api/content.ts';
import type { Variable } from '#shared/model/content.ts';
import type { SceneData } from '#shared/scene/env.ts';
import { Deferred } from '#web/ui/Deferred.tsx';
import { Hints } from '#web/ui/Hints.tsx';
import { lazy } from '#web/ui/lazy.tsx';
import { CanvasToolbar } from '../bars/CanvasToolbar.tsx';
import { TopBar } from '../bars/TopBar.tsx';
import { ConflictDialog } from '../dialogs/ConflictDialog.tsx';
import { DraftDialog } from '../dialogs/DraftDialog.tsx';
import { QuickActions } from '../dialogs/QuickActions.tsx';
import { ShortcutsDialog } from '../dialogs/ShortcutsDialog.tsx';
import { Canvas } from '../editor/canvas/Canvas.tsx';
import { useClipboard } from '../editor/clipboard/use-clipboard.ts';
import styles from '../editor/Editor.module.css';
import { elementName } from '../editor/element-name.ts';
import type { Draft, DraftStore } from '../editor/saving/draft.ts';
import type { KeptHistory } from '../editor/saving/kept-history.ts';
import type { SaveTransport } from '../editor/saving/queue.ts';
import { EditorContext, type EditorSession, useEditorSession } from '../editor/session.ts';
import { useSignal, useSignalPart } from '../editor/signal.ts';
import { useKeyboard } from '../editor/use-keyboard.ts';
import { useNewSession } from '../editor/use-session.ts';
import { CommandPalette } from '../palette/CommandPalette.tsx';
import { usePaletteKey } from '../palette/use-palette-key.ts';
import { DesignPanel } from '../panels/DesignPanel.tsx';
import { RightPanel } from '../panels/RightPanel.tsx';

const TimelinePanel = lazy(() => import('../timeline/TimelinePanel.tsx'));
const PageStrip = lazy(() => import('../pages/PageStrip.tsx'));
const PreviewDialog = lazy(() => import('../dialogs/PreviewDialog.tsx'));
const ExportDialog = lazy(() => import('../dialogs/ExportDialog.tsx'));
const PublishDialog = lazy(() => import('../dialogs/PublishDialog.tsx'));
const AssetLibrary = lazy(() => import('../assets/AssetLibrary.tsx'));
const ProjectBulkExport = lazy(() => import('../bulk/ProjectBulkExport.tsx'));
const templateDialogs = () => import('../templates/TemplateDialogs.tsx');
const TemplateLibrary = lazy(async () => ({ default: (await templateDialogs()).TemplateLibrary }));
const SaveAsTemplate = lazy(async () => ({ default: (await templateDialogs()).SaveAsTemplate }));

interface EditorShellProps {
  project: ProjectWithElements;
  draft: Draft | undefined;
  /** The steps of an earlier tab, to go on with. */
  history?: KeptHistory;
  drafts: DraftStore;
  variables: readonly Variable[];
  data: SceneData;
  /** How edits reach the server: the API unless said otherwise. */
  transport?: SaveTransport;
  /** Why the server takes no edits at present. */
  held?: string | undefined;
  onOpen?(session: EditorSession): void;
}

/** The editor's screen: top bar, Design Panel, canvas, Layers or History, dialogs. */
export function EditorShell(props: EditorShellProps) {
  const { project, draft, history, drafts, variables, data, transport, held, onOpen } = props;
  const session = useNewSession(project, drafts, variables, data, transport);
  useKeyboard(session);
  useClipboard(session);
  usePaletteKey(session);
  useEffect(() => onOpen?.(session), [session, onOpen]);
  useEffect(() => session.saver.hold(held), [session, held]);
  useEffect(() => {
    if (!draft) session.saver.resume(history);
  }, [session, draft, history]);
  return (
    <EditorContext value={session}>
      <Title />
      <div className={styles.editor}>
        <TopBar />
        <DesignPanel />
        <div className={styles.centre}>
          <CanvasToolbar />
          <div className="db-fill">
            <Canvas />
          </div>
          <Pages />
          <TimelineDrawer />
        </div>
        <RightPanel />
      </div>
      <Deferred>
        <Dialogs />
      </Deferred>
      {draft && <DraftDialog draft={draft} history={history} />}
      <Announcer />
      <Hints />
    </EditorContext>
  );
}

function Title() {
  const { editor, queue } = useEditorSession();
  const name = useSignalPart(editor.document.fields, (fields) => fields.name);
  const unsaved = useSignalPart(queue.state, (state) => state.unsaved > 0);
  return (
    <>
      <title>{`${unsaved ? '• ' : ''}${name} · Dealbell`}</title>
      <h1 className="db-visually-hidden">{name}</h1>
    </>
  );
}

/** The strip of pages: open where there are several, or where somebody has opened it. */
function Pages() {
  const { editor, screen } = useEditorSession();
  const count = useSignalPart(editor.document.fields, () => editor.document.pages.length);
  const { pagesOpen } = useSignal(screen);
  if (!(pagesOpen ?? count > 1)) return null;
  return <PageStrip />;
}

function TimelineDrawer() {
  const { timeline } = useEditorSession();
  if (!useSignal(timeline.open)) return null;
  return <TimelinePanel />;
}

function Dialogs() {
  const { screen } = useEditorSession();
  const { dialog } = useSignal(screen);
  return (
    <>
      <QuickActions />
      <CommandPalette />
      <ShortcutsDialog />
      <ConflictDialog />
      {dialog === 'preview' && <PreviewDialog />}
      {dialog === 'export' && <ExportDialog />}
      {dialog === 'publish' && <PublishDialog />}
      {dialog === 'assets' && <AssetLibrary />}
      {dialog === 'bulk-export' && <ProjectBulkExport />}
      {dialog === 'templates' && <TemplateLibrary />}
      {dialog === 'save-template' && <SaveAsTemplate />}
    </>
  );
}

/** Tells a screen reader what was just done. */
function Announcer() {
  const { editor } = useEditorSession();
  const announcement = useSignal(editor.announcement);
  useEffect(() => {
    const tellSelection = () => {
      const [first, ...more] = editor.selectedElements();
      if (more.length > 0) editor.announcement.set(`${more.length + 1} elements selected`);
      else if (first) {
        const { x, y } = first.position;
        editor.announcement.set(`${elementName(first)} selected, at ${Math.round(x)}, ${Math.round(y)}`);
      }
    };
    return editor.selection.subscribeComponent(tellSelection);
  }, [editor]);
  return (
    <div aria-live="polite" className="db-visually-hidden">
      {announcement}
    </div>
  );
}
