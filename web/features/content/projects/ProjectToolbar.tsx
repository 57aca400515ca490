import { Button, Group, Select } from '@mantine/core';
import { IconFolderPlus } from '@tabler/icons-react';
import { type ProjectSort, projectSorts } from '#shared/api/content.ts';
import { contentLimits } from '#shared/model/content-limits.ts';
import { type Filters, field } from '#web/ui/resource/address-filters.ts';
import { FilterSelect } from '#web/ui/resource/filters.tsx';
import { SearchField } from '#web/ui/resource/SearchField.tsx';

/** What the address says of the list. */
export const projectFilters = {
  search: field.text(),
  folder: field.id,
  tag: field.text(contentLimits.tagLength),
  sort: field.oneOf(projectSorts),
  page: field.page,
};

const sortNames: Record<ProjectSort, string> = {
  updated: 'Last changed',
  created: 'Newest',
  name: 'Name',
  size: 'Size of the canvas',
};

interface ProjectToolbarProps {
  filters: Filters<typeof projectFilters>;
  tags: readonly { tag: string; projects: number }[];
  onChange: (change: Partial<Filters<typeof projectFilters>>) => void;
  onNewFolder: () => void;
}

/** Search, tag and order of the list, and a new folder. */
export function ProjectToolbar({ filters, tags, onChange, onNewFolder }: ProjectToolbarProps) {
  return (
    <Group gap="xs" mb="lg" align="end">
      <SearchField
        aria-label="Search projects"
        placeholder="Search projects"
        value={filters.search}
        onSearch={(search) => onChange({ search })}
      />
      {tags.length > 0 && (
        <FilterSelect
          aria-label="Tag"
          placeholder="All tags"
          clearLabel="All tags"
          w={160}
          data={tags.map(({ tag, projects }) => ({ value: tag, label: `${tag} (${projects})` }))}
          value={filters.tag || undefined}
          onChange={(tag) => onChange({ tag: tag ?? '' })}
        />
      )}
      <Select
        aria-label="Sort by"
        w={180}
        allowDeselect={false}
        data={projectSorts.map((value) => ({ value, label: sortNames[value] }))}
        value={filters.sort ?? 'updated'}
        onChange={(value) => onChange({ sort: value === 'updated' ? undefined : (value as ProjectSort) })}
      />
      <Button data-changes variant="default" leftSection={<IconFolderPlus size={16} />} onClick={onNewFolder}>
        New folder
      </Button>
    </Group>
  );
}
