import { routesOf } from '#functions/kernel/http.ts';
import { content } from '#shared/api/content.ts';
import { getVersion, keepNow, listVersions, nameVersion, removeVersion } from './use-cases.ts';

const r = routesOf(content);

export const versions = {
  listVersions: r.listVersions.handler(({ input }) => listVersions(input.id, input.page, input.limit)),
  keepVersion: r.keepVersion.handler(({ input: { id, ...wish } }) => keepNow(id, wish)),
  getVersion: r.getVersion.handler(({ input }) => getVersion(input.id, input.versionId)),
  nameVersion: r.nameVersion.handler(({ input }) => nameVersion(input.id, input.versionId, input.name)),
  removeVersion: r.removeVersion.handler(async ({ input }) => {
    await removeVersion(input.id, input.versionId);
    return { message: 'Version deleted.' };
  }),
};
