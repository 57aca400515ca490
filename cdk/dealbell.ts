import { App, DefaultStackSynthesizer, Tags, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { type Settings, settingsOf } from './settings.ts';
import { ApiStack } from './stacks/api.ts';
import { DataStack } from './stacks/data.ts';
import { PushStack } from './stacks/push.ts';
import { RenderStack } from './stacks/render.ts';
import { ScheduleStack } from './stacks/schedule.ts';
import { WatchStack } from './stacks/watch.ts';
import { WebStack } from './stacks/web.ts';

/** Behaviours of CDK that newer projects have and older ones keep for compatibility. */
const features = {
  '@aws-cdk/aws-iam:minimizePolicies': true,
  '@aws-cdk/aws-s3:serverAccessLogsUseBucketPolicy': true,
  '@aws-cdk/core:checkSecretUsage': true,
  // A stack cannot lose what another still stands on.
  '@aws-cdk/core:defaultCrossStackReferences': 'strong',
};

export interface Dealbell {
  app: App;
  settings: Settings;
  data: DataStack;
  push: PushStack;
  render: RenderStack;
  schedule: ScheduleStack;
  api: ApiStack;
  web: WebStack;
  watch: WatchStack;
}

/** The whole cloud, for no region or account in particular. */
export function dealbell(context: Record<string, unknown>, outdir?: string): Dealbell {
  const app = new App({ context: { ...features, ...context }, outdir, analyticsReporting: false });
  const settings = settingsOf(app.node);
  const stack = (name: string, description: string) => ({
    description: `Dealbell ${settings.stage}: ${description}`,
    stackName: `Dealbell-${settings.stage}-${name}`,
    terminationProtection: settings.keep,
    // The cdk command checks the bootstrap version itself.
    synthesizer: new DefaultStackSynthesizer({ generateBootstrapVersionRule: false }),
  });
  const id = (name: string) => `Dealbell-${settings.stage}-${name}`;

  const data = new DataStack(app, id('Data'), settings, stack('Data', 'table, files and keys'));
  const { platform } = data;
  const push = new PushStack(app, id('Push'), platform, stack('Push', 'hints to open pages'));
  const render = new RenderStack(app, id('Render'), platform, stack('Render', 'pictures of signs'));
  const schedule = new ScheduleStack(
    app,
    id('Schedule'),
    platform,
    { render: render.render },
    stack('Schedule', 'events and the minute'),
  );
  const api = new ApiStack(app, id('Api'), platform, stack('Api', 'gateway and functions'));
  const web = new WebStack(app, id('Web'), platform, api.host, stack('Web', 'CDN and web files'));
  const watch = new WatchStack(
    app,
    id('Watch'),
    platform,
    { apiId: api.api.apiId, distributionId: web.distributionId },
    stack('Watch', 'dashboard and the alarm that pages'),
  );
  // It knows the others' alarms by name.
  for (const other of [data, push, render, schedule, api, web]) watch.addStackDependency(other);

  Tags.of(app).add('app', 'dealbell');
  Tags.of(app).add('stage', settings.stage);
  if (settings.nag) Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return { app, settings, data, push, render, schedule, api, web, watch };
}
