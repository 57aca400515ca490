import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Node } from 'constructs';

/** The project's root: assets and entries are named from here, wherever the app is started. */
export const root = join(import.meta.dirname, '..');

/** What a deployment may choose, by context: `-c name=value`, or `context` in cdk.json. */
export interface Settings {
  /** Part of every stack's name; `dev` alone may be thrown away. */
  stage: string;
  /** Outside dev, what holds data is kept and stacks are protected from deletion. */
  keep: boolean;
  /** Where people reach the product, without a slash at the end; empty: CloudFront's own domain. */
  publicUrl: string;
  domainName?: string;
  /** A certificate of us-east-1 for the domain, as CloudFront wants it. */
  certificateArn?: string;
  /**
   * A domain for public signs and displays' players alone, covered by the same certificate. What people put on a sign
   * then has another origin than the application, whose sessions it can never reach.
   */
  signDomainName?: string;
  /** Where signs are shown, without a slash at the end: `signDomainName`, else `publicUrl`. */
  signUrl: string;
  /** With both, the domain's A and AAAA records are made. */
  hostedZone?: { id: string; name: string };
  /** The gateway's own domain, in the stack's region; only with it can AWS's own address of the gateway be closed. */
  apiDomain?: { name: string; certificateArn: string };
  /** The version of the origin secret that the CDN shows; the current one when the CDN is next deployed. */
  originSecretVersion?: string;
  /** Any text: another one than before makes every function read the signing secret again. */
  secretsTurned?: string;
  /** A table that was restored, which is used in place of one of the stack's own. */
  adopt?: {
    /** Name or ARN. */
    table: string;
    /** The ARN of its stream, which has its time in it. */
    stream: string;
    /** The ARN of its key, where that is not the stage's own. */
    key?: string;
  };
  /** CloudFront's access logs, without paths; only where the stacks are in us-east-1. */
  cdnLogs: boolean;
  /** A copy of the table each day by AWS Backup. */
  backup: boolean;
  /** A vault, in another region or account, that takes a copy of each copy. */
  backupCopyArn?: string;
  /** Copies of the function for signing in that are kept free, whatever else is busy. */
  reservedSignIn?: number;
  /** A WAF web ACL of us-east-1 (scope CLOUDFRONT) to stand before everything. */
  webAclArn?: string;
  /** Where third parties are reached; only the local cloud gives it. */
  sandboxUrl?: string;
  /** Where a browser reaches the files bucket, when that is not S3's own domain; only the local cloud gives it. */
  filesUrl?: string;
  /** Where the push channel is reached, when that is not AppSync's own domain; only the local cloud gives it. */
  pushUrl?: string;
  /** Where agents' browsers reach the telephone exchange: its websocket for SIP, as wss://pbx.example.com/ws. */
  phoneUrls: readonly string[];
  /** The sender of the product's e-mail; SES must know it, or its domain, as a verified identity. */
  mailFrom: string;
  /**
   * Whether the product's own mails arrive: somebody has named a sender, or a domain whose no-reply address it is, and
   * so says that SES may send for it. In the local cloud the sandbox takes them.
   */
  mailWorks: boolean;
  /** An e-mail address of those who run this deployment, told to services that want to know who asks them. */
  contact?: string;
  /** off: nobody opens a trial or registers by themselves. */
  signUp: boolean;
  /** The domain at which answers to mails are received; all mail to it is the product's. Without it there are none. */
  mailInbound?: string;
  /** SES's receipt rule set that is active already, where it is not to be one of the stage's own. */
  mailRuleSet?: string;
  /** Makes the function that seeds the demo tenant. */
  demo: boolean;
  /** false: functions carry no code, only the name of their entry; nothing is built, and synth takes seconds. */
  bundle: boolean;
  /** Puts dist/web into the web bucket at deployment; without bundles there is none. */
  webDeployment: boolean;
  /** Runs cdk-nag's AwsSolutions pack while synthesizing. */
  nag: boolean;
}

/** @throws when a value is not one that a deployment can use */
export function settingsOf(node: Node): Settings {
  const text = (key: string): string | undefined => {
    const value = node.tryGetContext(key);
    return value === undefined || value === null || value === '' ? undefined : String(value);
  };
  const flag = (key: string, otherwise: boolean): boolean => {
    const value = text(key)?.toLowerCase();
    if (value === undefined) return otherwise;
    if (['true', 'on', 'yes', '1'].includes(value)) return true;
    if (['false', 'off', 'no', '0'].includes(value)) return false;
    throw new Error(`Context ${key} is on or off, not '${value}'.`);
  };
  const url = (key: string): string | undefined => {
    const value = text(key);
    if (value !== undefined && !/^https?:\/\/[^\s/?#;,]+(\/[^\s;,]*)?$/.test(value))
      throw new Error(`Context ${key} is an address such as https://signs.example.com, not '${value}'.`);
    return value?.replace(/\/+$/, '');
  };
  const address = (key: string): string | undefined => {
    const value = text(key);
    if (value !== undefined && !/^[^\s@<>()",;:]+@[^\s@<>()",;:]+$/.test(value))
      throw new Error(`Context ${key} is an e-mail address such as no-reply@example.com, not '${value}'.`);
    return value;
  };
  const domain = (key: string): string | undefined => {
    const value = text(key)?.toLowerCase();
    if (
      value !== undefined &&
      !/^(?=.{4,190}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/.test(value)
    )
      throw new Error(`Context ${key} is a domain such as reply.example.com, not '${value}'.`);
    return value;
  };
  // Several exchanges side by side: their addresses with commas between.
  const phoneUrls = text('phoneUrl')?.split(/\s*,\s*/) ?? [];
  for (const phoneUrl of phoneUrls)
    if (!/^wss:\/\/[^\s/?#;,@]+(\/[^\s;,]*)?$/.test(phoneUrl))
      throw new Error(`Context phoneUrl is an address such as wss://pbx.example.com/ws, not '${phoneUrl}'.`);
  const stage = text('stage') ?? 'dev';
  if (!/^[a-z][a-z0-9-]{0,19}$/.test(stage))
    throw new Error(`Context stage is 1 to 20 lower-case letters, digits or dashes, not '${stage}'.`);
  const domainName = text('domainName');
  const certificateArn = text('certificateArn');
  if (domainName && !certificateArn)
    throw new Error('Context domainName needs certificateArn: a certificate of us-east-1 for that domain.');
  const signDomainName = domain('signDomainName');
  if (signDomainName && !domainName) throw new Error('Context signDomainName needs domainName.');
  if (signDomainName && signDomainName === domainName?.toLowerCase())
    throw new Error('Context signDomainName is another domain than domainName.');
  const publicUrl = url('publicUrl') ?? (domainName ? `https://${domainName}` : '');
  const zone = { id: text('hostedZoneId'), name: text('hostedZone') };
  if (zone.id || zone.name) {
    if (!zone.id || !zone.name) throw new Error('Context hostedZone and hostedZoneId come together.');
    if (!domainName) throw new Error('Context hostedZone needs domainName.');
  }
  const apiDomain = { name: domain('apiDomainName'), certificateArn: text('apiCertificateArn') };
  if (Boolean(apiDomain.name) !== Boolean(apiDomain.certificateArn))
    throw new Error(
      'Context apiDomainName and apiCertificateArn come together: a certificate of the region that is deployed to.',
    );
  const originSecretVersion = text('originSecretVersion');
  if (originSecretVersion && !/^[\w-]{32,64}$/.test(originSecretVersion))
    throw new Error(
      `Context originSecretVersion is the VersionId that Secrets Manager gave, not '${originSecretVersion}'.`,
    );
  const adopt = adoptedTable(text);
  const backup = flag('backup', false);
  const backupCopyArn = text('backupCopyArn');
  if (backupCopyArn && !backup) throw new Error('Context backupCopyArn needs backup=on.');
  if (backupCopyArn && !/^arn:[\w-]+:backup:[\w-]+:\d{12}:backup-vault:\S+$/.test(backupCopyArn))
    throw new Error(`Context backupCopyArn is the ARN of a backup vault, not '${backupCopyArn}'.`);
  const reservedSignIn = text('reservedSignIn');
  if (reservedSignIn && !/^[1-9]\d{0,3}$/.test(reservedSignIn))
    throw new Error(`Context reservedSignIn is a number of 1 or more, not '${reservedSignIn}'.`);
  const mailInbound = domain('mailInbound');
  const mailRuleSet = text('mailRuleSet');
  if (mailRuleSet && !mailInbound) throw new Error('Context mailRuleSet needs mailInbound.');
  const bundle = flag('bundle', true);
  const mailFrom = address('mailFrom');
  const sandboxUrl = url('sandboxUrl');
  return {
    stage,
    keep: stage !== 'dev',
    publicUrl,
    domainName,
    signDomainName,
    signUrl: url('signUrl') ?? (signDomainName ? `https://${signDomainName}` : publicUrl),
    certificateArn,
    hostedZone: zone.id && zone.name ? { id: zone.id, name: zone.name } : undefined,
    apiDomain:
      apiDomain.name && apiDomain.certificateArn
        ? { name: apiDomain.name, certificateArn: apiDomain.certificateArn }
        : undefined,
    originSecretVersion,
    secretsTurned: text('secretsTurned'),
    adopt,
    cdnLogs: flag('cdnLogs', false),
    backup,
    backupCopyArn,
    reservedSignIn: reservedSignIn ? Number(reservedSignIn) : undefined,
    webAclArn: text('webAclArn'),
    sandboxUrl,
    filesUrl: url('filesUrl'),
    pushUrl: url('pushUrl'),
    phoneUrls,
    mailFrom: mailFrom ?? `no-reply@${domainName ?? 'dealbell.example'}`,
    mailWorks: Boolean(mailFrom ?? domainName ?? sandboxUrl),
    contact: address('contact'),
    signUp: flag('signUp', true),
    mailInbound,
    mailRuleSet,
    demo: flag('demo', false),
    bundle,
    webDeployment: flag('webDeployment', bundle),
    nag: flag('nag', false),
  };
}

/** @throws when what is said of a restored table does not fit together */
function adoptedTable(text: (key: string) => string | undefined): Settings['adopt'] {
  const [table, stream, key] = [text('adoptTable'), text('adoptTableStream'), text('adoptTableKey')];
  if (!table) {
    if (stream || key) throw new Error('Context adoptTableStream and adoptTableKey need adoptTable.');
    return undefined;
  }
  if (!/^(arn:[\w-]+:dynamodb:[\w-]+:\d{12}:table\/)?[\w.-]{3,255}$/.test(table))
    throw new Error(`Context adoptTable is the name or the ARN of a table, not '${table}'.`);
  const name = table.split('/').at(-1)!;
  if (!stream?.startsWith('arn:') || !stream.includes(`:table/${name}/stream/`))
    throw new Error(
      `Context adoptTable needs adoptTableStream: the ARN of the stream of ${name}, which a restore leaves switched off.`,
    );
  if (key && !/^arn:[\w-]+:kms:[\w-]+:\d{12}:key\/\S+$/.test(key))
    throw new Error(`Context adoptTableKey is the ARN of a key, not '${key}'.`);
  return { table, stream, key };
}

/**
 * Context and output folder when the app is run by `node cdk/app.ts` and not by the cdk command, which hands
 * both over in the environment: cdk.json's context, then `-c name=value`, `--output <folder>`.
 */
export function commandLine(argv: string[]): { context: Record<string, unknown>; outdir: string } {
  const context = { ...JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8')).context };
  let outdir = process.env.CDK_OUTDIR ?? join(root, 'cdk.out');
  for (let at = 0; at < argv.length; at++) {
    const [name, inline] = argv[at]!.split(/=(.*)/s, 2) as [string, string | undefined];
    if (name === '--output' || name === '-o') outdir = inline ?? argv[++at] ?? outdir;
    else if (name === '-c' || name === '--context') {
      const [key, value] = (inline ?? argv[++at] ?? '').split(/=(.*)/s, 2);
      if (!key || value === undefined) throw new Error(`${name} takes name=value.`);
      context[key] = value;
    } else throw new Error(`Unknown option ${argv[at]}; known are -c name=value and --output folder.`);
  }
  return { context, outdir };
}
