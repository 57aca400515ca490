import { useState } from 'react';
import type { ZodType } from 'zod';

type Values = Readonly<Record<string, unknown>>;

/** The settings of a step as a form. */
export interface LiveForm {
  /** What the fields show, also what is not valid yet. */
  config: Values;
  set: (changes: Values) => void;
  /** Begins with other settings altogether. */
  replace: (config: Values) => void;
  /** By field: why what stands there is not kept. */
  errors: Readonly<Record<string, string>>;
}

/**
 * The settings of a step as a form. What is valid is kept at once; what is not stays in its field.
 * @param keep is told which fields have changed, as one word for undo
 */
export function useLiveForm(
  source: Values,
  rule: ZodType,
  keep: (config: Values, changed: string) => void,
): LiveForm {
  const [state, setState] = useState({
    config: source,
    kept: source,
    errors: {} as Record<string, string>,
  });
  // Undo, or somebody else's version: what the fields show follows.
  if (state.kept !== source) setState({ config: source, kept: source, errors: {} });
  const { config, errors } = state.kept === source ? state : { config: source, errors: {} };
  const take = (next: Values, changed: string) => {
    const read = rule.safeParse(next);
    if (!read.success) {
      const found: Record<string, string> = {};
      for (const { path, message } of read.error.issues) found[String(path[0])] ??= message;
      setState({ config: next, kept: source, errors: found });
      return;
    }
    const kept = read.data as Values;
    setState({ config: next, kept, errors: {} });
    keep(kept, changed);
  };
  return {
    config,
    errors,
    set: (changes) => take({ ...config, ...changes }, Object.keys(changes).join(' ')),
    replace: (next) => take(next, 'all'),
  };
}
