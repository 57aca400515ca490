import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '#web/app/api.ts';
import { ApiError, messageOf } from '#web/app/api-error.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { usePlan, usePlanState } from '../draft.ts';

/** What is to be deployed: the plan as it is saved, or a version of it. */
export type Deploying = 'draft' | number;

interface FailedWalk {
  id: string;
  name: string;
  /** Where it parted. */
  text: string;
}

interface DeployDialogProps {
  deploying: Deploying | null;
  onClose: () => void;
  /** Errors that keep the draft from being deployed. */
  errors?: number;
  onDeployed?: () => unknown;
}

/** Asks before calls are taken by a plan or a version of it, and tells what became of it. */
export function DeployDialog({ deploying, onClose, errors = 0, onDeployed }: DeployDialogProps) {
  const draft = usePlan();
  const { name } = usePlanState().document;
  const [failed, setFailed] = useState<{ what: Deploying; walks: readonly FailedWalk[] } | null>(null);
  const deploy = async (what: Deploying, confirmWalks: boolean) => {
    const { id } = draft;
    try {
      draft.took(
        typeof what === 'number'
          ? await api.dialplans.deployVersion({ id, number: what, confirmWalks })
          : await api.dialplans.deploy({ id, confirmWalks }),
      );
      toast.success('Dial plan deployed successfully');
      await onDeployed?.();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'walks_failed')
        setFailed({ what, walks: (error.details as { walks: FailedWalk[] }).walks });
      else toast.error('Failed to deploy dial plan', messageOf(error));
    }
  };
  if (failed)
    return (
      <ConfirmDialog
        opened
        onClose={() => setFailed(null)}
        title={
          failed.walks.length === 1 ? 'A walk ends otherwise' : `${failed.walks.length} walks end otherwise`
        }
        confirmLabel="Deploy anyway"
        danger
        onConfirm={() => deploy(failed.what, true)}
      >
        The plan is not deployed yet.
        <Stack component="ul" className="db-list" gap={6} mt="sm">
          {failed.walks.map(({ id, name: walk, text }) => (
            <Text component="li" key={id} size="sm" c="var(--mantine-color-text)">
              <b dir="auto">{walk}</b>: {text}
            </Text>
          ))}
        </Stack>
      </ConfirmDialog>
    );
  return (
    <ConfirmDialog
      opened={deploying !== null}
      onClose={onClose}
      title={typeof deploying === 'number' ? `Deploy version ${deploying}?` : `Deploy “${name}”?`}
      confirmLabel={typeof deploying === 'number' ? 'Deploy version' : 'Deploy plan'}
      onConfirm={() => deploy(deploying!, false)}
    >
      {typeof deploying === 'number'
        ? 'Calls are taken by this version from now on. The drawing stays as it is, and calls that go on already are not touched.'
        : errors > 0
          ? `${errors === 1 ? '1 thing keeps' : `${errors} things keep`} it from being deployed; the drawing says what.`
          : 'Calls are taken by the plan as it is saved now. Calls that go on already are not touched.'}
    </ConfirmDialog>
  );
}
