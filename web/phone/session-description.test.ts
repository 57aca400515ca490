import { describe, expect, it } from 'vitest';
import { withoutHold } from './session-description.ts';

describe('the description of a session', () => {
  it('names an address that does not mean hold', () => {
    const sdp = 'v=0\r\nc=IN IP4 0.0.0.0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\nc=IN IP4 0.0.0.0\r\n';
    expect(withoutHold(sdp)).toBe(
      'v=0\r\nc=IN IP4 192.0.2.1\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\nc=IN IP4 192.0.2.1\r\n',
    );
  });

  it('keeps an address that the browser knows', () => {
    const sdp = 'c=IN IP4 203.0.113.7\r\na=rtcp:9 IN IP4 0.0.0.0\r\n';
    expect(withoutHold(sdp)).toBe(sdp);
  });
});
