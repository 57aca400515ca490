import {
  type IvrAction,
  type IvrMenu,
  type IvrOption,
  ivrLimits,
  newIvrMenu,
  type PhoneKey,
  promptProblem,
} from '#shared/model/ivr.ts';

/** A key in the form: what it leads to may not be chosen yet. */
export interface KeyValues {
  digit: PhoneKey;
  label: string;
  action: IvrAction;
  target: string | null;
}
export type MenuValues = Pick<
  IvrMenu,
  | 'name'
  | 'description'
  | 'promptType'
  | 'prompt'
  | 'recordingId'
  | 'voice'
  | 'maxRetries'
  | 'timeout'
  | 'invalidPrompt'
  | 'invalidRecordingId'
> & { options: KeyValues[] };

/** What the form shows of a menu, or of a new one. */
export function valuesOf(menu: IvrMenu | undefined): MenuValues {
  if (!menu)
    return {
      name: '',
      description: '',
      promptType: 'tts',
      prompt: '',
      recordingId: null,
      voice: 'Joanna',
      maxRetries: ivrLimits.maxRetries.default,
      timeout: ivrLimits.timeout.default,
      invalidPrompt: '',
      invalidRecordingId: null,
      options: [],
    };
  const { id: _, version: _version, createdAt: _created, updatedAt: _updated, ...values } = menu;
  return values;
}

/** What a key leads to where nothing is chosen yet: nothing to choose is null, as the contract has it. */
const blankTarget = (action: IvrAction): string | null =>
  action === 'repeat' || action === 'hangup' ? null : '';

/** The keys with one of them changed, added, or, by null, taken away; in the order in which they lie on a phone. */
export function withKey(
  options: readonly KeyValues[],
  digit: PhoneKey,
  change: Partial<Omit<KeyValues, 'digit'>> | null,
): KeyValues[] {
  const before = options.find((one) => one.digit === digit);
  const others = options.filter((one) => one !== before);
  if (!change) return others;
  const action = change.action ?? before?.action ?? 'queue';
  const isOther = before?.action !== action;
  const key = {
    digit,
    label: before?.label ?? '',
    target: isOther ? blankTarget(action) : (before?.target ?? null),
    ...change,
    action,
  };
  return before ? options.map((one) => (one === before ? key : one)) : [...others, key];
}

/** What is sent; only of a form that has no problem. */
export const inputOf = (values: MenuValues): Omit<MenuValues, 'options'> & { options: IvrOption[] } =>
  newIvrMenu.parse(values);

/** The first thing that keeps the form from being saved, checked as the server will. */
export function problemOf(values: MenuValues): string | undefined {
  const read = newIvrMenu.safeParse(values);
  if (read.success) return promptProblem(read.data);
  const issue = read.error.issues[0]!;
  const key = issue.path[0] === 'options' && values.options[Number(issue.path[1])]?.digit;
  return key ? `Key ${key}: ${issue.message}` : issue.message;
}
