import { destinationsOf, type ReadAction, type ReadPlan, readPlan } from './read.ts';

/**
 * The applications that a plan may run, all of them loaded (infra/asterisk/modules.ts). Asterisk itself says nothing of an
 * unknown one until a call comes there.
 */
const applications = new Set([
  'Answer',
  'Background',
  'Goto',
  'GotoIf',
  'Hangup',
  'Playback',
  'Read',
  'Ringing',
  'Set',
  'Stasis',
  'Wait',
  'WaitExten',
]);

/** Whether a place is there: `context,extension,priority`, or within a context `extension,label`. */
function isThere(plan: ReadPlan, from: string, place: readonly string[]): boolean {
  const priority = place.at(-1) ?? '';
  const name = place.at(-2) ?? '';
  const actions = plan.get(place.length === 3 ? place[0]! : from)?.get(name);
  if (!actions || place.length < 2 || place.length > 3) return false;
  if (/^\d+$/.test(priority)) return Number(priority) >= 1 && Number(priority) <= actions.length;
  return actions.some(({ label }) => label === priority);
}

/** Has the folder of the tenant's recordings, which the bridge says of each call that a plan takes. */
export const recordingsVariable = 'DEALBELL_RECORDINGS';

/** What a caller types is read into one variable, however long and often the product lets it be. */
const readDigits = /^DEALBELL_TYPED,([^,]{1,120}),\d{1,2},,1,\d{1,2}$/;

const players = ['Playback', 'Background'];
const sound = /^(?:[a-z0-9-]{1,40}|\$\{DEALBELL_RECORDINGS\}\/rec_[\w-]{1,60})$/;

function actionProblems(plan: ReadPlan, context: string, name: string, action: ReadAction): string[] {
  const where = `${context}, ${name}`;
  if (!applications.has(action.application))
    return [`${where}: there is no application ${action.application}.`];
  if (players.includes(action.application) && !sound.test(action.arguments))
    return [`${where}: ${action.application} plays what is no sound of a plan’s.`];
  if (action.application === 'Read' && !sound.test(readDigits.exec(action.arguments)?.[1] ?? ''))
    return [`${where}: Read is given what no plan gives it.`];
  return destinationsOf(action)
    .filter((place) => !isThere(plan, context, place))
    .map((place) => `${where}: ${action.application} leads to ${place.join(',')}, which is not there.`);
}

/**
 * What Asterisk would not tell of a plan until a call comes there, and what it would not forbid at all: unknown
 * applications, ways that lead nowhere or out of the plan, missing first priorities, contexts that are not the plan's.
 * @param planContext what the names of its contexts begin with
 */
export function planTextProblems(text: string, planContext: string): string[] {
  let plan: ReadPlan;
  try {
    plan = readPlan(text);
  } catch (error) {
    return [(error as Error).message];
  }
  const foreign = [...plan.keys()].filter(
    (context) => context !== planContext && !context.startsWith(`${planContext}-`),
  );
  return [
    ...foreign.map((context) => `The context ${context} is not the plan’s own.`),
    ...[...plan].flatMap(([context, extensions]) =>
      [...extensions].flatMap(([name, actions]) =>
        actions.flatMap((action) => actionProblems(plan, context, name, action)),
      ),
    ),
  ];
}

/** @throws with the first of the problems */
export function assertRuns(text: string, planContext: string): void {
  const [problem] = planTextProblems(text, planContext);
  if (problem) throw new Error(`The compiled plan would not run: ${problem}`);
}
