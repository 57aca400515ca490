import { hook } from '#functions/kernel/hook.ts';
import type { PlanUsing } from '#shared/model/ivr.ts';

/** The dial plans that play menus, by the menu's id; a menu that none plays is not among them. */
export const plansUsingMenus = hook<[], ReadonlyMap<string, PlanUsing[]>>('plansUsingMenus');
