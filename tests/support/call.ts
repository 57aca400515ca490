import type { AnyContractProcedure, InferSchemaInput, InferSchemaOutput } from '@orpc/contract';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { api } from '#shared/api/index.ts';
import { gatewayEvent, lambdaContext, type RawAnswer, type Request, rawAnswer } from './gateway.ts';

type Handler = (
  event: APIGatewayProxyEventV2,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2>;

/**
 * Tests call as programs do, so a sign-in answers its tokens in the body; where a second factor is on, `secondFactor`
 * is there instead.
 */
type Body<T> =
  Extract<T, { secondFactor: unknown }> extends infer Asked
    ? WithTokens<Exclude<T, Asked>> & ([Asked] extends [never] ? unknown : Partial<Asked>)
    : never;
type WithTokens<T> = T extends { expiresIn: number; refreshToken?: string }
  ? T & { [Name in keyof T & ('refreshToken' | 'deviceToken')]-?: string }
  : T;

/** What a call answers; a failing one has the error's fields. */
export interface Answer<T> {
  status: number;
  headers: Record<string, string>;
  cookies: string[];
  body: Body<T> & { error?: string; code?: string; details?: Record<string, unknown>; retryAfter?: number };
}

interface Caller {
  address?: string;
  authorization: () => Promise<string | undefined>;
}

/** A caller whose calls take the way of a real one: gateway event, the noun's function, gateway answer. */
export function callFrom({ address, authorization }: Caller) {
  /** Sends a request as it is, to the function of a noun. */
  const send = async (noun: string, request: Request): Promise<RawAnswer> => {
    const { handler } = (await import(`../../functions/${noun}/index.ts`)) as { handler: Handler };
    const token = await authorization();
    const headers = { ...(token ? { authorization: token } : {}), ...request.headers };
    const event = gatewayEvent({ address, ...request, headers });
    return rawAnswer(await handler(event, lambdaContext()));
  };
  return {
    send,
    /** Makes a call of the contract. `input` is what the contract takes, or what a test tries instead. */
    async call<P extends AnyContractProcedure>(
      procedure: P,
      input?: InferSchemaInput<NonNullable<P['~orpc']['inputSchema']>> | Record<string, unknown>,
      request: Partial<Request> = {},
    ): Promise<Answer<InferSchemaOutput<NonNullable<P['~orpc']['outputSchema']>>>> {
      const answer = await send(nounOf(procedure), { ...wireOf(procedure, input ?? {}), ...request });
      return answer as Answer<InferSchemaOutput<NonNullable<P['~orpc']['outputSchema']>>>;
    },
  };
}

/** The noun whose contract holds the call. */
export function nounOf(procedure: AnyContractProcedure): string {
  const holds = (router: object): boolean =>
    Object.values(router).some((child) => child === procedure || (isRouter(child) && holds(child)));
  const found = Object.entries(api).find(([, contract]) => holds(contract));
  if (!found) throw new Error('This call is not in the contract.');
  return found[0];
}

const isRouter = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !('~orpc' in value);

/** A call's input as it travels: path parameters in the path, the rest in the query of a GET or in the body. */
function wireOf(procedure: AnyContractProcedure, input: object): Request {
  const { method = 'POST', path = '/' } = procedure['~orpc'].route;
  const rest: Record<string, unknown> = { ...input };
  const filled = path.replace(/\{\+?(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  const hasRest = Object.keys(rest).length > 0;
  if (method === 'GET') {
    const pairs = Object.entries(rest).map(([name, value]) => [name, String(value)]);
    return { method, path: filled, query: new URLSearchParams(pairs).toString() };
  }
  const body = method === 'DELETE' && !hasRest ? undefined : JSON.stringify(rest);
  return { method, path: filled, body };
}
