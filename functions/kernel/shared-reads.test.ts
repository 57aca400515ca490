import { describe, expect, it } from 'vitest';
import { asSystem } from './actor.ts';
import { readOnce, sharingReads } from './shared-reads.ts';

const inTenant = <T>(id: number, work: () => Promise<T>) => asSystem(id, 'test', work);

describe('reads that a step shares', () => {
  it('are made once within it, and each time outside', async () => {
    let reads = 0;
    const read = () => readOnce('settings', async () => ++reads);
    await inTenant(1, async () => {
      expect(await sharingReads(() => Promise.all([read(), read(), read()]))).toEqual([1, 1, 1]);
      expect(await sharingReads(read)).toBe(2);
      expect([await read(), await read()]).toEqual([3, 4]);
    });
  });

  it('are each tenant’s own', async () => {
    const read = (tenant: number) => inTenant(tenant, () => readOnce('name', async () => `of ${tenant}`));
    expect(await sharingReads(async () => [await read(1), await read(2)])).toEqual(['of 1', 'of 2']);
  });

  it('are made again after one that failed', async () => {
    let reads = 0;
    const read = () =>
      readOnce('settings', async () => {
        if (++reads === 1) throw new Error('down');
        return reads;
      });
    await inTenant(1, () =>
      sharingReads(async () => {
        await expect(read()).rejects.toThrow('down');
        expect(await read()).toBe(2);
      }),
    );
  });
});
