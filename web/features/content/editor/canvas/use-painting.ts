import { useComputedColorScheme } from '@mantine/core';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { SceneContext, SceneEnv } from '#shared/scene/env.ts';
import { useMomentData, useShownData } from '../../data/use-record.ts';
import { paintOthers } from '../../presence/paint-others.ts';
import { createLayer, sceneAssets } from '../../scene/assets.ts';
import { sceneFonts } from '../../scene/fonts.ts';
import { paintMoment } from '../../timeline/paint-moment.ts';
import { useEditorSession } from '../session.ts';
import { CanvasLayer } from './canvas-layer.ts';
import { overlayColors } from './overlay-colors.ts';
import { OverlayPainter } from './overlay-painter.ts';
import { browserCanvas } from './picture.ts';
import { ScenePainter } from './scene-painter.ts';
import { useScreenSize } from './use-screen-size.ts';
import { watchPicture } from './watch-picture.ts';

const seed = 1;

/**
 * Paints the project onto one layer of the stage, and the grid, the selection and the rulers onto the other one.
 * @param area what the stage fills; its `data-moment` and `data-picture` tell what they show
 * @returns the layers with their size in px of the screen, and what elements are drawn with
 */
export function usePainting(area: RefObject<HTMLElement | null>) {
  const session = useEditorSession();
  const { editor, variables, timeline, presence } = session;
  const data = useShownData();
  const momentData = useMomentData();
  const now = useRef<{
    paints: Record<'drawing' | 'overlay', (ctx: SceneContext) => void>;
    tellPicture(): void;
  }>(undefined);
  const [drawing] = useState(() => new CanvasLayer((ctx) => now.current?.paints.drawing(ctx)));
  const [overlay] = useState(() => new CanvasLayer((ctx) => now.current?.paints.overlay(ctx)));
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
      onSharper: () => drawing.paintSoon(),
    });
    return { scene, overlay: new OverlayPainter(editor), env };
  }, [editor, variables, data, drawing]);

  const colors = useCallback(() => overlayColors(area.current!, scheme), [area, scheme]);

  /** For whoever looks at the picture from outside: fonts and pictures are there, and nothing is a stand-in. */
  const tellPicture = () => {
    const isWhole =
      (timeline.time.get() !== undefined || painter.scene.isSharp) &&
      sceneAssets.settled &&
      fontsAreThere.current() &&
      !drawing.isDue;
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
  now.current = { paints, tellPicture };

  const size = useScreenSize(area, editor);
  // The stage is there by now: the frame in which it first has its size shows the picture.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a canvas that changes its size is empty
  useLayoutEffect(() => {
    drawing.paintIfEmptied();
    overlay.paintIfEmptied();
  }, [drawing, overlay, size]);

  // What was painted with something else, as in another colour scheme, is painted again.
  const look = useMemo(() => ({ painter, colors, momentData }), [painter, colors, momentData]);
  const painted = useRef<typeof look>(undefined);
  useEffect(() => {
    if (painted.current === look) return;
    drawing.paintSoon();
    overlay.paintSoon();
  }, [look, drawing, overlay]);

  useEffect(() => {
    const watched = watchPicture({
      session: { editor, timeline, presence },
      painter,
      paintDrawing: () => drawing.paintSoon(),
      paintOverlay: () => overlay.paintSoon(),
      onFontsIdle: () => now.current?.tellPicture(),
    });
    fontsAreThere.current = watched.fontsAreThere;
    return watched.stop;
  }, [editor, painter, timeline, presence, drawing, overlay]);

  return { layers: [drawing, overlay], size, env: painter.env };
}
