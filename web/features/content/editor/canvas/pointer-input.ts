import { editorConstants } from '#shared/model/editor-constants.ts';
import type { Point } from '#shared/model/geometry.ts';
import type { Editor } from '../editor.ts';
import type { PointerInfo } from '../tools/state.ts';
import { LongPress } from './long-press.ts';

const buttons = ['left', 'middle', 'right'] as const;
/** Lines and pages of a wheel in px, as browsers that do not count in px mean them. */
const wheelUnits = [1, 16, 400] as const;

/** Whether an event is meant for the drawing, not for what floats over it. A captured pointer names the area. */
export function isDrawing(target: EventTarget | null, area: HTMLElement): boolean {
  return target === area || target instanceof HTMLCanvasElement;
}

/**
 * Hands the browser's pointer and wheel to the editor, without React. Two fingers pan and zoom; a finger or a
 * pen that rests asks for the menu.
 * @param onMenu told where, in px of the window
 * @returns how to stop
 */
export function connectPointer(area: HTMLElement, editor: Editor, onMenu: (at: Point) => void): () => void {
  const touches = new Map<number, Point>();
  let pinch: { distance: number; middle: Point } | undefined;

  const at = (event: MouseEvent): Point => {
    const { left, top } = area.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };

  const info = (event: PointerEvent): PointerInfo => {
    const screen = at(event);
    return {
      screen,
      canvas: editor.camera.toCanvas(screen),
      button: buttons[event.button] ?? 'left',
      kind: event.pointerType === 'touch' || event.pointerType === 'pen' ? event.pointerType : 'mouse',
      shift: event.shiftKey,
      ctrl: event.ctrlKey || event.metaKey,
      alt: event.altKey,
    };
  };

  const rest = new LongPress((client) => {
    const { left, top } = area.getBoundingClientRect();
    const element = editor.elementAt(editor.camera.toCanvas({ x: client.x - left, y: client.y - top }));
    // What the press began is over: neither a drag nor a click may follow when the finger leaves.
    editor.tool.cancel();
    if (element && !editor.isSelected(element.id)) editor.select(editor.groups.takenWith(element));
    onMenu(client);
  });

  const menu = (event: MouseEvent) => {
    event.preventDefault();
    if (!isDrawing(event.target, area)) return;
    rest.cancel();
    // The menu key names no place: the menu then opens at what is selected.
    const box = event.button === 2 ? undefined : editor.selectionBox();
    const { left, top } = area.getBoundingClientRect();
    const corner = box && editor.camera.boxToScreen(box);
    onMenu(corner ? { x: left + corner.x, y: top + corner.y } : { x: event.clientX, y: event.clientY });
  };

  const spread = () => {
    const [a, b] = [...touches.values()];
    if (!a || !b) return undefined;
    return {
      distance: Math.hypot(a.x - b.x, a.y - b.y),
      middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 },
    };
  };

  const down = (event: PointerEvent) => {
    if (!isDrawing(event.target, area)) return;
    area.focus({ preventScroll: true });
    if (event.button === 1) event.preventDefault();
    area.setPointerCapture(event.pointerId);
    if (event.pointerType === 'touch') {
      touches.set(event.pointerId, at(event));
      if (touches.size === 2) {
        rest.cancel();
        editor.tool.cancel();
        pinch = spread();
        return;
      }
      if (touches.size > 2) return;
    }
    if (event.pointerType !== 'mouse') rest.down({ x: event.clientX, y: event.clientY });
    editor.editingText.set(undefined);
    editor.pointerDown(info(event));
  };

  const move = (event: PointerEvent) => {
    rest.move({ x: event.clientX, y: event.clientY });
    if (touches.has(event.pointerId)) {
      touches.set(event.pointerId, at(event));
      const now = spread();
      if (pinch && now) {
        const { min, max } = editorConstants.wheelZoom;
        const zoom = editor.camera.view.get().zoom * (now.distance / Math.max(1, pinch.distance));
        editor.camera.pan(now.middle.x - pinch.middle.x, now.middle.y - pinch.middle.y);
        editor.camera.zoomAt(now.middle, Math.min(max, Math.max(min, zoom)));
        pinch = now;
        return;
      }
    }
    if (!pinch) editor.pointerMove(info(event));
  };

  const up = (event: PointerEvent) => {
    rest.cancel();
    touches.delete(event.pointerId);
    if (pinch) {
      if (touches.size === 0) pinch = undefined;
      return;
    }
    editor.pointerUp(info(event));
  };

  const lost = (event: PointerEvent) => {
    rest.cancel();
    touches.delete(event.pointerId);
    if (touches.size === 0) pinch = undefined;
    editor.tool.cancel();
  };

  const leave = () => editor.hovered.set(undefined);

  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) {
      if (event.deltaY !== 0) editor.camera.zoomByWheel(at(event), event.deltaY > 0 ? 'out' : 'in');
      return;
    }
    const unit = wheelUnits[event.deltaMode] ?? 1;
    const sideways = event.shiftKey && event.deltaX === 0;
    const dx = sideways ? event.deltaY : event.deltaX;
    const dy = sideways ? 0 : event.deltaY;
    editor.camera.pan(-dx * unit, -dy * unit);
  };

  const listeners = [
    ['pointerdown', down],
    ['pointermove', move],
    ['pointerup', up],
    ['pointercancel', lost],
    ['pointerleave', leave],
    ['contextmenu', menu],
  ] as const;
  for (const [type, listener] of listeners) area.addEventListener(type, listener as EventListener);
  area.addEventListener('wheel', wheel, { passive: false });
  return () => {
    rest.cancel();
    for (const [type, listener] of listeners) area.removeEventListener(type, listener as EventListener);
    area.removeEventListener('wheel', wheel);
  };
}
