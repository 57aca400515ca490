/** One step of an extension: its application and what that is given. */
export interface ReadAction {
  label: string | null;
  application: string;
  arguments: string;
}
/** By context, then by extension: its actions, of which the first has priority 1. */
export type ReadPlan = Map<string, Map<string, ReadAction[]>>;

const contextLine = /^\[([A-Za-z0-9_-]{1,79})\]$/;
const firstHead = /^exten => ([A-Za-z0-9_*#[\]-]{1,60}),(\d{1,4}|n),([A-Za-z]{1,30})\(/;
const nextHead = /^ same => n(?:\(([a-z]{1,20})\))?,([A-Za-z]{1,30})\(/;

/** The parts of a line's head, and what its application is given: all up to the line's last bracket. */
function lineOf(head: RegExp, line: string): { parts: (string | undefined)[]; given: string } | undefined {
  const found = head.exec(line);
  if (!found || !line.endsWith(')') || /[\r\u2028\u2029]/.test(line)) return undefined;
  return { parts: found.slice(1), given: line.slice(found[0].length, -1) };
}

/**
 * Reads what the compiler writes of extensions.conf, which is far less than Asterisk takes: no includes, no variables
 * of files, no continued lines.
 * @throws for a line that is none of that, with its number
 */
export function readPlan(text: string): ReadPlan {
  const contexts: ReadPlan = new Map();
  let context: Map<string, ReadAction[]> | undefined;
  let actions: ReadAction[] | undefined;
  for (const [at, line] of text.split('\n').entries()) {
    const wrong = (what: string) => new Error(`Line ${at + 1}: ${what}.`);
    if (line === '' || /^; [A-Za-z0-9 -]*$/.test(line)) continue;
    const named = contextLine.exec(line)?.[1];
    if (named) {
      if (contexts.has(named)) throw wrong(`the context ${named} is there already`);
      context = new Map();
      actions = undefined;
      contexts.set(named, context);
      continue;
    }
    const first = lineOf(firstHead, line);
    if (first) {
      const [name = '', priority, application = ''] = first.parts;
      if (!context) throw wrong('an extension without a context');
      if (priority !== '1') throw wrong(`the extension ${name} has no priority 1`);
      if (context.has(name)) throw wrong(`the extension ${name} is there already`);
      actions = [{ label: null, application, arguments: first.given }];
      context.set(name, actions);
      continue;
    }
    const next = lineOf(nextHead, line);
    if (!next || !actions) throw wrong('not a line of a dial plan');
    const [label = null, application = ''] = next.parts;
    actions.push({ label, application, arguments: next.given });
  }
  return contexts;
}

/** Where an action may go to, as it is written; `[context, extension, priority]` from the right. */
export function destinationsOf({ application, arguments: given }: ReadAction): string[][] {
  if (application === 'Goto') return [given.split(',')];
  if (application !== 'GotoIf') return [];
  return given
    .slice(given.indexOf('?') + 1)
    .split(':')
    .filter((place) => place !== '')
    .map((place) => place.split(','));
}
