import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { AwsError, asAwsError, parseJsonObject, readBody, sendJson } from '../aws-json.ts';
import type { InvokeResult } from '../functions/index.ts';
import type { CloudDescription } from '../template/template.ts';
import type { Properties } from '../template/types.ts';
import { type Authorize, Connection } from './connection.ts';
import {
  authorizationOf,
  errors,
  isChannel,
  limits,
  namespaceOf,
  publishRequest,
  subprotocol,
} from './protocol.ts';

export interface EventsApiOptions {
  cloud: CloudDescription;
  /** Invokes a function by its ARN. */
  invoke(arn: string, event: object): Promise<InvokeResult>;
}

export interface EventsApi {
  /** POST /event, by which the product publishes; signatures and policies were looked at before. */
  handle(req: IncomingMessage, res: ServerResponse): Promise<void>;
  /** Opens a websocket at /event/realtime. */
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Cuts every connection, as a network that fails does; for tests. */
  cut(): void;
  close(): void;
}

/**
 * AppSync Events on one machine: the API of the template with its namespaces. Who connects and subscribes is asked of
 * the authorizer each time; nothing is kept, so what nobody hears is gone, as on AWS.
 * @throws Error when the template remembers decisions, which is not done here
 */
export function createEventsApi({ cloud, invoke }: EventsApiOptions): EventsApi {
  const api = cloud.ofType('AWS::AppSync::Api')[0];
  const namespaces = new Set(cloud.ofType('AWS::AppSync::ChannelNamespace').map(({ name }) => name));
  const authorizer = ((api?.properties.EventConfig?.AuthProviders ?? []) as Properties[]).find(
    ({ AuthType }) => AuthType === 'AWS_LAMBDA',
  )?.LambdaAuthorizerConfig;
  if (Number(authorizer?.AuthorizerResultTtlInSeconds ?? 0) !== 0)
    throw new Error(
      'The local push channel asks its authorizer each time: AuthorizerResultTtlInSeconds is 0.',
    );
  const connections = new Set<Connection>();
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: limits.message,
    handleProtocols: (protocols) => (protocols.has(subprotocol) ? subprotocol : false),
  });

  const authorize: Authorize = async (given, channel) => {
    if (!authorizer || !given?.Authorization) return false;
    const answer = await invoke(String(authorizer.AuthorizerUri), {
      authorizationToken: given.Authorization,
      requestContext: {
        apiId: api!.arn.split('/').at(-1),
        accountId: api!.arn.split(':')[4],
        requestId: randomUUID(),
        operation: channel === undefined ? 'EVENT_CONNECT' : 'EVENT_SUBSCRIBE',
        ...(channel === undefined ? {} : { channel, channelNamespaceName: namespaceOf(channel) }),
      },
      requestHeaders: {},
    });
    const known = channel === undefined || namespaces.has(namespaceOf(channel));
    return answer.ok && known && (JSON.parse(answer.payload) as Properties).isAuthorized === true;
  };

  function publish(input: Record<string, unknown>) {
    const { data, error } = publishRequest.safeParse(input);
    if (!data) throw new AwsError('BadRequestException', error.issues[0]!.message);
    const { channel, events } = data;
    if (!isChannel(channel) || !namespaces.has(namespaceOf(channel)))
      throw new AwsError('BadRequestException', `There is no channel ${channel}.`);
    for (const event of events) {
      if (Buffer.byteLength(event) > limits.event)
        throw new AwsError('BadRequestException', `An event has at most ${limits.event} bytes.`);
      JSON.parse(event);
      for (const connection of connections) connection.deliver(channel, event);
    }
    return { failed: [], successful: events.map((_, index) => ({ identifier: randomUUID(), index })) };
  }

  return {
    async handle(req, res) {
      try {
        if (req.method !== 'POST' || req.url !== '/event')
          throw new AwsError('NotFoundException', 'Events are published by POST /event.', 404);
        sendJson(res, 200, publish(parseJsonObject(await readBody(req))));
      } catch (thrown) {
        const isSyntax = thrown instanceof SyntaxError;
        const { code, message, status } = isSyntax
          ? new AwsError('BadRequestException', 'An event is JSON.')
          : asAwsError(thrown);
        sendJson(res, status, { errors: errors(code, message) });
      }
    },
    upgrade(req, socket, head) {
      if (req.url !== '/event/realtime') return void socket.destroy();
      const protocols = req.headers['sec-websocket-protocol'];
      server.handleUpgrade(req, socket, head, (opened) => {
        const connection = new Connection(opened, authorize, authorizationOf(protocols));
        connections.add(connection);
        opened.on('close', () => connections.delete(connection));
      });
    },
    cut() {
      for (const client of server.clients) client.terminate();
    },
    close() {
      for (const client of server.clients) client.terminate();
      server.close();
    },
  };
}
