import { Alert, Button, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Emergency } from '#shared/model/compliance/settings.ts';
import { query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { EmergencyFields, emergencyProblem } from '#web/features/compliance/EmergencyFields.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { toast } from '#web/ui/toast.ts';

/** States of emergency that hold for every workspace. */
export function Emergencies() {
  const { data, error, refetch } = useQuery(query.tcpa.emergencies.queryOptions({ input: {} }));
  if (error)
    return <ErrorState title="The emergencies could not be loaded" error={error} onRetry={() => refetch()} />;
  if (!data) return <FormSkeleton fields={2} />;
  return <Editor key={JSON.stringify(data)} saved={data.emergencies} />;
}

function Editor({ saved }: { saved: Emergency[] }) {
  const [emergencies, setEmergencies] = useState(saved);
  const client = useQueryClient();
  const save = useMutation({
    ...query.tcpa.declareEmergencies.mutationOptions(),
    onSuccess: async () => {
      toast.success('The emergencies are saved', 'They hold for every workspace from now on.');
      await client.invalidateQueries({ queryKey: query.tcpa.key() });
    },
  });
  const problem = emergencyProblem(emergencies);
  return (
    <form
      data-changes
      style={{ maxInlineSize: 760 }}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ emergencies });
      }}
    >
      <Text size="sm" c="dimmed" mb="md">
        New York and Louisiana forbid sales calls and texts while an emergency is declared there. What stands
        here holds for every workspace; the last day may stay empty until it is known.
      </Text>
      <EmergencyFields emergencies={emergencies} onChange={setEmergencies} />
      {(problem || save.error) && (
        <Alert color="red" variant="light" mt="lg" role="alert">
          {problem ?? messageOf(save.error)}
        </Alert>
      )}
      <Button
        type="submit"
        mt="lg"
        loading={save.isPending}
        disabled={emergencies === saved || Boolean(problem)}
      >
        Save emergencies
      </Button>
    </form>
  );
}
