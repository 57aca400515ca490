import { type RefObject, useLayoutEffect, useState } from 'react';
import type { Size } from '#shared/model/geometry.ts';
import type { Editor } from '../editor.ts';

/**
 * Tells the camera how large the area of the canvas is, and fits the canvas into it until somebody moves the view.
 * @returns the size in px of the screen; 0 by 0 until it was measured, which no frame shows
 */
export function useScreenSize(area: RefObject<HTMLElement | null>, editor: Editor): Size {
  const [screen, setScreen] = useState<Size>({ width: 0, height: 0 });
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
      setScreen(size);
    };
    // Here already, not when the observer first calls: so the page's first frame shows the picture.
    measured(element.getBoundingClientRect());
    const observer = new ResizeObserver(([entry]) => measured(entry!.contentRect));
    observer.observe(element);
    return () => observer.disconnect();
  }, [area, editor]);
  return screen;
}
