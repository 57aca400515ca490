import { Button, Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { permissions as permissionsSchema, type User } from '#shared/model/user.ts';
import { checkedBy } from '#web/ui/forms.ts';
import { toast } from '#web/ui/toast.ts';
import styles from './Users.module.css';
import { useUserActions } from './useUserActions.ts';

interface PermissionsEditorProps {
  id: string;
  user: User;
  onBusy: (busy: boolean) => void;
  onDone: () => void;
}

const wellFormed = /^[a-z][a-z0-9.:_-]{0,63}$/i;

/** Finer permissions on top of the role: each named, each allowed or not. */
export function PermissionsEditor({ id, user, onBusy, onDone }: PermissionsEditorProps) {
  const { setPermissions } = useUserActions();
  const [map, setMap] = useState<Record<string, boolean>>(user.permissions);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const names = Object.keys(map).sort();

  function add() {
    const wanted = name.trim();
    if (!wellFormed.test(wanted)) {
      setProblem('A permission begins with a letter and holds letters, digits and . : _ -');
      return;
    }
    const next = { ...map, [wanted]: true };
    const refused = checkedBy(permissionsSchema)(next);
    setProblem(refused ?? undefined);
    if (refused) return;
    setMap(next);
    setName('');
  }

  function without(removed: string) {
    setMap(Object.fromEntries(Object.entries(map).filter(([kept]) => kept !== removed)));
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    onBusy(true);
    try {
      await setPermissions.mutateAsync({ id: user.id, permissions: map });
      toast.success('Permissions saved');
      onDone();
    } catch (error) {
      toast.error(error);
    } finally {
      onBusy(false);
    }
  }

  return (
    <form id={id} onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          The role <b>{user.role}</b> decides first. A permission here adds to it or takes from it.
        </Text>
        {names.length > 0 ? (
          <div>
            {names.map((permission) => (
              <div key={permission} className={styles.permission}>
                <code>{permission}</code>
                <Group gap="xs" wrap="nowrap">
                  <Switch
                    aria-label={permission}
                    checked={map[permission]}
                    onChange={(event) => setMap({ ...map, [permission]: event.currentTarget.checked })}
                    label={map[permission] ? 'Allowed' : 'Denied'}
                    labelPosition="left"
                  />
                  <Button
                    variant="subtle"
                    color="gray"
                    size="compact-sm"
                    aria-label={`Remove ${permission}`}
                    onClick={() => without(permission)}
                  >
                    <IconX size={16} />
                  </Button>
                </Group>
              </div>
            ))}
          </div>
        ) : (
          <Text size="sm">No permission of their own: the role alone decides.</Text>
        )}
        <Group align="flex-start" gap="xs" wrap="nowrap">
          <TextInput
            flex={1}
            aria-label="Permission to add"
            placeholder="leads.export"
            spellCheck={false}
            autoCapitalize="none"
            value={name}
            error={problem}
            onChange={(event) => setName(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              add();
            }}
          />
          <Button
            variant="default"
            leftSection={<IconPlus size={16} />}
            onClick={add}
            disabled={!name.trim()}
          >
            Add
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
