import { Alert, Button, Group, Modal, SegmentedControl, Select, Stack, Text, Textarea } from '@mantine/core';
import { IconAlertOctagon } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { signageLimits } from '#shared/model/signage/entities.ts';
import { api, query } from '#web/app/api.ts';
import { toast } from '#web/ui/toast.ts';
import { signageChanged, useDisplays, useGroups } from '../queries.ts';
import { TargetPicker, type Targets } from '../TargetPicker.tsx';

/** Shows a sign or a message over everything, after one clear question. */
export function EmergencyDialog({ onClose }: { onClose: () => void }) {
  const projects = useQuery(query.content.list.queryOptions({ input: { limit: 100 } }));
  const displays = useDisplays().data?.displays ?? [];
  const groups = useGroups().data?.groups ?? [];
  const [what, setWhat] = useState<'message' | 'project'>('message');
  const [text, setText] = useState('');
  const [projectId, setProjectId] = useState<string | null>(null);
  const [where, setWhere] = useState<'all' | 'some'>('all');
  const [targets, setTargets] = useState<Targets>({ displayIds: [], groupIds: [] });
  // A click that is sent twice starts one emergency.
  const [requestId] = useState(() => crypto.randomUUID());
  const start = useMutation({
    mutationFn: () => {
      const shown = what === 'project' ? { projectId: projectId! } : { message: text.trim() };
      const named = where === 'all' ? { all: true } : targets;
      return api.signage.startEmergency({ ...shown, requestId, ...named });
    },
    onSuccess: async ({ displays: count, failed }) => {
      await signageChanged();
      if (failed.length > 0)
        toast.warning(
          'The emergency stands, but not everywhere yet',
          `${failed[0]} It is tried again by itself.`,
        );
      else
        toast.success(
          count === 1 ? 'Sent to 1 display' : `Sent to ${count} displays`,
          'At the top of the page you see which of them have confirmed it.',
        );
      onClose();
    },
    onError: (reason) => toast.error(reason),
  });
  const meant =
    where === 'all'
      ? displays.length
      : new Set([
          ...targets.displayIds,
          ...groups.filter(({ id }) => targets.groupIds.includes(id)).flatMap((group) => group.displayIds),
        ]).size;
  const ready = (what === 'message' ? text.trim() !== '' : projectId !== null) && meant > 0;
  return (
    <Modal
      opened
      onClose={onClose}
      title={<Text fw={650}>Show an emergency</Text>}
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        <Alert color="red" icon={<IconAlertOctagon size={18} />}>
          It covers everything else on the displays chosen, at once, until somebody ends it. Then each display
          shows what it had.
        </Alert>
        <SegmentedControl
          aria-label="What to show"
          value={what}
          onChange={(value) => setWhat(value as typeof what)}
          data={[
            { value: 'message', label: 'A message' },
            { value: 'project', label: 'A sign from the content creator' },
          ]}
        />
        {what === 'message' ? (
          <Textarea
            label="Message"
            description="Shown large, white on red"
            placeholder="Please leave the building by the stairs."
            autosize
            minRows={2}
            maxLength={signageLimits.messageLength}
            required
            data-autofocus
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        ) : (
          <Select
            label="Sign"
            placeholder={projects.data ? 'Choose a project' : 'Loading…'}
            searchable
            required
            data={(projects.data?.projects ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            value={projectId}
            onChange={setProjectId}
            error={projects.error ? 'The projects could not be loaded.' : undefined}
          />
        )}
        <SegmentedControl
          aria-label="Where to show it"
          value={where}
          onChange={(value) => setWhere(value as typeof where)}
          data={[
            { value: 'all', label: displays.length > 0 ? `All ${displays.length} displays` : 'All displays' },
            { value: 'some', label: 'Some displays' },
          ]}
        />
        {where === 'some' && <TargetPicker value={targets} onChange={setTargets} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={start.isPending}>
            Cancel
          </Button>
          <Button
            data-changes
            color="red"
            disabled={!ready}
            loading={start.isPending}
            onClick={() => start.mutate()}
          >
            {meant === 0
              ? 'Show now'
              : meant === 1
                ? 'Show on 1 display now'
                : `Show on ${meant} displays now`}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
