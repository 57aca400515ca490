import { Skeleton } from '@mantine/core';
import { useElementSize, useInViewport, useMergedRef } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import type { Template } from '#shared/model/templates.ts';
import type { Scene } from '#shared/scene/env.ts';
import { sampleData } from '#shared/scene/variables.ts';
import { query } from '#web/app/api.ts';
import { SceneCanvas } from '../scene/SceneCanvas.tsx';
import { elementsOf } from './apply-template.ts';
import styles from './templates.module.css';

interface TemplatePictureProps {
  template: Template;
  /** Runs what moves. */
  playing?: boolean;
  className?: string;
}

/** What a template draws, fetched once it comes into sight and fitted into the box. */
export function TemplatePicture({ template, playing, className }: TemplatePictureProps) {
  const { ref: seen, inViewport } = useInViewport<HTMLDivElement>();
  const { ref: measured, width, height } = useElementSize<HTMLDivElement>();
  const ref = useMergedRef(seen, measured);
  const wanted = useRef(false);
  wanted.current ||= inViewport;
  const { data } = useQuery({
    ...query.content.getTemplate.queryOptions({ input: { id: template.id } }),
    // The version is not part of the call, but a change of the template is a change of the picture.
    queryKey: [...query.content.getTemplate.queryKey({ input: { id: template.id } }), template.version],
    enabled: wanted.current && !template.previewImage,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const scene = useMemo<Scene | undefined>(
    () =>
      data && {
        canvasSize: data.canvasSize,
        canvasBackground: data.templateData.canvasBackground,
        pages: data.templateData.pages,
        elements: elementsOf(data, 0),
      },
    [data],
  );
  const { canvasSize, name, previewImage } = template;
  const scale = Math.min(width / canvasSize.width, height / canvasSize.height);
  return (
    <div ref={ref} className={className ?? styles.picture}>
      {previewImage ? (
        <img className="db-picture" src={previewImage} alt={name} loading="lazy" />
      ) : scene && width > 0 ? (
        <SceneCanvas
          label={`Picture of ${name}`}
          scene={scene}
          data={sampleData}
          playing={playing ?? false}
          width={Math.max(1, Math.round(canvasSize.width * scale))}
          height={Math.max(1, Math.round(canvasSize.height * scale))}
        />
      ) : (
        <Skeleton h="100%" radius={0} />
      )}
    </div>
  );
}
