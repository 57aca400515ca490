import { Skeleton } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { useMemo, useRef } from 'react';
import type { ContentVersion } from '#shared/model/content-version.ts';
import { sampleData } from '#shared/scene/variables.ts';
import { SceneCanvas } from '../scene/SceneCanvas.tsx';
import { useDrawing } from './use-versions.ts';
import styles from './versions.module.css';

const box = { width: 88, height: 56 };

/** A version drawn small, fetched once it comes into sight. */
export function VersionPicture({ version, label }: { version: ContentVersion; label: string }) {
  const { ref, inViewport } = useInViewport<HTMLSpanElement>();
  const wanted = useRef(false);
  wanted.current ||= inViewport;
  const { drawing } = useDrawing(version, wanted.current);
  const scene = useMemo(() => drawing && { ...drawing.canvas, elements: drawing.elements }, [drawing]);
  const size = scene?.canvasSize;
  const scale = size ? Math.min(box.width / size.width, box.height / size.height) : 0;
  return (
    <span ref={ref} className={styles.thumbnail}>
      {scene ? (
        <SceneCanvas
          label={label}
          scene={scene}
          data={sampleData}
          width={Math.max(1, Math.round(scene.canvasSize.width * scale))}
          height={Math.max(1, Math.round(scene.canvasSize.height * scale))}
        />
      ) : (
        <Skeleton h="100%" radius={0} />
      )}
    </span>
  );
}
