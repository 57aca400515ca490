import { z } from 'zod';
import {
  listing,
  listingFields,
  listingStatuses,
  marketLimits,
  provider,
  providerStatuses,
} from '../model/market.ts';
import { id, route, tenantId } from './contract.ts';
import { marketBids } from './market-bids.ts';
import { marketCertificates } from './market-certificates.ts';
import { marketMoney } from './market-money.ts';
import { marketOrders } from './market-orders.ts';
import { cursor, limit, nextCursor } from './market-paging.ts';
import { marketPayments } from './market-payments.ts';
import { marketPayouts } from './market-payouts.ts';
import { marketReturns } from './market-returns.ts';

const providerId = id('mpr');
const listingId = id('mls');
const version = z.number().int().min(1);
const price = z.coerce.number().int().min(0).max(marketLimits.maxPrice).optional();

/** The lead market: vendors sell leads, other workspaces buy them. One market for the whole platform. */
export const marketplace = {
  providers: route('GET', '/marketplace/providers', 'marketplace.view', 'Shops of the market')
    .input(z.strictObject({ scope: z.enum(['market', 'own']).optional() }))
    .output(
      z.object({
        providers: z
          .array(provider)
          .describe(
            "a vendor's own; for buyers those that sell; 'own': those of the workspace; the operator's: all",
          ),
      }),
    ),
  createProvider: route(
    'POST',
    '/marketplace/providers',
    'marketplace.providers',
    'Open a shop for a vendor',
    {
      status: 201,
    },
  )
    .input(
      z.strictObject({
        name: z
          .string()
          .trim()
          .min(1, 'Please enter a name.')
          .max(marketLimits.name, `At most ${marketLimits.name} characters.`),
        ownerId: id('usr').describe('an active user of the workspace with the role vendor'),
        tenantId: tenantId.optional().describe('whose vendor; for the operator'),
        commissionPercent: z
          .number()
          .int()
          .min(0)
          .max(marketLimits.maxCommission)
          .optional()
          .describe('of each order to the platform; set by the operator alone, 0 when left out'),
      }),
    )
    .output(provider),
  updateProvider: route(
    'PUT',
    '/marketplace/providers/{id}',
    'marketplace.manage',
    'Suspend a shop or let it sell again, and set its commission',
  )
    .input(
      z.strictObject({
        id: providerId,
        status: z.enum(providerStatuses).optional(),
        commissionPercent: z.number().int().min(0).max(marketLimits.maxCommission).optional(),
        version: version.optional(),
      }),
    )
    .output(provider),

  listings: route('GET', '/marketplace/listings', 'marketplace.view', 'What is on offer, or what one sells')
    .input(
      z.strictObject({
        scope: z
          .enum(['market', 'own'])
          .optional()
          .describe(
            "'market': active ones of all shops; 'own': those one sells. A vendor sees only own ones",
          ),
        search: z.string().trim().max(100).optional().describe('in title, description, category, shop'),
        category: z.string().trim().max(marketLimits.category).optional(),
        priceMin: price.describe('US cents a lead'),
        priceMax: price.describe('US cents a lead'),
        contactMin: z.coerce
          .number()
          .int()
          .min(0)
          .max(100)
          .optional()
          .describe('percent: only of shops whose buyers spoke with at least so many of their leads'),
        certificate: z
          .stringbool()
          .optional()
          .describe('true: those alone that promise a certificate of consent'),
        status: z.enum(listingStatuses).optional().describe('of own ones'),
        limit,
        cursor,
      }),
    )
    .output(
      z.object({
        listings: z.array(listing).describe('newest first'),
        categories: z.array(z.string()).describe('those of all that the caller could see, by name'),
        searched: z
          .number()
          .int()
          .nullable()
          .describe(
            'how many were looked through, where older ones of the market were left out; null: none were',
          ),
        nextCursor,
      }),
    ),
  createListing: route('POST', '/marketplace/listings', 'marketplace.sell', 'Offer leads', { status: 201 })
    .input(
      listingFields.extend({
        providerId: providerId.optional().describe('may be left out by who sells in one shop'),
        status: z.enum(['draft', 'active']).default('draft'),
      }),
    )
    .output(listing),
  getListing: route('GET', '/marketplace/listings/{id}', 'marketplace.view', 'One listing')
    .input(z.strictObject({ id: listingId }))
    .output(listing),
  updateListing: route('PUT', '/marketplace/listings/{id}', 'marketplace.sell', 'Change what is offered')
    .input(
      z.strictObject({
        id: listingId,
        title: listingFields.shape.title.optional(),
        description: z.string().trim().max(marketLimits.description).optional(),
        category: listingFields.shape.category.optional(),
        priceCents: listingFields.shape.priceCents.optional().describe('open orders keep their price'),
        leadCount: listingFields.shape.leadCount.optional(),
        dailyCap: listingFields.shape.dailyCap.unwrap().optional(),
        sampleFields: listingFields.shape.sampleFields.unwrap().optional(),
        exclusivity: listingFields.shape.exclusivity.unwrap().optional(),
        certificate: listingFields.shape.certificate
          .unwrap()
          .optional()
          .describe('open orders keep what was promised'),
        status: z.enum(['draft', 'active', 'paused', 'archived']).optional(),
        version: version.optional(),
      }),
    )
    .output(listing),

  ...marketBids,
  ...marketOrders,
  ...marketReturns,
  ...marketMoney,
  ...marketCertificates,
  ...marketPayments,
  ...marketPayouts,
};
