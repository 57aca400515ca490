import { App } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { commandLine, settingsOf } from './settings.ts';

const settings = (context: Record<string, unknown>) => settingsOf(new App({ context }).node);

describe('what a deployment may choose', () => {
  it('is a throw-away dev stage on CloudFront’s own domain when nothing is said', () =>
    expect(settings({})).toMatchObject({
      stage: 'dev',
      keep: false,
      publicUrl: '',
      demo: false,
      bundle: true,
      webDeployment: true,
    }));

  it('takes the public address from the domain', () =>
    expect(settings({ domainName: 'signs.example.com', certificateArn: 'arn:x' }).publicUrl).toBe(
      'https://signs.example.com',
    ));

  it('shows signs at the public address unless they have a domain of their own', () => {
    const domain = { domainName: 'app.example.com', certificateArn: 'arn:x' };
    expect(settings(domain).signUrl).toBe('https://app.example.com');
    expect(settings({ ...domain, signDomainName: 'signs.example.com' }).signUrl).toBe(
      'https://signs.example.com',
    );
  });

  it.each([
    ['nothing', {}, false],
    ['a sender', { mailFrom: 'no-reply@example.com' }, true],
    ['a domain', { domainName: 'signs.example.com', certificateArn: 'arn:x' }, true],
    ['the local cloud’s sandbox', { sandboxUrl: 'http://localhost:3001' }, true],
  ])('says of %s whether the product’s own mails arrive', (_, context, mailWorks) =>
    expect(settings(context)).toMatchObject({ mailWorks, signUp: true }),
  );

  it('takes the websocket of a telephone exchange, and only a secure one', () => {
    expect(settings({}).phoneUrls).toEqual([]);
    expect(settings({ phoneUrl: 'wss://pbx.example.com/ws' }).phoneUrls).toEqual([
      'wss://pbx.example.com/ws',
    ]);
    for (const phoneUrl of ['ws://pbx.example.com/ws', 'https://pbx.example.com', "wss://pbx 'unsafe-eval'"])
      expect(() => settings({ phoneUrl })).toThrow('Context phoneUrl is an address');
  });

  it('takes an address at which its operators are reached, and only an address', () => {
    expect(settings({}).contact).toBeUndefined();
    expect(settings({ contact: 'ops@example.com' }).contact).toBe('ops@example.com');
    expect(() => settings({ contact: 'ops' })).toThrow('Context contact is an e-mail address');
  });

  it('closes the sign-up where that is asked for', () =>
    expect(settings({ signUp: 'off' }).signUp).toBe(false));

  it('builds nothing without bundles', () =>
    expect(settings({ bundle: 'off' })).toMatchObject({ bundle: false, webDeployment: false }));

  it.each([
    [{ stage: 'Prod!' }, /stage is 1 to 20/],
    [{ demo: 'maybe' }, /demo is on or off, not 'maybe'/],
    [{ publicUrl: 'signs.example.com' }, /publicUrl is an address/],
    [{ publicUrl: 'https://a; script-src *' }, /publicUrl is an address/],
    [{ domainName: 'signs.example.com' }, /needs certificateArn/],
    [{ signDomainName: 'signs.example.com' }, /signDomainName needs domainName/],
    [
      { domainName: 'a.example.com', certificateArn: 'arn:x', signDomainName: 'a.example.com' },
      /another domain/,
    ],
    [{ hostedZone: 'example.com' }, /come together/],
    [{ apiDomainName: 'api.example.com' }, /apiDomainName and apiCertificateArn come together/],
    [{ apiCertificateArn: 'arn:x' }, /apiDomainName and apiCertificateArn come together/],
    [{ adoptTable: 'dealbell-restored' }, /needs adoptTableStream/],
    [
      { adoptTable: 'mine', adoptTableStream: 'arn:aws:dynamodb:x:1:table/other/stream/2026' },
      /the ARN of the stream of mine/,
    ],
    [{ adoptTableStream: 'arn:x' }, /need adoptTable/],
    [{ adoptTable: 'not a name' }, /adoptTable is the name or the ARN/],
    [{ backupCopyArn: 'arn:aws:backup:eu-west-1:111111111111:backup-vault:far' }, /needs backup=on/],
    [{ backup: 'on', backupCopyArn: 'far' }, /backupCopyArn is the ARN/],
    [{ reservedSignIn: '0' }, /reservedSignIn is a number/],
    [{ originSecretVersion: 'AWSCURRENT' }, /originSecretVersion is the VersionId/],
    [{ mailInbound: 'reply@example.com' }, /mailInbound is a domain/],
    [{ mailInbound: 'example' }, /mailInbound is a domain/],
    [{ mailRuleSet: 'company' }, /mailRuleSet needs mailInbound/],
    [{ hostedZone: 'example.com', hostedZoneId: 'Z1' }, /hostedZone needs domainName/],
  ])('refuses %o', (context, message) => expect(() => settings(context)).toThrow(message));
});

describe('the command line without the cdk command', () => {
  it('reads context and output', () =>
    expect(commandLine(['-c', 'stage=test', '--context', 'demo=on', '--output', '/tmp/x'])).toEqual({
      context: { stage: 'test', demo: 'on' },
      outdir: '/tmp/x',
    }));

  it('begins with the context of cdk.json', () => expect(commandLine([]).context).toEqual({ stage: 'dev' }));

  it.each([[['--verbose']], [['-c', 'stage']]])('refuses %o', (argv) =>
    expect(() => commandLine(argv)).toThrow(/takes name=value|Unknown option/),
  );
});
