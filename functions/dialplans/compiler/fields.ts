import { recordingsVariable } from '#shared/exchange/plan-text/check.ts';
import { namedZone } from '#shared/model/dialplan/condition.ts';
import { recordingName, type StepSound } from '#shared/model/dialplan/steps.ts';

/*
 * What of a plan may stand in a dial plan of Asterisk's. Every field goes through one of these, so that nobody's text
 * is read there as a line, a context, an expression or a file of its own.
 */

const whitelists = {
  /** Of contexts, and of ids in them. */
  name: /^[A-Za-z0-9_-]{1,60}$/,
  collected: /^[a-z][a-z0-9_]{0,19}$/,
  digits: /^\d{1,10}$/,
  key: /^[0-9*#]$/,
  e164: /^\+[1-9]\d{7,14}$/,
  areaCode: /^\d{3}$/,
  timeZone: namedZone,
  date: /^\d{4}-\d\d-\d\d$/,
  value: /^[A-Za-z0-9+ .@_-]{1,60}$/,
  sound: /^[a-z0-9-]{1,40}$/,
  recording: recordingName,
} as const;
export type FieldKind = keyof typeof whitelists;

/** A field as it is written. @throws where it is not what its whitelist lets through, which the contract has refused before */
export function field(kind: FieldKind, value: string | number): string {
  const text = String(value);
  if (!whitelists[kind].test(text)) throw new Error(`The compiler was given something that is no ${kind}.`);
  return text;
}

/** A remark behind a semicolon: letters, digits and spaces alone. */
export const remark = (text: string): string => text.replaceAll(/[^A-Za-z0-9 -]/g, '').slice(0, 60);

/**
 * The file that a sound is played from, without its ending: one of Asterisk's own, or a recording, in the folder
 * of the tenant's that the exchange names when a call begins. A text was made into one before.
 */
export function soundFile(sound: StepSound): string {
  if ('file' in sound) return field('sound', sound.file);
  if ('recording' in sound) return `\${${recordingsVariable}}/${field('recording', sound.recording)}`;
  throw new Error('The compiler was given a text that was not read into a sound.');
}
