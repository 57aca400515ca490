import { Skeleton } from '@mantine/core';
import { useElementSize, useInViewport, useMergedRef } from '@mantine/hooks';
import { IconPhotoOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import type { ProjectAnswer } from '#shared/api/content.ts';
import { sampleData } from '#shared/scene/variables.ts';
import { query } from '#web/app/api.ts';
import { SceneCanvas } from '../scene/SceneCanvas.tsx';
import styles from './projects.module.css';

/** A picture of a project whose last change is not known is drawn anew after this; ms. */
const unknownChangeMs = 60_000;

interface ProjectThumbnailProps {
  /** Its size and last change where they are known, which keep the picture from moving and make it new. */
  project: Pick<ProjectAnswer, 'id' | 'name'> & Partial<Pick<ProjectAnswer, 'canvasSize' | 'updatedAt'>>;
  className?: string;
}

/** A project's picture, drawn by the scene once it comes into sight. */
export function ProjectThumbnail({ project, className = styles.thumb }: ProjectThumbnailProps) {
  const { id, name, updatedAt } = project;
  const { ref: seen, inViewport } = useInViewport<HTMLDivElement>();
  const { ref: measured, width, height } = useElementSize<HTMLDivElement>();
  const ref = useMergedRef(seen, measured);
  const wanted = useRef(false);
  wanted.current ||= inViewport;
  const { data, error } = useQuery({
    ...query.content.get.queryOptions({ input: { id } }),
    // The version is not part of the call, but a change of the project is a change of the picture.
    queryKey: [...query.content.get.queryKey({ input: { id } }), updatedAt ?? 'picture'],
    enabled: wanted.current,
    staleTime: updatedAt ? Number.POSITIVE_INFINITY : unknownChangeMs,
    retry: false,
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
  const size = project.canvasSize ?? data?.canvasSize;
  const scale = size ? Math.min(width / size.width, height / size.height) : 0;
  return (
    <div ref={ref} className={className}>
      {scene && size && width > 0 ? (
        <SceneCanvas
          className={styles.picture!}
          label={`Picture of ${name}`}
          scene={scene}
          data={sampleData}
          width={Math.max(1, Math.round(size.width * scale))}
          height={Math.max(1, Math.round(size.height * scale))}
        />
      ) : error ? (
        <IconPhotoOff size={18} aria-hidden />
      ) : (
        <Skeleton h="100%" w="100%" radius={0} />
      )}
    </div>
  );
}
