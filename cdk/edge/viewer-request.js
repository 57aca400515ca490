// Runs at every edge before the cache (CloudFront Functions, JavaScript runtime 2.0: no modules, no network).

// A function takes 6 MB with everything around the body; the gateway hands text on as it is and other bodies as
// base64, a third larger. Above that it would answer in a form of its own, so larger requests are told here.
const maxTextBytes = 5.5 * 1024 * 1024;
const maxBinaryBytes = 4 * 1024 * 1024;

// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name.
function handler(event) {
  const request = event.request;
  const uri = request.uri;
  if (uri === '/api' || uri.startsWith('/api/')) return toApi(event, request);
  if (uri.startsWith('/s/')) request.uri = '/sign.html';
  // Whatever names no file is a page of the application, which reads the address itself.
  else if (!uri.slice(uri.lastIndexOf('/')).includes('.')) request.uri = '/index.html';
  return request;
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
