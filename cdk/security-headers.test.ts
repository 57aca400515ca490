import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { headerPolicies } from './constructs/security-headers.ts';
import { settingsOf } from './settings.ts';

/** What browsers are told about the application and about signs. */
function headersOf(context: Record<string, string>) {
  const stack = new Stack(new App({ context }), 'Web');
  const places = { filesDomain: 'files.example.com', pushOrigin: 'wss://push.example.com' };
  headerPolicies(stack, settingsOf(stack.node), places);
  const policies = Object.entries(
    Template.fromStack(stack).findResources('AWS::CloudFront::ResponseHeadersPolicy'),
  );
  const of = (id: string) => {
    const [, found] = policies.find(([name]) => name.startsWith(id))!;
    const config = found.Properties.ResponseHeadersPolicyConfig;
    return {
      connect: /connect-src ([^;]*)/.exec(
        config.SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy,
      )?.[1],
      custom: config.CustomHeadersConfig?.Items,
    };
  };
  return { app: of('AppHeaders'), sign: of('SignHeaders') };
}

describe('what pages may connect to', () => {
  it('is the telephone exchange for the application, and not for signs', () => {
    const { app, sign } = headersOf({ phoneUrl: 'wss://pbx.example.com:8089/ws' });
    expect(app.connect).toMatch(/ wss:\/\/pbx\.example\.com:8089$/);
    expect(sign.connect).not.toContain('pbx');
  });

  it('is every exchange where there are several, and each once', () => {
    const phoneUrl = 'wss://east.example.com/ws, wss://west.example.com/ws,wss://east.example.com/other';
    expect(headersOf({ phoneUrl }).app.connect).toMatch(
      /wss:\/\/push\.example\.com wss:\/\/east\.example\.com wss:\/\/west\.example\.com$/,
    );
  });

  it('is no exchange where none is named', () => {
    expect(headersOf({}).app.connect).toBe("'self' https://files.example.com wss://push.example.com");
  });
});

describe('the microphone', () => {
  it('is the application’s to ask for, and never that of a sign', () => {
    const { app, sign } = headersOf({});
    const header = 'permissions-policy';
    expect(app.custom).toMatchObject([{ Header: header, Value: 'microphone=(self)' }]);
    expect(sign.custom).toMatchObject([{ Header: header, Value: 'microphone=()' }]);
  });
});
