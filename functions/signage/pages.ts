import { tenantOf } from '#functions/kernel/actor.ts';
import { randomToken } from '#functions/kernel/ids.ts';
import { signUrl } from '#functions/kernel/public-url.ts';
import { ConditionFailed, commit } from '#functions/kernel/table.ts';
import type { Wanted } from './desired-state.ts';
import type { Plans } from './plans/load.ts';
import { findPart, insertPart, type Part, replacePart } from './plans/store.ts';
import type { DisplayState } from './store.ts';

/*
 * The pages that are put on displays. A display that follows a plan shows its player, which goes on by its own
 * clock; an emergency shows the sign itself, one page for all displays.
 */

/** The page that plays a display's plan in any browser. `show` only makes the address another one. */
export const playerPage = (playerKey: string, show?: string): string =>
  `${signUrl()}/s/${playerKey}${show ? `?show=${show}` : ''}`;

/** The display's own address, made when it is first asked for; nobody guesses it. */
export async function playerKeyOf(displayId: string): Promise<string> {
  for (;;) {
    const present = await findPart('display', displayId);
    if (present?.body.playerKey) return present.body.playerKey;
    const playerKey = `dsp_${tenantOf()}_${randomToken(16)}`;
    try {
      await commit(
        insertPart('display', displayId, { playerKey }),
        insertPart('player', playerKey, { displayId }),
      );
      return playerKey;
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
    }
  }
}

type SaveAsset = (name: string, link: string) => Promise<string>;

/** Emergencies whose page the provider is being told of, for the displays that are looked at side by side. */
const saving = new WeakMap<Part<'emergency'>, Promise<void>>();

/** The provider is told of an emergency's page once; who comes second takes what is there. */
async function emergencyAsset(plans: Plans, emergencyId: string, save: SaveAsset): Promise<void> {
  const known = plans.of('emergency').find(({ partId }) => partId === emergencyId);
  if (!known) return;
  const begun = saving.get(known) ?? saveEmergency(plans, known, save);
  saving.set(known, begun);
  // What failed is tried again by the next display.
  await begun.finally(() => saving.delete(known));
}

async function saveEmergency(plans: Plans, known: Part<'emergency'>, save: SaveAsset): Promise<void> {
  const show = plans.content(known.body.projectId)?.show;
  if (known.body.assetId || show?.kind !== 'sign') return;
  const present = await findPart('emergency', known.partId);
  if (!present) return;
  const assetId =
    present.body.assetId ??
    (await save(present.body.name, `${signUrl()}/s/${show.publicId}?v=${show.version}`));
  known.body.assetId = assetId;
  if (present.body.assetId) return;
  await commit(replacePart({ ...present, body: { ...present.body, assetId } })).catch((error) => {
    // Another look was faster: both pages show the same sign.
    if (!(error instanceof ConditionFailed)) throw error;
  });
}

/** Sees to it that the provider knows the page that a display is to show; answers what its state has to keep. */
export async function providePages(
  plans: Plans,
  state: DisplayState,
  { on }: Wanted,
  save: SaveAsset,
): Promise<Partial<DisplayState>> {
  if (on.kind === 'emergency') await emergencyAsset(plans, on.id, save);
  if ((on.kind !== 'scheduled' && on.kind !== 'default') || state.playerAssetId) return {};
  const link = playerPage(await playerKeyOf(state.displayId));
  return { playerAssetId: await save(`Dealbell: ${state.name}`, link) };
}
