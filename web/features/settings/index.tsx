import { Box, Select, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconSettingsOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Navigate, NavLink, useNavigate, useParams } from 'react-router';
import { refusalOf } from '#web/app/access.ts';
import { RequireAccess } from '#web/app/guards.tsx';
import { useSignedIn } from '#web/app/session.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { PageSkeleton } from '#web/ui/skeletons.tsx';
import type { SettingsPanel } from './panel.ts';
import styles from './Settings.module.css';

const sources = import.meta.glob<{ panels: SettingsPanel[] }>('../*/settings.tsx');

async function allPanels(): Promise<SettingsPanel[]> {
  const modules = await Promise.all(Object.values(sources).map((load) => load()));
  return modules.flatMap((module) => module.panels).sort((a, b) => a.order - b.order);
}

/** Settings of the workspace and of oneself; each section has its own address. */
export default function SettingsPage() {
  const { section } = useParams();
  const { user } = useSignedIn();
  const navigate = useNavigate();
  const narrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false });
  const { data } = useQuery({
    queryKey: ['settings-panels'],
    queryFn: allPanels,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!data) return <PageSkeleton />;
  const panels = data.filter((panel) => !refusalOf(panel.access, user));
  const groups = [...new Set(panels.map((panel) => panel.group))];
  if (!section) return <Navigate to={`/settings/${panels[0]!.id}`} replace />;
  const current = data.find((panel) => panel.id === section);

  return (
    <>
      <PageHeader
        title="Settings"
        documentTitle={current ? `${current.title}, settings` : 'Settings'}
        description="Your workspace and your own account."
      />
      <div className={styles.layout}>
        {narrow ? (
          <Select
            aria-label="Section"
            allowDeselect={false}
            data={groups.map((group) => ({
              group,
              items: panels
                .filter((panel) => panel.group === group)
                .map((panel) => ({ value: panel.id, label: panel.title })),
            }))}
            value={section}
            onChange={(id) => void navigate(`/settings/${id}`)}
          />
        ) : (
          <nav aria-label="Sections">
            {groups.map((group) => (
              <div key={group} className={styles.group}>
                <Box component="h2" m="0 0 4px" px={10} c="dimmed" fz="xs" fw={550} id={`group-${group}`}>
                  {group}
                </Box>
                <ul className="db-list" aria-labelledby={`group-${group}`}>
                  {panels
                    .filter((panel) => panel.group === group)
                    .map((panel) => (
                      <li key={panel.id}>
                        <NavLink to={`/settings/${panel.id}`} className={styles.link!}>
                          {panel.title}
                        </NavLink>
                      </li>
                    ))}
                </ul>
              </div>
            ))}
          </nav>
        )}
        {current ? (
          <RequireAccess access={current.access}>
            <section className={styles.panel} aria-labelledby="section-title">
              <Title order={2} id="section-title">
                {current.title}
              </Title>
              <Text size="sm" c="dimmed" mb="lg">
                {current.description}
              </Text>
              <current.Panel />
            </section>
          </RequireAccess>
        ) : (
          <EmptyState icon={IconSettingsOff} title="There is no such section">
            Choose one from the list.
          </EmptyState>
        )}
      </div>
    </>
  );
}
