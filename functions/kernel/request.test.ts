import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { parseBody } from './request.ts';

const form = (body: string) =>
  ({
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body,
    isBase64Encoded: false,
  }) as unknown as APIGatewayProxyEventV2;

describe('a form in a request body', () => {
  it('is read with fields that come twice', async () => {
    const read = (await parseBody(form('a=1&a=2&b=x+y%20z'))) as FormData;
    expect(read.getAll('a')).toEqual(['1', '2']);
    expect(read.get('b')).toBe('x y z');
  });

  it('is refused with more than 1,000 fields', async () => {
    const fields = (count: number) => Array.from({ length: count }, () => 'a=1').join('&');
    expect(((await parseBody(form(fields(1_000)))) as FormData).getAll('a')).toHaveLength(1_000);
    await expect(parseBody(form(fields(1_001)))).rejects.toMatchObject({
      status: 400,
      message: 'A form has at most 1000 fields.',
    });
  });
});
