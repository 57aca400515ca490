import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/app/api.ts';
import { ProjectThumbnail } from '#web/features/content/projects/ProjectThumbnail.tsx';

interface SignFieldProps {
  projectId: string | null;
  readOnly: boolean;
  /** What its merge fields are filled with. */
  description?: string;
  onChange: (projectId: string | null) => void;
}

/** The sign that is shown, with a picture of it as a sample sale fills it. */
export function SignField({
  projectId,
  readOnly,
  description = 'Its merge fields are filled with the sale: rep.name, rep.photo, lead.name, deal.amount.',
  onChange,
}: SignFieldProps) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 250);
  const projects = useQuery({
    ...query.content.list.queryOptions({ input: { limit: 50, ...(search ? { search } : {}) } }),
    placeholderData: keepPreviousData,
  });
  const chosen = useQuery({
    ...query.content.get.queryOptions({ input: { id: projectId ?? '' } }),
    enabled: projectId !== null,
  });
  const choices = (projects.data?.projects ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const name = chosen.data?.name ?? 'The sign';
  const listed = choices.some(({ value }) => value === projectId);
  return (
    <>
      <Select
        label="Sign"
        description={description}
        placeholder="Choose what is shown"
        searchable
        disabled={readOnly}
        searchValue={typed}
        onSearchChange={setTyped}
        nothingFoundMessage={projects.isFetching ? 'Looking…' : 'No such sign.'}
        data={projectId && !listed ? [...choices, { value: projectId, label: name }] : choices}
        value={projectId}
        onChange={onChange}
      />
      {chosen.data && <ProjectThumbnail project={chosen.data} />}
    </>
  );
}
