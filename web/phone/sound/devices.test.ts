import { describe, expect, it } from 'vitest';
import { fitting, microphoneProblem, openMicrophone, parseDevices } from './devices.ts';
import { levelOf } from './level.ts';

describe('the devices of the phone', () => {
  it('reads back what was chosen, and the system’s choice from anything else', () => {
    const chosen = { microphone: 'a', speaker: 'b', ringer: '' };
    expect(parseDevices(JSON.stringify(chosen))).toEqual(chosen);
    const none = { microphone: '', speaker: '', ringer: '' };
    for (const text of [null, 'null', '7', '{', '{"microphone":3}']) expect(parseDevices(text)).toEqual(none);
  });

  it('uses the system’s device in place of one that is not connected', () => {
    expect(fitting('a', [{ deviceId: 'a' }])).toBe('a');
    expect(fitting('a', [{ deviceId: 'b' }])).toBe('');
  });

  it('says in a sentence why there is no microphone, and what to do', async () => {
    const said = (name: string) => microphoneProblem(Object.assign(new Error(name), { name }));
    expect(said('NotAllowedError')).toContain('Allow it beside the address');
    expect(said('NotFoundError')).toContain('No microphone was found');
    expect(said('NotReadableError')).toContain('in use by another program');
    await expect(openMicrophone('', undefined)).rejects.toThrow('over https only');
  });

  it('measures silence as nothing and a loud tone as full', () => {
    const tone = (loudness: number) =>
      Float32Array.from({ length: 1024 }, (_, n) => loudness * Math.sin(n / 3));
    expect(levelOf(tone(0))).toBe(0);
    expect(levelOf(tone(0.0005))).toBe(0);
    expect(levelOf(tone(0.05))).toBeGreaterThan(0.4);
    expect(levelOf(tone(0.05))).toBeLessThan(0.7);
    expect(levelOf(tone(1))).toBe(1);
  });
});
