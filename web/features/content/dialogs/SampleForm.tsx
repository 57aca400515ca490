import { NumberInput, Stack, Tabs, TextInput } from '@mantine/core';

/** What a preview fills the merge fields with. */
export interface Sample {
  lead: { name: string; phone: string; email: string };
  call: { status: string; duration: number };
  company: { name: string };
}

/** The sample's fields, by what they are about. */
export function SampleForm({ sample, onChange }: { sample: Sample; onChange: (sample: Sample) => void }) {
  const set = <Source extends keyof Sample>(source: Source, changes: Partial<Sample[Source]>) =>
    onChange({ ...sample, [source]: { ...sample[source], ...changes } });
  const { lead, call, company } = sample;
  return (
    <Tabs defaultValue="lead" color="amber" mt="xs">
      <Tabs.List grow mb="sm">
        <Tabs.Tab value="lead">Lead</Tabs.Tab>
        <Tabs.Tab value="call">Call</Tabs.Tab>
        <Tabs.Tab value="company">Company</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="lead">
        <Stack gap="xs">
          <TextInput
            size="xs"
            label="Name"
            value={lead.name}
            onChange={(event) => set('lead', { name: event.currentTarget.value })}
          />
          <TextInput
            size="xs"
            label="Phone"
            type="tel"
            value={lead.phone}
            onChange={(event) => set('lead', { phone: event.currentTarget.value })}
          />
          <TextInput
            size="xs"
            label="Email"
            type="email"
            value={lead.email}
            onChange={(event) => set('lead', { email: event.currentTarget.value })}
          />
        </Stack>
      </Tabs.Panel>
      <Tabs.Panel value="call">
        <Stack gap="xs">
          <TextInput
            size="xs"
            label="Status"
            value={call.status}
            onChange={(event) => set('call', { status: event.currentTarget.value })}
          />
          <NumberInput
            size="xs"
            label="Duration in seconds"
            min={0}
            value={call.duration}
            onChange={(value) => set('call', { duration: Number(value) || 0 })}
          />
        </Stack>
      </Tabs.Panel>
      <Tabs.Panel value="company">
        <TextInput
          size="xs"
          label="Company name"
          value={company.name}
          onChange={(event) => set('company', { name: event.currentTarget.value })}
        />
      </Tabs.Panel>
    </Tabs>
  );
}
