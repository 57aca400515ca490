import { useComputedColorScheme } from '@mantine/core';
import type Konva from 'konva';
import type { Context } from 'konva/lib/Context';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Layer, Shape, Stage } from 'react-konva';
import type { Point } from '#shared/model/geometry.ts';
import type { SceneContext, SceneEnv } from '#shared/scene/env.ts';
import { fontsOf } from '#shared/scene/needs.ts';
import { MissingBadges } from '../../data/MissingBadges.tsx';
import { useMomentData, useShownData } from '../../data/use-record.ts';
import { Notices } from '../../presence/Notices.tsx';
import { paintOthers } from '../../presence/paint-others.ts';
import { createLayer, onPictureSettled, sceneAssets } from '../../scene/assets.ts';
import { onLateFont, sceneFonts } from '../../scene/fonts.ts';
import { MomentBadge } from '../../timeline/MomentBadge.tsx';
import { paintMoment } from '../../timeline/paint-moment.ts';
import { useEditorSession } from '../session.ts';
import { useSignal } from '../signal.ts';
import { TextEditing } from '../typing/TextEditing.tsx';
import styles from './Canvas.module.css';
import { ContextMenu } from './ContextMenu.tsx';
import { CropEditing } from './CropEditing.tsx';
import { canCrop } from './crop.ts';
import { CanvasDrop } from './drop.ts';
import { ElementChrome } from './ElementChrome.tsx';
import { FontScan } from './font-scan.ts';
import { OverflowBadges } from './OverflowBadges.tsx';
import { readOverlayColors } from './overlay-colors.ts';
import { OverlayPainter } from './overlay-painter.ts';
import { browserCanvas } from './picture.ts';
import { connectPointer, isDrawing } from './pointer-input.ts';
import { ScenePainter } from './scene-painter.ts';
import { heightMeasure } from './text-measure.ts';
import { useTabWalk } from './use-tab-walk.ts';
import { ZoomControl } from './ZoomControl.tsx';

const seed = 1;
/** Pause in ms before fonts are looked for in what was edited, or in the next part of a large project. */
const fontDelay = 60;
/** Pause in ms without edits, panning and zooming after which the coarse picture is drawn ahead. */
const prepareDelay = 400;

const native = (context: Context): SceneContext => context._context;

/** The drawing surface. Every signal of the editor goes straight to the layers that show it. */
export function Canvas() {
  const session = useEditorSession();
  const { editor, variables, timeline, presence } = session;
  const data = useShownData();
  const momentData = useMomentData();
  const area = useRef<HTMLDivElement>(null);
  const drawing = useRef<Konva.Layer>(null);
  const overlay = useRef<Konva.Layer>(null);
  const fontScan = useRef<FontScan>(undefined);
  const scheme = useComputedColorScheme('light');
  const [menu, setMenu] = useState<Point>();
  const [screen, setScreen] = useState({ width: 0, height: 0 });

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
      onSharper: () => drawing.current?.batchDraw(),
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

  useEffect(() => {
    const drawOverlay = () => overlay.current?.batchDraw();
    const drawAll = () => {
      drawing.current?.batchDraw();
      drawOverlay();
    };
    const redraw = () => {
      painter.scene.reset();
      drawAll();
      prepareSoon();
    };
    let idle: ReturnType<typeof setTimeout> | undefined;
    const prepareSoon = () => {
      clearTimeout(idle);
      idle = setTimeout(() => painter.scene.prepare(), prepareDelay);
    };
    let typed = editor.editingText.get();
    const drawTyped = () => {
      painter.scene.touch([typed, editor.editingText.get()]);
      typed = editor.editingText.get();
      drawAll();
    };
    const fonts = new FontScan({
      needsOf: (elements) => fontsOf({ ...editor.document.fields.get(), elements }, painter.env),
      load: (needs) => sceneFonts.load(needs),
      onLoaded: () => {
        editor.fitTexts();
        redraw();
      },
      onIdle: () => drawing.current?.batchDraw(),
      later: (callback) => {
        const timer = setTimeout(callback, fontDelay);
        return () => clearTimeout(timer);
      },
    });
    fontScan.current = fonts;
    editor.textHeight = heightMeasure(painter.env);
    const stops = [
      editor.document.subscribe((diff) => {
        painter.scene.changed(diff);
        drawAll();
        prepareSoon();
        fonts.add([...diff.elements.values()].flatMap(({ after }) => after ?? []));
      }),
      editor.document.page.subscribe(redraw),
      editor.camera.view.subscribe(() => {
        drawAll();
        prepareSoon();
      }),
      editor.editingText.subscribe(drawTyped),
      editor.moving.subscribe(drawAll),
      editor.settings.subscribe(drawOverlay),
      presence.people.subscribe(drawOverlay),
      timeline.time.subscribe(drawAll),
      timeline.pulled.subscribe(() => timeline.time.get() !== undefined && drawAll()),
      editor.selection.subscribe(drawOverlay),
      editor.hovered.subscribe(drawOverlay),
      editor.guides.subscribe(drawOverlay),
      editor.groups.entered.subscribe(drawOverlay),
      editor.brush.subscribe(drawOverlay),
      editor.cursor.subscribe(() => {
        if (area.current) area.current.style.cursor = editor.cursor.get();
      }),
      onPictureSettled(redraw),
      onLateFont(redraw),
    ];
    // What is in sight comes first.
    fonts.add(editor.elementsInSight());
    fonts.add(editor.document.ofAllPages());
    drawAll();
    prepareSoon();
    return () => {
      fonts.stop();
      clearTimeout(idle);
      painter.scene.stop();
      editor.textHeight = undefined;
      for (const stop of stops) stop();
    };
  }, [editor, painter, timeline, presence]);

  useEffect(() => {
    const element = area.current!;
    const measure = new ResizeObserver(([entry]) => {
      const size = {
        width: Math.floor(entry!.contentRect.width),
        height: Math.floor(entry!.contentRect.height),
      };
      const fits = editor.camera.screen.get().width === 0 || editor.camera.isFitted;
      editor.camera.screen.set(size);
      setScreen(size);
      if (fits && size.width > 0) {
        editor.camera.fit(editor.document.fields.get().canvasSize);
      }
    });
    measure.observe(element);
    const disconnect = connectPointer(element, editor, setMenu);
    return () => {
      measure.disconnect();
      disconnect();
    };
  }, [editor]);

  const paint = (ctx: SceneContext) => {
    const moment = timeline.time.get();
    if (moment === undefined) painter.scene.paint(ctx);
    else paintMoment(ctx, editor, timeline, { ...painter.env, data: momentData }, moment);
    if (area.current) area.current.dataset.moment = moment === undefined ? 'rest' : String(moment);
    // For whoever looks at the picture from outside: fonts and pictures are there, and nothing is a stand-in.
    const isWhole =
      (moment !== undefined || painter.scene.isSharp) &&
      sceneAssets.settled &&
      fontScan.current?.isIdle === true;
    if (area.current) area.current.dataset.picture = isWhole ? 'whole' : 'coarse';
  };

  const drop = useMemo(() => new CanvasDrop(session), [session]);
  const tabWalk = useTabWalk(editor);
  const openElement = (event: React.MouseEvent) => {
    const { left, top } = area.current!.getBoundingClientRect();
    const point = editor.camera.toCanvas({ x: event.clientX - left, y: event.clientY - top });
    const opened = isDrawing(event.target, area.current!) ? editor.open(point) : undefined;
    if (!opened) return;
    const { element, entered } = opened;
    window.dispatchEvent(new CustomEvent('switch-to-properties', { detail: { elementId: element.id } }));
    if (!entered && canCrop(element) && !element.isLocked) session.cropping.set(element.id);
    if (!entered && element.elementType === 'text' && !element.isLocked) editor.editingText.set(element.id);
  };

  return (
    <div
      ref={area}
      className={styles.area}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the canvas takes the keyboard
      tabIndex={0}
      role="application"
      aria-label="Canvas"
      aria-describedby="canvas-help"
      {...tabWalk}
      onDoubleClick={openElement}
      onDragOver={(event) => drop.over(event)}
      onDrop={(event) => drop.drop(event)}
    >
      <p id="canvas-help" className="db-visually-hidden">
        Tab walks through the elements, and past the last one out of the canvas; after Escape it leaves at
        once. Arrow keys move what is selected, Delete removes it, R rotates it, Enter goes to its buttons,
        and the menu key opens its commands. The Layers panel lists all elements.
      </p>
      {screen.width > 0 && (
        <Stage width={screen.width} height={screen.height} listening={false}>
          <Layer ref={drawing} listening={false} clearBeforeDraw={false}>
            <Shape perfectDrawEnabled={false} sceneFunc={(context) => paint(native(context))} />
          </Layer>
          <Layer ref={overlay} listening={false}>
            <Shape
              perfectDrawEnabled={false}
              sceneFunc={(context) => {
                painter.overlay.paint(native(context), colors());
                paintOthers(native(context), editor, presence.people.get());
              }}
            />
          </Layer>
        </Stage>
      )}
      <TextEditing env={painter.env} />
      <CropEditing />
      <MissingBadges />
      <OverflowBadges env={painter.env} />
      <ElementChrome />
      <ZoomControl />
      <MomentBadge />
      <Notices />
      <EmptyHint />
      <ContextMenu
        at={menu}
        onClose={() => {
          setMenu(undefined);
          area.current?.focus({ preventScroll: true });
        }}
      />
    </div>
  );
}

/** What an empty canvas says. */
function EmptyHint() {
  const { editor } = useEditorSession();
  const empty = useSignal(editor.document.order).length === 0;
  if (!empty) return null;
  return (
    <div className={styles.hint}>
      <strong>Start with an element</strong>
      Drag one from the Design panel, drop an image file here, or press Space for quick actions.
    </div>
  );
}
