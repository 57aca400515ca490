import { Button, Stack, Text, Title } from '@mantine/core';
import { type Queue, queueStrategyLabels } from '#shared/model/queue.ts';
import { Definition, DefinitionList } from '#web/ui/DefinitionList.tsx';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { whatCallersHear } from './hears.ts';
import { QueueCallbacks } from './QueueCallbacks.tsx';
import { QueueFigures } from './QueueFigures.tsx';
import { QueueMembers } from './QueueMembers.tsx';

interface QueuePanelProps {
  /** Undefined while none is open. */
  queue: Queue | undefined;
  onClose: () => void;
  /** Left out for those who may not change it. */
  onEdit?: ((queue: Queue) => void) | undefined;
}

/** A queue as it is: its callers, what they hear, and who takes their calls. */
export function QueuePanel({ queue, onClose, onEdit }: QueuePanelProps) {
  return (
    <SidePanel
      opened={queue !== undefined}
      onClose={onClose}
      width={620}
      title={queue?.name ?? 'Queue'}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          {queue && onEdit && (
            <Button data-changes onClick={() => onEdit(queue)}>
              Edit
            </Button>
          )}
        </>
      }
    >
      {queue && (
        <Stack gap="lg">
          <QueueFigures queueId={queue.id} />
          <QueueCallbacks queue={queue} />
          <section>
            <Title order={3} fz="sm" mb={6}>
              How it works
            </Title>
            <DefinitionList>
              <Definition term="Number" figures>
                {queue.number}
              </Definition>
              <Definition term="Who is called">{queueStrategyLabels[queue.strategy]}</Definition>
              <Definition term="A phone rings">{queue.timeout} s</Definition>
              <Definition term="Rest after a call">{queue.wrapUpSeconds} s</Definition>
            </DefinitionList>
            <Text size="sm" mt={8}>
              {whatCallersHear(queue)}
            </Text>
          </section>
          <section>
            <Title order={3} fz="sm" mb={8}>
              Members
            </Title>
            <QueueMembers queue={queue} />
          </section>
        </Stack>
      )}
    </SidePanel>
  );
}
