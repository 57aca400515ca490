import { Skeleton } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { lazy, WhileLoading } from '#web/ui/lazy.tsx';
import styles from './Playlists.module.css';

/** What draws a project is large; it comes when there is one. */
const ProjectThumbnail = lazy(() =>
  import('../../content/projects/ProjectThumbnail.tsx').then((module) => ({
    default: module.ProjectThumbnail,
  })),
);

interface ContentThumbProps {
  kind: 'project' | 'asset';
  refId: string;
  name: string;
  thumbnailUrl: string | null;
}

/** A small picture of what a playlist shows: a project as it is drawn, an image, the picture of a video. */
export function ContentThumb({ kind, refId, name, thumbnailUrl }: ContentThumbProps) {
  if (kind === 'project')
    return (
      <span className={styles.thumb} aria-hidden>
        <WhileLoading show={<Skeleton h="100%" w="100%" radius={0} />}>
          <ProjectThumbnail project={{ id: refId, name }} className={styles.drawn!} />
        </WhileLoading>
      </span>
    );
  return (
    <span className={styles.thumb} aria-hidden>
      {thumbnailUrl ? <img src={thumbnailUrl} alt="" loading="lazy" /> : <IconPhoto size={18} />}
    </span>
  );
}
