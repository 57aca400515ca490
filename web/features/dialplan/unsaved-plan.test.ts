import { beforeEach, describe, expect, it } from 'vitest';
import { emptyPlan } from '#shared/model/dialplan/plan.ts';
import { forgetUnsavedPlan, keepUnsavedPlan, readUnsavedPlan } from './unsaved-plan.ts';

const items = new Map<string, string>();
const storage = {
  getItem: (key: string) => items.get(key) ?? null,
  setItem: (key: string, value: string) => void items.set(key, value),
  removeItem: (key: string) => void items.delete(key),
};
beforeEach(() => items.clear());

describe('a dial plan that has no name yet', () => {
  const plan = { description: 'Nine to five', goalNodeId: 'n_1', config: emptyPlan() };

  it('comes back whole after a reload: its description and goal too', () => {
    keepUnsavedPlan(storage, 'usr_ann', plan);
    expect(readUnsavedPlan(storage, 'usr_ann')).toEqual(plan);
    forgetUnsavedPlan(storage, 'usr_ann');
    expect(readUnsavedPlan(storage, 'usr_ann')).toBeUndefined();
  });

  it('is not shown to another who signs in on the same device', () => {
    keepUnsavedPlan(storage, 'usr_ann', plan);
    expect(readUnsavedPlan(storage, 'usr_bob')).toBeUndefined();
  });

  it('is begun anew where what lies in the browser cannot be read', () => {
    keepUnsavedPlan(storage, 'usr_ann', plan);
    for (const broken of ['{', '{"nodes":[]}', '7']) {
      for (const key of items.keys()) items.set(key, broken);
      expect(readUnsavedPlan(storage, 'usr_ann'), broken).toBeUndefined();
    }
  });
});
