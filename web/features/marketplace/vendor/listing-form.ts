import { type Listing, type ListingFields, listingFields } from '#shared/model/market.ts';
import { checkedBy } from '#web/ui/forms.ts';

/** What the form holds; a number that was not typed yet is null. */
export interface ListingDraft
  extends Omit<ListingFields, 'priceCents' | 'leadCount'>,
    Record<string, unknown> {
  /** Of who sells in several. */
  providerId: string;
  priceCents: number | null;
  leadCount: number | null;
}

export const blankListing: ListingDraft = {
  providerId: '',
  title: '',
  description: '',
  category: '',
  priceCents: null,
  leadCount: null,
  dailyCap: null,
  sampleFields: ['firstName', 'lastName', 'phone'],
  exclusivity: 'exclusive',
  certificate: 'none',
};

export function draftOf(listing: Listing): ListingDraft {
  const { providerId, title, description, category, priceCents, leadCount } = listing;
  const { dailyCap, sampleFields, exclusivity, certificate } = listing;
  return {
    providerId,
    title,
    description,
    category,
    priceCents,
    leadCount,
    dailyCap,
    sampleFields,
    exclusivity,
    certificate,
  };
}

const { title, description, category, priceCents, leadCount, dailyCap } = listingFields.shape;

/** Each field by the contract's own rule; what was not typed is asked for. */
export const listingChecks = {
  title: checkedBy(title),
  description: checkedBy(description),
  category: checkedBy(category),
  priceCents: (value: number | null) =>
    value === null ? 'Please enter the price of a lead.' : checkedBy(priceCents)(value),
  leadCount: (value: number | null) =>
    value === null ? 'Please say how many leads there are.' : checkedBy(leadCount)(value),
  dailyCap: checkedBy(dailyCap),
};

/** The same of what is put on offer at once, which buyers would see as sold out if it had no leads. */
export const offerChecks = {
  ...listingChecks,
  leadCount: (value: number | null) =>
    value === 0 ? 'Say how many leads there are, or keep it as a draft.' : listingChecks.leadCount(value),
};

/** What was checked, as the calls take it. */
export function listingInput({ providerId: _, ...draft }: ListingDraft): ListingFields {
  return listingFields.parse(draft);
}
