import { Button, SimpleGrid, Skeleton, Text, Title } from '@mantine/core';
import { IconPalette } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { AreaLink } from '#web/app/AreaLink.tsx';
import { query } from '#web/app/api.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { lazy, WhileLoading } from '#web/ui/lazy.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import type { DashboardCard } from './card.ts';
import styles from './Dashboard.module.css';
import { DisplaysCard, DisplaysOnline } from './DisplaysCard.tsx';
import { CallsNow, CallsToday, LeadsToday, WonToday } from './floor/FloorFigures.tsx';
import { HoursCard } from './floor/HoursCard.tsx';
import { Leaderboard } from './floor/Leaderboard.tsx';

/** The scene and its fonts come only where a sign is to be drawn. */
const ProjectThumbnail = lazy(() =>
  import('#web/features/content/projects/ProjectThumbnail.tsx').then((module) => ({
    default: module.ProjectThumbnail,
  })),
);

function RecentProjects() {
  const recent = useQuery(query.content.list.queryOptions({ input: { limit: 4 } }));
  const projects = recent.data?.projects;
  return (
    <section className={styles.card} aria-labelledby="recent-projects">
      <div className={styles.cardHead}>
        <Title order={2} fz="h3" id="recent-projects">
          Recent signs
        </Title>
        <AreaLink to="/content-creator">All signs</AreaLink>
      </div>
      {recent.error ? (
        <ErrorState
          title="Your signs could not be loaded"
          error={recent.error}
          onRetry={() => recent.refetch()}
        />
      ) : projects?.length === 0 ? (
        <EmptyState
          icon={IconPalette}
          title="No signs yet"
          action={
            <Button component={Link} to="/content-creator">
              Design a sign
            </Button>
          }
        >
          A sign is what your displays show: an announcement, a leaderboard, a closed deal.
        </EmptyState>
      ) : (
        <SimpleGrid cols={2} spacing={14}>
          {projects?.map((project) => (
            <Link key={project.id} to={`/content-creator/${project.id}`} className={styles.project}>
              <span className={styles.thumbnail}>
                <WhileLoading show={<Skeleton h="100%" radius={0} />}>
                  <ProjectThumbnail project={project} />
                </WhileLoading>
              </span>
              <Text size="sm" fw={550} truncate component="span" display="block">
                {project.name}
              </Text>
              <Text size="xs" c="dimmed" component="span">
                Changed <RelativeTime at={project.updatedAt} />
              </Text>
            </Link>
          )) ?? [1, 2, 3, 4].map((at) => <Skeleton key={at} h={132} />)}
        </SimpleGrid>
      )}
    </section>
  );
}

export const cards: DashboardCard[] = [
  { id: 'calls-today', order: 1, size: 'small', access: 'dashboard.view', Card: CallsToday },
  { id: 'calls-now', order: 2, size: 'small', access: 'dashboard.view', Card: CallsNow },
  { id: 'leads-today', order: 3, size: 'small', access: 'dashboard.view', Card: LeadsToday },
  { id: 'won-today', order: 4, size: 'small', access: 'dashboard.view', Card: WonToday },
  { id: 'hours', order: 50, size: 'wide', access: 'dashboard.view', Card: HoursCard },
  { id: 'leaderboard', order: 51, size: 'wide', access: 'dashboard.view', Card: Leaderboard },
  { id: 'displays-online', order: 10, size: 'small', access: 'displays.view', Card: DisplaysOnline },
  { id: 'recent-projects', order: 60, size: 'wide', access: 'content.view', Card: RecentProjects },
  { id: 'displays', order: 70, size: 'wide', access: 'displays.view', Card: DisplaysCard },
];
