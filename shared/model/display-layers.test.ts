import { describe, expect, it } from 'vitest';
import { type DisplayLayer, putLayer, standing, topLayer, withoutProject } from './display-layers.ts';

const at = (minutes: number) => new Date(Date.UTC(2026, 0, 5, 12, minutes)).toISOString();
const layer = (
  projectId: string,
  start: number,
  end: number | null,
  priority: DisplayLayer['priority'] = 'NORMAL',
) => ({
  layerId: `lay_${projectId}_${start}`,
  projectId,
  publicId: `pub_${projectId}`,
  name: projectId,
  assetId: `asset_${projectId}`,
  priority,
  startedAt: at(start),
  endsAt: end === null ? null : at(end),
});
const shown = (layers: DisplayLayer[], minute: number) => topLayer(layers, at(minute))?.projectId;

describe('what a display shows', () => {
  it('is its own content when nothing of ours stands on it', () => {
    expect(shown([], 0)).toBeUndefined();
    expect(shown([layer('a', 0, 5)], 5)).toBeUndefined();
  });

  it('is the later of two equals, and the earlier one again when the later ends', () => {
    let layers = putLayer([], layer('a', 0, null), at(0));
    layers = putLayer(layers, layer('b', 1, 3), at(1));
    expect(shown(layers, 2)).toBe('b');
    expect(shown(layers, 3)).toBe('a');
  });

  it('stays an emergency until that ends, whatever comes after', () => {
    let layers = putLayer([], layer('alarm', 0, 10, 'EMERGENCY'), at(0));
    layers = putLayer(layers, layer('deal', 1, null, 'HIGH'), at(1));
    expect(shown(layers, 2)).toBe('alarm');
    expect(shown(layers, 10)).toBe('deal');
  });

  it('replaces an earlier publication of the same project', () => {
    let layers = putLayer([], layer('a', 0, null), at(0));
    layers = putLayer(layers, layer('a', 1, 4), at(1));
    expect(layers).toHaveLength(1);
    expect(shown(layers, 5)).toBeUndefined();
  });

  it('goes back to what was under a project that is taken away', () => {
    let layers = putLayer([], layer('a', 0, null), at(0));
    layers = putLayer(layers, layer('b', 1, null), at(1));
    expect(shown(withoutProject(layers, 'b', at(2)), 2)).toBe('a');
  });

  it('forgets ended layers and the oldest of very many', () => {
    let layers: DisplayLayer[] = [];
    for (let start = 0; start < 30; start++)
      layers = putLayer(layers, layer(`p${start}`, start, null), at(start));
    expect(layers).toHaveLength(20);
    expect(shown(layers, 30)).toBe('p29');
    expect(standing([layer('x', 0, 1)], at(2))).toEqual([]);
  });
});
