import { changeVersioned } from '#functions/kernel/change-versioned.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest, conflict, notFound } from '#functions/kernel/errors.ts';
import { givenOf } from '#functions/kernel/given.ts';
import { newId } from '#functions/kernel/ids.ts';
import { e164 } from '#functions/kernel/phone.ts';
import { writeOne } from '#functions/kernel/table.ts';
import {
  type IvrMenu,
  type IvrOption,
  ivrLimits,
  keyTwice,
  type PlanUsing,
  promptProblem,
  type ShownIvrMenu,
} from '#shared/model/ivr.ts';
import { plansUsingMenus } from './plan-hooks.ts';
import { changedSince, everyMenu, findMenu, type MenuRecord, menuRemoval, menuWrite } from './store.ts';

type Fields = Omit<IvrMenu, 'id' | 'version' | 'createdAt' | 'updatedAt'>;

const view = ({ menuId, ...menu }: MenuRecord, users: ReadonlyMap<string, PlanUsing[]>): ShownIvrMenu => ({
  id: menuId,
  ...menu,
  usedBy: users.get(menuId) ?? [],
});

/** @throws 404 */
async function menuOr404(menuId: string): Promise<MenuRecord> {
  const menu = await findMenu(menuId);
  if (!menu) throw notFound('The IVR menu');
  return menu;
}

/** @throws 400 where two options share a key, or a number cannot be called */
function checkedOptions(options: readonly IvrOption[]): IvrOption[] {
  const twice = keyTwice(options);
  if (twice) throw badRequest(`The key ${twice} does two things. Please choose one.`, { field: 'options' });
  return options.map((option) =>
    option.action === 'number' ? { ...option, target: e164(option.target, 'options') } : option,
  );
}

/** @throws 400 */
function assertHeard(menu: Fields): void {
  const problem = promptProblem(menu);
  if (problem) throw badRequest(problem, { field: menu.promptType === 'tts' ? 'prompt' : 'recordingId' });
}

/** @throws 409 */
async function assertNameFree(name: string, menuId?: string): Promise<void> {
  const other = (await everyMenu()).find(
    (menu) => menu.menuId !== menuId && menu.name.toLowerCase() === name.toLowerCase(),
  );
  if (other) throw conflict(`There is a menu named “${other.name}” already.`, { field: 'name' });
}

const shown = async (menu: MenuRecord): Promise<ShownIvrMenu> => view(menu, await plansUsingMenus.run());

export const getMenu = async (menuId: string): Promise<ShownIvrMenu> => shown(await menuOr404(menuId));

/** Menus by name, those whose name, description or prompt has the text. */
export async function listMenus(search = ''): Promise<{ menus: ShownIvrMenu[] }> {
  const text = search.toLowerCase();
  const [every, users] = await Promise.all([everyMenu(), plansUsingMenus.run()]);
  const found = every.filter(({ name, description, prompt }) =>
    [name, description, prompt].some((part) => part.toLowerCase().includes(text)),
  );
  return {
    menus: found.map((menu) => view(menu, users)).sort((one, other) => one.name.localeCompare(other.name)),
  };
}

/** @throws 400; 409 for a name that another menu has */
export async function createMenu(fields: Fields): Promise<ShownIvrMenu> {
  assertHeard(fields);
  await assertNameFree(fields.name);
  if ((await everyMenu()).length >= ivrLimits.menus)
    throw badRequest(`A workspace has at most ${ivrLimits.menus} IVR menus.`);
  const now = clock.iso();
  const menu: MenuRecord = {
    ...fields,
    options: checkedOptions(fields.options),
    menuId: newId('ivr'),
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  await writeOne(menuWrite(undefined, menu));
  return shown(menu);
}

type Changes = { [K in keyof Fields]?: Fields[K] | undefined };

/** @throws 400, 404; 409 for a taken name, or when the menu has changed since `version` */
export async function updateMenu(menuId: string, changes: Changes, version?: number): Promise<ShownIvrMenu> {
  const given = givenOf(changes);
  if (given.name !== undefined) await assertNameFree(given.name, menuId);
  if (given.options) given.options = checkedOptions(given.options);
  const { after } = await changeVersioned({
    read: () => menuOr404(menuId),
    change(before) {
      assertHeard({ ...before, ...given });
      return given;
    },
    write: (before, after) => writeOne(menuWrite(before, after)),
    changedSince,
    version,
  });
  return shown(after);
}

/** @throws 404; 409 'menu_in_use' naming the plans that play it */
export async function removeMenu(menuId: string): Promise<MenuRecord> {
  const menu = await menuOr404(menuId);
  const plans = (await plansUsingMenus.run()).get(menuId) ?? [];
  if (plans.length > 0) {
    const names = plans.slice(0, 5).map(({ name }) => `“${name}”`);
    const more = plans.length > 5 ? ` and ${plans.length - 5} more` : '';
    throw conflict(
      `This menu is used by ${names.join(', ')}${more}. Take it out there first.`,
      { plans },
      'menu_in_use',
    );
  }
  await writeOne(menuRemoval(menu));
  return menu;
}
