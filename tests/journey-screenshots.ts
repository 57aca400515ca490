import type { Page } from 'playwright-core';
import type { Caller } from './support/product.ts';

interface Made {
  id: string;
  name: string;
}

/** The pictures of journeys: their list, the builder, a dry run, and the statistics of one that is live. */
export async function takeJourneyPictures(
  page: Page,
  caller: Caller,
  settle: () => Promise<void>,
  file: (name: string) => string,
): Promise<void> {
  const { templates } = await caller.ask<{ templates: { id: string }[] }>('GET', '/journey-templates');
  const made: Made[] = [];
  for (const { id } of templates)
    made.push(await caller.ask<Made>('POST', '/journeys/from-template', { templateId: id }));
  for (const { id } of made.slice(0, 3)) {
    await caller.ask('PATCH', `/journeys/${id}/toggle`, { status: 'live' });
    const { leads } = await caller.ask<{ leads: { id: string }[] }>(
      'GET',
      `/journeys/${id}/available-leads?limit=40`,
    );
    await caller.ask('POST', `/journeys/${id}/enroll`, { leadIds: leads.map((lead) => lead.id) });
  }
  const [first] = made;
  await page.goto('/journeys');
  await page.getByRole('table', { name: 'Journeys' }).getByText(first!.name).first().waitFor();
  await settle();
  await page.screenshot({ path: file('journeys') });

  await page.goto(`/journeys/${first!.id}`);
  await page.getByText('Leads come in').waitFor();
  await page.locator('.react-flow__node-step').filter({ hasText: 'Text message' }).click();
  await page.getByText(/^\d segments? ·/).waitFor();
  await settle();
  await page.screenshot({ path: file('journey-builder') });

  await page.getByRole('button', { name: 'Dry run' }).click();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  const player = page.getByRole('group', { name: 'Player of the dry run' });
  await player.waitFor();
  // To the text, which shows as it would arrive.
  await player.getByRole('slider').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await settle();
  await page.screenshot({ path: file('journey-dry-run') });

  await page.goto(`/journeys/${first!.id}/statistics`);
  await page.getByRole('list', { name: 'Leads at each step of the main line' }).waitFor();
  await settle();
  await page.screenshot({ path: file('journey-statistics') });
}
