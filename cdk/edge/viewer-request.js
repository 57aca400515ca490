// Runs at every edge before the cache (CloudFront Functions, JavaScript runtime 2.0: no modules, no network).

// A function takes 6 MB with everything around the body; the gateway hands text on as it is and other bodies as
// base64, a third larger. Above that it would answer in a form of its own, so larger requests are told here.
const maxTextBytes = 5.5 * 1024 * 1024;
const maxBinaryBytes = 4 * 1024 * 1024;

// The host of signs and players, filled in by cdk/stacks/web.ts; empty where they share the application's.
const signHost = '';

// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name.
function handler(event) {
  const request = event.request;
  const uri = request.uri;
  if (signHost !== '') {
    const onSignHost = request.headers.host.value.toLowerCase() === signHost;
    if (onSignHost && !isOfSigns(uri)) return nothingHere();
    if (!onSignHost && uri.startsWith('/s/')) return moved(request);
  }
  if (uri === '/api' || uri.startsWith('/api/')) return toApi(event, request);
  if (uri.startsWith('/s/')) request.uri = '/sign.html';
  // Whatever names no file is a page of the application, which reads the address itself.
  else if (!uri.slice(uri.lastIndexOf('/')).includes('.')) request.uri = '/index.html';
  return request;
}

// Files of either host have behaviours without this function.
function isOfSigns(uri) {
  return (
    uri.startsWith('/s/') ||
    uri.startsWith('/api/content/public/') ||
    uri.startsWith('/api/signage/player/') ||
    uri === '/sign-worker.js'
  );
}

function nothingHere() {
  return {
    statusCode: 404,
    statusDescription: 'Not Found',
    headers: { 'content-type': { value: 'text/plain' }, 'cache-control': { value: 'no-store' } },
    body: { encoding: 'text', data: 'There is nothing at this address.' },
  };
}

// Addresses that were given out before signs had a host of their own go on working.
function moved(request) {
  const query = Object.keys(request.querystring)
    .map((name) => `${name}=${request.querystring[name].value}`)
    .join('&');
  return {
    statusCode: 301,
    statusDescription: 'Moved Permanently',
    headers: {
      location: { value: `https://${signHost}${request.uri}${query ? `?${query}` : ''}` },
      'cache-control': { value: 'public, max-age=3600' },
    },
  };
}

function toApi(event, request) {
  const length = request.headers['content-length'];
  const type = request.headers['content-type'];
  const isText = type && (type.value.startsWith('text/') || type.value.startsWith('application/json'));
  const maxBytes = isText ? maxTextBytes : maxBinaryBytes;
  if (length && Number(length.value) > maxBytes)
    return {
      statusCode: 413,
      statusDescription: 'Payload Too Large',
      headers: {
        'content-type': { value: 'application/json' },
        'cache-control': { value: 'no-store' },
        'x-content-type-options': { value: 'nosniff' },
      },
      body: {
        encoding: 'text',
        data: JSON.stringify({
          error:
            'The request is larger than ' +
            maxBytes / 1048576 +
            ' MB. Upload large files by POST /content/assets/uploads.',
          code: 'payload_too_large',
          details: { maxBytes, bytes: Number(length.value) },
        }),
      },
    };
  // The gateway must be called by its own host name and sees the edge as its caller: these two say what was
  // asked for and by whom. Both are written over, so a viewer cannot choose them.
  request.headers['x-forwarded-host'] = { value: request.headers.host.value };
  request.headers['true-client-ip'] = { value: event.viewer.ip };
  return request;
}
