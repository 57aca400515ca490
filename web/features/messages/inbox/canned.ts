import MiniSearch from 'minisearch';
import type { MessageTemplate } from '#shared/model/message-template.ts';

type Canned = Pick<MessageTemplate, 'id' | 'name' | 'subject' | 'body' | 'isActive' | 'usageCount'>;

/** Replies that are offered at once. */
const most = 8;

const plain = (text: string) => text.replace(/\{\{[^{}]*\}\}|\{%[^{}%]*%\}/g, ' ').replace(/<[^<>]*>/g, ' ');

/**
 * The templates that fit what is typed behind `/`, the best first; a word may be begun only, or hold a slip. With nothing
 * typed, those that share words with what the person wrote last, then those used most.
 */
export function rankCanned<T extends Canned>(templates: readonly T[], search: string, lastReply = ''): T[] {
  const active = templates.filter(({ isActive }) => isActive);
  const byId = new Map(active.map((one) => [one.id, one]));
  const index = new MiniSearch<Canned>({
    fields: ['name', 'subject', 'body'],
    extractField: (one, field) => (field === 'body' ? plain(one.body) : String(one[field as keyof Canned])),
    searchOptions: { boost: { name: 3, subject: 2 } },
  });
  index.addAll(active);
  const found = (query: string, options: object) =>
    index.search(query, options).map(({ id }) => byId.get(id as string)!);
  if (search.trim())
    return found(search, {
      prefix: true,
      fuzzy: (word: string) => (word.length > 4 ? 0.2 : false),
      combineWith: 'AND',
    }).slice(0, most);
  const used = [...active].sort((a, b) => b.usageCount - a.usageCount || a.name.localeCompare(b.name));
  return [...new Set([...found(lastReply.slice(0, 600), { combineWith: 'OR' }), ...used])].slice(0, most);
}
