import { Box, UnstyledButton } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import type { Page, Variable } from '#shared/model/content.ts';
import type { PageDrawing } from '#shared/model/pages.ts';
import type { SceneData } from '#shared/scene/env.ts';
import { SceneCanvas } from '../scene/SceneCanvas.tsx';
import { secondsText } from './names.ts';
import styles from './pages.module.css';

/** px */
const pictureBox = { width: 112, height: 63 };

interface PageCardProps {
  page: Page;
  place: number;
  count: number;
  scene: PageDrawing;
  data: SceneData;
  variables: readonly Variable[];
  isCurrent: boolean;
  isDragged: boolean;
  onTurn: () => void;
  onMove: (place: number) => void;
  onDrag: () => void;
  onDragEnd: () => void;
  onDrop: () => void;
}

/** A page of the strip: its small picture, name and time. It is dragged to its place, or moved with Alt and arrows. */
export function PageCard(props: PageCardProps) {
  const { page, place, count, scene, data, variables, isCurrent, isDragged } = props;
  const { width, height } = scene.canvasSize;
  const scale = Math.min(pictureBox.width / width, pictureBox.height / height);
  const press = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!event.altKey || step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    props.onMove(place + step);
  };
  return (
    <li>
      <UnstyledButton
        draggable
        className={styles.card!}
        data-dragged={isDragged || undefined}
        aria-current={isCurrent ? 'page' : undefined}
        aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight"
        title="Drag, or press Alt with an arrow, to move this page"
        onClick={props.onTurn}
        onKeyDown={press}
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move';
          event.dataTransfer.setData('text/plain', page.name);
          props.onDrag();
        }}
        onDragOver={(event) => event.preventDefault()}
        onDragEnd={props.onDragEnd}
        onDrop={(event) => {
          event.preventDefault();
          event.stopPropagation();
          props.onDrop();
        }}
      >
        <span
          className={styles.picture}
          style={{ inlineSize: pictureBox.width, blockSize: pictureBox.height }}
        >
          <SceneCanvas
            label=""
            scene={scene}
            data={data}
            variables={variables}
            width={Math.max(1, Math.round(width * scale))}
            height={Math.max(1, Math.round(height * scale))}
          />
        </span>
        <span className={styles.caption}>
          <Box component="span" className="db-cut" c="var(--mantine-color-text)" fw={550}>
            {place + 1}. {page.name}
          </Box>{' '}
          <span className="db-figures">{secondsText(page.duration)}</span>
          <span className="db-visually-hidden">
            , page {place + 1} of {count}
          </span>
        </span>
      </UnstyledButton>
    </li>
  );
}
