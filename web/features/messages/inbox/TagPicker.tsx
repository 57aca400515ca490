import { Button, Popover, TagsInput } from '@mantine/core';
import { IconTag } from '@tabler/icons-react';
import { useState } from 'react';
import { inboxLimits } from '#shared/model/inbox.ts';
import { useTags } from './inbox-filter.ts';
import type { DeskActions } from './useDeskActions.ts';

/** The thread's tags; it is found by `data-key="t"`. */
export function TagPicker({ tags, actions }: { tags: readonly string[]; actions: DeskActions }) {
  const [opened, setOpened] = useState(false);
  const known = useTags();
  const label =
    tags.length > 0 ? tags.slice(0, 2).join(', ') + (tags.length > 2 ? ` +${tags.length - 2}` : '') : 'Tags';
  return (
    <Popover position="bottom-end" width={280} trapFocus returnFocus opened={opened} onChange={setOpened}>
      <Popover.Target>
        <Button
          data-changes
          data-key="t"
          variant="default"
          size="compact-sm"
          maw={200}
          leftSection={<IconTag size={15} />}
          aria-label={tags.length > 0 ? `Tags: ${tags.join(', ')}` : 'Tags'}
          title="Tags (T)"
          onClick={() => setOpened(!opened)}
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <TagsInput
          data-changes
          data-autofocus
          label="Tags"
          description="Enter adds one. The inbox can be filtered by them."
          placeholder={tags.length < inboxLimits.tags ? 'Add a tag' : ''}
          comboboxProps={{ withinPortal: false }}
          data={known}
          value={[...tags]}
          maxTags={inboxLimits.tags}
          maxLength={inboxLimits.tag}
          clearable
          onChange={(next) => void actions.setTags(next)}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
