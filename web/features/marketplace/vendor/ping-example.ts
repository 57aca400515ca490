/** Of +13055550171: `printf '+13055550171' | sha256sum`. */
const phoneHash = 'b0a366a88944fd8fecdbdb5d506e2b83feafa57cbae8e1f5aa823dd7797ee379';

/** What a program sends first: nothing of who the person is but hashes. */
const pingBody = (providerId: string) => ({
  providerId,
  category: 'Solar',
  zip: '33130',
  state: 'FL',
  exclusive: true,
  hashes: { phone: phoneHash },
  attributes: { homeowner: true },
  mode: 'test',
});

const postBody = {
  pingId: 'PING_ID',
  lead: {
    firstName: 'Ann',
    lastName: 'Lee',
    phone: '+13055550171',
    address: { city: 'Miami', state: 'FL', postcode: '33130' },
    consent: {
      givenAt: '2026-11-27T15:00:00Z',
      text: 'Yes, you may call me about solar.',
      sourceUrl: 'https://example.com/form',
    },
  },
  mode: 'test',
};

const curl = (url: string, body: object): string =>
  [
    `curl ${url} \\`,
    "  -H 'Authorization: Bearer YOUR_KEY' \\",
    "  -H 'Content-Type: application/json' \\",
    `  -d '${JSON.stringify(body, null, 2)}'`,
  ].join('\n');

/** The two calls as they are tried from a terminal. @param origin 'https://app.example.com' */
export const examples = (origin: string, providerId: string) => ({
  ping: curl(`${origin}/api/marketplace/ping`, pingBody(providerId)),
  post: curl(`${origin}/api/marketplace/post`, postBody),
});
