import { Accordion, Badge, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { isGrantable, isPermission, type Permission, roleHas } from '#shared/model/permissions.ts';
import type { User } from '#shared/model/user.ts';
import { grantableGroups, type PermissionGroup } from '#web/ui/permission-groups.ts';
import { toast } from '#web/ui/toast.ts';
import { useUserActions } from './useUserActions.ts';

interface PermissionsEditorProps {
  id: string;
  user: User;
  onBusy: (busy: boolean) => void;
  onDone: () => void;
}

/** Only what differs from the role. */
type Given = Partial<Record<Permission, boolean>>;

/** What the table of today knows; a name that it does not know has no effect and is dropped on saving. */
const known = (map: Record<string, boolean>): Given =>
  Object.fromEntries(Object.entries(map).filter(([name]) => isPermission(name) && isGrantable(name)));

/** What a user may beyond their role, or may not although the role may: three-way for each permission. */
export function PermissionsEditor({ id, user, onBusy, onDone }: PermissionsEditorProps) {
  const { setPermissions } = useUserActions();
  const [given, setGiven] = useState<Given>(() => known(user.permissions));
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState<string[]>(() =>
    grantableGroups()
      .filter((group) => differing(group, given) > 0)
      .map(({ id }) => id),
  );
  const groups = grantableGroups(search);

  function set(name: Permission, value: string) {
    const { [name]: _, ...rest } = given;
    setGiven(value === 'role' ? rest : { ...rest, [name]: value === 'allowed' });
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    onBusy(true);
    try {
      await setPermissions.mutateAsync({ id: user.id, permissions: given });
      toast.success('Permissions saved');
      onDone();
    } catch (error) {
      toast.error(error);
    } finally {
      onBusy(false);
    }
  }

  return (
    <form data-changes id={id} onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {user.role === 'admin'
            ? 'An admin may do everything. What is set here counts when the role is another.'
            : 'What is not set here is as the role has it. Who loses a permission has to sign in again.'}
        </Text>
        <TextInput
          type="search"
          aria-label="Search permissions"
          placeholder="Search permissions"
          leftSection={<IconSearch size={16} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        {groups.length === 0 && <Text size="sm">No permission is called that.</Text>}
        <Accordion
          multiple
          keepMounted={false}
          variant="separated"
          value={search ? groups.map((group) => group.id) : open}
          onChange={(ids) => !search && setOpen(ids)}
        >
          {groups.map((group) => (
            <Accordion.Item key={group.id} value={group.id}>
              <Accordion.Control>
                <Group component="span" gap={12} wrap="nowrap" justify="space-between" pe={8}>
                  {group.title}
                  <Difference count={differing(group, given)} />
                </Group>
              </Accordion.Control>
              <Accordion.Panel classNames={{ content: 'db-divided' }}>
                {group.permissions.map(({ name, label }) => (
                  <Group key={name} justify="space-between" gap="6px 12px" py={8}>
                    <Text size="sm" flex="1 1 160px">
                      {label}
                    </Text>
                    <SegmentedControl
                      size="xs"
                      aria-label={label}
                      value={choiceOf(given[name])}
                      onChange={(value) => set(name, value)}
                      data={[
                        { value: 'role', label: roleHas(user.role, name) ? 'Role: yes' : 'Role: no' },
                        { value: 'allowed', label: 'Allowed' },
                        { value: 'denied', label: 'Denied' },
                      ]}
                    />
                  </Group>
                ))}
              </Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
      </Stack>
    </form>
  );
}

const choiceOf = (given: boolean | undefined) =>
  given === undefined ? 'role' : given ? 'allowed' : 'denied';

const differing = ({ permissions }: PermissionGroup, given: Given): number =>
  permissions.filter(({ name }) => given[name] !== undefined).length;

function Difference({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Badge variant="light" color="ink" tt="none">
      {count} set
    </Badge>
  );
}
