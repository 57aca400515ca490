import {
  Alert,
  Button,
  Group,
  PasswordInput,
  Skeleton,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { noAudioUrl, promptLimits } from '#shared/model/prompt-recording.ts';
import { api, query } from '#web/app/api.ts';
import { AudioPlayer } from '#web/ui/audio/AudioPlayer.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { toast } from '#web/ui/toast.ts';
import { VoiceField } from './PromptFields.tsx';

interface VoicesPanelProps {
  opened: boolean;
  onClose: () => void;
}

const onError = (error: unknown) => toast.error(error);

/** The voices that read texts: hear them, and connect ElevenLabs. */
export const VoicesPanel = ({ opened, onClose }: VoicesPanelProps) => (
  <SidePanel
    opened={opened}
    onClose={onClose}
    title="Voices"
    footer={
      <Button variant="default" onClick={onClose}>
        Close
      </Button>
    }
  >
    <Stack gap="xl">
      <Trial />
      <Connection />
    </Stack>
  </SidePanel>
);

function Trial() {
  const refresh = useRefresh(query.recordings.usage);
  const [values, setValues] = useState({ provider: 'polly' as 'polly' | 'elevenlabs', voiceId: 'Joanna' });
  const [text, setText] = useState('Thank you for calling. How can we help you today?');
  const trial = useMutation({
    mutationFn: async () => {
      const heard = await api.recordings.testVoice({ voiceId: values.voiceId, text });
      if (!heard.audioUrl) throw new Error(noAudioUrl);
      return heard;
    },
    onSuccess: () => refresh(),
    onError,
  });
  return (
    <section aria-labelledby="voice-trial">
      <Title order={3} fz="sm" id="voice-trial" mb={8}>
        Hear a voice
      </Title>
      <Stack gap="sm">
        <VoiceField values={values} readOnly={false} set={(change) => setValues({ ...values, ...change })} />
        <Textarea
          label="It says"
          autosize
          minRows={2}
          maxLength={promptLimits.trial}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button
          data-changes
          variant="default"
          w="fit-content"
          loading={trial.isPending}
          disabled={text.trim() === ''}
          onClick={() => trial.mutate()}
        >
          Listen
        </Button>
        {trial.data && (
          <>
            <AudioPlayer src={trial.data.audioUrl} label="The voice" onRetry={() => trial.mutate()} />
            <Text size="xs" c="dimmed" role="status">
              {trial.data.message} Characters used: {trial.data.charactersUsed}.
            </Text>
          </>
        )}
      </Stack>
    </section>
  );
}

function Connection() {
  const refresh = useRefresh(query.recordings);
  const config = useQuery(query.recordings.config.queryOptions({ input: {} }));
  const usage = useQuery(query.recordings.usage.queryOptions({ input: {} }));
  const [apiKey, setApiKey] = useState('');
  const [modelId, setModelId] = useState<string>();
  const test = useMutation({
    mutationFn: () => api.recordings.testConnection(apiKey ? { apiKey } : {}),
    onError,
  });
  const save = useMutation({
    mutationFn: (change: { apiKey?: string | null; modelId?: string }) => api.recordings.setConfig(change),
    onSuccess: async () => {
      setApiKey('');
      await refresh();
      toast.success('The connection is saved');
    },
    onError,
  });
  if (config.error && !config.data)
    return (
      <ErrorState
        title="The connection could not be loaded"
        error={config.error}
        onRetry={() => void config.refetch()}
      />
    );
  if (!config.data) return <Skeleton h={180} />;
  const { apiKeySet, sandbox, modelId: model } = config.data;
  const { used, limit } = usage.data ?? {};
  return (
    <section aria-labelledby="voice-connection">
      <Title order={3} fz="sm" id="voice-connection" mb={8}>
        ElevenLabs
      </Title>
      <Stack gap="sm">
        {sandbox && (
          <Text size="sm" c="dimmed">
            The sandbox’s voices stand in for it.
          </Text>
        )}
        <PasswordInput
          label="API key"
          description={apiKeySet ? 'A key is set. It is never shown.' : 'Of your own account.'}
          placeholder={apiKeySet ? '••••••••' : ''}
          autoComplete="off"
          maxLength={200}
          value={apiKey}
          onChange={(event) => setApiKey(event.currentTarget.value)}
        />
        <TextInput
          label="Model"
          maxLength={50}
          value={modelId ?? model}
          onChange={(event) => setModelId(event.currentTarget.value)}
        />
        <Group gap={8}>
          <Button
            data-changes
            loading={save.isPending}
            disabled={!apiKey && (modelId ?? model) === model}
            onClick={() => save.mutate({ ...(apiKey ? { apiKey } : {}), modelId: modelId ?? model })}
          >
            Save
          </Button>
          <Button data-changes variant="default" loading={test.isPending} onClick={() => test.mutate()}>
            Test connection
          </Button>
          {apiKeySet && (
            <Button data-changes variant="subtle" color="red" onClick={() => save.mutate({ apiKey: null })}>
              Forget the key
            </Button>
          )}
        </Group>
        {test.data && (
          <Alert color={test.data.ok ? 'green' : 'red'} role="status">
            {test.data.message}
          </Alert>
        )}
        {used !== undefined && (
          <Text size="sm" c="dimmed">
            {used.toLocaleString()} characters read in the last 31 days
            {limit ? `; the account may have ${limit.toLocaleString()} read` : ''}.
          </Text>
        )}
      </Stack>
    </section>
  );
}
