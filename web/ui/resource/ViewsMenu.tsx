import { Button, Menu, Modal, Stack, Switch, Text, TextInput } from '@mantine/core';
import { IconBookmark, IconCheck, IconChevronDown, IconTrash, IconUsers } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useSignedIn } from '#web/app/session.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { toast } from '../toast.ts';
import { useBusy } from '../useBusy.ts';

interface View {
  id: string;
  ownerId: string;
  name: string;
  shared: boolean;
}

interface ViewsMenuProps<V extends View> {
  views: readonly V[];
  current: V | undefined;
  /** The list is not as the view keeps it. */
  isChanged: boolean;
  /** The list without a view: 'All leads'. */
  allLabel: string;
  /** What the button says in place of the view's name. */
  label?: string;
  /** Nothing of this list can be kept. */
  isFixed?: boolean;
  size?: 'xs' | 'sm';
  /** What a view keeps: 'It keeps the filter, the order and the columns.' */
  keeps: string;
  /** What the others see in a shared one. */
  sharedWords: string;
  /** What a removal leaves alone. */
  removalWords: string;
  onOpen: (id: string | null) => void;
  /** Each does its work and asks for the views again. `keep` brings the open view up to date. */
  save: (name: string, shared: boolean) => Promise<V>;
  keep: (view: V) => Promise<unknown>;
  remove: (view: V) => Promise<unknown>;
}

/** The saved views of a list: open one, keep what was changed in it, save the present list as a new one. */
export function ViewsMenu<V extends View>(props: ViewsMenuProps<V>) {
  const { views, current, isChanged, allLabel, label, isFixed = false, size = 'sm', onOpen } = props;
  const { userId } = useSignedIn().user;
  const [naming, setNaming] = useState(false);
  const [removing, setRemoving] = useState(false);
  const isMine = current?.ownerId === userId;

  async function keep(view: V) {
    try {
      await props.keep(view);
      onOpen(view.id);
      toast.success(`“${view.name}” saved`);
    } catch (error) {
      toast.error(error);
    }
  }

  return (
    <>
      <Menu position="bottom-start" width={260}>
        <Menu.Target>
          <Button
            variant="default"
            size={size}
            leftSection={<IconBookmark size={16} />}
            rightSection={<IconChevronDown size={14} />}
          >
            {label ?? current?.name ?? allLabel}
            {isChanged && ' *'}
          </Button>
        </Menu.Target>
        <Menu.Dropdown aria-label="Views">
          <Menu.Item onClick={() => onOpen(null)} leftSection={<Mark on={!current && !isFixed} />}>
            {allLabel}
          </Menu.Item>
          {views.length > 0 && <Menu.Divider />}
          {views.map((view) => (
            <Menu.Item
              key={view.id}
              leftSection={<Mark on={view.id === current?.id} />}
              rightSection={view.shared ? <IconUsers size={14} aria-label="shared" /> : undefined}
              onClick={() => onOpen(view.id)}
            >
              {view.name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          {isMine && isChanged && (
            <Menu.Item data-changes onClick={() => void keep(current)}>
              Save the changes
            </Menu.Item>
          )}
          <Menu.Item data-changes onClick={() => setNaming(true)} disabled={isFixed}>
            Save as a new view
          </Menu.Item>
          {isMine && (
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
      <ViewNameDialog
        opened={naming}
        keeps={props.keeps}
        sharedWords={props.sharedWords}
        onClose={() => setNaming(false)}
        onSave={async (name, shared) => {
          const view = await props.save(name, shared);
          onOpen(view.id);
          toast.success(`“${name}” saved`);
        }}
      />
      <ConfirmDialog
        opened={removing}
        onClose={() => setRemoving(false)}
        title={`Remove “${current?.name}”?`}
        confirmLabel="Remove view"
        danger
        onConfirm={async () => {
          await props.remove(current!);
          onOpen(null);
          toast.success('The view was removed');
        }}
      >
        {props.removalWords}
        {current?.shared ? ' Nobody else will see the view any more.' : ''}
      </ConfirmDialog>
    </>
  );
}

const Mark = ({ on }: { on: boolean }) => <IconCheck size={15} style={{ opacity: on ? 1 : 0 }} />;

interface ViewNameDialogProps {
  opened: boolean;
  keeps: string;
  sharedWords: string;
  onClose: () => void;
  onSave: (name: string, shared: boolean) => Promise<void>;
}

function ViewNameDialog({ opened, keeps, sharedWords, onClose, onSave }: ViewNameDialogProps) {
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
            description={keeps}
            maxLength={60}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Switch
            label="Shared"
            description={sharedWords}
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
