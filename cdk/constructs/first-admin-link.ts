import { CfnOutput, CustomResource } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { workers } from '../workers.ts';
import type { Platform } from './platform.ts';
import { ProductFunction } from './product-function.ts';

/**
 * How a deployment gets its first admin and operator: a function makes a link that works once, and the stack's output
 * shows it. Only the first deployment makes one by itself; `functions/platform/bootstrap.ts` says what the others do.
 */
export class FirstAdminLink extends Construct {
  /** @param url where people reach the product */
  constructor(scope: Construct, id: string, platform: Platform, url: string) {
    super(scope, id);
    const { function: bootstrap } = new ProductFunction(this, 'Bootstrap', platform, workers.bootstrap);
    const resource = new CustomResource(this, 'Resource', {
      resourceType: 'Custom::FirstAdminLink',
      serviceToken: bootstrap.functionArn,
      // CloudFormation would else wait for an hour.
      serviceTimeout: bootstrap.timeout,
    });
    new CfnOutput(scope, 'FirstAdminLink', {
      value: `${url}${resource.getAttString('Path')}`,
      description: 'Opens once, for 72 hours, to make the first admin and the operator.',
    });
    new CfnOutput(scope, 'FirstAdminFunction', {
      value: bootstrap.functionName,
      description: 'Invoke it for a new link while there is no operator.',
    });
  }
}
