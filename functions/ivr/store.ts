import { z } from 'zod';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { changedSinceOpened } from '#functions/kernel/errors.ts';
import { ivrMenu } from '#shared/model/ivr.ts';

const Menus = entity('ivrMenu', {
  fields: ivrMenu.omit({ id: true }).extend({
    menuId: z.string(),
    // An earlier version read every menu aloud.
    recordingId: ivrMenu.shape.recordingId.default(null),
    invalidRecordingId: ivrMenu.shape.invalidRecordingId.default(null),
  }),
  key: { partition: [], sort: ['menuId'] },
});
export type MenuRecord = Stored<typeof Menus>;

export const changedSince = changedSinceOpened('menu');

export const everyMenu = (): Promise<MenuRecord[]> => Menus.all('key');
export const findMenu = (menuId: string): Promise<MenuRecord | undefined> => Menus.find({ menuId });
export const findMenus = (menuIds: string[]): Promise<MenuRecord[]> =>
  Menus.findMany(menuIds.map((menuId) => ({ menuId })));

/** Which of these menus are there. */
export const menusThere = async (menuIds: string[]): Promise<string[]> =>
  (await findMenus(menuIds)).map(({ menuId }) => menuId);

/** The write of a menu: new when `before` is undefined, else refused when it has changed since. */
export const menuWrite = (before: MenuRecord | undefined, after: MenuRecord): object =>
  before ? Menus.put(after, ifVersion(before.version, changedSince)) : Menus.insert(after);

export const menuRemoval = ({ menuId, version }: MenuRecord): object =>
  Menus.remove({ menuId }, ifVersion(version, changedSince));
