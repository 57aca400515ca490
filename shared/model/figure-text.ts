import type { Unit } from './report-measures.ts';

const twoDigits = (part: number): string => String(part).padStart(2, '0');

/** A figure with its unit, as screens and mails write it; '–' where there is nothing to divide by. */
export function figureText(value: number | null, unit: Unit | null): string {
  if (value === null) return '–';
  switch (unit) {
    case 'usd':
      return value.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
    case 'share':
      return value.toLocaleString('en-US', { style: 'percent', maximumFractionDigits: 1 });
    case 'seconds': {
      const seconds = Math.round(value);
      return `${Math.floor(seconds / 3600)}:${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`;
    }
    default:
      return value.toLocaleString('en-US', { maximumFractionDigits: 2 });
  }
}

/** By how much a figure is more than before: '+12.5%'; 'new' where there was none, and '' where there is none now. */
export function changeText(now: number | null, before: number | null): string {
  if (now === null || before === null || (now === 0 && before === 0)) return '';
  if (before === 0) return 'new';
  return ((now - before) / before).toLocaleString('en-US', {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  });
}
