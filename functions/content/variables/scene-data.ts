import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { forecastsOf } from '#functions/proxy/api.ts';
import { tenantById } from '#functions/tenants/api.ts';
import type { Element } from '#shared/model/content.ts';
import { weatherData, weatherPlacesOf } from '#shared/model/weather.ts';
import { systemData } from '#shared/scene/variables.ts';
import { chartsNow } from './charts.ts';

/** What is known without a lead or a call: the company and the time. Other variables show their defaults. */
export async function sceneData(): Promise<Record<string, unknown>> {
  const tenant = await tenantById(tenantOf());
  return {
    tenant: { name: tenant.name },
    company: { name: tenant.name },
    system: systemData(clock.date(), tenant.timeZone),
  };
}

/** The weather of this moment at the places that elements show; nothing for a drawing without such an element. */
async function weatherOf(elements: readonly Element[]): Promise<Record<string, unknown>> {
  const places = weatherPlacesOf(elements);
  if (places.length === 0) return {};
  const keys = places.map(({ key }) => key);
  return { weather: weatherData(keys, await forecastsOf(places), clock.now()) };
}

/** What a drawing is filled with that is made now and stays as it is, without a lead or a call. */
export async function sceneDataNow(elements: readonly Element[]): Promise<Record<string, unknown>> {
  const [known, weather, charts] = await Promise.all([sceneData(), weatherOf(elements), chartsNow(elements)]);
  return { ...known, ...weather, ...charts };
}
