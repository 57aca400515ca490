import { signAccessToken } from '#functions/kernel/tokens.ts';
import { handler as publisher } from '#functions/publisher/index.ts';
import { handler as authorizer } from '#functions/push/authorizer.ts';
import { createEventsApi } from '#infra/local/appsync/index.ts';
import { createAwsServer } from '#infra/local/aws-server.ts';
import type { CloudDescription } from '#infra/local/template/template.ts';
import { pushNamespace } from '#shared/model/push.ts';
import { Listener } from './push-listener.ts';
import { followStream } from './stream.ts';
import { sessionOf, type TestUser } from './tenant.ts';

const resources = [
  {
    type: 'AWS::AppSync::Api',
    name: 'api',
    arn: 'arn:aws:appsync:us-east-1:000000000000:apis/test',
    properties: {
      EventConfig: {
        AuthProviders: [{ AuthType: 'AWS_LAMBDA', LambdaAuthorizerConfig: { AuthorizerUri: 'authorizer' } }],
      },
    },
  },
  { type: 'AWS::AppSync::ChannelNamespace', name: pushNamespace, properties: {} },
];

/** The user's access token, of a session that goes on. */
export const tokenOf = async (user: TestUser): Promise<string> =>
  signAccessToken({
    tenantId: user.tenantId,
    userId: user.userId,
    sessionId: await sessionOf(user),
  });

/** The push channel with the product's own authorizer and publisher, in the process of a test. */
export async function openPushChannel() {
  const channel = createEventsApi({
    cloud: {
      ofType: (type: string) => resources.filter((one) => one.type === type),
    } as unknown as CloudDescription,
    invoke: async (_arn, event) =>
      ({
        ok: true,
        payload: JSON.stringify(await authorizer(event as Parameters<typeof authorizer>[0])),
      }) as never,
  });
  const server = createAwsServer({
    services: { appsync: channel.handle },
    upgrade: channel.upgrade,
    credentials: {
      accessKeyId: process.env.AWS_ACCESS_KEY_ID!,
      secretAccessKey: process.env.AWS_SECRET_ACCESS_KEY!,
    },
    region: 'us-east-1',
  });
  const origin = await server.listen();
  process.env.PUSH_URL = `${origin}/event`;
  const read = await followStream();
  const url = `${origin.replace('http', 'ws')}/event/realtime`;
  return {
    url,
    /** Hands on what was written since the last time. */
    publish: async () => void (await publisher({ Records: await read() })),
    /** A user's open page; its subscriptions are still to be made. */
    async page(user: TestUser): Promise<Listener> {
      const page = await Listener.open(url, await tokenOf(user));
      const answer = await page.init();
      if (answer.type !== 'connection_ack') throw new Error(`Not connected: ${JSON.stringify(answer)}`);
      return page;
    },
    async close() {
      channel.close();
      await server.close();
    },
  };
}
