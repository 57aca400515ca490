import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { Size } from '#shared/model/geometry.ts';
import type { Editor } from '../editor.ts';

/**
 * Tells the camera how large the area of the canvas is, and fits the canvas into it until somebody moves the view.
 * @param onSize told after the camera, before the frame in which the area first has that size
 */
export function useScreenSize(
  area: RefObject<HTMLElement | null>,
  editor: Editor,
  onSize: (size: Size) => void,
): void {
  const told = useRef(onSize);
  told.current = onSize;
  useLayoutEffect(() => {
    const element = area.current!;
    let known: Size | undefined;
    const measured = (rect: Size) => {
      const size = { width: Math.floor(rect.width), height: Math.floor(rect.height) };
      if (known?.width === size.width && known.height === size.height) return;
      known = size;
      const fits = editor.camera.screen.get().width === 0 || editor.camera.isFitted;
      editor.camera.screen.set(size);
      if (fits && size.width > 0) editor.camera.fit(editor.document.fields.get().canvasSize);
      told.current(size);
    };
    // Here already, not when the observer first calls: so the page's first frame shows the picture.
    measured(element.getBoundingClientRect());
    const observer = new ResizeObserver(([entry]) => measured(entry!.contentRect));
    observer.observe(element);
    return () => observer.disconnect();
  }, [area, editor]);
}
