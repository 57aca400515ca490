import { ActionIcon } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import type { ReportTemplate } from '#shared/model/report-template.ts';
import { api, query } from '#web/app/api.ts';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { useBusy } from '#web/ui/useBusy.ts';

/** Puts one's star on a template, or takes it away: those with a star come first and stand above the reports. */
export function Star({ template: { id, name, isStarred } }: { template: ReportTemplate }) {
  const refresh = useRefresh(query.reportTemplates);
  const [isBusy, run] = useBusy();
  return (
    <ActionIcon
      data-changes
      variant="subtle"
      color={isStarred ? 'amber' : 'gray'}
      aria-pressed={isStarred}
      aria-label={`Star of ${name}`}
      loading={isBusy}
      onClick={(event) => {
        event.stopPropagation();
        void run(async () => {
          await api.reportTemplates.star({ id, starred: !isStarred });
          await refresh();
        });
      }}
    >
      {isStarred ? <IconStarFilled size={17} color="var(--mantine-color-amber-5)" /> : <IconStar size={17} />}
    </ActionIcon>
  );
}
