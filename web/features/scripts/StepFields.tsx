import { ActionIcon, Box, Button, Group, Popover, Select, Text, Textarea, TextInput } from '@mantine/core';
import { IconBraces, IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import { scriptLimits as limits, type ScriptStep } from '#shared/model/script.ts';
import { insertAt } from '#web/features/message-templates/insert.ts';
import { VariablePalette } from '#web/features/message-templates/VariablePalette.tsx';
import { FieldRows } from '#web/ui/resource/FieldRows.tsx';
import { endOfScript } from './form.ts';
import styles from './scripts.module.css';

interface StepFieldsProps {
  step: ScriptStep;
  /** From 1. */
  number: number;
  all: readonly ScriptStep[];
  onChange: (change: Partial<ScriptStep>) => void;
  onRemove: (() => void) | undefined;
}

/** One step of a script: what is said, and where each answer leads. */
export function StepFields({ step, number, all, onChange, onRemove }: StepFieldsProps) {
  const text = useRef<HTMLTextAreaElement>(null);
  const targets = [
    { value: endOfScript, label: 'End of the script' },
    ...all.map(({ key, title }, at) => ({ value: key, label: `${at + 1}. ${title || 'Without a title'}` })),
  ];
  function insert(variable: string) {
    const { selectionStart, selectionEnd } = text.current ?? {};
    const end = step.text.length;
    onChange({ text: insertAt(step.text, selectionStart ?? end, selectionEnd ?? end, variable).text });
  }
  return (
    <Box
      component="section"
      className="db-frame"
      display="grid"
      p="12px 14px"
      style={{ gap: 10 }}
      aria-label={`Step ${number}`}
    >
      <Group gap={8} align="end" wrap="nowrap">
        <TextInput
          flex={1}
          label={`Step ${number}`}
          placeholder="Greeting"
          maxLength={limits.title}
          value={step.title}
          onChange={(event) => onChange({ title: event.currentTarget.value })}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={`Remove step ${number}`}
          disabled={!onRemove}
          onClick={onRemove}
        >
          <IconTrash size={17} />
        </ActionIcon>
      </Group>
      <Textarea
        ref={text}
        aria-label={`What is said in step ${number}`}
        placeholder="What the agent says"
        autosize
        minRows={3}
        maxRows={10}
        maxLength={limits.text}
        value={step.text}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
      />
      <Popover width={340} position="bottom-start" shadow="md" trapFocus withinPortal>
        <Popover.Target>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconBraces size={15} />}
            style={{ justifySelf: 'start' }}
          >
            Insert a field
          </Button>
        </Popover.Target>
        <Popover.Dropdown mah={320} style={{ overflow: 'auto' }}>
          <VariablePalette onInsert={insert} />
        </Popover.Dropdown>
      </Popover>
      <div>
        <Text size="sm" fw={550} mb={6}>
          Answers
        </Text>
        <FieldRows
          rows={step.answers}
          onChange={(answers) => onChange({ answers })}
          disabled={step.answers.length >= limits.answers}
          blank={() => ({ label: '', next: null })}
          addLabel="Add an answer"
          removeLabel={({ label }, at) => `Remove ${label || `answer ${at}`}`}
          rowClassName={styles.answer}
        >
          {(answer, set, at) => (
            <>
              <TextInput
                aria-label={`Answer ${at} of step ${number}`}
                placeholder="Yes"
                maxLength={limits.label}
                value={answer.label}
                onChange={(event) => set({ label: event.currentTarget.value })}
              />
              <Select
                aria-label={`Answer ${at} of step ${number} leads to`}
                allowDeselect={false}
                data={targets}
                value={answer.next ?? endOfScript}
                onChange={(next) => set({ next: next === endOfScript ? null : next })}
              />
            </>
          )}
        </FieldRows>
      </div>
    </Box>
  );
}
