import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest } from '#functions/kernel/errors.ts';
import { tenantById } from '#functions/tenants/api.ts';
import { promptMergeFields } from '#shared/model/prompt-recording.ts';
import type { RecordingRecord } from './store.ts';

type MergeField = keyof typeof promptMergeFields;

/** A text with each `{{field}}` replaced; braces that do not close are text. */
function fill(text: string, wordsOf: (name: string) => string): string {
  const [first = '', ...rest] = text.split('{{');
  return rest.reduce((filled, part) => {
    const end = part.indexOf('}}');
    return end < 0 ? `${filled}{{${part}` : filled + wordsOf(part.slice(0, end).trim()) + part.slice(end + 2);
  }, first);
}

/** @throws 400 for a merge field that there is not */
export function checkedText(text: string): string {
  fill(text, (name) => {
    if (Object.hasOwn(promptMergeFields, name)) return '';
    const there = Object.keys(promptMergeFields).map((one) => `{{${one}}}`);
    throw badRequest(`There is no merge field {{${name}}}. Use ${there.join(' or ')}.`, { field: 'text' });
  });
  return text;
}

const isLetter = (character: string | undefined): boolean => /[\p{L}\p{N}]/u.test(character ?? '');

/** A text with each whole word said as it is to be; capitals do not matter. Longer words are looked for first. */
export function pronounced(text: string, pronunciations: RecordingRecord['pronunciations']): string {
  const words = [...pronunciations].sort((one, other) => other.word.length - one.word.length);
  let said = '';
  for (let at = 0; at < text.length; ) {
    const found = isLetter(text[at - 1])
      ? undefined
      : words.find(
          ({ word }) =>
            text.slice(at, at + word.length).toLowerCase() === word.toLowerCase() &&
            !isLetter(text[at + word.length]),
        );
    said += found ? found.says : text[at];
    at += found ? found.word.length : 1;
  }
  return said;
}

/** A recording's text as a voice reads it. */
export async function spokenText({ text, pronunciations }: RecordingRecord): Promise<string> {
  const { name, timeZone } = await tenantById(tenantOf());
  const values: Record<MergeField, string> = {
    'company.name': name,
    'system.date': new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(clock.now()),
  };
  return pronounced(
    fill(text, (field) => values[field as MergeField] ?? ''),
    pronunciations,
  );
}
