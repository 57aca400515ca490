import { Box, Button, NumberInput, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { Customer } from '#shared/api/platform.ts';
import { type CapName, type Caps, capNames, highestCap } from '#shared/model/trial-caps.ts';
import { AutoGrid } from '#web/ui/layout/layout.tsx';
import { toast } from '#web/ui/toast.ts';
import { usePlatform } from './usePlatform.ts';

const labels = {
  messagesPerDay: 'Messages a day',
  messagesInAll: 'Messages in all',
  callsPerDay: 'Calls a day',
  users: 'Users',
  webhookPostsPerDay: 'Posts to webhooks a day',
} as const satisfies Record<CapName, string>;

const ofPlan = (cap: number | undefined): string =>
  cap === undefined ? 'The plan sets none' : `The plan's is ${cap.toLocaleString()}`;

/** What the platform lets a workspace do at most, whatever its own settings say; an empty field is the plan's. */
export function Limits({ tenant }: { tenant: Customer }) {
  const { setCaps } = usePlatform();
  const [values, setValues] = useState<Caps>(tenant.setCaps);
  const changed = capNames.filter((name) => values[name] !== tenant.setCaps[name]);

  async function save() {
    try {
      const caps = Object.fromEntries(changed.map((name) => [name, values[name] ?? null]));
      await setCaps.mutateAsync({ id: tenant.id, ...caps });
      toast.success('Limits saved', 'They hold from now on.');
    } catch (error) {
      toast.error(error);
    }
  }

  return (
    <Box component="section" className="db-line-above" py={18} aria-labelledby="tenant-limits">
      <Title order={3} fz="md" id="tenant-limits" mb="xs">
        Limits
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        What the workspace may do at most, whatever its own settings say. An empty field leaves it to the
        plan.
      </Text>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Stack gap="sm" align="flex-start">
          <AutoGrid min={180} gap="12px 16px" w="100%">
            {capNames.map((name) => (
              <NumberInput
                key={name}
                label={labels[name]}
                description={ofPlan(tenant.planCaps[name])}
                placeholder="As the plan"
                min={0}
                max={highestCap}
                allowDecimal={false}
                thousandSeparator=","
                hideControls
                value={values[name] ?? ''}
                onChange={(value) =>
                  setValues((before) => ({
                    ...before,
                    [name]: typeof value === 'number' ? value : undefined,
                  }))
                }
              />
            ))}
          </AutoGrid>
          <Button type="submit" variant="default" disabled={changed.length === 0} loading={setCaps.isPending}>
            Save the limits
          </Button>
        </Stack>
      </form>
    </Box>
  );
}
