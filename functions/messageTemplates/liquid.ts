import { Liquid, LiquidError, type Template } from 'liquidjs';
import { badRequest } from '#functions/kernel/errors.ts';
import { templateFilters, variableNames } from '#shared/model/message-template.ts';
import { dollars } from '#shared/model/money.ts';
import { formatPhone, formatValue } from '#shared/scene/variables.ts';

/** Tags that choose between words. Loops, includes and assignments are not for messages. */
const tags = ['if', 'unless', 'case', 'comment', 'raw'];

/** What one template may take: characters to parse, work to render, memory. */
const limits = { parseLimit: 200_000, renderLimit: 200, memoryLimit: 5_000_000 };

/** `medium` is "Nov 20, 2026"; the others are Intl's own lengths. */
const dateStyles = ['full', 'long', 'medium', 'short'] as const;

/** A variable on its own is written as its name asks: phones, money, dates (document 000, section 5). */
const ownForm = 'as_its_name_asks';
const bare = /\{\{(-?)\s*([a-z]+\.[\w.]+)\s*(-?)\}\}/g;
/** What stands between these is printed as it stands. */
const rawTag = /\{%-?\s*(end)?raw\s*-?%\}/g;

/** The parts of a text by turns: one that is read, one that is printed as it stands. */
function splitRaw(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  let begun: number | undefined;
  for (const { 0: tag, 1: isEnd, index } of text.matchAll(rawTag)) {
    if (!isEnd) begun ??= index;
    else if (begun !== undefined) {
      const end = index + tag.length;
      parts.push(text.slice(from, begun), text.slice(begun, end));
      from = end;
      begun = undefined;
    }
  }
  return [...parts, text.slice(from)];
}

const inForm = (text: string) =>
  splitRaw(text)
    .map((part, n) => (n % 2 === 1 ? part : part.replace(bare, `{{$1 $2 | ${ownForm}: "$2" $3}}`)))
    .join('');

/** A day without a time is the same day everywhere. */
const dayOnly = /^\d{4}-\d\d-\d\d$/;

function engineFor(asMarkup: boolean): Liquid {
  const engine = new Liquid({
    strictVariables: true,
    strictFilters: true,
    lenientIf: true,
    ownPropertyOnly: true,
    outputEscape: asMarkup ? 'escape' : undefined,
    ...limits,
  });
  const allowed = new Set<string>(templateFilters);
  for (const name of Object.keys(engine.filters)) if (!allowed.has(name)) delete engine.filters[name];
  for (const name of Object.keys(engine.tags)) if (!tags.includes(name)) delete engine.tags[name];
  engine.registerFilter(ownForm, function (value, name: string) {
    return formatValue(name, value, String(this.context.getSync(['zone']) ?? 'UTC')) ?? '';
  });
  engine.registerFilter('phone', (value) => formatPhone(String(value ?? '')));
  engine.registerFilter('money', (value) => dollars(Number(value) || 0));
  engine.registerFilter('date', function (value, style = 'medium', zone?: string) {
    const text = String(value);
    const time = new Date(text);
    if (Number.isNaN(time.getTime())) return String(value ?? '');
    const dateStyle = dateStyles.find((one) => one === style) ?? 'medium';
    const own = dayOnly.test(text) ? 'UTC' : String(this.context.getSync(['zone']) ?? 'UTC');
    return new Intl.DateTimeFormat('en-US', { dateStyle, timeZone: zone ?? own }).format(time);
  });
  return engine;
}

/** Texts are plain; what stands in a mail must not become its markup. */
const engines = { sms: engineFor(false), email: engineFor(true) };
type Channel = keyof typeof engines;

const custom = /^lead\.custom\.[a-z][a-z0-9_]*$/;

function parse(channel: Channel, text: string): Template[] {
  try {
    return engines[channel].parse(inForm(text));
  } catch (error) {
    throw readable(error);
  }
}

/** Liquid's own words, without the excerpt that follows them. */
function readable(error: unknown): Error {
  if (!LiquidError.is(error)) return error as Error;
  const [sentence = ''] = error.message.split('\n');
  const undefinedVariable = /undefined variable: ([\w.[\]"']+)/.exec(sentence)?.[1];
  if (undefinedVariable) return noVariable(undefinedVariable);
  return badRequest(`This template cannot be read: ${withoutFile(sentence)}.`);
}

/** Liquid's sentence without the file that it names: a template here lies in none. */
function withoutFile(sentence: string): string {
  const file = sentence.indexOf(', file:');
  if (file < 0) return sentence;
  const line = sentence.indexOf(', line', file);
  return sentence.slice(0, file) + (line < 0 ? '' : sentence.slice(line));
}

const noVariable = (name: string) =>
  badRequest(`There is no variable ${name}.`, { variable: name, known: variableNames });

/**
 * The variables that a text names, each once and in order.
 * @throws 400 when the text cannot be read or names a variable that there is not
 */
export function variablesOf(channel: Channel, text: string): string[] {
  const parsed = parse(channel, text);
  const names = [...new Set(engines[channel].fullVariablesSync(parsed))];
  for (const name of names) if (!variableNames.includes(name) && !custom.test(name)) throw noVariable(name);
  return names;
}

/**
 * A text with the values put in. Strict: a variable without a value is an error that names it, unless the text
 * gives a default. @throws 400
 */
export function render(channel: Channel, text: string, data: object): string {
  const parsed = parse(channel, text);
  try {
    return engines[channel].renderSync(parsed, data);
  } catch (error) {
    throw readable(error);
  }
}
