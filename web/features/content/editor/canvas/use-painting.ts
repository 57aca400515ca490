import { useComputedColorScheme } from '@mantine/core';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { SceneContext, SceneEnv } from '#shared/scene/env.ts';
import { useMomentData, useShownData } from '../../data/use-record.ts';
import { paintOthers } from '../../presence/paint-others.ts';
import { createLayer, sceneAssets } from '../../scene/assets.ts';
import { sceneFonts } from '../../scene/fonts.ts';
import { paintMoment } from '../../timeline/paint-moment.ts';
import { useEditorSession } from '../session.ts';
import { CanvasLayer } from './canvas-layer.ts';
import { readOverlayColors } from './overlay-colors.ts';
import { OverlayPainter } from './overlay-painter.ts';
import { browserCanvas } from './picture.ts';
import { ScenePainter } from './scene-painter.ts';
import { useScreenSize } from './use-screen-size.ts';
import { watchPicture } from './watch-picture.ts';

const seed = 1;

/**
 * Paints the project onto one canvas, and the grid, the selection and the rulers onto another one that lies over it.
 * @param area what the canvases fill; its `data-moment` and `data-picture` tell what they show
 * @returns where the canvases are to be, and what elements are drawn with
 */
export function usePainting(area: RefObject<HTMLElement | null>) {
  const session = useEditorSession();
  const { editor, variables, timeline, presence } = session;
  const data = useShownData();
  const momentData = useMomentData();
  const drawing = useRef<HTMLCanvasElement>(null);
  const overlay = useRef<HTMLCanvasElement>(null);
  const layers = useRef<{ drawing: CanvasLayer; overlay: CanvasLayer }>(undefined);
  const fontsAreThere = useRef((): boolean => false);
  const scheme = useComputedColorScheme('light');

  const painter = useMemo(() => {
    const env: SceneEnv = {
      data,
      variables,
      seed,
      t: 0,
      still: true,
      assets: sceneAssets,
      fonts: sceneFonts,
      createLayer,
      markMissing: true,
      showHidden: true,
    };
    const scene = new ScenePainter(editor, () => env, {
      make: browserCanvas,
      nextFrame: (callback) => requestAnimationFrame(callback),
      after: (callback, ms) => {
        const timer = setTimeout(callback, ms);
        return () => clearTimeout(timer);
      },
      now: () => performance.now(),
      onSharper: () => layers.current?.drawing.paintSoon(),
    });
    return { scene, overlay: new OverlayPainter(editor), env };
  }, [editor, variables, data]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the tokens change with the colour scheme
  const colors = useMemo(() => {
    let read: ReturnType<typeof readOverlayColors> | undefined;
    return () => {
      read ??= readOverlayColors(area.current!);
      return read;
    };
  }, [scheme]);

  /** For whoever looks at the picture from outside: fonts and pictures are there, and nothing is a stand-in. */
  const tellPicture = () => {
    const isWhole =
      (timeline.time.get() !== undefined || painter.scene.isSharp) &&
      sceneAssets.settled &&
      fontsAreThere.current() &&
      layers.current?.drawing.isDue === false;
    if (area.current) area.current.dataset.picture = isWhole ? 'whole' : 'coarse';
  };
  const paints = {
    drawing(ctx: SceneContext) {
      const moment = timeline.time.get();
      if (moment === undefined) painter.scene.paint(ctx);
      else paintMoment(ctx, editor, timeline, { ...painter.env, data: momentData }, moment);
      if (area.current) area.current.dataset.moment = moment === undefined ? 'rest' : String(moment);
      painted.current = look;
      tellPicture();
    },
    overlay(ctx: SceneContext) {
      ctx.clearRect(0, 0, ctx.canvas.width, ctx.canvas.height);
      painter.overlay.paint(ctx, colors());
      paintOthers(ctx, editor, presence.people.get());
    },
  };
  const now = useRef({ paints, tellPicture });
  now.current = { paints, tellPicture };

  useLayoutEffect(() => {
    const made = {
      drawing: new CanvasLayer(drawing.current!, (ctx) => now.current.paints.drawing(ctx)),
      overlay: new CanvasLayer(overlay.current!, (ctx) => now.current.paints.overlay(ctx)),
    };
    layers.current = made;
    return () => {
      made.drawing.stop();
      made.overlay.stop();
    };
  }, []);
  useScreenSize(area, editor, (size) => {
    layers.current?.drawing.resize(size);
    layers.current?.overlay.resize(size);
  });

  // What was painted with something else, as in another colour scheme, is painted again.
  const look = useMemo(() => ({ painter, colors, momentData }), [painter, colors, momentData]);
  const painted = useRef<typeof look>(undefined);
  useEffect(() => {
    if (painted.current === look) return;
    layers.current?.drawing.paintSoon();
    layers.current?.overlay.paintSoon();
  }, [look]);

  useEffect(() => {
    const watched = watchPicture({
      session: { editor, timeline, presence },
      painter,
      paintDrawing: () => layers.current?.drawing.paintSoon(),
      paintOverlay: () => layers.current?.overlay.paintSoon(),
      onFontsIdle: () => now.current.tellPicture(),
    });
    fontsAreThere.current = watched.fontsAreThere;
    return watched.stop;
  }, [editor, painter, timeline, presence]);

  return { drawing, overlay, env: painter.env };
}
