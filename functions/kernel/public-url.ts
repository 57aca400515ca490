import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { clock } from './clock.ts';
import { log } from './log.ts';

/*
 * Where people reach the product. With a domain it is a variable of the function. Without one it is CloudFront's own
 * name, which exists only after the functions do: the web stack writes it into a parameter, whose name they know.
 */

/** A parameter that is not there yet is asked for again no sooner than this, ms. */
const retryMs = 2_000;

let found: string | undefined;
let triedAt = Number.NEGATIVE_INFINITY;

async function read(name: string): Promise<void> {
  triedAt = clock.now();
  try {
    const { Parameter } = await new SSMClient({}).send(new GetParameterCommand({ Name: name }));
    found = Parameter?.Value;
  } catch (error) {
    log.warn('The public address could not be read.', { name, error: error as Error });
  }
}

/**
 * Where people reach the product, without a slash at the end.
 * @throws where that is not known: an address is never made of nothing, as it would be sent to people, or to carriers
 * who sign it. What came by a queue comes again, and finds it when the web stack has been deployed.
 */
export function publicUrl(): string {
  const url = process.env.PUBLIC_URL || found;
  if (url) return url.replace(/\/$/, '');
  const name = process.env.PUBLIC_URL_PARAMETER;
  if (!name) throw new Error('Neither PUBLIC_URL nor PUBLIC_URL_PARAMETER is set for this function.');
  if (clock.now() - triedAt >= retryMs) void read(name);
  throw new Error(`The public address is not known yet: ${name} is written when the web stack is deployed.`);
}

/** Where public signs and displays' players are shown; of a host of their own where the deployment has one. */
export const signUrl = (): string => process.env.SIGN_URL?.replace(/\/$/, '') || publicUrl();

// Once a container, before its first call: those who ask for the address need not wait.
if (!process.env.PUBLIC_URL && process.env.PUBLIC_URL_PARAMETER) await read(process.env.PUBLIC_URL_PARAMETER);
