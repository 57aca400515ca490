import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Lead, LeadSettings } from '#shared/model/lead.ts';
import { cellOf } from './Cell.tsx';

const said = (lead: Partial<Lead>, key: string) => {
  const context = { settings: { statuses: [] } as unknown as LeadSettings, agents: [] };
  const markup = renderToStaticMarkup(
    <MantineProvider>{cellOf(lead as Lead, key, context)}</MantineProvider>,
  );
  return markup.replace(/<style[^>]*>[^<]*<\/style>/g, '').replace(/<[^>]*>/g, '');
};

it('says a score of 0 and a deal of nothing, and a dash for a deal that nobody named', () => {
  expect(said({ score: 0 }, 'score')).toBe('0');
  expect(said({ dealAmount: 0 }, 'dealAmount')).toBe('$0');
  expect(said({ dealAmount: 1200.5 }, 'dealAmount')).toBe('$1,200.50');
  expect(said({ dealAmount: null }, 'dealAmount')).toBe('–');
});
