import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

interface Options {
  challenge: string;
  rp?: { id?: string };
  rpId?: string;
  user?: { id: string };
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64url = (data: string | Uint8Array) => Buffer.from(data).toString('base64url');

/** User present, user verified (WebAuthn, 6.1), and credential data attached. */
const flags = { verified: 0x05, withCredential: 0x45 };

/** A passkey as an authenticator holds it: an ES256 key that answers what a page asks. */
export function authenticator({ origin = 'http://localhost:3000' } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  let counter = 0;
  let userHandle = '';

  const client = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  const data = (rpId: string, flag: number) => {
    const head = Buffer.alloc(37);
    sha256(rpId).copy(head);
    head[32] = flag;
    head.writeUInt32BE(counter, 33);
    return head;
  };

  return {
    id: base64url(id),
    /** Its next answers count from here. */
    count(to: number): void {
      counter = to;
    },
    /** Answers `navigator.credentials.create`. */
    create({ challenge, rp, user }: Options): Record<string, unknown> {
      userHandle = user!.id;
      // COSE key of RFC 9053, 7.1.1: kty EC2, alg ES256, crv P-256, x, y.
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x!, 'base64url')],
          [-3, Buffer.from(y!, 'base64url')],
        ]),
      );
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const authData = Buffer.concat([
        data(rp!.id!, flags.withCredential),
        Buffer.alloc(16),
        length,
        id,
        key,
      ]);
      const attestationObject = isoCBOR.encode(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(authData)],
        ]) as never,
      );
      return {
        ...this.named(),
        response: {
          clientDataJSON: base64url(client('webauthn.create', challenge)),
          attestationObject: base64url(attestationObject),
          transports: ['internal'],
        },
      };
    },
    /** Answers `navigator.credentials.get`. */
    get({ challenge, rpId }: Options, flag = flags.verified): Record<string, unknown> {
      counter++;
      const authData = data(rpId!, flag);
      const clientData = client('webauthn.get', challenge);
      const signature = createSign('sha256')
        .update(Buffer.concat([authData, sha256(clientData)]))
        .sign(privateKey);
      return {
        ...this.named(),
        response: {
          clientDataJSON: base64url(clientData),
          authenticatorData: base64url(authData),
          signature: base64url(signature),
          userHandle,
        },
      };
    },
    named: () => ({
      id: base64url(id),
      rawId: base64url(id),
      type: 'public-key',
      clientExtensionResults: {},
      authenticatorAttachment: 'platform',
    }),
  };
}
