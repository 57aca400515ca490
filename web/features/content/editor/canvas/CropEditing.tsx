import { Button, Group } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import type { Element } from '#shared/model/content.ts';
import type { Box } from '#shared/model/geometry.ts';
import { flipOf } from '#shared/scene/flip.ts';
import { sceneAssets } from '../../scene/assets.ts';
import { useEditorSession } from '../session.ts';
import { useSignal } from '../signal.ts';
import { useElement } from '../use-editor.ts';
import styles from './Crop.module.css';
import { cropOf, cropped, type Pull, pulled } from './crop.ts';

const pulls: readonly { pull: Pull; name: string }[] = [
  { pull: { x: -1, y: -1 }, name: 'the upper left corner' },
  { pull: { x: 0, y: -1 }, name: 'the upper side' },
  { pull: { x: 1, y: -1 }, name: 'the upper right corner' },
  { pull: { x: 1, y: 0 }, name: 'the right side' },
  { pull: { x: 1, y: 1 }, name: 'the lower right corner' },
  { pull: { x: 0, y: 1 }, name: 'the lower side' },
  { pull: { x: -1, y: 1 }, name: 'the lower left corner' },
  { pull: { x: -1, y: 0 }, name: 'the left side' },
];
const whole: Pull = { x: 0, y: 0 };
const arrows: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The crop frame over the image that is being cropped. */
export function CropEditing() {
  const { cropping, editor } = useEditorSession();
  const id = useSignal(cropping);
  const element = useElement(id ?? '');
  const selection = useSignal(editor.selection);
  // Another selection, or an image that is gone, ends it.
  const ended = id !== undefined && (!element || selection.length !== 1 || selection[0] !== id);
  useEffect(() => {
    if (ended) cropping.set(undefined);
  }, [ended, cropping]);
  if (!id || !element || ended) return null;
  const { src } = element.properties;
  const picture = typeof src === 'string' ? sceneAssets.image(src) : undefined;
  if (picture?.state !== 'loaded') return null;
  return <CropFrame key={id} element={element} src={src as string} begun={cropOf(element, picture)} />;
}

interface CropFrameProps {
  element: Element;
  src: string;
  begun: { picture: Box; frame: Box };
}

function CropFrame({ element, src, begun }: CropFrameProps) {
  const { editor, cropping } = useEditorSession();
  const { zoom } = useSignal(editor.camera.view);
  const { picture } = begun;
  const [frame, setFrame] = useState(begun.frame);
  const grip = useRef<HTMLButtonElement>(null);
  const drag = useRef<{ x: number; y: number; frame: Box; pull: Pull }>(undefined);
  useEffect(() => grip.current?.focus({ preventScroll: true }), []);

  const { position, size, rotation } = element;
  const flip = flipOf(element);
  const at = editor.camera.toScreen(position);
  /** A way on the screen, in px, in the element's own axes. */
  const turned = (dx: number, dy: number): [number, number] => {
    const angle = (-rotation * Math.PI) / 180;
    const [x, y] = [dx / zoom, dy / zoom];
    return [
      flip.x * (x * Math.cos(angle) - y * Math.sin(angle)),
      flip.y * (x * Math.sin(angle) + y * Math.cos(angle)),
    ];
  };

  const close = () => {
    cropping.set(undefined);
    document.querySelector<HTMLElement>('[role="application"]')?.focus({ preventScroll: true });
  };
  const done = () => {
    const next = cropped(element, { picture, frame });
    editor.edit('Crop', [element.id], () => next);
    close();
  };
  const press = (event: KeyboardEvent, pull: Pull) => {
    const arrow = arrows[event.key];
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter') done();
    else if (arrow) {
      const step = event.shiftKey ? 10 : 1;
      setFrame(pulled(frame, picture, pull, arrow[0] * step, arrow[1] * step));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const begin = (event: PointerEvent, pull: Pull) => {
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, y: event.clientY, frame, pull };
  };
  const move = (event: PointerEvent) => {
    const start = drag.current;
    if (!start) return;
    const [dx, dy] = turned(event.clientX - start.x, event.clientY - start.y);
    setFrame(pulled(start.frame, picture, start.pull, dx, dy));
  };
  const handlers = (pull: Pull) => ({
    onKeyDown: (event: KeyboardEvent) => press(event, pull),
    onPointerDown: (event: PointerEvent) => begin(event, pull),
    onPointerMove: move,
    onPointerUp: () => {
      drag.current = undefined;
    },
    onPointerCancel: () => {
      drag.current = undefined;
    },
  });
  const placed = ({ x, y, width, height }: Box) => ({ left: x, top: y, width, height });

  return (
    <>
      <div
        className={styles.stage}
        style={{
          width: size.width,
          height: size.height,
          transform:
            `translate(${at.x}px, ${at.y}px) scale(${zoom}) translate(${size.width / 2}px, ${size.height / 2}px) ` +
            `rotate(${rotation}deg) scale(${flip.x}, ${flip.y}) translate(${-size.width / 2}px, ${-size.height / 2}px)`,
        }}
      >
        <div className={styles.picture} style={placed(picture)}>
          <img src={src} alt="" draggable={false} />
          <div
            className={styles.dim}
            style={placed({ ...frame, x: frame.x - picture.x, y: frame.y - picture.y })}
          />
        </div>
        <div className={styles.frame} style={{ ...placed(frame), outlineWidth: 2 / zoom }}>
          <button
            ref={grip}
            type="button"
            className={styles.inside}
            aria-label="Move the crop frame with the arrow keys"
            {...handlers(whole)}
          />
          {pulls.map(({ pull, name }) => (
            <button
              key={name}
              type="button"
              className={styles.handle}
              aria-label={`Crop at ${name}`}
              style={{
                left: `${((pull.x + 1) / 2) * 100}%`,
                top: `${((pull.y + 1) / 2) * 100}%`,
                transform: `translate(-50%, -50%) scale(${1 / zoom})`,
              }}
              {...handlers(pull)}
            />
          ))}
        </div>
      </div>
      <Group gap={6} className={styles.bar} role="toolbar" aria-label="Crop">
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setFrame(picture)}>
          Whole picture
        </Button>
        <Button size="compact-sm" variant="default" onClick={close}>
          Cancel
        </Button>
        <Button size="compact-sm" onClick={done}>
          Crop
        </Button>
      </Group>
    </>
  );
}
