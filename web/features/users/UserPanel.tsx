import { Button, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { query } from '#web/app/api.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { PermissionsEditor } from './PermissionsEditor.tsx';
import { UserForm } from './UserForm.tsx';

interface UserPanelProps {
  /** An id, 'new', or null when the panel is closed. */
  userId: string | null;
  onClose: () => void;
}

const formId = 'user-form';

/** Adds a user, or changes one: details and permissions. */
export function UserPanel({ userId, onClose }: UserPanelProps) {
  const [busy, setBusy] = useState(false);
  const [tab, setTab] = useState<string | null>('details');
  // The panel keeps showing what it showed while it slides out.
  const [shown, setShown] = useState(userId);
  useEffect(() => {
    if (!userId) return;
    setShown(userId);
    setTab('details');
  }, [userId]);
  const isNew = shown === 'new';
  const one = useQuery(
    query.users.get.queryOptions({ input: { id: shown ?? '' }, enabled: Boolean(shown) && !isNew }),
  );
  const user = isNew ? undefined : one.data;

  return (
    <SidePanel
      opened={userId !== null}
      onClose={onClose}
      title={isNew ? 'Add user' : (user && (user.fullName || user.username)) || 'User'}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={tab === 'details' ? formId : `${formId}-permissions`}
            loading={busy}
            disabled={!isNew && !user}
          >
            {isNew ? 'Add user' : 'Save changes'}
          </Button>
        </>
      }
    >
      {isNew ? (
        <UserForm key="new" id={formId} onBusy={setBusy} onDone={onClose} />
      ) : one.error ? (
        <ErrorState title="This user could not be loaded" error={one.error} onRetry={() => one.refetch()} />
      ) : !user ? (
        <FormSkeleton fields={6} />
      ) : (
        <Tabs value={tab} onChange={setTab} color="ink" keepMounted={false}>
          <Tabs.List mb="lg">
            <Tabs.Tab value="details">Details</Tabs.Tab>
            <Tabs.Tab value="permissions">Permissions</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="details">
            <UserForm
              key={`${user.id}-${user.version}`}
              id={formId}
              user={user}
              onBusy={setBusy}
              onDone={onClose}
            />
          </Tabs.Panel>
          <Tabs.Panel value="permissions">
            <PermissionsEditor
              key={`${user.id}-${user.version}`}
              id={`${formId}-permissions`}
              user={user}
              onBusy={setBusy}
              onDone={onClose}
            />
          </Tabs.Panel>
        </Tabs>
      )}
    </SidePanel>
  );
}
