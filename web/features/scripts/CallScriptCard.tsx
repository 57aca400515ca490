import { Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Call } from '#shared/model/call.ts';
import type { GivenAnswer } from '#shared/model/script.ts';
import { api, query } from '#web/app/api.ts';
import { Surface } from '#web/ui/layout/layout.tsx';
import { LinesSkeleton } from '#web/ui/skeletons.tsx';
import { toast } from '#web/ui/toast.ts';
import { ScriptReader } from './ScriptReader.tsx';

interface CallScriptCardProps {
  scriptId: string;
  call: Call;
}

/** The script of the list beside the call: what to say now, and what was answered, which stays with the call. */
export function CallScriptCard({ scriptId, call }: CallScriptCardProps) {
  const client = useQueryClient();
  const { data: script, error } = useQuery(
    query.scripts.speak.queryOptions({
      input: { id: scriptId, leadId: call.leadId ?? '' },
      enabled: call.leadId !== null,
      // It stays as it was when the call began, so that nothing moves under who reads it aloud.
      staleTime: Number.POSITIVE_INFINITY,
    }),
  );
  const kept = call.script?.scriptId === scriptId ? call.script.answers : [];
  const [chosen, setChosen] = useState<readonly GivenAnswer[] | null>(null);
  const given = chosen ?? kept.map(({ key, number }) => ({ step: key, answer: number }));
  const saved = useRef(Promise.resolve());

  function change(answers: readonly GivenAnswer[]) {
    setChosen(answers);
    // One after another: what was answered last is what stays.
    saved.current = saved.current.then(async () => {
      try {
        const after = await api.scripts.answer({ id: scriptId, callId: call.id, answers: [...answers] });
        client.setQueryData(
          query.calls.get.queryKey({ input: { id: call.id } }),
          (before) => before && { ...before, ...after },
        );
      } catch (problem) {
        toast.error(problem);
      }
    });
  }

  // A script that was removed meanwhile is none; the call is what matters.
  if (!call.leadId || error) return null;
  return (
    <Surface component="section" aria-label="Script" mb={16}>
      <Text size="xs" c="dimmed" mb={8}>
        {script?.name ?? 'Script'}
      </Text>
      {script ? (
        <ScriptReader script={script} given={given} onChange={change} withKeys />
      ) : (
        <LinesSkeleton lines={3} />
      )}
    </Surface>
  );
}
