import { Tabs, Textarea, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { journeyFields, journeyLimits } from '#shared/model/journey/journey.ts';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { toast } from '#web/ui/toast.ts';
import { useDraft, useDraftState } from '../draft.ts';
import { AutoEnrolment } from './AutoEnrolment.tsx';
import { RulesForm } from './RulesForm.tsx';
import styles from './settings.module.css';

interface SettingsPanelProps {
  opened: boolean;
  onClose: () => void;
}

/** What holds for the whole journey: its name, who comes in by themselves, who may come again, what takes a lead out. */
export function SettingsPanel({ opened, onClose }: SettingsPanelProps) {
  return (
    <SidePanel opened={opened} onClose={onClose} title="Journey settings" width={560}>
      <Tabs defaultValue="rules" color="ink" keepMounted={false}>
        <Tabs.List mb="lg" aria-label="Parts of the settings">
          <Tabs.Tab value="rules">Rules</Tabs.Tab>
          <Tabs.Tab value="enrolment">Who comes in</Tabs.Tab>
          <Tabs.Tab value="about">Name</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="rules">
          <RulesForm />
        </Tabs.Panel>
        <Tabs.Panel value="enrolment">
          <AutoEnrolment />
        </Tabs.Panel>
        <Tabs.Panel value="about">
          <About />
        </Tabs.Panel>
      </Tabs>
    </SidePanel>
  );
}

function About() {
  const draft = useDraft();
  const { name, description } = useDraftState().document;
  const [typed, setTyped] = useState({ name, description });
  useEffect(() => setTyped({ name, description }), [name, description]);
  const save = () => {
    const changes = { name: typed.name.trim(), description: typed.description.trim() };
    if (changes.name === name && changes.description === description) return;
    if (!journeyFields.shape.name.safeParse(changes.name).success) return;
    draft.update(changes).catch((error) => toast.error(error));
  };
  return (
    <fieldset className={styles.fields} disabled={draft.readOnly}>
      <TextInput
        label="Name"
        required
        maxLength={journeyLimits.name}
        error={typed.name.trim() ? undefined : 'Please enter a name.'}
        value={typed.name}
        onChange={(event) => setTyped({ ...typed, name: event.currentTarget.value })}
        onBlur={save}
      />
      <Textarea
        label="What it is for"
        autosize
        minRows={3}
        maxRows={10}
        maxLength={journeyLimits.description}
        value={typed.description}
        onChange={(event) => setTyped({ ...typed, description: event.currentTarget.value })}
        onBlur={save}
      />
    </fieldset>
  );
}
