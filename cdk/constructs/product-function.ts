import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AssetHashType, DockerImage, Duration, RemovalPolicy, Size } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  type CfnFunction,
  Code,
  Function as LambdaFunction,
  RecursiveLoop,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, LogGroup, MetricFilter, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { bundleInChild } from '../bundle.ts';
import type { FunctionSpec } from '../function-spec.ts';
import { root, type Settings } from '../settings.ts';
import { acknowledge, anyResource } from './acknowledge.ts';
import { metricNamespace } from './alarms.ts';
import { environmentOf, grant } from './needs.ts';
import type { Platform } from './platform.ts';

/**
 * One function of the product: its bundle, a role of its own with what it needs and no more, a log group that
 * forgets, and a count of its errors. Its entry file stands in the template's metadata, where the local cloud reads it.
 */
export class ProductFunction extends Construct {
  readonly function: LambdaFunction;

  constructor(scope: Construct, id: string, platform: Platform, spec: FunctionSpec) {
    super(scope, id);
    const { settings } = platform;
    const logs = new LogGroup(this, 'Logs', {
      retention: settings.keep ? RetentionDays.THREE_MONTHS : RetentionDays.TWO_WEEKS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      description: `What the function ${spec.name} may do.`,
    });
    logs.grantWrite(role);
    grant(role, platform, spec.needs);
    this.function = new LambdaFunction(this, 'Function', {
      description: `Dealbell ${settings.stage}: ${spec.name}`,
      runtime: Runtime.NODEJS_24_X,
      architecture: spec.architecture === 'arm64' ? Architecture.ARM_64 : Architecture.X86_64,
      handler: 'index.handler',
      code: codeOf(spec, settings.bundle),
      memorySize: spec.memory,
      reservedConcurrentExecutions: spec.reserved,
      timeout: Duration.seconds(spec.timeout),
      ephemeralStorageSize: spec.storage === undefined ? undefined : Size.mebibytes(spec.storage),
      role,
      logGroup: logs,
      tracing: Tracing.ACTIVE,
      ...(spec.sendsToItself ? { recursiveLoop: RecursiveLoop.ALLOW } : {}),
      environment: {
        ...environmentOf(platform, spec.needs),
        SERVICE_NAME: spec.name,
        STAGE: settings.stage,
        ...(settings.sandboxUrl ? { SANDBOX_URL: settings.sandboxUrl } : {}),
        NODE_OPTIONS: '--enable-source-maps',
      },
    });
    (this.function.node.defaultChild as CfnFunction).addMetadata('dealbell:entry', spec.entry);
    acknowledge(this, {
      [anyResource]:
        'X-Ray takes traces of no resource in particular, and the list of streams is of no table.',
    });
    this.countErrors(logs, settings);
  }

  /**
   * Errors of all functions are one metric, counted in their logs: those that they told, and crashes and time-outs that
   * Lambda tells of. Their own metrics (errors, duration) are on the dashboard and have no alarm each.
   */
  private countErrors(logs: LogGroup, settings: Settings) {
    new MetricFilter(this, 'FailureLines', {
      logGroup: logs,
      metricNamespace: metricNamespace(settings),
      metricName: 'FunctionErrors',
      filterPattern: FilterPattern.anyTerm('ERROR', 'Task timed out', 'Runtime exited'),
    });
  }
}

/** The bundle of the entry; without bundling, a line of code in its place that says so. */
function codeOf(spec: FunctionSpec, bundle: boolean): Code {
  if (!bundle)
    return Code.fromInline(
      `exports.handler = async () => { throw new Error('Synthesized without its code: ${spec.entry}'); };`,
    );
  const entry = join(root, spec.entry);
  if (!existsSync(entry))
    throw new Error(`The function ${spec.name} cannot be bundled: ${spec.entry} does not exist.`);
  return Code.fromAsset(dirname(entry), {
    // Of what was built, so that code which did not change is not deployed again.
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      // Never pulled: bundling is local or fails.
      image: DockerImage.fromRegistry('none'),
      // Tells this asset from others of the same folder.
      command: [spec.entry],
      local: {
        tryBundle(outDir) {
          bundleInChild(spec.entry, outDir);
          return true;
        },
      },
    },
  });
}
