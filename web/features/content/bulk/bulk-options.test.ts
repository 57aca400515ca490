import { describe, expect, it } from 'vitest';
import { firstForm, optionsOf } from './bulk-options.ts';

describe('the options of a bulk export', () => {
  it('fall back to 1920, 1080 and 10 where nothing numeric was typed', () => {
    const { options } = optionsOf({
      ...firstForm,
      exportType: 'video',
      width: '',
      height: 'tall',
      duration: '  ',
    });
    expect(options).toMatchObject({ dimensions: { width: 1920, height: 1080 }, duration: 10 });
  });

  it('keep what was typed, and a name for the zip', () => {
    const { options } = optionsOf({ ...firstForm, width: '640', height: 360.4, zipName: ' ' });
    expect(options).toMatchObject({ dimensions: { width: 640, height: 360 }, zipName: 'bulk-export' });
    expect(options).not.toHaveProperty('duration');
  });
});
