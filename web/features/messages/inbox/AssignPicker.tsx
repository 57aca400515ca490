import { Button, Combobox, useCombobox } from '@mantine/core';
import { IconUserCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useSignedIn } from '#web/app/session.ts';
import type { Desk } from '../shared/useInbox.ts';
import type { DeskActions } from './useDeskActions.ts';

interface AssignPickerProps {
  desk: Desk;
  actions: DeskActions;
}

/** Who answers the thread, and a list of those who can be asked to; it is found by `data-key="g"`. */
export function AssignPicker({ desk, actions }: AssignPickerProps) {
  const { user } = useSignedIn();
  const [search, setSearch] = useState('');
  const list = useCombobox({
    onDropdownClose: () => {
      list.resetSelectedOption();
      list.focusTarget();
      setSearch('');
    },
    onDropdownOpen: () => list.focusSearchInput(),
  });
  const { answererName, assigneeId, groupId, isMine, ownerId } = desk.conversation;
  const needle = search.trim().toLowerCase();
  const fits = ({ name }: { name: string }) => name.toLowerCase().includes(needle);
  const self = desk.people.find(({ id }) => id === user.userId);
  const people = desk.people.filter((one) => one !== self && fits(one));
  // The others of a group do not see the lead of one of them.
  const groups = ownerId ? [] : desk.groups.filter(fits);
  const isGiven = assigneeId !== null || groupId !== null;
  const option = ({ id, name }: { id: string; name: string }, shown = name) => (
    <Combobox.Option key={id} value={id} active={id === assigneeId || id === groupId}>
      {shown}
    </Combobox.Option>
  );
  const label = isMine && assigneeId === user.userId ? 'You' : (answererName ?? 'Assign');
  const choose = (value: string) => {
    list.closeDropdown();
    if (value === 'nobody') return void actions.release();
    const group = desk.groups.find(({ id }) => id === value);
    if (group) return void actions.assign({ groupId: group.id }, group.name);
    const person = desk.people.find(({ id }) => id === value);
    if (person) void actions.assign({ assigneeId: person.id }, person === self ? 'You' : person.name);
  };
  return (
    <Combobox data-changes store={list} width={260} position="bottom-end" onOptionSubmit={choose}>
      <Combobox.Target withAriaAttributes={false}>
        <Button
          data-changes
          data-key="g"
          variant="default"
          size="compact-sm"
          maw={180}
          leftSection={<IconUserCheck size={15} />}
          aria-haspopup="listbox"
          aria-expanded={list.dropdownOpened}
          aria-label={`${label}: who answers`}
          title="Who answers (G)"
          onClick={() => list.toggleDropdown()}
        >
          {label}
        </Button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          aria-label="Search people and groups"
          placeholder="Search people and groups"
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            list.updateSelectedOptionIndex();
          }}
        />
        <Combobox.Options mah={280} style={{ overflowY: 'auto' }} aria-label="Who answers">
          {self && fits(self) && option(self, `Me (${self.name})`)}
          {isGiven && !needle && (
            <Combobox.Option value="nobody">
              {ownerId ? 'The lead’s owner' : 'Nobody: anybody may take it'}
            </Combobox.Option>
          )}
          {people.length > 0 && (
            <Combobox.Group label="People">{people.map((one) => option(one))}</Combobox.Group>
          )}
          {groups.length > 0 && (
            <Combobox.Group label="Groups">{groups.map((one) => option(one))}</Combobox.Group>
          )}
          {people.length + groups.length === 0 && !(self && fits(self)) && (
            <Combobox.Empty>
              {needle ? 'Nobody who sees this conversation is called that.' : 'Nobody else sees it.'}
            </Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
