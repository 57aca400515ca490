import { z } from 'zod';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { disposition } from '#shared/model/disposition.ts';

/** The codes of a tenant in their order: one small item, so that the order is never half changed. */
const Codes = entity('dispositionCodes', {
  fields: z.object({ codes: z.array(disposition), version: z.number() }),
  key: { partition: [], sort: [] },
});
type DispositionCodes = Stored<typeof Codes>;

export const readCodes = async (): Promise<DispositionCodes> =>
  (await Codes.find({})) ?? { codes: [], version: 0 };

/** The write of codes; refused where somebody changed them since they were read. */
export const codesWrite = ({ version }: DispositionCodes, codes: DispositionCodes['codes']): object =>
  Codes.put({ codes, version: version + 1 }, ifVersion(version));
