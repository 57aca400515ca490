import { Button, Menu, Modal, Stack, Switch, Text, TextInput } from '@mantine/core';
import { IconBookmark, IconCheck, IconChevronDown, IconTrash, IconUsers } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, query } from '#web/app/api.ts';
import { useSignedIn } from '#web/app/session.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { useBusy } from '#web/ui/useBusy.ts';
import { finished } from '../filter/tree.ts';
import { differsFrom, type ListState } from './list-state.ts';
import type { SavedView } from './useListState.ts';

interface ViewsMenuProps {
  views: readonly SavedView[];
  state: ListState;
  onOpen: (view: string | null) => void;
}

/** The saved views: open one, keep what was changed in it, save the present list as a new one. */
export function ViewsMenu({ views, state, onOpen }: ViewsMenuProps) {
  const { userId } = useSignedIn().user;
  const client = useQueryClient();
  const [naming, setNaming] = useState(false);
  const [removing, setRemoving] = useState(false);
  const current = views.find(({ id }) => id === state.view);
  const mine = current?.ownerId === userId;
  const changed = current ? differsFrom(current, state) : false;
  const list = { filter: finished(state.filter), sort: state.sort, columns: state.columns };
  const refresh = () => client.invalidateQueries({ queryKey: query.leads.views.key() });

  async function keep() {
    const { id, name, shared, version } = current!;
    try {
      await api.leads.updateView({ ...list, id, name, shared, version });
      await refresh();
      onOpen(id);
      toast.success(`“${name}” saved`);
    } catch (error) {
      toast.error(error);
    }
  }

  async function saveAs(name: string, shared: boolean) {
    const view = await api.leads.saveView({ ...list, name, shared });
    await refresh();
    onOpen(view.id);
    toast.success(`“${name}” saved`);
  }

  return (
    <>
      <Menu position="bottom-start" width={260}>
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconBookmark size={16} />}
            rightSection={<IconChevronDown size={14} />}
          >
            {state.deleted ? 'Deleted leads' : (current?.name ?? 'All leads')}
            {changed && ' *'}
          </Button>
        </Menu.Target>
        <Menu.Dropdown aria-label="Views">
          <Menu.Item onClick={() => onOpen(null)} leftSection={<Mark on={!state.view && !state.deleted} />}>
            All leads
          </Menu.Item>
          {views.length > 0 && <Menu.Divider />}
          {views.map((view) => (
            <Menu.Item
              key={view.id}
              leftSection={<Mark on={view.id === state.view} />}
              rightSection={view.shared ? <IconUsers size={14} aria-label="shared" /> : undefined}
              onClick={() => onOpen(view.id)}
            >
              {view.name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          {mine && changed && (
            <Menu.Item data-changes onClick={keep}>
              Save the changes
            </Menu.Item>
          )}
          <Menu.Item data-changes onClick={() => setNaming(true)} disabled={state.deleted}>
            Save as a new view
          </Menu.Item>
          {mine && (
            <Menu.Item
              data-changes
              color="red"
              leftSection={<IconTrash size={15} />}
              onClick={() => setRemoving(true)}
            >
              Remove this view
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <NameDialog opened={naming} onClose={() => setNaming(false)} onSave={saveAs} />
      <ConfirmDialog
        opened={removing}
        onClose={() => setRemoving(false)}
        title={`Remove “${current?.name}”?`}
        confirmLabel="Remove view"
        danger
        onConfirm={async () => {
          await api.leads.removeView({ id: current!.id });
          onOpen(null);
          await refresh();
          toast.success('The view was removed');
        }}
      >
        The leads in it stay where they are.
        {current?.shared ? ' Nobody else will see the view any more.' : ''}
      </ConfirmDialog>
    </>
  );
}

const Mark = ({ on }: { on: boolean }) => <IconCheck size={15} style={{ opacity: on ? 1 : 0 }} />;

interface NameDialogProps {
  opened: boolean;
  onClose: () => void;
  onSave: (name: string, shared: boolean) => Promise<void>;
}

function NameDialog({ opened, onClose, onSave }: NameDialogProps) {
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const [busy, run] = useBusy();
  async function submit(event: FormEvent) {
    event.preventDefault();
    await run(async () => {
      await onSave(name.trim(), shared);
      setName('');
      onClose();
    });
  }
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={<Text fw={650}>Save view</Text>}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form data-changes onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label="Name"
            description="It keeps the filter, the order and the columns."
            maxLength={60}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Switch
            label="Shared"
            description="Everybody in this workspace sees it; each with the leads they may see."
            checked={shared}
            onChange={(event) => setShared(event.currentTarget.checked)}
          />
          <Button type="submit" loading={busy} disabled={!name.trim()}>
            Save view
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
