import {
  definitionOf,
  type Step,
  type StepConfig,
  type StepType,
} from '#shared/model/journey/steps/index.ts';
import { replaced } from '#web/ui/flow/graph/edits.ts';
import { type LiveForm, useLiveForm } from '#web/ui/flow/useLiveForm.ts';
import { journeyKind, useDraft } from '../draft.ts';

export interface ConfigForm<T extends StepType> {
  /** What the fields show, also what is not valid yet. */
  config: StepConfig<T>;
  set: (changes: Partial<StepConfig<T>>) => void;
  /** By field: why what stands there is not kept. */
  errors: Readonly<Record<string, string>>;
}

export interface FormProps<T extends StepType> {
  form: ConfigForm<T>;
}

/** Of a step of any kind; a kind's own form knows its fields. */
export type AnyConfigForm = LiveForm;

/** The configuration of a step as a form. What is valid goes into the draft at once; what is not stays in its field. */
export function useConfigForm(step: Step): AnyConfigForm {
  const draft = useDraft();
  return useLiveForm(step.config, definitionOf(step.type).config, (config, changed) =>
    draft.edit(replaced(journeyKind, draft.get().graph, { ...step, config } as unknown as Step), {
      tag: `config ${step.id} ${changed}`,
    }),
  );
}
