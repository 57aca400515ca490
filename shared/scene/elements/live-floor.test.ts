import { describe, expect, it } from 'vitest';
import type { JsonMap } from '#shared/model/bounded-map.ts';
import { sceneTextLines } from '../draw.ts';
import type { SceneEnv } from '../env.ts';
import { elementTypes, newElement } from '../registry.ts';
import { stillUntil } from '../stillness.ts';
import { recordingContext } from '../testing/recording-context.ts';
import { testElement, testEnv } from '../testing/scene-env.ts';

const began = '2026-11-27T15:00:00.000Z';
const ago = (seconds: number) => new Date(Date.parse(began) - seconds * 1000).toISOString();
const talking = { state: 'onCall', label: 'On a call', color: '#228be6', since: ago(61) };
const floor = {
  at: began,
  signedIn: 1,
  states: [{ state: 'onCall', count: 1, since: ago(61) }],
  agents: [{ ...talking, name: 'Maya Chen' }],
  calls: 7,
  waiting: { count: 2, since: ago(3_605) },
  serviceLevel: 0.857,
};
const wall = (told: object | undefined, more: Partial<SceneEnv> = {}) =>
  testEnv({
    data: { system: { startedAt: began }, ...(told && { floor: told as JsonMap }) },
    hideEmpty: true,
    ...more,
  });
const sceneOf = (properties: JsonMap = {}, size = { width: 960, height: 600 }) => ({
  canvasSize: { width: 1000, height: 1000 },
  canvasBackground: { type: 'solid' as const, color: '#ffffff' },
  elements: [testElement('live_floor', { properties, size })],
});
const textsOf = (env: SceneEnv, ...args: Parameters<typeof sceneOf>) =>
  sceneTextLines(recordingContext().ctx, sceneOf(...args), env).map(({ text }) => text);

describe('a live floor', () => {
  it('says who is in what and for how long, who waits, and how many were answered in time', () => {
    const texts = textsOf(wall(floor, { t: 3 }), { showNames: true });
    expect(texts).toEqual(
      expect.arrayContaining(['Live floor', 'On a call', '1', 'longest 1:04', 'Maya Chen', '1:04']),
    );
    expect(texts).toEqual(expect.arrayContaining(['Calls', '7', 'Waiting', '2', '1:00:08', '86 %']));
  });

  it('names nobody unless that was chosen, whatever it is told', () => {
    expect(textsOf(wall(floor))).not.toContain('Maya Chen');
    expect(textsOf(wall(floor), { showNames: true, showAgents: false })).not.toContain('Maya Chen');
  });

  it('leaves out what was not chosen', () => {
    const nothing = { showStates: false, showAgents: false, showCalls: false, showWaiting: false };
    expect(textsOf(wall(floor), { ...nothing, title: '' })).toEqual(['Answered in time', '86 %']);
  });

  it('is empty without agents, and has nothing to show of a floor that it was told nothing of', () => {
    const nobody = { ...floor, signedIn: 0, agents: [], states: [], serviceLevel: null };
    const texts = textsOf(wall(nobody));
    expect(texts).toContain('No agents signed in');
    expect(texts).toContain('–');
    expect(textsOf(wall(undefined))).toEqual([]);
    expect(textsOf(wall({ signedIn: 'many' }))).toEqual([]);
  });

  it('says in the editor that it is a sample, which stands still', () => {
    const env = testEnv({ data: {} });
    expect(textsOf(env)).toContain('Sample');
    expect(stillUntil(sceneOf(), env)).toBe(Number.POSITIVE_INFINITY);
    expect(textsOf(wall(floor))).not.toContain('Sample');
    expect(stillUntil(sceneOf(), wall(floor, { t: 4.2 }))).toBe(5);
  });

  it('says when it is no longer so, and counts no further', () => {
    const texts = textsOf(wall({ ...floor, isStale: true }), { showNames: true });
    expect(texts).toContain('Not up to date');
    expect(texts.filter((text) => /\d:\d\d/.test(text))).toEqual([]);
  });

  it('tells how many agents it has no room for, in every size', () => {
    const agents = Array.from({ length: 60 }, (_, at) => ({ ...talking, name: `Agent ${at}` }));
    for (const [width, height] of [
      [960, 600],
      [500, 900],
      [240, 160],
    ] as const) {
      const texts = textsOf(wall({ ...floor, agents, signedIn: 75 }), { showNames: true }, { width, height });
      const named = texts.filter((text) => text.startsWith('Agent')).length;
      expect(texts, `${width} × ${height}`).toContain(`and ${75 - named} more`);
    }
  });

  it('is in the palette, and asks for the least when it is new', () => {
    expect(elementTypes.map(({ type }) => type)).toContain('live_floor');
    expect(newElement('live_floor', { id: 'a', x: 0, y: 0, layerOrder: 0 }).properties).toMatchObject({
      showNames: false,
    });
  });
});
