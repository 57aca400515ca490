import { useMemo } from 'react';
import { pageDrawing, pageIdOf, pagesOf } from '#shared/model/pages.ts';
import { useShownData } from '../data/use-record.ts';
import { useEditorSession } from '../editor/session.ts';
import { SceneCanvas } from '../scene/SceneCanvas.tsx';
import type { Difference, Drawing } from './compare.ts';
import styles from './versions.module.css';

interface OutlinedProps {
  drawing: Drawing;
  /** Which state of an element this picture shows. */
  side: 'before' | 'after';
  label: string;
  /** Room in CSS px. */
  width: number;
  height: number;
  marks: readonly Difference[];
  /** The element that is pointed at in the list. */
  pointed: string | undefined;
}

/** A drawing with outlines around what differs: whole for added, dashed for changed, dotted for removed. */
export function Outlined({ drawing, side, label, width, height, marks, pointed }: OutlinedProps) {
  const { variables } = useEditorSession();
  const data = useShownData();
  const { canvasSize } = drawing.canvas;
  const scale = Math.min(width / canvasSize.width, height / canvasSize.height);
  const size = {
    width: Math.max(1, Math.round(canvasSize.width * scale)),
    height: Math.max(1, Math.round(canvasSize.height * scale)),
  };
  const pages = pagesOf(drawing.canvas);
  // Of several pages that of what is pointed at, else that of the first difference.
  const looked = marks.find(({ id }) => id === pointed) ?? marks[0];
  const subject = looked?.after ?? looked?.before;
  const pageId = subject ? pageIdOf(subject, pages) : pages[0]!.id;
  const scene = useMemo(
    () => pageDrawing({ ...drawing.canvas, elements: drawing.elements }, pageId),
    [drawing, pageId],
  );
  return (
    <div className={styles.outlined} style={size}>
      <SceneCanvas label={label} scene={scene} data={data} variables={variables} {...size} />
      <svg viewBox={`0 0 ${canvasSize.width} ${canvasSize.height}`} aria-hidden="true" focusable="false">
        {marks.map((mark) => {
          const element = mark[side];
          if (!element || pageIdOf(element, pages) !== pageId) return null;
          const { position, size: box, rotation } = element;
          return (
            <rect
              key={mark.id}
              className={styles.mark}
              data-kind={mark.kind}
              data-pointed={mark.id === pointed || undefined}
              x={position.x}
              y={position.y}
              width={box.width}
              height={box.height}
              transform={`rotate(${rotation} ${position.x + box.width / 2} ${position.y + box.height / 2})`}
            />
          );
        })}
      </svg>
    </div>
  );
}
