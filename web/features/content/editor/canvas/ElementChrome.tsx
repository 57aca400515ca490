import { ActionIcon, Tooltip } from '@mantine/core';
import {
  IconBoxAlignTopLeft,
  IconBoxMultiple,
  IconCopy,
  IconCrop,
  IconEye,
  IconEyeOff,
  IconLock,
  IconLockOpen,
  IconRefresh,
  IconRotateClockwise,
  IconTrash,
} from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { Element } from '#shared/model/content.ts';
import { editorConstants } from '#shared/model/editor-constants.ts';
import { isMediaSource } from '#shared/model/urls.ts';
import { typeOf } from '#shared/scene/registry.ts';
import { onPictureSettled, sceneAssets } from '../../scene/assets.ts';
import { crop } from '../commands/crop.ts';
import { group, ungroup } from '../commands/group.ts';
import { duplicate, remove, rotate, toggleLock, toggleVisibility } from '../commands/selection.ts';
import { turnHandleDistance } from '../frame.ts';
import { useEditorSession } from '../session.ts';
import { useSignal, useSignalPart } from '../signal.ts';
import { TextBar } from '../typing/TextBar.tsx';
import { useSelectedElements } from '../use-editor.ts';
import styles from './Canvas.module.css';

/** Distance in px between the selection and its toolbar below it; above it the turning handle has its place. */
const gap = 14;
const gapAbove = turnHandleDistance + 16;
/** Of more selected elements than this nobody retries the pictures at once. */
const manyPictures = 50;

/** The addresses of an element that is one picture. */
function picturesOf({ properties: { src, imageUrl }, elementType }: Element): string[] {
  if (elementType !== 'image' && elementType !== 'standard_photo') return [];
  return [src, imageUrl].filter(isMediaSource);
}

/** The toolbar that floats at the selection; it steps aside while a gesture runs. */
export function ElementChrome() {
  const session = useEditorSession();
  const { editor, run } = session;
  const selected = useSelectedElements();
  const typing = useSignal(editor.editingText) !== undefined;
  const busy = useSignalPart(editor.moving, (moving) => moving !== undefined);
  const snaps = useSignalPart(editor.settings, ({ smartSnap }) => smartSnap);
  const snapped = useSignalPart(editor.guides, (guides) => guides.length > 0);
  const bar = useRef<HTMLDivElement>(null);
  const [, setSettled] = useState(0);
  useEffect(() => onPictureSettled(() => setSettled((times) => times + 1)), []);

  useEffect(() => {
    const place = () => {
      const around = editor.selectionBox();
      const element = bar.current;
      if (!around || !element) return;
      const box = editor.camera.boxToScreen(around);
      const { width, height } = editor.camera.screen.get();
      const own = element.getBoundingClientRect();
      const fitsAbove = box.y - own.height - gapAbove > 24;
      const y = fitsAbove
        ? box.y - own.height - gapAbove
        : Math.min(box.y + box.height + gap, height - own.height - 60);
      const x = Math.min(
        Math.max(28, box.x + box.width / 2 - own.width / 2),
        Math.max(28, width - own.width - 8),
      );
      element.style.transform = `translate(${Math.round(x)}px, ${Math.round(Math.max(28, y))}px)`;
    };
    place();
    const stops = [
      editor.camera.view.subscribe(place),
      editor.document.revision.subscribe(place),
      editor.camera.screen.subscribe(place),
    ];
    // The buttons of a text that is typed are others, and come a moment later.
    const resized = new ResizeObserver(place);
    if (bar.current) resized.observe(bar.current);
    return () => {
      resized.disconnect();
      for (const stop of stops) stop();
    };
  });

  const [first] = selected;
  if (!first) return null;
  const locked = selected.every(({ isLocked }) => isLocked);
  // Those that are on the screen have been asked for already: asking again only tells how they fared.
  const failed =
    selected.length > manyPictures
      ? []
      : selected
          .flatMap((element) => picturesOf(element))
          .filter((url) => sceneAssets.image(url).state === 'error');
  const hidden = selected.every(({ isVisible }) => !isVisible);
  const label =
    selected.length === 1
      ? {
          name: typeOf(first).label,
          place: `${Math.round(first.position.x)}, ${Math.round(first.position.y)}`,
        }
      : { name: `${selected.length} elements`, place: '' };
  const actions = [
    {
      label: locked ? 'Unlock' : 'Lock',
      icon: locked ? IconLockOpen : IconLock,
      command: toggleLock,
      disabled: false,
    },
    {
      label: hidden ? 'Show' : 'Hide',
      icon: hidden ? IconEye : IconEyeOff,
      command: toggleVisibility,
      disabled: false,
    },
    {
      label: `Rotate ${editorConstants.rotateStep} degrees`,
      icon: IconRotateClockwise,
      command: rotate,
      disabled: locked,
    },
    ...(ungroup.enabled!(session) && !group.enabled!(session)
      ? [{ label: 'Ungroup', icon: IconBoxMultiple, command: ungroup, disabled: locked }]
      : selected.length > 1
        ? [{ label: 'Group', icon: IconBoxAlignTopLeft, command: group, disabled: !group.enabled!(session) }]
        : []),
    ...(crop.enabled!(session) ? [{ label: 'Crop', icon: IconCrop, command: crop, disabled: false }] : []),
    { label: 'Duplicate', icon: IconCopy, command: duplicate, disabled: locked },
    { label: 'Delete', icon: IconTrash, command: remove, disabled: locked },
  ];
  return (
    <>
      <div ref={bar} className={styles.chrome} role="toolbar" aria-label="Selection" hidden={busy}>
        {typing ? (
          <span className={styles.dot} data-typing role="img" aria-label="Editing text" />
        ) : (
          snaps && (
            <span className={styles.dot} role="img" aria-label="Snaps to guides" title="Snaps to guides" />
          )
        )}
        {!typing && (
          <span className={styles.label}>
            <strong>{label.name}</strong>
            {label.place}
          </span>
        )}
        {typing && <TextBar />}
        {!typing && failed.length > 0 && (
          <Tooltip label="Retry loading the image">
            <ActionIcon
              variant="subtle"
              color="red"
              size="md"
              aria-label="Retry loading the image"
              onClick={() => {
                for (const url of failed) sceneAssets.retry(url);
              }}
            >
              <IconRefresh size={16} stroke={1.7} />
            </ActionIcon>
          </Tooltip>
        )}
        {(typing ? [] : actions).map(({ label: name, icon: Icon, command, disabled }) => (
          <Tooltip key={command.name} label={name}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="md"
              aria-label={name}
              disabled={disabled}
              onClick={() => run(command)}
            >
              <Icon size={16} stroke={1.7} />
            </ActionIcon>
          </Tooltip>
        ))}
      </div>
      {busy && snapped && (
        <div className={styles.keys} role="status">
          <span className={styles.snapped}>
            <span className={styles.dot} aria-hidden /> Snapped
          </span>
        </div>
      )}
      {!busy && !typing && (
        <div className={styles.keys} aria-hidden>
          <span>
            <kbd>Arrows</kbd> move
          </span>
          <span>
            <kbd>Shift + arrows</kbd> 10px
          </span>
          <span>
            <kbd>Del</kbd> remove
          </span>
          <span>
            <kbd>R</kbd> rotate
          </span>
        </div>
      )}
    </>
  );
}
