import { useEffect, useRef } from 'react';
import type { Variable } from '#shared/model/content.ts';
import { pageDrawings } from '#shared/model/pages.ts';
import { drawScene, isAnimated } from '#shared/scene/draw.ts';
import { drawPages } from '#shared/scene/draw-pages.ts';
import type { Scene, SceneData, SceneEnv } from '#shared/scene/env.ts';
import { isKnownType, typeNameOf } from '#shared/scene/known-types.ts';
import { loadTypes } from '#shared/scene/lazy-types.ts';
import { fontsOf } from '#shared/scene/needs.ts';
import { createLayer, onPictureSettled, sceneAssets } from './assets.ts';
import { onLateFont, sceneFonts } from './fonts.ts';

interface SceneCanvasProps {
  /** Of several pages the first is shown, or all of them one after another where it plays. */
  scene: Scene;
  data: SceneData;
  variables?: readonly Variable[];
  /** Size on the page in CSS px. */
  width: number;
  height: number;
  /** Runs what moves; a still picture otherwise. */
  playing?: boolean;
  /** What a screen reader is told the picture is; '' where words beside it say so. */
  label: string;
  className?: string;
}

const seed = 1;

/** A scene on a plain canvas, as the export draws it. */
export function SceneCanvas({
  scene,
  data,
  variables,
  width,
  height,
  playing,
  label,
  className,
}: SceneCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    let frame = 0;
    let stopped = false;
    const began = performance.now();
    let known = scene.elements.every((element) => isKnownType(typeNameOf(element)));
    let moves = false;
    const drawings = pageDrawings(scene);
    const hasPages = drawings.length > 1;

    const draw = () => {
      frame = 0;
      const target = canvas.current;
      const ctx = target?.getContext('2d');
      if (!target || !ctx || stopped || !known) return;
      const ratio = window.devicePixelRatio || 1;
      target.width = Math.max(1, Math.round(width * ratio));
      target.height = Math.max(1, Math.round(height * ratio));
      ctx.setTransform(
        target.width / scene.canvasSize.width,
        0,
        0,
        target.height / scene.canvasSize.height,
        0,
        0,
      );
      const env: SceneEnv = {
        data,
        variables,
        seed,
        t: moves ? (performance.now() - began) / 1_000 : 0,
        still: !moves,
        assets: sceneAssets,
        fonts: sceneFonts,
        createLayer,
      };
      if (hasPages && moves) drawPages(ctx, drawings, env);
      else drawScene(ctx, drawings[0]!, env);
      if (moves) schedule();
    };
    const schedule = () => {
      if (frame === 0) frame = requestAnimationFrame(draw);
    };

    const begin = () => {
      known = true;
      moves = Boolean(playing) && (hasPages || isAnimated(scene));
      const env = { data, variables, seed, t: 0, assets: sceneAssets, fonts: sceneFonts };
      draw();
      void sceneFonts.load(fontsOf(scene, env)).then((arrived) => arrived && schedule());
    };
    if (known) begin();
    // Where a drawing cannot be had, a placeholder stands for it.
    else
      void loadTypes(scene.elements)
        .catch(() => undefined)
        .then(() => !stopped && begin());
    const stops = [onPictureSettled(schedule), onLateFont(schedule)];
    return () => {
      stopped = true;
      cancelAnimationFrame(frame);
      for (const stop of stops) stop();
    };
  }, [scene, data, variables, width, height, playing]);

  return (
    <canvas
      ref={canvas}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      className={className}
      style={{ width, height, display: 'block' }}
    />
  );
}
