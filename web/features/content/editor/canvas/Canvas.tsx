import { useEffect, useMemo, useRef, useState } from 'react';
import { Layer, Shape, Stage } from 'react-konva';
import type { Point } from '#shared/model/geometry.ts';
import { Deferred } from '#web/ui/Deferred.tsx';
import { MissingBadges } from '../../data/MissingBadges.tsx';
import { Notices } from '../../presence/Notices.tsx';
import { MomentBadge } from '../../timeline/MomentBadge.tsx';
import { useEditorSession } from '../session.ts';
import { useSignal } from '../signal.ts';
import { TextEditing } from '../typing/TextEditing.tsx';
import styles from './Canvas.module.css';
import { ContextMenu } from './ContextMenu.tsx';
import { CropEditing } from './CropEditing.tsx';
import { canCrop } from './crop.ts';
import { CanvasDrop } from './drop.ts';
import { ElementChrome } from './ElementChrome.tsx';
import { OverflowBadges } from './OverflowBadges.tsx';
import { connectPointer, isDrawing } from './pointer-input.ts';
import { usePainting } from './use-painting.ts';
import { useTabWalk } from './use-tab-walk.ts';
import { ZoomControl } from './ZoomControl.tsx';

/** The drawing surface, and what floats over it. */
export function Canvas() {
  const session = useEditorSession();
  const { editor } = session;
  const area = useRef<HTMLDivElement>(null);
  const { layers, size, env } = usePainting(area);
  const [menu, setMenu] = useState<Point>();

  useEffect(() => {
    const point = () => {
      if (area.current) area.current.style.cursor = editor.cursor.get();
    };
    return editor.cursor.subscribe(point);
  }, [editor]);
  useEffect(() => connectPointer(area.current!, editor, setMenu), [editor]);

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
      data-toast-area
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
      {size.width > 0 && (
        <Stage {...size} listening={false}>
          {layers.map((layer, at) => (
            // Hits are found by the editor, and each layer clears what it paints over.
            // biome-ignore lint/suspicious/noArrayIndexKey: there are these two, in this order
            <Layer key={at} ref={layer.ref} listening={false} clearBeforeDraw={false}>
              <Shape perfectDrawEnabled={false} sceneFunc={layer.draw} />
            </Layer>
          ))}
        </Stage>
      )}
      <TextEditing env={env} />
      <CropEditing />
      {/* Opening a project does not wait until all texts were looked through. */}
      <Deferred>
        <MissingBadges />
        <OverflowBadges env={env} />
      </Deferred>
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
