import { describe, expect, it } from 'vitest';
import { newElement } from '#shared/scene/registry.ts';
import { type Forecast, placeOfWeather, weatherAt, weatherData, weatherPlacesOf } from './weather.ts';
import { cities } from './weather-places.ts';

const hour = (at: string, celsius: number) => ({ at, celsius, words: 'Fair', isDay: true });
const forecast: Forecast = {
  credit: '',
  hours: [hour('2026-11-25T10:00:00.000Z', 10), hour('2026-11-25T11:00:00.000Z', 11)],
};

describe('the weather at a moment', () => {
  it.each([
    ['before the first hour by less than one', '2026-11-25T09:10:00Z', 10],
    ['long before', '2026-11-25T08:59:00Z', undefined],
    ['in an hour', '2026-11-25T10:59:59Z', 10],
    ['as one begins', '2026-11-25T11:00:00Z', 11],
    ['half an hour after the last', '2026-11-25T12:29:00Z', 11],
    ['later, when nothing is known any more', '2026-11-25T12:30:00Z', undefined],
  ])('is that of its hour: %s', (_, at, celsius) =>
    expect(weatherAt(forecast, Date.parse(at))?.celsius).toBe(celsius),
  );

  it('is null for a place that nothing is known of', () => {
    const at = Date.parse('2026-11-25T10:30:00Z');
    expect(weatherData(['1,2', '3,4'], { '1,2': forecast }, at)).toEqual({
      '1,2': { celsius: 10, words: 'Fair', isDay: true, credit: '' },
      '3,4': null,
    });
  });
});

describe('the place of a weather element', () => {
  it.each([
    [{ source: 'data' }, undefined],
    [{ source: 'atlantis' }, undefined],
    [{ source: 'miami' }, '25.7743,-80.1937'],
    [{ source: 'coordinates', latitude: 0, longitude: 0 }, undefined],
    [{ source: 'coordinates', latitude: 25.774_349, longitude: -80.193_651 }, '25.7743,-80.1937'],
    [{ source: 'coordinates', latitude: 25.7, longitude: -80 }, '25.7,-80'],
    [{ source: 'coordinates', latitude: 'north', longitude: 1 }, undefined],
  ])('of %o is %s', (properties, key) => expect(placeOfWeather(properties)?.key).toBe(key));

  it('is asked for once, and not for what is hidden or shows data', () => {
    const element = (id: string, source: string, changes = {}) => {
      const made = newElement('weather', { id, x: 0, y: 0, layerOrder: 0 });
      return { ...made, properties: { ...made.properties, source }, ...changes };
    };
    const elements = [
      element('a', 'miami'),
      element('b', 'miami'),
      element('c', 'oslo', { isVisible: false }),
      element('d', 'data'),
    ];
    expect(weatherPlacesOf(elements).map(({ name }) => name)).toEqual(['Miami']);
  });
});

it('cities have an id of their own, and lie on the earth with four decimals at most', () => {
  expect(new Set(cities.map(({ id }) => id)).size).toBe(cities.length);
  for (const { id, latitude, longitude } of cities) {
    expect(Math.abs(latitude), id).toBeLessThan(90);
    expect(Math.abs(longitude), id).toBeLessThan(180);
    expect(`${latitude}`, id).toMatch(/^-?\d+(\.\d{1,4})?$/);
    expect(`${longitude}`, id).toMatch(/^-?\d+(\.\d{1,4})?$/);
  }
});
