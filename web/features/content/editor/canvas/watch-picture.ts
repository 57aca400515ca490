import type { SceneEnv } from '#shared/scene/env.ts';
import { fontsOf } from '#shared/scene/needs.ts';
import { onPictureSettled } from '../../scene/assets.ts';
import { onLateFont, sceneFonts } from '../../scene/fonts.ts';
import type { EditorSession } from '../session.ts';
import { FontScan } from './font-scan.ts';
import type { ScenePainter } from './scene-painter.ts';
import { heightMeasure } from './text-measure.ts';

/** Pause in ms before fonts are looked for in what was edited, or in the next part of a large project. */
const fontDelay = 60;
/** Pause in ms without edits, panning and zooming after which what zooming will show is drawn ahead. */
const prepareDelay = 400;

interface WatchOptions {
  session: Pick<EditorSession, 'editor' | 'timeline' | 'presence'>;
  painter: { scene: ScenePainter; env: SceneEnv };
  /** Paint them before the next frame. */
  paintDrawing(): void;
  paintOverlay(): void;
  /** Every font that the elements need is there or has failed. */
  onFontsIdle(): void;
}

/**
 * Has the layers painted again by whatever changes them, straight from the editor's signals, and loads the fonts that
 * elements need.
 */
export function watchPicture({ session, painter, paintDrawing, paintOverlay, onFontsIdle }: WatchOptions) {
  const { editor, timeline, presence } = session;
  const paintBoth = () => {
    paintDrawing();
    paintOverlay();
  };
  const redraw = () => {
    painter.scene.reset();
    paintBoth();
    prepareSoon();
  };
  let idle: ReturnType<typeof setTimeout> | undefined;
  const prepareSoon = () => {
    clearTimeout(idle);
    idle = setTimeout(() => {
      painter.scene.prepare();
      if (!painter.scene.hasPicture) paintDrawing();
    }, prepareDelay);
  };
  let typed = editor.editingText.get();
  const drawTyped = () => {
    painter.scene.touch([typed, editor.editingText.get()]);
    typed = editor.editingText.get();
    paintBoth();
  };
  const fonts = new FontScan({
    needsOf: (elements) => fontsOf({ ...editor.document.fields.get(), elements }, painter.env),
    load: async (needs) => (await sceneFonts.load(needs)) || painter.scene.isInOldFonts,
    onLoaded: () => {
      editor.fitTexts();
      redraw();
    },
    onIdle: onFontsIdle,
    later: (callback) => {
      const timer = setTimeout(callback, fontDelay);
      return () => clearTimeout(timer);
    },
  });
  editor.textHeight = heightMeasure(painter.env);
  const stops = [
    editor.document.subscribe((diff) => {
      painter.scene.changed(diff);
      paintBoth();
      prepareSoon();
      fonts.add([...diff.elements.values()].flatMap(({ after }) => after ?? []));
    }),
    editor.document.page.subscribe(redraw),
    editor.camera.view.subscribe(() => {
      paintBoth();
      prepareSoon();
    }),
    editor.editingText.subscribe(drawTyped),
    editor.moving.subscribe(paintBoth),
    editor.settings.subscribe(paintOverlay),
    presence.people.subscribe(paintOverlay),
    timeline.time.subscribe(paintBoth),
    timeline.pulled.subscribe(() => timeline.time.get() !== undefined && paintBoth()),
    editor.selection.subscribe(paintOverlay),
    editor.hovered.subscribe(paintOverlay),
    editor.guides.subscribe(paintOverlay),
    editor.groups.entered.subscribe(paintOverlay),
    editor.brush.subscribe(paintOverlay),
    onPictureSettled(redraw),
    onLateFont(redraw),
  ];
  // What is in sight comes first.
  fonts.add(editor.elementsInSight());
  fonts.add(editor.document.ofAllPages());
  prepareSoon();
  return {
    fontsAreThere: () => fonts.isIdle,
    stop() {
      fonts.stop();
      clearTimeout(idle);
      painter.scene.stop();
      editor.textHeight = undefined;
      for (const stop of stops) stop();
    },
  };
}
