import { TagsInput, type TagsInputProps } from '@mantine/core';
import { useState } from 'react';
import { leadLimits } from '#shared/model/lead.ts';
import { useTags } from '../shared/lookups.ts';

type TagsBoxProps = Pick<TagsInputProps, 'label' | 'description'> & {
  'data-autofocus'?: boolean;
  value: string[];
  onChange: (tags: string[]) => void;
};

/** Tags in a small panel: those in use are offered while one types, and never lie over the panel's buttons after. */
export function TagsBox({ onChange, ...props }: TagsBoxProps) {
  const known = useTags();
  const [typed, setTyped] = useState('');
  const [away, setAway] = useState(false);
  return (
    <TagsInput
      {...props}
      data={known}
      limit={6}
      maxTags={leadLimits.tags}
      acceptValueOnBlur
      searchValue={typed}
      onSearchChange={(text) => {
        setTyped(text);
        setAway(false);
      }}
      dropdownOpened={typed !== '' && !away}
      onDropdownClose={() => setAway(true)}
      onChange={(tags) => onChange([...new Set(tags.map((tag) => tag.toLowerCase()))])}
      comboboxProps={{ withinPortal: false }}
    />
  );
}
