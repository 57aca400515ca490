/** What other nouns use of this one. They import this file and no other. */

export { fetchImage } from './fetch-image.ts';
export { forecastsOf } from './weather/forecast.ts';
