import { AwsError } from '../aws-json.ts';

export interface InputTransformer {
  InputPathsMap?: Record<string, string>;
  InputTemplate: string;
}

export interface InputSource {
  Input?: string;
  InputPath?: string;
  InputTransformer?: InputTransformer;
}

export interface EventContext {
  ruleArn: string;
  ruleName: string;
  /** ISO time at which the bus took the event. */
  ingestionTime: string;
}

const STEP = /\.([A-Za-z0-9_-]+)|\[(\d+|\*)\]|\['([^']+)'\]|\["([^"]+)"\]/y;

/** Reads `$.detail.items[0]['x-y']`. @throws AwsError ValidationException for any other syntax */
function jsonPath(path: string): (event: unknown) => unknown {
  const steps: string[] = [];
  STEP.lastIndex = 1;
  while (path.startsWith('$') && STEP.lastIndex < path.length) {
    const match = STEP.exec(path);
    if (!match) break;
    steps.push(match[1] ?? match[2] ?? match[3] ?? match[4]!);
    if (STEP.lastIndex === path.length) break;
  }
  if (path !== '$' && (steps.length === 0 || STEP.lastIndex !== path.length))
    throw new AwsError('ValidationException', `InputPath ${path} is not a valid JSON path.`);
  const walk = (value: unknown, rest: readonly string[]): unknown => {
    const [step, ...after] = rest;
    if (step === undefined) return value;
    if (step === '*' && Array.isArray(value)) return value.map((item) => walk(item, after));
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, step)) return undefined;
    return walk((value as Record<string, unknown>)[step], after);
  };
  return (event) => walk(event, steps);
}

/**
 * Fills `<name>` placeholders. Outside quotes a value goes in as JSON; inside quotes as text, escaped,
 * so that the result stays JSON whatever the value holds. A value that is not there becomes null, and
 * nothing within quotes.
 */
function fill(template: string, values: (name: string) => unknown): string {
  let quoted = false;
  return template.replace(/\\.|"|<([A-Za-z0-9._-]+)>/gs, (token, name?: string) => {
    if (token === '"') quoted = !quoted;
    if (name === undefined) return token;
    const value = values(name);
    if (!quoted) return JSON.stringify(value ?? null);
    if (value === undefined || value === null) return '';
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return JSON.stringify(text).slice(1, -1);
  });
}

const RESERVED = new Set([
  'aws.events.rule-arn',
  'aws.events.rule-name',
  'aws.events.event.ingestion-time',
  'aws.events.event',
  'aws.events.event.json',
]);

/** Refuses an input that could never be delivered. @throws AwsError ValidationException */
export function checkInput(source: InputSource): void {
  const given = [source.Input, source.InputPath, source.InputTransformer].filter(
    (part) => part !== undefined,
  );
  if (given.length > 1)
    throw new AwsError(
      'ValidationException',
      'Only one of Input, InputPath, or InputTransformer may be specified.',
    );
  if (source.Input !== undefined)
    try {
      JSON.parse(source.Input);
    } catch {
      throw new AwsError('ValidationException', 'Input is not valid JSON.');
    }
  if (source.InputPath !== undefined) jsonPath(source.InputPath);
  if (!source.InputTransformer) return;
  const { InputPathsMap = {}, InputTemplate } = source.InputTransformer;
  for (const path of Object.values(InputPathsMap)) jsonPath(path);
  for (const [, name = ''] of InputTemplate.matchAll(/<([A-Za-z0-9._-]+)>/g))
    if (!Object.hasOwn(InputPathsMap, name) && !RESERVED.has(name))
      throw new AwsError(
        'ValidationException',
        `InputTemplate for target contains placeholder ${name} which is not in InputPathsMap.`,
      );
}

/** The payload for a target: the event itself, a part of it, a constant, or a filled template. */
export function targetInput(
  source: InputSource,
  event: Record<string, unknown>,
  context: EventContext,
): string {
  if (source.Input !== undefined) return source.Input;
  if (source.InputPath !== undefined) return JSON.stringify(jsonPath(source.InputPath)(event) ?? null);
  if (!source.InputTransformer) return JSON.stringify(event);
  const { InputPathsMap = {}, InputTemplate } = source.InputTransformer;
  return fill(InputTemplate, (name) => {
    if (name === 'aws.events.rule-arn') return context.ruleArn;
    if (name === 'aws.events.rule-name') return context.ruleName;
    if (name === 'aws.events.event.ingestion-time') return context.ingestionTime;
    if (name === 'aws.events.event.json') return event;
    if (name === 'aws.events.event') {
      const { detail: _detail, ...rest } = event;
      return rest;
    }
    const path = InputPathsMap[name];
    return path === undefined ? undefined : jsonPath(path)(event);
  });
}
