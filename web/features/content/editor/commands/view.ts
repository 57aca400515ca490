import type { EditorSettings } from '../settings.ts';
import { shortcutText } from '../shortcut-text.ts';
import type { Command, CommandContext, RightPanel } from './command.ts';

const canvas = ({ editor }: CommandContext) => editor.document.fields.get().canvasSize;

export const zoomIn: Command = {
  name: 'zoom-in',
  label: 'Zoom in',
  group: 'View',
  shortcuts: ['$mod+Equal', '$mod+NumpadAdd'],
  enabled: ({ editor }) => editor.camera.canZoom('in'),
  run: ({ editor }) => editor.camera.zoomByStep('in'),
};

export const zoomOut: Command = {
  name: 'zoom-out',
  label: 'Zoom out',
  group: 'View',
  shortcuts: ['$mod+Minus', '$mod+NumpadSubtract'],
  enabled: ({ editor }) => editor.camera.canZoom('out'),
  run: ({ editor }) => editor.camera.zoomByStep('out'),
};

export const fitToScreen: Command = {
  name: 'fit',
  label: 'Fit to screen',
  group: 'View',
  shortcuts: ['Shift+Digit1'],
  run: (context) => context.editor.camera.fit(canvas(context)),
};

export const centreCanvas: Command = {
  name: 'centre-canvas',
  label: 'Center canvas',
  group: 'View',
  run: (context) => context.editor.camera.centre(canvas(context)),
};

export const resetView: Command = {
  name: 'reset-view',
  label: 'Reset view',
  group: 'View',
  shortcuts: ['$mod+Digit0'],
  run: (context) => context.editor.camera.reset(canvas(context)),
};

const toggle = (setting: keyof EditorSettings, name: string, label: string, shortcut?: string): Command => ({
  name,
  label,
  group: 'View',
  shortcuts: shortcut ? [shortcut] : [],
  run: ({ editor }) => editor.settings.patch({ [setting]: !editor.settings.get()[setting] }),
});

/** The grid button switches the picture of the grid and snapping to it together. */
export const toggleGrid: Command = {
  name: 'toggle-grid',
  label: 'Toggle grid',
  group: 'View',
  shortcuts: ['$mod+g'],
  keyHint: `Grid switched. To group, press ${shortcutText('$mod+Alt+KeyG')}.`,
  run({ editor }) {
    const showGrid = !editor.settings.get().showGrid;
    editor.settings.patch({ showGrid, snapToGrid: showGrid });
  },
};
export const toggleRulers: Command = {
  ...toggle('rulers', 'toggle-rulers', 'Toggle rulers', '$mod+r'),
  keyHint: `Rulers switched. To reload the page, press ${shortcutText('$mod+Shift+r')}.`,
};
export const toggleSmartSnap = toggle('smartSnap', 'toggle-smart-snap', 'Toggle smart snap');
export const toggleAutoSave = toggle('autoSave', 'toggle-auto-save', 'Toggle auto-save');

const toggleRight = (panel: RightPanel, label: string): Command => ({
  name: `toggle-${panel}`,
  label,
  group: 'View',
  run: ({ screen }) => screen.patch({ right: screen.get().right === panel ? undefined : panel }),
});

export const toggleLayers = toggleRight('layers', 'Layers');
export const toggleHistory = toggleRight('history', 'History');
export const toggleVersions = toggleRight('versions', 'Versions');

export const toggleTimeline: Command = {
  name: 'toggle-timeline',
  label: 'Timeline',
  group: 'View',
  shortcuts: ['t'],
  keywords: 'animation motion entrance emphasis exit play',
  run: ({ timeline }) => timeline.toggle(),
};

export const playTimeline: Command = {
  name: 'play-timeline',
  label: 'Play or pause the animations',
  group: 'View',
  shortcuts: ['Shift+Space'],
  run({ timeline }) {
    timeline.open.set(true);
    timeline.togglePlay();
  },
};

export const toggleDesignPanel: Command = {
  name: 'toggle-design-panel',
  label: 'Design panel',
  group: 'View',
  run: ({ screen }) => screen.patch({ leftOpen: !screen.get().leftOpen }),
};

export const fullscreen: Command = {
  name: 'fullscreen',
  label: 'Fullscreen',
  group: 'View',
  shortcuts: ['F11'],
  run: ({ toggleFullscreen }) => toggleFullscreen(),
};
