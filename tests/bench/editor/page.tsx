import '#web/ui/global.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import type { ProjectWithElements } from '#shared/api/content.ts';
import { type Element, newProjectDefaults } from '#shared/model/content.ts';
import { queryClient } from '#web/app/api.ts';
import { session as account } from '#web/app/session.ts';
import { sessionKeys } from '#web/app/session-store.ts';
import { cssVariablesResolver, theme } from '#web/app/theme.ts';
import { turnHandleAt } from '#web/features/content/editor/frame.ts';
import type { DraftStore } from '#web/features/content/editor/saving/draft.ts';
import type { SaveTransport } from '#web/features/content/editor/saving/queue.ts';
import type { EditorSession } from '#web/features/content/editor/session.ts';
import { defaultSettings } from '#web/features/content/editor/settings.ts';
import { EditorShell } from '#web/features/content/page/EditorShell.tsx';
import { loadUsualFont } from '#web/features/content/scene/fonts.ts';
import { ToastHost } from '#web/ui/ToastHost.tsx';
import { view } from './plan.ts';
import { elements, idOf } from './scene.ts';
import type { EditorHooks } from './target.ts';

/** The real editor, with a server that answers at once and nothing kept on the machine. */

const drafts: DraftStore = {
  store: async () => {},
  remove: async () => {},
  storeHistory: async () => {},
  forgetLeftBehind: async () => {},
};

const transport: SaveTransport = {
  saveFields: async (changes, version) => ({
    fields: { ...newProjectDefaults, ...changes },
    version: version + 1,
  }),
  saveElements: async (edits) =>
    edits.map((edit) => ({
      id: edit.op === 'create' ? edit.element.id : edit.id,
      status: 'saved' as const,
      version: (edit.op === 'create' ? 0 : edit.version) + 1,
      element: null,
      message: null,
    })),
  loadFields: async () => ({ fields: newProjectDefaults, version: 1 }),
};

const projectOf = (id: string, list: Element[]): ProjectWithElements => ({
  ...newProjectDefaults,
  id,
  version: 1,
  publicId: null,
  publicUrl: null,
  elementCount: list.length,
  thumbnailUrl: null,
  folderId: null,
  tags: [],
  createdBy: 'bench',
  updatedBy: 'bench',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  elements: list,
});

let session: EditorSession | undefined;
let open: (project: ProjectWithElements) => void = () => {};
let loads = 0;
let prepared: Element[] = [];

function Page() {
  const [project, setProject] = useState(() => projectOf('empty', []));
  useEffect(() => {
    open = setProject;
    // As the editor's page does while the project is on its way.
    void loadUsualFont();
  }, []);
  return (
    <EditorShell
      key={project.id}
      project={project}
      draft={undefined}
      drafts={drafts}
      variables={none}
      data={nothing}
      transport={transport}
      onOpen={(opened) => {
        session = opened;
      }}
    />
  );
}

const none: never[] = [];
const nothing = {};

const bench = {
  ready: () => session !== undefined && session.editor.camera.screen.get().width === view.width,
  prepare(count: number) {
    prepared = elements(count);
  },
  /** Opens a project of the prepared elements, as after the answer of the server. */
  async load() {
    const list = prepared;
    const before = session;
    open(projectOf(`load-${loads++}`, list));
    while (session === before || !bench.ready()) await new Promise((resolve) => setTimeout(resolve));
  },
  reset() {
    const { editor } = session!;
    editor.settings.patch({ ...defaultSettings, snapToGrid: false, smartSnap: false });
    editor.select([]);
    editor.camera.view.set({ x: view.width / 2, y: view.height / 2, zoom: 1 });
  },
  /** Guides to the other elements, as a designer has them on. */
  snapping: () => session!.editor.settings.patch({ smartSnap: true }),
  camera: () => {
    const { x, y, zoom } = session!.editor.camera.view.get();
    return [x, y, zoom];
  },
  count: () => session!.editor.document.size,
  selected: () => session!.editor.selection.get().length,
  select: (indices: number[]) => session!.editor.select(indices.map(idOf)),
  rotation: (index: number) => session!.editor.document.get(idOf(index))!.rotation,
  width: (index: number) => session!.editor.document.get(idOf(index))!.size.width,
  at(index: number) {
    const { editor } = session!;
    const { position, size } = editor.document.get(idOf(index))!;
    const at = { x: position.x + size.width / 2, y: position.y + size.height / 2 };
    const { x, y } = editor.camera.toScreen(at);
    return [x, y];
  },
  /** Where the handles of what is selected are on the screen. */
  corner() {
    const { editor } = session!;
    const { box } = editor.frame()!;
    const { x, y } = editor.camera.toScreen({ x: box.x + box.width, y: box.y + box.height });
    return [x, y];
  },
  knob() {
    const { editor } = session!;
    const { x, y } = editor.camera.toScreen(turnHandleAt(editor.frame()!, editor.camera.view.get().zoom));
    return [x, y];
  },
  selectInSight(count: number) {
    const { editor } = session!;
    editor.select(
      editor
        .elementsInSight()
        .slice(0, count)
        .map(({ id }) => id),
    );
  },
  grouped: () => session!.editor.selectedElements().filter(({ groupId }) => groupId !== null).length,
  text: (index: number) => String(session!.editor.document.get(idOf(index))!.properties.text),
  steps: () => session!.editor.history.state.get().steps.length,
};

(window as unknown as { __bench: EditorHooks }).__bench = bench;

// The editor asks who draws, and nobody is asked here.
const user = { userId: 'usr_bench', username: 'bench', role: 'admin', permissions: {}, tenantId: 1 };
localStorage.setItem(sessionKeys.token, 'none');
localStorage.setItem(sessionKeys.user, JSON.stringify(user));
account.sync();

createRoot(document.getElementById('root')!).render(
  <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="light">
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <Page />
      </MemoryRouter>
      <ToastHost />
    </QueryClientProvider>
  </MantineProvider>,
);
