import type { Element } from '#shared/model/content.ts';
import { newProjectDefaults } from '#shared/model/content.ts';
import { BrowserAssets } from '#shared/scene/browser-assets.ts';
import { BrowserFonts } from '#shared/scene/browser-fonts.ts';
import { browserLayers } from '#shared/scene/browser-layers.ts';
import type { Scene, SceneContext, SceneData, SceneEnv } from '#shared/scene/env.ts';
import fontFiles from '#shared/scene/fonts.ts?files';
import { fontsOf, imagesOf } from '#shared/scene/needs.ts';
import '#shared/scene/registry.ts';
import { browserCanvas } from '#web/features/content/editor/canvas/picture.ts';
import { ScenePainter } from '#web/features/content/editor/canvas/scene-painter.ts';
import { Editor } from '#web/features/content/editor/editor.ts';

/* The editor's own painter in a browser: its document, its camera and its still picture, without React around. */

const addresses = new Map<string, string>();
const fonts = new BrowserFonts((file) => {
  const bytes = fontFiles[file];
  if (!bytes) return undefined;
  const known =
    addresses.get(file) ?? URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: 'font/woff2' }));
  addresses.set(file, known);
  return known;
});
const assets = new BrowserAssets({ timeout: 5000 });
const createLayer = browserLayers();

const api = {
  /** What the editor's canvas shows of a scene at `t`, at 100 %; asked in JSON. Answers the address of a PNG. */
  async shown(asked: string): Promise<string> {
    const { scene, data, t }: { scene: Scene; data: SceneData; t: number } = JSON.parse(asked);
    const { canvasSize, canvasBackground, elements } = scene;
    const fields = { ...newProjectDefaults, canvasSize, canvasBackground };
    const editor = new Editor({ fields, elements: elements as readonly Element[] });
    editor.camera.screen.set(canvasSize);
    const env: SceneEnv = {
      ...{ data, seed: 1, t, still: true, assets, fonts, createLayer },
      ...{ markMissing: true, showHidden: true },
    };
    assets.preload(imagesOf(scene, env));
    await fonts.load(fontsOf(scene, env), 5000);
    await assets.ready(5000);
    const painter = new ScenePainter(editor, () => env, {
      make: browserCanvas,
      nextFrame: (callback) => requestAnimationFrame(callback),
      after: (callback, ms) => {
        const timer = setTimeout(callback, ms);
        return () => clearTimeout(timer);
      },
      now: () => performance.now(),
      onSharper: () => undefined,
    });
    const canvas = document.createElement('canvas');
    Object.assign(canvas, canvasSize);
    painter.paint(canvas.getContext('2d') as SceneContext);
    return canvas.toDataURL('image/png');
  },
};

export type EditorPage = typeof api;
Object.assign(window, { editor: api });
