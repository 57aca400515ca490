import * as z from 'zod';

/** Where phones of browsers connect to. Plain `ws` is for one's own machine. */
export const phoneUrl = z
  .string()
  .trim()
  .max(200)
  .regex(
    /^(wss:\/\/[^\s/?#;,@]+|ws:\/\/(127\.0\.0\.1|localhost)(:\d{1,5})?)(\/[^\s;,]*)?$/,
    'Please enter an address such as wss://pbx.example.com/ws.',
  );

/** What is said of an exchange when it is added or changed. */
export const telephoneExchangeFields = {
  name: z.string().trim().min(1, 'Please enter a name.').max(80),
  phoneUrl,
};

/**
 * How an exchange stands. new: no bridge was enrolled yet; enrolling: a token waits to be used; online; degraded: its
 * bridge lives and its Asterisk does not; offline: nothing was heard of its bridge; revoked: its bridge is shut out.
 */
export const exchangeStates = {
  new: 'Not connected yet',
  enrolling: 'Waiting for its bridge',
  online: 'Online',
  degraded: 'Asterisk is away',
  offline: 'Offline',
  revoked: 'Revoked',
} as const;
export type ExchangeState = keyof typeof exchangeStates;

/** The id of the exchange that the deployment itself brings: the sandbox, or an Asterisk whose address it was given. */
export const builtInExchange = 'exc_builtin';

export const telephoneExchange = z.object({
  id: z.string(),
  ...telephoneExchangeFields,
  phoneUrl: z.string(),
  kind: z.enum(['asterisk', 'built-in']),
  isShared: z.boolean().describe('whether it is the platform’s, for every workspace'),
  isOurs: z.boolean().describe('whether the calls of this workspace go through it'),
  mayManage: z.boolean(),
  state: z.enum(Object.keys(exchangeStates) as [ExchangeState, ...ExchangeState[]]),
  since: z.string().nullable().describe('since when it stands so, where that is known'),
  seenAt: z.string().nullable().describe('when its bridge was heard last'),
  bridgeVersion: z.string().nullable(),
  asteriskVersion: z.string().nullable(),
  liveCalls: z.number().int().nullable().describe('null where it is shared, or was not heard of'),
  phones: z.number().int().nullable(),
  enrolmentUntil: z.string().nullable().describe('until when a token that waits can be used'),
  version: z.number().int(),
});
export type TelephoneExchange = z.output<typeof telephoneExchange>;

export const mostExchanges = 20;
