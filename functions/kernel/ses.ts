import { SESv2Client } from '@aws-sdk/client-sesv2';
import { traced } from './trace.ts';

let client: SESv2Client | undefined;
let endpoint: string | undefined;

/** The product's own SES, at the endpoint that the environment names; test files have one each. */
export function productSes(): SESv2Client {
  const named = process.env.AWS_ENDPOINT_URL_SESV2;
  if (!client || named !== endpoint) {
    client = traced(new SESv2Client({}));
    endpoint = named;
  }
  return client;
}
