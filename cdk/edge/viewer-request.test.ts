import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

interface EdgeRequest {
  method: string;
  uri: string;
  querystring: Record<string, { value: string }>;
  headers: Record<string, { value: string }>;
}
interface EdgeAnswer {
  statusCode: number;
  headers: Record<string, { value: string }>;
  body: { data: string };
}

const code = readFileSync(join(import.meta.dirname, 'viewer-request.js'), 'utf8');
type Handler = (event: { request: EdgeRequest; viewer: { ip: string } }) => EdgeRequest & EdgeAnswer;
const handlerOf = (source: string) => new Function(`${source}\nreturn handler;`)() as Handler;
const shared = handlerOf(code);
const apart = handlerOf(code.replace("const signHost = '';", "const signHost = 'signs.example.com';"));

function ask(uri: string, headers: Record<string, string> = {}, handler = shared) {
  const all = { host: 'signs.example.com', ...headers };
  return handler({
    viewer: { ip: '203.0.113.9' },
    request: {
      method: 'GET',
      uri,
      querystring: { v: { value: '3' } },
      headers: Object.fromEntries(Object.entries(all).map(([name, value]) => [name, { value }])),
    },
  });
}

describe('the CDN before the cache', () => {
  it.each(['/', '/login', '/content-creator', '/content-creator/prj_01J8', '/users/', '/v1.2/leads'])(
    'gives the application for its page %s',
    (uri) => expect(ask(uri).uri).toBe('/index.html'),
  );

  it.each(['/favicon.ico', '/assets/index-x7.js', '/sign.html', '/fonts/inter.woff2'])(
    'leaves %s alone',
    (uri) => expect(ask(uri).uri).toBe(uri),
  );

  it.each(['/s/pub_1_x7', '/s/pub.1', '/s/a/b'])('gives the sign page for %s', (uri) =>
    expect(ask(uri).uri).toBe('/sign.html'),
  );

  it('tells the gateway which host was asked for and by whom, whatever the viewer claims', () => {
    const request = ask('/api/auth/login', {
      'x-forwarded-host': 'evil.example',
      'true-client-ip': '10.0.0.1',
    });
    expect(request.uri).toBe('/api/auth/login');
    expect(request.headers['x-forwarded-host']).toEqual({ value: 'signs.example.com' });
    expect(request.headers['true-client-ip']).toEqual({ value: '203.0.113.9' });
  });

  describe('with a host for signs alone', () => {
    const onSigns = (uri: string) => ask(uri, {}, apart);
    const onApp = (uri: string) => ask(uri, { host: 'app.example.com' }, apart);

    it.each(['/', '/login', '/index.html', '/api/auth/login', '/api/users/me', '/api/content/projects'])(
      'has nothing of the application there: %s',
      (uri) => expect(onSigns(uri)).toMatchObject({ statusCode: 404 }),
    );

    it('shows signs and takes what visitors and players send', () => {
      expect(onSigns('/s/pub_1_x7').uri).toBe('/sign.html');
      expect(onSigns('/sign-worker.js').uri).toBe('/sign-worker.js');
      expect(onSigns('/api/content/public/pub_1_x7').uri).toBe('/api/content/public/pub_1_x7');
      expect(onSigns('/api/signage/player/dsp_1_x7/plays').uri).toBe('/api/signage/player/dsp_1_x7/plays');
    });

    it('sends addresses that were given out before to the new host', () =>
      expect(onApp('/s/pub_1_x7')).toMatchObject({
        statusCode: 301,
        headers: { location: { value: 'https://signs.example.com/s/pub_1_x7?v=3' } },
      }));

    it('leaves the application where it was', () => {
      expect(onApp('/login').uri).toBe('/index.html');
      expect(onApp('/api/auth/login').uri).toBe('/api/auth/login');
    });
  });

  it('does not take /apiary for the API', () => expect(ask('/apiary').uri).toBe('/index.html'));

  const sized = (type: string, megabytes: number) =>
    ask('/api/content/assets', {
      'content-type': type,
      'content-length': String(Math.floor(megabytes * 1024 * 1024)),
    });

  it('answers 413 above what a function takes, in the form of every error', () => {
    const answer = sized('application/json', 11);
    expect(answer.statusCode).toBe(413);
    expect(answer.headers['content-type']).toEqual({ value: 'application/json' });
    expect(JSON.parse(answer.body.data)).toEqual({
      error: expect.stringMatching(/larger than 5\.5 MB\. Upload large files/),
      code: 'payload_too_large',
      details: { maxBytes: 5.5 * 1024 * 1024, bytes: 11 * 1024 * 1024 },
    });
  });

  it('counts the third that base64 adds to a body which is not text', () => {
    expect(sized('multipart/form-data; boundary=x', 4.1).statusCode).toBe(413);
    expect(sized('multipart/form-data; boundary=x', 4).statusCode).toBeUndefined();
    expect(sized('application/json', 5.5).statusCode).toBeUndefined();
  });

  it('stays below the 10 kB that an edge function may have', () => expect(code.length).toBeLessThan(10_240));
});
