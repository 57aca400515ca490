import { Alert, Button, Group, Modal, SimpleGrid, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { celebrationLimits as limits, monthName } from '#shared/model/celebration.ts';
import { api, query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { refreshLists } from '#web/features/content/data/refresh.ts';
import { BoundedNumberInput } from '#web/ui/BoundedNumberInput.tsx';
import { toast } from '#web/ui/toast.ts';
import { SignField } from '../SignField.tsx';

interface MonthVideosDialogProps {
  month: string;
  /** How many have won anything. */
  count: number;
  onClose: () => void;
}

/** A video for each of the month's best: of which sign, for how many, and how long. */
export default function MonthVideosDialog({ month, count, onClose }: MonthVideosDialogProps) {
  // One form is one batch, however often it is sent.
  const [requestId] = useState(() => crypto.randomUUID());
  const most = Math.min(count, limits.winners.max);
  const [projectId, setProjectId] = useState<string | null>(null);
  const [winners, setWinners] = useState(Math.min(3, most));
  const [seconds, setSeconds] = useState(8);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!projectId) return setProblem('Please choose a sign.');
    setBusy(true);
    setProblem(undefined);
    try {
      const wanted = { requestId, month, projectId, winners, seconds };
      const { id, total } = await api.celebrations.monthVideos(wanted);
      toast.success(total === 1 ? '1 video is being made' : `${total} videos are being made`);
      void refreshLists(query.content.listBatches.key());
      void navigate(`/content-creator?personalised=${id}`);
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={<Text fw={650}>Videos of the best of {monthName(month)}</Text>}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form data-changes onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          {problem && (
            <Alert color="red" role="alert">
              {problem}
            </Alert>
          )}
          <SignField
            projectId={projectId}
            readOnly={false}
            description="A video each: with rep.name and rep.photo, the number of sales in lead.name and their sum in deal.amount."
            onChange={(chosen) => {
              setProjectId(chosen);
              setProblem(undefined);
            }}
          />
          <SimpleGrid cols={2}>
            <BoundedNumberInput
              label="For the first"
              suffix={winners === 1 ? ' winner' : ' winners'}
              min={1}
              max={most}
              value={winners}
              onChange={setWinners}
            />
            <BoundedNumberInput
              label="Length"
              suffix=" s"
              {...limits.videoSeconds}
              value={seconds}
              onChange={setSeconds}
            />
          </SimpleGrid>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose} disabled={busy}>
              Cancel
            </Button>
            <Button data-changes type="submit" loading={busy}>
              Make videos
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
