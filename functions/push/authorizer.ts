import { assertFactor, assertStanding, authenticate } from '#functions/kernel/access.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { playerTenant } from '#functions/signage/api.ts';
import { mayListen, playerMayListen } from '#shared/model/push.ts';

/** Source: https://docs.aws.amazon.com/appsync/latest/eventapi/configure-event-api-auth.html, November 2026. */
interface AuthorizerEvent {
  authorizationToken: string;
  requestContext: {
    operation: 'EVENT_CONNECT' | 'EVENT_SUBSCRIBE' | 'EVENT_PUBLISH';
    /** The path that is subscribed to. */
    channel?: string;
  };
}

/** A decision is for this request alone: another channel or a later subscription asks again. */
interface Decision {
  isAuthorized: boolean;
  ttlOverride: 0;
}

const decide = (isAuthorized: boolean): Decision => ({ isAuthorized, ttlOverride: 0 });

/** A display's player shows its address, as when it asks for its plan. @throws 404 where no display has it */
async function decideForPlayer(key: string, channel: string | undefined): Promise<Decision> {
  const tenantId = await playerTenant(key);
  return decide(channel === undefined || playerMayListen(tenantId, channel));
}

/**
 * Decides who connects to the push channel and what they may hear: by the access token, as the guard of calls does
 * (session, epoch, second factor, suspended workspace), and by the channel's exact path. Programs hear nothing, and
 * nobody publishes by a token. Players of displays hear that something of their tenant's displays changed.
 */
export async function handler({ authorizationToken, requestContext }: AuthorizerEvent): Promise<Decision> {
  const { operation, channel } = requestContext;
  const token = authorizationToken.replace(/^Bearer /i, '');
  if (operation === 'EVENT_PUBLISH' || token.startsWith('dbk_')) return decide(false);
  try {
    if (token.startsWith('dsp_')) return await decideForPlayer(token, channel);
    const caller = await authenticate(token, false);
    if (caller.who.kind !== 'user') return decide(false);
    assertFactor(caller.who, undefined);
    assertStanding(caller, 'GET', { access: 'signed-in' });
    return decide(operation === 'EVENT_CONNECT' || mayListen(caller.who, channel ?? ''));
  } catch (error) {
    if (error instanceof AppError) return decide(false);
    throw error;
  }
}
