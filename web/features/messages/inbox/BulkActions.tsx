import { Autocomplete, Button, Menu, Modal, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { inboxLimits } from '#shared/model/inbox.ts';
import { BulkAction, BulkBar } from '#web/ui/resource/BulkBar.tsx';
import { useDesk } from '../shared/useInbox.ts';
import { useTags } from './inbox-filter.ts';
import { snoozeTimes } from './snooze-times.ts';
import type { Chosen } from './use-chosen.ts';

/** What can be done to the conversations that are selected; nothing while none are. */
export function BulkActions({ chosen }: { chosen: Chosen }) {
  const [tagging, setTagging] = useState<'tag' | 'untag'>();
  const { ids, progress, apply } = chosen;
  if (ids.length === 0) return null;
  const isBusy = progress !== undefined;
  return (
    <BulkBar
      label="Conversations that are selected"
      status={progress ?? `${ids.length.toLocaleString('en-US')} selected`}
      busy={isBusy}
      onClear={chosen.clear}
    >
      <BulkAction disabled={isBusy} onClick={() => void chosen.selectAll()}>
        Select all
      </BulkAction>
      <BulkAction
        data-changes
        data-bulk
        disabled={isBusy}
        onClick={() => void apply({ action: 'close' }, 'closed')}
      >
        Close
      </BulkAction>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <BulkAction data-changes disabled={isBusy} rightSection={<IconChevronDown size={14} />}>
            More
          </BulkAction>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item data-changes onClick={() => void apply({ action: 'open' }, 'open again')}>
            Open again
          </Menu.Item>
          <Menu.Item data-changes onClick={() => setTagging('tag')}>
            Add a tag…
          </Menu.Item>
          <Menu.Item data-changes onClick={() => setTagging('untag')}>
            Remove a tag…
          </Menu.Item>
          <Menu.Divider />
          <Menu.Label>Snooze</Menu.Label>
          {snoozeTimes(new Date()).map(({ label, at }) => (
            <Menu.Item
              data-changes
              key={label}
              onClick={() => void apply({ action: 'snooze', until: at.toISOString() }, 'snoozed')}
            >
              {label}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Label>Answered by</Menu.Label>
          <Answerers of={ids[0]!} chosen={chosen} />
        </Menu.Dropdown>
      </Menu>
      <TagDialog
        action={tagging}
        onClose={() => setTagging(undefined)}
        onChoose={(tag) =>
          void apply(
            { action: tagging!, tag },
            tagging === 'tag' ? `tagged “${tag}”` : `without “${tag}” now`,
          )
        }
      />
    </BulkBar>
  );
}

/** Who sees one of them can answer it; of the others each that they do not see says so. */
function Answerers({ of, chosen }: { of: string; chosen: Chosen }) {
  const desk = useDesk(of).data;
  if (!desk) return <Menu.Item disabled>Loading…</Menu.Item>;
  const give = (to: { assigneeId: string | null; groupId: string | null }, name: string) =>
    void chosen.apply({ action: 'assign', ...to }, `answered by ${name}`);
  return (
    <>
      {desk.people.map(({ id, name }) => (
        <Menu.Item data-changes key={id} onClick={() => give({ assigneeId: id, groupId: null }, name)}>
          {name}
        </Menu.Item>
      ))}
      {desk.groups.map(({ id, name }) => (
        <Menu.Item data-changes key={id} onClick={() => give({ assigneeId: null, groupId: id }, name)}>
          {name}
        </Menu.Item>
      ))}
      <Menu.Item
        data-changes
        onClick={() => give({ assigneeId: null, groupId: null }, 'the leads’ owners again')}
      >
        The leads’ owners
      </Menu.Item>
    </>
  );
}

interface TagDialogProps {
  action: 'tag' | 'untag' | undefined;
  onClose: () => void;
  onChoose: (tag: string) => void;
}

function TagDialog({ action, onClose, onChoose }: TagDialogProps) {
  const [tag, setTag] = useState('');
  const tags = useTags();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!tag.trim()) return;
    onChoose(tag.trim());
    setTag('');
    onClose();
  };
  return (
    <Modal
      opened={action !== undefined}
      onClose={onClose}
      title={<Text fw={650}>{action === 'untag' ? 'Remove a tag' : 'Add a tag'}</Text>}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form data-changes onSubmit={submit}>
        <Autocomplete
          label="Tag"
          data={tags}
          maxLength={inboxLimits.tag}
          data-autofocus
          value={tag}
          onChange={setTag}
        />
        <Button type="submit" mt="md" disabled={!tag.trim()}>
          {action === 'untag' ? 'Remove' : 'Add'}
        </Button>
      </form>
    </Modal>
  );
}
