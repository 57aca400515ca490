import { Button, Menu, TextInput } from '@mantine/core';
import {
  IconChevronDown,
  IconCircleCheck,
  IconDoorExit,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipForward,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type EnrolmentView, openStatuses } from '#shared/model/journey/journey.ts';
import { api, query } from '#web/app/api.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { toast } from '#web/ui/toast.ts';

/** Pause, resume, skip, complete and take out, of one lead on a journey. */
export function EnrolmentActions({ enrolment }: { enrolment: EnrolmentView }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState<'pause' | 'exit' | 'complete' | null>(null);
  const [until, setUntil] = useState('');
  const { id, status, leadName } = enrolment;
  if (!openStatuses.includes(status)) return null;
  const follow = async (work: Promise<unknown>, said: string) => {
    await work;
    toast.success(said);
    await client.invalidateQueries({ queryKey: query.journeys.key() });
    void client.invalidateQueries({ queryKey: query.leads.journeys.key() });
  };
  const now = (work: Promise<unknown>, said: string) =>
    void follow(work, said).catch((error) => toast.error(error));
  const isPaused = status === 'paused';
  return (
    <>
      {isPaused || status === 'parked' ? (
        <Button
          data-changes
          leftSection={<IconPlayerPlay size={16} />}
          onClick={() => now(api.journeys.setStatus({ id, status: 'active' }), `${leadName} goes on`)}
        >
          {isPaused ? 'Resume' : 'Try again'}
        </Button>
      ) : (
        <Button
          data-changes
          variant="default"
          leftSection={<IconPlayerPause size={16} />}
          onClick={() => setAsking('pause')}
        >
          Pause
        </Button>
      )}
      <Button
        data-changes
        variant="default"
        leftSection={<IconPlayerSkipForward size={16} />}
        onClick={() => now(api.journeys.skipStep({ id }), 'Step skipped')}
      >
        Skip the step
      </Button>
      <Menu position="top-end" width={200}>
        <Menu.Target>
          <Button data-changes variant="default" rightSection={<IconChevronDown size={15} />}>
            End it
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconCircleCheck size={15} />} onClick={() => setAsking('complete')}>
            As completed
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconDoorExit size={15} />} onClick={() => setAsking('exit')}>
            Take out
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={asking === 'pause'}
        onClose={() => setAsking(null)}
        title={`Pause ${leadName} on this journey?`}
        confirmLabel="Pause"
        onConfirm={() =>
          follow(
            api.journeys.setStatus({
              id,
              status: 'paused',
              until: until ? new Date(until).toISOString() : null,
            }),
            `${leadName} is paused`,
          )
        }
      >
        Nothing happens to this lead until it is resumed.
        <TextInput
          type="datetime-local"
          label="It resumes by itself"
          description="Leave it empty to resume it by hand."
          mt="md"
          value={until}
          onChange={(event) => setUntil(event.currentTarget.value)}
        />
      </ConfirmDialog>
      <ConfirmDialog
        opened={asking === 'exit' || asking === 'complete'}
        onClose={() => setAsking(null)}
        title={asking === 'complete' ? `Complete it for ${leadName}?` : `Take ${leadName} out?`}
        confirmLabel={asking === 'complete' ? 'Complete' : 'Take out'}
        danger={asking === 'exit'}
        onConfirm={() =>
          follow(
            api.journeys.setStatus({ id, status: asking === 'complete' ? 'completed' : 'exited' }),
            asking === 'complete' ? `${leadName} has completed it` : `${leadName} was taken out`,
          )
        }
      >
        What is still planned for this lead is cancelled. This cannot be undone, but the lead can be enrolled
        again where the journey allows it.
      </ConfirmDialog>
    </>
  );
}
