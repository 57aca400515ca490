import { Button, Group, Pagination, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Template } from '#shared/model/templates.ts';
import { api } from '#web/app/api.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { toast } from '#web/ui/toast.ts';
import browser from '../library/browser.module.css';
import { SaveTemplateDialog } from './SaveTemplateDialog.tsx';
import { TemplateCard } from './TemplateCard.tsx';
import { TemplateFilters } from './TemplateFilters.tsx';
import { TemplatePreview } from './TemplatePreview.tsx';
import styles from './templates.module.css';
import { refreshTemplates, useTemplates } from './use-templates.ts';

/** The compact list shows this many (specification, section 9); the library a page. */
const limits = { compact: 5, library: 24 };

interface TemplateBrowserProps {
  /** In the Design Panel: the first few, and a way to all of them. */
  compact?: boolean;
  onUse: (template: Template) => void;
  onBrowseAll?: () => void;
}

/** Templates to choose from: found, sorted, looked at, starred, used. */
export function TemplateBrowser({ compact = false, onUse, onBrowseAll }: TemplateBrowserProps) {
  const { filter, patch, filtered, reset, data, error, refetch } = useTemplates(
    compact ? limits.compact : limits.library,
  );
  const [view, setView] = useState<'grid' | 'list'>('grid');
  const [previewed, setPreviewed] = useState<Template>();
  const [edited, setEdited] = useState<Template>();
  const [removing, setRemoving] = useState<Template>();

  const use = (template: Template) => {
    setPreviewed(undefined);
    onUse(template);
  };
  const duplicate = async ({ id }: Template) => {
    try {
      const { name } = await api.content.duplicateTemplate({ id });
      toast.success(`“${name}” created`);
      await refreshTemplates();
    } catch (reason) {
      toast.error(reason);
    }
  };

  return (
    <div className={browser.browser} data-compact={compact || undefined}>
      <TemplateFilters filter={filter} patch={patch} view={view} onView={setView} />
      {error && !data ? (
        <ErrorState title="The templates could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <div
          className={styles.cards}
          data-view="grid"
          data-compact={compact || undefined}
          role="status"
          aria-label="Loading"
        >
          {['a', 'b', 'c', 'd'].map((key) => (
            <Skeleton key={key} h={compact ? 170 : 200} radius="md" />
          ))}
        </div>
      ) : data.templates.length === 0 ? (
        <Stack gap={4} align="center" p="36px 12px" ta="center">
          <Text fw={600} size="sm">
            {filtered ? 'No templates found' : 'No templates yet'}
          </Text>
          <Text size="xs" c="dimmed">
            {filtered
              ? 'Try another word, category or filter'
              : 'Save a project as a template to use it again'}
          </Text>
          {filtered && (
            <Button size="xs" variant="default" mt={8} onClick={reset}>
              Show all templates
            </Button>
          )}
        </Stack>
      ) : (
        <>
          <ul
            className={styles.cards}
            data-view={view}
            data-compact={compact || undefined}
            aria-label="Templates"
          >
            {data.templates.map((template) => (
              <TemplateCard
                key={template.id}
                template={template}
                view={view}
                onUse={use}
                onPreview={setPreviewed}
                onEdit={setEdited}
                onDuplicate={(one) => void duplicate(one)}
                onRemove={setRemoving}
              />
            ))}
          </ul>
          {compact && onBrowseAll && (
            <Button size="xs" variant="default" fullWidth mt={10} onClick={onBrowseAll}>
              {data.pagination.total === 1
                ? 'Browse the 1 template'
                : `Browse all ${data.pagination.total} templates`}
            </Button>
          )}
          {!compact && data.pagination.pages > 1 && (
            <Group justify="center" mt="lg">
              <Pagination
                size="sm"
                value={filter.page}
                total={data.pagination.pages}
                onChange={(page) => patch({ page })}
                getControlProps={(control) => ({ 'aria-label': `${control} page` })}
              />
            </Group>
          )}
        </>
      )}
      {previewed && (
        <TemplatePreview
          template={data?.templates.find(({ id }) => id === previewed.id) ?? previewed}
          onClose={() => setPreviewed(undefined)}
          onUse={use}
        />
      )}
      {edited && <SaveTemplateDialog template={edited} onClose={() => setEdited(undefined)} />}
      <ConfirmDialog
        opened={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title={`Delete “${removing?.name ?? ''}”?`}
        confirmLabel="Delete template"
        danger
        onConfirm={async () => {
          await api.content.removeTemplate({ id: removing!.id });
          toast.success(`“${removing!.name}” deleted`);
          await refreshTemplates();
        }}
      >
        Projects that were made from it stay as they are. This cannot be undone.
      </ConfirmDialog>
    </div>
  );
}
