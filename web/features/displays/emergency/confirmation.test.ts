import { describe, expect, it } from 'vitest';
import type { LiveDisplay } from '#shared/api/signage.ts';
import { confirmationText, screensOf } from './confirmation.ts';

const display = (id: string, changes: Partial<LiveDisplay> = {}) =>
  ({
    id,
    name: id,
    status: 'online',
    confirmed: null,
    offlineSince: null,
    groupIds: [],
    ...changes,
  }) as LiveDisplay;
const fire = { id: 'emg_fire', all: false, displayIds: ['floor', 'lobby'], groupIds: ['grp_doors'] };

describe('an emergency’s confirmation', () => {
  it('counts the screens that are meant, by what each says itself', () => {
    const screens = screensOf(fire, [
      display('floor', { confirmed: 'emg_fire' }),
      display('lobby', { status: 'offline', offlineSince: '2026-01-05T12:00:00.000Z' }),
      display('door', { groupIds: ['grp_doors'], confirmed: 'emg_other' }),
      display('kitchen', { confirmed: 'emg_fire' }),
    ]);
    expect(screens.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'floor confirmed',
      'lobby offline',
      'door waiting',
    ]);
    expect(confirmationText(screens)).toBe('1 of 3 confirmed, 1 waiting, 1 offline');
  });

  it('says so where a later one covers it', () => {
    const later = { ...fire, id: 'emg_drill', displayIds: ['lobby'], groupIds: [] };
    const screens = screensOf(fire, [display('floor', { confirmed: 'emg_fire' }), display('lobby')], [later]);
    expect(confirmationText(screens)).toBe('1 of 2 confirmed, 1 under a later one');
  });
});
