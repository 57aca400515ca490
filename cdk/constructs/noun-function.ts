import { type HttpApi, HttpMethod, HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { Construct } from 'constructs';
import type { FunctionSpec } from '../function-spec.ts';
import { acknowledge } from './acknowledge.ts';
import type { Platform } from './platform.ts';
import { ProductFunction } from './product-function.ts';

export interface NounFunctionProps extends FunctionSpec {
  api: HttpApi;
  /** Paths at the gateway, any method; what a path does with a method is the contract's business. */
  paths: readonly string[];
}

/** The function of one noun, and the gateway's routes to it. */
export class NounFunction extends ProductFunction {
  constructor(scope: Construct, id: string, platform: Platform, { api, paths, ...spec }: NounFunctionProps) {
    super(scope, id, platform, spec);
    const integration = new HttpLambdaIntegration('Integration', this.function, {
      // One permission for the whole API: a permission a route would pass the limit of the function's policy.
      scopePermissionToRoute: false,
    });
    acknowledge(this, {
      APIG4: 'The function checks the token itself: public calls and others stand under one path.',
    });
    for (const path of paths)
      new HttpRoute(this, `Route ${path}`, {
        httpApi: api,
        routeKey: HttpRouteKey.with(path, HttpMethod.ANY),
        integration,
      });
  }
}
