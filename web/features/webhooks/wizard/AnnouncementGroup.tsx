import { Group, MultiSelect, NumberInput, Select, Stack, Switch } from '@mantine/core';
import { webhookLimits as limits } from '#shared/model/webhook-limits.ts';
import { Surface } from '#web/ui/layout/layout.tsx';
import type { StepProps } from './Wizard.tsx';
import styles from './wizard.module.css';

/** What office screens show when leads come by this webhook. */
export function AnnouncementGroup({ draft, change, sources, problems }: StepProps) {
  const { announcement } = draft.fields;
  const set = (part: Partial<typeof announcement>) => change({ announcement: { ...announcement, ...part } });
  const { projects, displays } = sources;
  return (
    <Surface component="section" aria-label="Announcement">
      <h3 className={styles.cardTitle}>Announcement</h3>
      <Stack gap="md">
        <Switch
          label="Show a sign on office screens"
          description="A deal that a webhook tells of is celebrated at once."
          checked={announcement.enabled}
          onChange={(event) => set({ enabled: event.currentTarget.checked })}
        />
        {announcement.enabled && (
          <>
            <Select
              label="Content project"
              placeholder={projects.options?.length === 0 ? projects.none : 'Choose one'}
              searchable
              data={projects.options ?? []}
              error={problems.projectId}
              value={announcement.projectId}
              onChange={(projectId) => set({ projectId })}
            />
            <MultiSelect
              label="Displays"
              placeholder={
                displays.options?.length === 0
                  ? displays.none
                  : announcement.displayIds.length
                    ? ''
                    : 'Choose some'
              }
              searchable
              data={displays.options ?? []}
              error={problems.displayIds}
              value={announcement.displayIds}
              onChange={(displayIds) => set({ displayIds })}
            />
            <Group grow align="flex-start">
              <NumberInput
                label="Minutes"
                description="Then the screen shows what it showed before."
                min={limits.announceMinutes.min}
                max={limits.announceMinutes.max}
                allowDecimal={false}
                clampBehavior="strict"
                value={announcement.minutes}
                onChange={(value) => typeof value === 'number' && set({ minutes: value })}
              />
              <Select
                label="Priority"
                description="High covers what is ordinary."
                allowDeselect={false}
                data={[
                  { value: 'NORMAL', label: 'Normal' },
                  { value: 'HIGH', label: 'High' },
                ]}
                value={announcement.priority}
                onChange={(priority) => priority && set({ priority: priority as 'NORMAL' })}
              />
            </Group>
          </>
        )}
      </Stack>
    </Surface>
  );
}
