import { useState } from 'react';
import {
  definitionOf,
  type Step,
  type StepConfig,
  type StepType,
} from '#shared/model/journey/steps/index.ts';
import { replaced } from '../graph/edits.ts';
import { useDraft } from '../store/context.ts';

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

type Config = Readonly<Record<string, unknown>>;
/** Of a step of any kind; a kind's own form knows its fields. */
export interface AnyConfigForm {
  config: Config;
  set: (changes: Config) => void;
  errors: Readonly<Record<string, string>>;
}

/** The configuration of a step as a form. What is valid goes into the draft at once; what is not stays in its field. */
export function useConfigForm(step: Step): AnyConfigForm {
  const draft = useDraft();
  const source = step.config as Config;
  const [state, setState] = useState({
    config: source,
    kept: source,
    errors: {} as Record<string, string>,
  });
  // Undo, or somebody else's version: what the fields show follows.
  if (state.kept !== source) setState({ config: source, kept: source, errors: {} });
  const { config, errors } = state.kept === source ? state : { config: source, errors: {} };

  return {
    config,
    errors,
    set(changes) {
      const next = { ...config, ...changes };
      const read = definitionOf(step.type).config.safeParse(next);
      if (!read.success) {
        const found: Record<string, string> = {};
        for (const { path, message } of read.error.issues) found[String(path[0])] ??= message;
        setState({ config: next, kept: source, errors: found });
        return;
      }
      const kept = read.data as Config;
      setState({ config: next, kept, errors: {} });
      draft.edit(replaced(draft.get().graph, { ...step, config: kept } as unknown as Step), {
        tag: `config ${step.id} ${Object.keys(changes).join(' ')}`,
      });
    },
  };
}
