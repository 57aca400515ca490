import { IconLayoutDashboard } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { refusalOf } from '#web/app/access.ts';
import { ErrorBoundary } from '#web/app/ErrorBoundary.tsx';
import { useSignedIn } from '#web/app/session.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { PageSkeleton } from '#web/ui/skeletons.tsx';
import type { DashboardCard } from './card.ts';
import styles from './Dashboard.module.css';
import { greetingAt } from './greeting.ts';
import { QuickActions } from './QuickActions.tsx';

const sources = import.meta.glob<{ cards: DashboardCard[] }>('../*/cards.tsx');

async function allCards(): Promise<DashboardCard[]> {
  const modules = await Promise.all(Object.values(sources).map((load) => load()));
  return modules.flatMap((module) => module.cards).sort((a, b) => a.order - b.order);
}

/** The first page after signing in. Its cards come from the features that are built; each shows real data only. */
export default function DashboardPage() {
  const { user } = useSignedIn();
  const { data: cards } = useQuery({
    queryKey: ['dashboard-cards'],
    queryFn: allCards,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!cards) return <PageSkeleton />;
  const shown = cards.filter((card) => !refusalOf(card.access, user));
  const name = user.firstName || user.username;
  return (
    <>
      <PageHeader
        title={`${greetingAt(new Date().getHours())}, ${name}`}
        documentTitle="Dashboard"
        description={new Date().toLocaleDateString(undefined, {
          weekday: 'long',
          day: 'numeric',
          month: 'long',
        })}
        actions={<QuickActions />}
      />
      {shown.length === 0 && (
        <EmptyState icon={IconLayoutDashboard} title="Nothing to show yet">
          There are no figures for the role {user.role} yet. They appear here as your work begins.
        </EmptyState>
      )}
      <Cards cards={shown.filter((card) => card.size === 'small')} className={styles.figures} />
      <Cards cards={shown.filter((card) => card.size !== 'small')} className={styles.grid} />
    </>
  );
}

/** A card that breaks leaves the others as they are. */
const brokenCard = (error: unknown, onRetry: () => void) => (
  <section className={styles.card}>
    <ErrorState title="This card could not be shown" error={error} onRetry={onRetry} />
  </section>
);

function Cards({ cards, className }: { cards: DashboardCard[]; className?: string }) {
  if (cards.length === 0) return null;
  return (
    <div className={className}>
      {cards.map(({ id, size, Card }) => (
        <div key={id} className={`${styles.slot} ${styles[size] ?? ''}`}>
          <ErrorBoundary fallback={brokenCard}>
            <Card />
          </ErrorBoundary>
        </div>
      ))}
    </div>
  );
}
