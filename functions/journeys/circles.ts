import { AppError } from '#functions/kernel/errors.ts';
import type { Step } from '#shared/model/journey/steps/index.ts';
import { allJourneys, findVersion, type JourneyRecord } from './store/journeys.ts';

/** A way from one journey into another: by a step, or by what a step makes of the lead. */
interface Way {
  from: JourneyRecord;
  to: JourneyRecord;
  /** 'enters', 'adds the tag “x”, with which leads come in' */
  how: string;
}

/** Why a step of one journey brings a lead into another by itself; undefined where it does not. */
function howInto({ journeyId, draft }: JourneyRecord, step: Step): string | undefined {
  if (step.type === 'enter') return step.config.journeyId === journeyId ? 'enters' : undefined;
  const { autoEnroll, leadTags, leadStatus } = draft.triggerCriteria;
  if (!autoEnroll) return undefined;
  if (step.type === 'tag') {
    const added = step.config.add.find((one) => leadTags.includes(one));
    return added && `adds the tag “${added}”, with which leads come into`;
  }
  if (step.type === 'status' && leadStatus.includes(step.config.status))
    return `sets the status “${step.config.status}”, with which leads come into`;
  return undefined;
}

/** The ways between journeys as they would be with one of them live with these steps. */
async function waysWith(journey: JourneyRecord, steps: readonly Step[]): Promise<Way[]> {
  const others = (await allJourneys()).filter(
    ({ journeyId, status }) => status === 'live' && journeyId !== journey.journeyId,
  );
  // Where leads come in once, a circle ends by itself.
  const open = [journey, ...others].filter(({ draft }) => draft.reentry.rule !== 'never');
  const ways: Way[] = [];
  for (const from of open) {
    for (const step of from === journey ? steps : await liveSteps(from))
      for (const to of open) {
        const how = howInto(to, step);
        if (how) ways.push({ from, to, how });
      }
  }
  return ways;
}

/** The steps that new leads of a journey get; none where it has never been live. */
export async function liveSteps({ journeyId, liveVersion }: JourneyRecord): Promise<readonly Step[]> {
  const version = liveVersion ? await findVersion(journeyId, liveVersion) : undefined;
  return version?.steps ?? [];
}

/** The shortest way from a journey, live with these steps, back into it; undefined where there is none. */
export async function circleOf(journey: JourneyRecord, steps: readonly Step[]): Promise<Way[] | undefined> {
  const ways = await waysWith(journey, steps);
  const seen = new Set<JourneyRecord>();
  const ahead: Way[][] = ways.filter(({ from }) => from === journey).map((way) => [way]);
  for (let path = ahead.shift(); path; path = ahead.shift()) {
    const { to } = path.at(-1)!;
    if (to === journey) return path;
    if (seen.has(to)) continue;
    seen.add(to);
    for (const way of ways) if (way.from === to) ahead.push([...path, way]);
  }
  return undefined;
}

/**
 * A circle may be meant, as of journeys that wait for months; so whoever closes it is told of it and confirms it.
 * @param act what closes it: 'Publish it', 'Resume it'
 * @throws 400 'circle' naming the journeys
 */
export async function assertNoCircle(
  journey: JourneyRecord,
  steps: readonly Step[],
  act: string,
): Promise<void> {
  const circle = await circleOf(journey, steps);
  if (!circle) return;
  const ways = circle.map(({ from, to, how }) => `“${from.draft.name}” ${how} “${to.draft.name}”`).join('; ');
  throw new AppError(
    400,
    'circle',
    `Leads would go in a circle: ${ways}. ${act} with your confirmation if that is meant.`,
    { details: { journeyIds: circle.map(({ from }) => from.journeyId), ways } },
  );
}
