import { toE164 } from '#functions/kernel/phone.ts';
import { readRow } from '#functions/leads/api.ts';
import { type LeadFields, type LeadSettings, leadLimits } from '#shared/model/lead.ts';
import { importOptions } from '#shared/model/lead-import.ts';
import type { TagRule, WebhookFields } from '#shared/model/webhook.ts';
import { textAt, valueAt } from '#shared/model/webhook-path.ts';

/** What a row says about whom it means, as far as it can be read. */
export interface Named {
  name: string;
  /** E.164 where it is a number, else as it was written. */
  phone: string;
  email: string;
}

/** Texts at a path: a list of phones or addresses is several values. */
function textsAt(row: unknown, path: string): string[] {
  if (path === '') return [];
  const value = valueAt(row, path);
  const list = Array.isArray(value) ? value.map((_, at) => textAt(value, `[${at}]`)) : [textAt(row, path)];
  return list.filter(Boolean);
}

export function namedIn(row: unknown, { fieldMapping }: WebhookFields): Named {
  const first = (path: string, most: number) => (textsAt(row, path)[0] ?? '').slice(0, most).toWellFormed();
  const written = first(fieldMapping.phone, 40);
  return {
    name: first(fieldMapping.name, leadLimits.name * 2),
    phone: toE164(written) ?? written,
    email: first(fieldMapping.email, 254).toLowerCase(),
  };
}

/** Why a row does not pass the webhook's rules; undefined where it does. */
export function ruleBroken(
  { name, phone, email }: Named,
  { validationRules: rules, fieldMapping: { more } }: WebhookFields,
  row: unknown,
): string | undefined {
  if (rules.requirePhone && !phone) return 'A phone number is required.';
  if (phone && !toE164(phone)) return `${phone} is not a phone number.`;
  const named =
    name || more.some(({ path, field }) => /^(first|last|full)Name$/.test(field) && textAt(row, path));
  if (rules.requireName && !named) return 'A name is required.';
  if (rules.requireEmail && !email) return 'An e-mail address is required.';
  return undefined;
}

const compared: Record<TagRule['op'], (found: string, value: string) => boolean> = {
  is: (found, value) => found.toLowerCase() === value.toLowerCase(),
  isNot: (found, value) => found.toLowerCase() !== value.toLowerCase(),
  contains: (found, value) => found.toLowerCase().includes(value.toLowerCase()),
  atLeast: (found, value) => found !== '' && value !== '' && Number(found) >= Number(value),
  atMost: (found, value) => found !== '' && value !== '' && Number(found) <= Number(value),
  isEmpty: (found) => found === '',
  isNotEmpty: (found) => found !== '',
};

/** The tags that a row's lead gets: the webhook's own, and those of the rules that hold. */
export function tagsFor(row: unknown, { tags, tagRules }: WebhookFields): string[] {
  const held = tagRules.filter(({ field, op, value }) => compared[op](textAt(row, field), value));
  return [...new Set([...tags, ...held.flatMap((rule) => rule.tags)])];
}

/** A row as the fields of a lead, by the rules that imports read theirs by; or the sentence that says why not. */
export function leadOf(
  row: unknown,
  webhook: WebhookFields,
  settings: LeadSettings,
): { fields: LeadFields; given: ReadonlySet<string> } | { reason: string } {
  const { fieldMapping, brand, source } = webhook;
  const wanted = [
    { path: fieldMapping.phone, field: 'phone' },
    { path: fieldMapping.name, field: 'fullName' },
    { path: fieldMapping.email, field: 'email' },
    ...fieldMapping.more,
  ];
  const found = wanted.flatMap(({ path, field }) => {
    const several = ['phone', 'mobile', 'homePhone', 'workPhone', 'email', 'tags'].includes(field);
    const texts = several ? textsAt(row, path) : path ? [textAt(row, path)] : [];
    return texts.filter(Boolean).map((value) => ({ field, value }));
  });
  const given = new Set(found.map(({ field }) => field));
  const own = given.has('brand') ? [] : [{ field: 'brand', value: brand }];
  const cells = [...found, ...own];
  const read = readRow(
    cells.map(({ value }) => value),
    {
      headers: cells.map(({ field }) => field),
      mapping: cells.map(({ field }, column) => ({ column, field: field as never })),
      options: importOptions.parse({ source, tags: tagsFor(row, webhook).slice(0, leadLimits.tags) }),
      settings,
    },
  );
  return 'reason' in read ? read : { fields: read.fields, given };
}
