import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { OpenedPrompt, PromptRecording } from '#shared/model/prompt-recording.ts';
import { api, query } from '#web/app/api.ts';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { DraftPanel } from '#web/ui/resource/DraftPanel.tsx';
import type { Opened } from '#web/ui/resource/ResourcePage.tsx';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { toast } from '#web/ui/toast.ts';
import { inputOf, type PromptValues, problemOf, valuesOf } from './form.ts';
import { PromptFields } from './PromptFields.tsx';
import { SoundSection } from './SoundSection.tsx';
import { Versions } from './Versions.tsx';

interface RecordingPanelProps {
  thing: Opened<PromptRecording>;
  readOnly: boolean;
  onClose: () => void;
  /** Opens what was added: its sound is made then. */
  onAdded: (id: string) => void;
}

/** A recording: its sound, and what a voice reads. */
export function RecordingPanel({ thing, readOnly, onClose, onAdded }: RecordingPanelProps) {
  const added = useRef<string>(undefined);
  // The panel closes once it has saved; of a new one the sound is still to be made.
  const close = () => {
    const id = added.current;
    added.current = undefined;
    if (id) onAdded(id);
    else onClose();
  };
  return (
    <DraftPanel
      thing={thing}
      onClose={close}
      readOnly={readOnly}
      title="Add recording"
      addLabel="Add recording"
      valuesOf={valuesOf}
      problemOf={problemOf}
      save={async (values, before) => {
        if (before) return api.recordings.update({ id: before.id, ...inputOf(values) });
        const made = await api.recordings.create(values);
        added.current = made.id;
        return made;
      }}
      stale={[query.recordings]}
    >
      {(values, set) => (
        <>
          {thing && thing !== 'new' && <Heard id={thing.id} values={values} readOnly={readOnly} />}
          <PromptFields values={values} readOnly={readOnly} set={set} />
        </>
      )}
    </DraftPanel>
  );
}

/** How often it is asked whether a voice has read a text; ms. */
const askAgainMs = 1_500;

function Heard({ id, values, readOnly }: { id: string; values: PromptValues; readOnly: boolean }) {
  const refresh = useRefresh(query.recordings);
  const { data } = useQuery(
    query.recordings.get.queryOptions({
      input: { id },
      refetchInterval: ({ state }) => {
        if (state.data?.status !== 'generating') return false;
        return askAgainMs;
      },
    }),
  );
  const deploy = useMutation({
    mutationFn: () => api.recordings.deploy({ id }),
    onSuccess: async () => {
      await refresh();
      toast.success('The exchange has the recording');
    },
    onError: (error) => toast.error(error),
  });
  if (!data) return <Skeleton h={150} />;
  return (
    <>
      <SoundSection recording={data} values={values} readOnly={readOnly} />
      <Group justify="space-between" gap={8}>
        <Text size="sm" c="dimmed">
          <OnExchange recording={data} />
        </Text>
        {!readOnly && data.versionId && (
          <Button
            data-changes
            size="compact-sm"
            variant="default"
            loading={deploy.isPending}
            onClick={() => deploy.mutate()}
          >
            {data.asterisk.deployed ? 'Deploy again' : 'Deploy'}
          </Button>
        )}
      </Group>
      <Versions recording={data} readOnly={readOnly} />
      <Used recording={data} />
    </>
  );
}

function OnExchange({ recording: { asterisk } }: { recording: OpenedPrompt }) {
  if (!asterisk.deployedAt) return 'The exchange does not have it yet.';
  return (
    <>
      {asterisk.deployed ? 'On the exchange since ' : 'The exchange has an earlier sound, since '}
      <RelativeTime at={asterisk.deployedAt} />.
    </>
  );
}

/** What plays it, and how often it was heard. */
function Used({ recording: { usedBy, usageCount } }: { recording: OpenedPrompt }) {
  const names = usedBy.map(({ name }) => `“${name}”`).join(', ');
  const heard =
    usageCount === 0 ? 'No caller has heard it yet.' : `Heard ${usageCount.toLocaleString()} times.`;
  return (
    <Text size="sm" c="dimmed">
      {usedBy.length === 0 ? 'Nothing plays this recording yet.' : `Used by ${names}.`} {heard}
    </Text>
  );
}
