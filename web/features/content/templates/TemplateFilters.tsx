import { ActionIcon, Select, TextInput, Tooltip } from '@mantine/core';
import { IconSearch, IconStar, IconStarFilled } from '@tabler/icons-react';
import {
  storedTemplateCategories,
  type TemplateCategory,
  type TemplateSort,
} from '#shared/model/templates.ts';
import browser from '../library/browser.module.css';
import { type View, ViewSwitch } from '../library/ViewSwitch.tsx';
import { categoryNames } from './category-names.ts';
import type { TemplateFilter } from './use-templates.ts';

const sortNames: Record<TemplateSort, string> = {
  updated: 'Last changed',
  created: 'Newest',
  usage: 'Most used',
  name: 'Name',
};

interface TemplateFiltersProps {
  filter: TemplateFilter;
  patch: (change: Partial<TemplateFilter>) => void;
  view: View;
  onView: (view: View) => void;
}

/** Search, category, order, favourites only, and grid or list. */
export function TemplateFilters({ filter, patch, view, onView }: TemplateFiltersProps) {
  const { search, category, sort, favorites } = filter;
  return (
    <div className={browser.filters}>
      <TextInput
        size="xs"
        className={browser.search!}
        aria-label="Search templates"
        placeholder="Search templates"
        leftSection={<IconSearch size={14} />}
        maxLength={100}
        value={search}
        onChange={(event) => patch({ search: event.currentTarget.value })}
      />
      <Select
        size="xs"
        aria-label="Category"
        placeholder="All categories"
        clearable
        clearButtonProps={{ 'aria-label': 'All categories' }}
        value={category}
        onChange={(value) => patch({ category: value as TemplateCategory | null })}
        data={storedTemplateCategories.map((value) => ({ value, label: categoryNames[value] }))}
      />
      <Select
        size="xs"
        aria-label="Sort by"
        allowDeselect={false}
        value={sort}
        onChange={(value) => patch({ sort: (value ?? 'updated') as TemplateSort })}
        data={Object.entries(sortNames).map(([value, label]) => ({ value, label }))}
      />
      <div className={browser.views}>
        <Tooltip label={favorites ? 'Show all templates' : 'Show favorites only'}>
          <ActionIcon
            variant={favorites ? 'light' : 'default'}
            color="amber"
            size={30}
            aria-label="Favorites only"
            aria-pressed={favorites}
            onClick={() => patch({ favorites: !favorites })}
          >
            {favorites ? <IconStarFilled size={15} /> : <IconStar size={15} />}
          </ActionIcon>
        </Tooltip>
        <ViewSwitch view={view} onView={onView} />
      </div>
    </div>
  );
}
