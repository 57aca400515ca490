import { openApi } from './openapi.ts';

type Schema = {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  default?: unknown;
  description?: string;
  $ref?: string;
  format?: string;
};

const escapeHtml = (text: unknown) => String(text).replace(/[&<>"]/g, (found) => `&#${found.charCodeAt(0)};`);

/** A schema in a few words: `string`, `"a" | "b"`, `object[]`. */
function typeText(schema: Schema | undefined): string {
  if (!schema) return 'any';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return [...new Set(either.map(typeText))].join(' | ');
  if (schema.type === 'array') return `${typeText(schema.items)}[]`;
  if (schema.$ref) return schema.$ref.split('/').at(-1)!;
  return Array.isArray(schema.type) ? schema.type.join(' | ') : (schema.type ?? 'any');
}

function fields(schema: Schema | undefined, depth = 0): string {
  const inner = schema?.type === 'array' ? schema.items : schema;
  if (!inner?.properties || depth > 3) return '';
  const rows = Object.entries(inner.properties).map(([name, field]) => {
    const needed = inner.required?.includes(name) ? '' : '<i>optional</i> ';
    const preset =
      field.default === undefined ? '' : ` = ${escapeHtml(JSON.stringify(field.default).slice(0, 80))}`;
    const text = field.description ? ` <span>${escapeHtml(field.description)}</span>` : '';
    return `<li><code>${escapeHtml(name)}</code> <em>${escapeHtml(typeText(field).slice(0, 160))}${preset}</em> ${needed}${text}${fields(field, depth + 1)}</li>`;
  });
  return `<ul>${rows.join('')}</ul>`;
}

const style = `:root{color-scheme:light dark;--ink:#131d38;--dim:#5b6882;--line:#dfe5ef;--paper:#fff;--wash:#f5f7fb}
@media(prefers-color-scheme:dark){:root{--ink:#e8ecf4;--dim:#9fb0cc;--line:#26344f;--paper:#0f1830;--wash:#0b1220}}
body{margin:0;font:15px/1.5 Inter,system-ui,sans-serif;color:var(--ink);background:var(--wash)}
main{max-width:60rem;margin:0 auto;padding:2.5rem 1.25rem}h1{margin:0}h2{margin:2.5rem 0 .75rem;text-transform:capitalize}
details{background:var(--paper);border:1px solid var(--line);border-radius:10px;margin:.5rem 0;padding:.2rem .9rem}
summary{cursor:pointer;padding:.55rem 0;display:flex;gap:.75rem;align-items:baseline;flex-wrap:wrap}
summary b{min-width:4rem;font-size:.8rem;letter-spacing:.04em}summary span,p,em,li span{color:var(--dim)}
em,i{font-style:normal}i{font-size:.8rem;border:1px solid var(--line);border-radius:5px;padding:0 .3rem}
ul{padding-left:1.1rem;margin:.3rem 0}li{margin:.15rem 0}h3{font-size:.85rem;margin:.8rem 0 .2rem}
nav{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:1rem}a{color:inherit}code{overflow-wrap:anywhere}`;

interface Operation {
  tags?: string[];
  summary?: string;
  description?: string;
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema; description?: string }[];
  requestBody?: { content?: Record<string, { schema?: Schema }> };
  responses?: Record<string, { content?: Record<string, { schema?: Schema }> }>;
}

const firstSchema = (content: Record<string, { schema?: Schema }> | undefined) =>
  Object.values(content ?? {})[0]?.schema;

function operationHtml(method: string, path: string, operation: Operation): string {
  const parameters = operation.parameters?.length
    ? `<h3>In the address</h3><ul>${operation.parameters
        .map(
          ({ name, in: place, required, schema }) =>
            `<li><code>${escapeHtml(name)}</code> <em>${escapeHtml(typeText(schema))}</em> ${escapeHtml(place)}${required ? '' : ' <i>optional</i>'}</li>`,
        )
        .join('')}</ul>`
    : '';
  const body = fields(firstSchema(operation.requestBody?.content));
  const success = Object.entries(operation.responses ?? {}).find(([status]) => status.startsWith('2'));
  const answer = success ? fields(firstSchema(success[1].content)) : '';
  return `<details><summary><b>${method.toUpperCase()}</b><code>/api${escapeHtml(path)}</code><span>${escapeHtml(operation.summary ?? '')}</span></summary>
<p>${escapeHtml(operation.description ?? '')}</p>${parameters}${body && `<h3>Body</h3>${body}`}${answer && `<h3>Answers ${success?.[0]}</h3>${answer}`}</details>`;
}

/** The contract as a page that people read: no scripts, works without a network. */
export async function docsPage(): Promise<string> {
  const document = await openApi();
  const byTag = new Map<string, string[]>();
  for (const [path, methods] of Object.entries(document.paths ?? {}))
    for (const [method, operation] of Object.entries(methods as Record<string, Operation>)) {
      const tag = operation.tags?.[0] ?? 'other';
      byTag.set(tag, [...(byTag.get(tag) ?? []), operationHtml(method, path, operation)]);
    }
  const tags = [...byTag.keys()].sort();
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Dealbell API</title><style>${style}</style></head><body><main><h1>Dealbell API</h1>
<p>${escapeHtml(document.info.description ?? '')} As data: <a href="/api/openapi.json">openapi.json</a>.</p>
<nav>${tags.map((tag) => `<a href="#${escapeHtml(tag)}">${escapeHtml(tag)}</a>`).join('')}</nav>
${tags.map((tag) => `<h2 id="${escapeHtml(tag)}">${escapeHtml(tag)}</h2>${byTag.get(tag)!.join('')}`).join('')}</main></body></html>`;
}
