import { Stack, type StackProps } from 'aws-cdk-lib';
import { CfnApi, CfnChannelNamespace } from 'aws-cdk-lib/aws-appsync';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { pushNamespace } from '#shared/model/push.ts';
import type { Platform } from '../constructs/platform.ts';
import { ProductFunction } from '../constructs/product-function.ts';
import { workers } from '../workers.ts';

/** What people listen by: their access token, which a function checks. */
const byToken = [{ authType: 'AWS_LAMBDA' }];
/** What alone may publish: a function of the product, by its role. */
const byRole = [{ authType: 'AWS_IAM' }];

/**
 * The push channel: AppSync Events, by which open pages hear that something changed. It costs nothing while nobody is
 * connected.
 */
export class PushStack extends Stack {
  constructor(scope: Construct, id: string, platform: Platform, props: StackProps) {
    super(scope, id, props);
    const { settings } = platform;
    const authorizer = new ProductFunction(this, 'Authorizer', platform, workers.pushAuthorizer);
    const api = new CfnApi(this, 'Channel', {
      name: `dealbell-${settings.stage}`,
      eventConfig: {
        authProviders: [
          {
            authType: 'AWS_LAMBDA',
            lambdaAuthorizerConfig: {
              authorizerUri: authorizer.function.functionArn,
              // Who was signed out a moment ago must not hear anything new.
              authorizerResultTtlInSeconds: 0,
            },
          },
          ...byRole,
        ],
        connectionAuthModes: byToken,
        defaultSubscribeAuthModes: byToken,
        defaultPublishAuthModes: byRole,
      },
    });
    authorizer.function.addPermission('AppSync', {
      principal: new ServicePrincipal('appsync.amazonaws.com'),
      sourceArn: api.attrApiArn,
    });
    new CfnChannelNamespace(this, 'Tenants', { apiId: api.attrApiId, name: pushNamespace });
    platform.push = {
      url: settings.pushUrl ?? `https://${api.attrDnsHttp}`,
      realtimeUrl: settings.pushUrl?.replace(/^http/, 'ws') ?? `wss://${api.attrDnsRealtime}`,
      host: settings.pushUrl ? new URL(settings.pushUrl).host : api.attrDnsHttp,
      namespaceArn: `${api.attrApiArn}/channelNamespace/${pushNamespace}`,
    };
  }
}
