import { Textarea, TextInput } from '@mantine/core';
import type { ConsentProof } from '#shared/model/lead.ts';

export interface TypedProof {
  how: string;
  /** As the field has it: the browser's own time, without a zone. */
  when: string;
  evidence: string;
}
export const noProof: TypedProof = { how: '', when: '', evidence: '' };

export const isComplete = ({ how, when, evidence }: TypedProof): boolean =>
  [how, when, evidence].every((text) => text.trim() !== '');

/** The proof as a call takes it. */
export const proofOf = ({ when, evidence }: TypedProof): ConsentProof => ({
  when: new Date(when).toISOString(),
  evidence: evidence.trim(),
});

/** Now, as the field for a time has it. */
function localNow(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

interface ProofFieldsProps {
  value: TypedProof;
  onChange: (value: TypedProof) => void;
}

/** The source of a consent that lifts an opt-out: how, when, and where it can be seen. */
export function ProofFields({ value, onChange }: ProofFieldsProps) {
  return (
    <>
      <TextInput
        label="How they agreed"
        placeholder="Web form, signed paper, their own mail"
        required
        maxLength={200}
        data-autofocus
        value={value.how}
        onChange={(event) => onChange({ ...value, how: event.currentTarget.value })}
      />
      <TextInput
        type="datetime-local"
        label="When they agreed"
        description="After they opted out."
        required
        max={localNow()}
        value={value.when}
        onChange={(event) => onChange({ ...value, when: event.currentTarget.value })}
      />
      <Textarea
        label="Where it can be seen"
        description="The address of the form or the recording, or their own words."
        required
        autosize
        minRows={2}
        maxLength={500}
        value={value.evidence}
        onChange={(event) => onChange({ ...value, evidence: event.currentTarget.value })}
      />
    </>
  );
}
