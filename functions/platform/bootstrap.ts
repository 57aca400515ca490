import { createHmac } from 'node:crypto';
import { log } from '#functions/kernel/log.ts';
import { publicUrl } from '#functions/kernel/public-url.ts';
import { signingKey } from '#functions/kernel/secrets.ts';
import { defaultTenantId, type MadeLink, makeLink, operatorExists, setupPath } from './setup-link.ts';
import { findLink } from './setup-store.ts';

/*
 * How a deployment gets its first admin and operator: a custom resource of CloudFormation, which makes a link that
 * works once and hands it to the stack's outputs. Invoked by hand, it gives a new link in the place of one that was
 * lost, as long as nobody is operator.
 */

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/crpg-ref-requests.html */
interface ResourceRequest {
  RequestType: 'Create' | 'Update' | 'Delete';
  /** Where the answer goes; signed by S3, for two hours. */
  ResponseURL: string;
  StackId: string;
  RequestId: string;
  LogicalResourceId: string;
}

const isResourceRequest = (event: unknown): event is ResourceRequest =>
  typeof event === 'object' && event !== null && 'RequestType' in event && 'ResponseURL' in event;

const physicalId = 'first-admin-link';

/** What stands in the stack's output where there is no link to show: where the first admin signs in. */
const noLink = { Path: '/login' };

/**
 * The link for a request of CloudFormation. The same request gives the same link, because Lambda may be handed it
 * twice; once a link has been used, no deployment makes another.
 */
async function linkForDeployment({ RequestId }: ResourceRequest): Promise<MadeLink | undefined> {
  const known = await findLink(defaultTenantId);
  if (known?.usedAt || (await operatorExists())) return undefined;
  const secret = createHmac('sha256', await signingKey())
    .update(`setup ${RequestId}`)
    .digest('base64url');
  return makeLink(defaultTenantId, secret);
}

async function answer(request: ResourceRequest, result: object): Promise<void> {
  const { StackId, RequestId, LogicalResourceId } = request;
  const response = await fetch(request.ResponseURL, {
    method: 'PUT',
    headers: { 'content-type': '' },
    body: JSON.stringify({
      StackId,
      RequestId,
      LogicalResourceId,
      PhysicalResourceId: physicalId,
      ...result,
    }),
  });
  if (!response.ok) throw new Error(`CloudFormation's address answered ${response.status}.`);
}

async function serve(request: ResourceRequest): Promise<void> {
  if (request.RequestType === 'Delete') return answer(request, { Status: 'SUCCESS' });
  let made: MadeLink | undefined;
  try {
    made = await linkForDeployment(request);
  } catch (error) {
    log.error('The link for the first admin could not be made.', { error: error as Error });
    const Reason = 'The link for the first admin could not be made; the log of the function says why.';
    return answer(request, { Status: 'FAILED', Reason });
  }
  const Data = made ? { Path: setupPath(made.token) } : noLink;
  return answer(request, { Status: 'SUCCESS', Data });
}

/** @returns for who invokes it by hand: a new link and until when it works, or why there is none */
export async function handler(event: unknown): Promise<{ link: string | null; note: string } | undefined> {
  if (isResourceRequest(event)) return void (await serve(event));
  if (await operatorExists())
    return { link: null, note: 'The platform has an operator already, who makes links for new workspaces.' };
  const { token, expiresAt } = await makeLink(defaultTenantId);
  return {
    link: `${publicUrl()}${setupPath(token)}`,
    note: `Works once, until ${expiresAt}. Links made before it no longer work.`,
  };
}
