import { Skeleton } from '@mantine/core';
import { useElementSize, useInViewport, useMergedRef } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import type { ProjectAnswer } from '#shared/api/content.ts';
import { sampleData } from '#shared/scene/variables.ts';
import { query } from '#web/app/api.ts';
import { SceneCanvas } from '../scene/SceneCanvas.tsx';
import styles from './projects.module.css';

/** A project's picture, drawn by the scene once the card comes into sight. */
export function ProjectThumbnail({ project }: { project: ProjectAnswer }) {
  const { ref: seen, inViewport } = useInViewport<HTMLDivElement>();
  const { ref: measured, width, height } = useElementSize<HTMLDivElement>();
  const ref = useMergedRef(seen, measured);
  const wanted = useRef(false);
  wanted.current ||= inViewport;
  const { data } = useQuery({
    ...query.content.get.queryOptions({ input: { id: project.id } }),
    // The version is not part of the call, but a change of the project is a change of the picture.
    queryKey: [...query.content.get.queryKey({ input: { id: project.id } }), project.updatedAt],
    enabled: wanted.current,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const scene = useMemo(
    () =>
      data && {
        canvasSize: data.canvasSize,
        canvasBackground: data.canvasBackground,
        pages: data.pages,
        elements: data.elements,
      },
    [data],
  );
  const scale = Math.min(width / project.canvasSize.width, height / project.canvasSize.height);
  return (
    <div ref={ref} className={styles.thumb}>
      {scene && width > 0 ? (
        <SceneCanvas
          className={styles.picture!}
          label={`Picture of ${project.name}`}
          scene={scene}
          data={sampleData}
          width={Math.round(project.canvasSize.width * scale)}
          height={Math.round(project.canvasSize.height * scale)}
        />
      ) : (
        <Skeleton h="100%" radius={0} />
      )}
    </div>
  );
}
