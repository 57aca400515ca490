import { type TenantContexts, tenantContexts } from '#shared/model/tenant.ts';

export interface ContextDraft {
  key: number;
  name: string;
  values: { key: number; name: string; text: string }[];
}

let lastKey = 0;
/** Rows need a key of their own, for their names can change. */
export const newKey = () => ++lastKey;

/** What the server keeps, as rows of text. Names in order, so that the form does not jump. */
export function draftsOf(contexts: TenantContexts): ContextDraft[] {
  return Object.entries(contexts)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, values]) => ({
      key: newKey(),
      name,
      values: Object.entries(values).map(([field, value]) => ({
        key: newKey(),
        name: field,
        text: valueText(value),
      })),
    }));
}

function valueText(value: string | number | boolean | null): string {
  if (typeof value !== 'string') return String(value);
  // Text that would be read as something else keeps its quotes.
  return valueFrom(value) === value ? value : JSON.stringify(value);
}

/** true, false, null and plain numbers are what they say; everything else is text. Quotes force text. */
export function valueFrom(text: string): string | number | boolean | null {
  const trimmed = text.trim();
  if (trimmed === 'true') return true;
  if (trimmed === 'false') return false;
  if (trimmed === 'null') return null;
  // A leading zero or plus belongs to a code or a phone number, and a long one would lose digits.
  if (/^-?(0|[1-9]\d{0,14})(\.\d{1,10})?$/.test(trimmed)) return Number(trimmed);
  if (/^".*"$/s.test(trimmed)) {
    try {
      return JSON.parse(trimmed);
    } catch {
      return text;
    }
  }
  return text;
}

/** The rows as the call wants them, or the sentence that says what is wrong. */
export function contextsOf(
  drafts: readonly ContextDraft[],
): { contexts: TenantContexts } | { problem: string } {
  const contexts: TenantContexts = {};
  for (const { name, values } of drafts) {
    const context = name.trim();
    if (Object.hasOwn(contexts, context)) return { problem: `There are two contexts called ${context}.` };
    const fields: TenantContexts[string] = {};
    for (const field of values) {
      const key = field.name.trim();
      if (!key && !field.text) continue;
      if (!key) return { problem: `A value of ${context || 'a context'} has no name.` };
      if (Object.hasOwn(fields, key)) return { problem: `${context} holds ${key} twice.` };
      fields[key] = valueFrom(field.text);
    }
    contexts[context] = fields;
  }
  const checked = tenantContexts.safeParse(contexts);
  if (checked.success) return { contexts: checked.data };
  const issue = checked.error.issues[0]!;
  const detail = issue.code === 'invalid_key' ? issue.issues[0]?.message : issue.message;
  return { problem: detail ?? 'The contexts are not valid.' };
}
