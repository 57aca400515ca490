import { describe, expect, it } from 'vitest';
import { listingChecks, offerChecks } from './listing-form.ts';

describe('what is typed of a listing', () => {
  it('is refused where it is out of bounds, and never becomes another number', () => {
    expect(listingChecks.priceCents(0)).toBe('A lead costs at least one cent.');
    expect(listingChecks.priceCents(null)).toBe('Please enter the price of a lead.');
    expect(listingChecks.leadCount(-3)).toBe('A number of leads is 0 or more.');
    expect(listingChecks.dailyCap(0)).toBe('A daily limit is 1 or more; leave it empty for none.');
    expect(listingChecks.dailyCap(null)).toBeNull();
  });

  it('needs leads to be put on offer, and none to be a draft', () => {
    expect(offerChecks.leadCount(0)).toBe('Say how many leads there are, or keep it as a draft.');
    expect(offerChecks.leadCount(1)).toBeNull();
    expect(listingChecks.leadCount(0)).toBeNull();
  });
});
