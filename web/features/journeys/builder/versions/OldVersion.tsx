import { Alert, Box, Button, Group } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { query } from '#web/app/api.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import type { JourneyDetail } from '../../shared/types.ts';
import { BuilderSkeleton } from '../BuilderSkeleton.tsx';
import styles from '../builder.module.css';
import { useDryRun } from '../dry-run/useDryRun.ts';
import { Inspector } from '../Inspector.tsx';
import { Outline } from '../Outline.tsx';
import { DraftContext } from '../store/context.ts';
import { Draft } from '../store/draft.ts';

const Canvas = lazy(() => import('../canvas/Canvas.tsx'));

/** A look at a version that was published once; nothing can be changed in it. */
export function OldVersion({ journey, number }: { journey: JourneyDetail; number: number }) {
  const { data, error, refetch } = useQuery(
    query.journeys.version.queryOptions({
      input: { id: journey.id, number },
      staleTime: Number.POSITIVE_INFINITY,
    }),
  );
  if (error)
    return (
      <div className={styles.alone}>
        <ErrorState title={`Version ${number} could not be loaded`} error={error} onRetry={() => refetch()} />
      </div>
    );
  if (!data) return <BuilderSkeleton />;
  return <Look journey={{ ...journey, steps: data.steps, entry: data.entry }} number={number} />;
}

function Look({ journey, number }: { journey: JourneyDetail; number: number }) {
  const [draft] = useState(() => new Draft(journey, true));
  return (
    <DraftContext value={draft}>
      <LookInside journey={journey} number={number} />
    </DraftContext>
  );
}

const none: never[] = [];

function LookInside({ journey, number }: { journey: JourneyDetail; number: number }) {
  const dryRun = useDryRun();
  const narrow = useMediaQuery('(max-width: 62em)', window.innerWidth < 992, {
    getInitialValueInEffect: false,
  });
  const [focus, setFocus] = useState<{ stepId: string; asked: number } | null>(null);
  const version = useMemo(() => journey.versions.find((one) => one.number === number), [journey, number]);
  const outline = <Outline problems={none} current={null} />;
  return (
    <div className={styles.builder}>
      <title>{`Version ${number} of ${journey.name} · Dealbell`}</title>
      <Alert color="blue" radius={0} icon={<IconHistory size={18} />}>
        <Group justify="space-between" gap="xs">
          <span>
            Version {number} of {journey.name}
            {version && `, published ${new Date(version.publishedAt).toLocaleString()}`}
            {journey.liveVersion === number && '. It is live'}. Nothing can be changed here.
          </span>
          <Button component={Link} to={`/journeys/${journey.id}`} size="compact-sm" variant="default">
            Back to the draft
          </Button>
        </Group>
      </Alert>
      {narrow ? (
        <div className={styles.outlineOnly}>{outline}</div>
      ) : (
        <div className={styles.body}>
          <section className={styles.left} aria-label="Steps">
            <div className={styles.leftScroll}>{outline}</div>
          </section>
          <Box component="section" pos="relative" miw={0} mih={0} aria-label="Canvas">
            <Suspense fallback={null}>
              <Canvas problems={none} focus={focus} dryRun={dryRun} />
            </Suspense>
          </Box>
          <aside className={styles.right} aria-label="Settings of what is selected">
            <Inspector
              problems={none}
              onShow={(stepId) => setFocus((before) => ({ stepId, asked: (before?.asked ?? 0) + 1 }))}
            />
          </aside>
        </div>
      )}
    </div>
  );
}
