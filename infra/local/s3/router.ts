/** Which operation a request asks for: by method, by what it addresses and by its subresource. */
import {
  createBucket,
  deleteBucket,
  deleteBucketCors,
  deleteObjects,
  getBucketCors,
  getBucketLocation,
  headBucket,
  putBucketCors,
} from './buckets.ts';
import { copyObject } from './copy.ts';
import { S3Error } from './errors.ts';
import { listBuckets, listObjects, listObjectsV2 } from './list.ts';
import {
  abortMultipartUpload,
  completeMultipartUpload,
  createMultipartUpload,
  uploadPart,
  uploadPartCopy,
} from './multipart.ts';
import { listMultipartUploads, listParts } from './multipart-list.ts';
import { deleteObject, deleteTagging, getObject, getTagging, putObject, putTagging } from './objects.ts';
import type { Call, Operation } from './types.ts';

type Target = 'service' | 'bucket' | 'object';

/** `METHOD target`, with `?subresource` where one chooses, and `+copy` for those with a copy source. */
const OPERATIONS: Record<string, Operation> = {
  'GET service': listBuckets,
  'PUT bucket': createBucket,
  'HEAD bucket': headBucket,
  'DELETE bucket': deleteBucket,
  'GET bucket': listObjects,
  'GET bucket?list-type': listObjectsV2,
  'GET bucket?location': getBucketLocation,
  'GET bucket?uploads': listMultipartUploads,
  'GET bucket?cors': getBucketCors,
  'PUT bucket?cors': putBucketCors,
  'DELETE bucket?cors': deleteBucketCors,
  'POST bucket?delete': deleteObjects,
  'GET object': getObject,
  'HEAD object': getObject,
  'PUT object': putObject,
  'PUT object+copy': copyObject,
  'DELETE object': deleteObject,
  'GET object?tagging': getTagging,
  'PUT object?tagging': putTagging,
  'DELETE object?tagging': deleteTagging,
  'POST object?uploads': createMultipartUpload,
  'PUT object?uploadId': uploadPart,
  'PUT object?uploadId+copy': uploadPartCopy,
  'POST object?uploadId': completeMultipartUpload,
  'DELETE object?uploadId': abortMultipartUpload,
  'GET object?uploadId': listParts,
};

/** Every query name that makes a request another operation, those not implemented here included. */
const SUBRESOURCES = new Set(
  `accelerate acl analytics attributes cors delete encryption intelligent-tiering inventory legal-hold
  lifecycle list-type location logging metadataConfiguration metadataTable metrics notification
  object-lock ownershipControls policy policyStatus publicAccessBlock renameObject replication
  requestPayment restore retention select session tagging torrent uploadId uploads versioning versions
  website`.split(/\s+/),
);

const VERBS: Record<string, string> = {
  GET: 'Get',
  PUT: 'Put',
  DELETE: 'Delete',
  HEAD: 'Head',
  POST: 'Post',
};

/** GetBucketPolicy, PutObjectAcl: near enough to the operation's name for a reader to find it. */
function operationName(method: string, target: Target, subresource: string | undefined): string {
  const pascal = (text: string) =>
    text.replace(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase());
  return `${VERBS[method] ?? method}${pascal(target)}${subresource ? pascal(subresource) : ''}`;
}

/** Whether the request makes its bucket, so that it need not be there. */
export const createsBucket = (operation: Operation) =>
  operation === createBucket || operation === listBuckets;

/** Throws NotImplemented, naming the operation, or MethodNotAllowed. */
export function route(call: Pick<Call, 'method' | 'bucket' | 'key' | 'query' | 'header'>): Operation {
  const { method, query } = call;
  const target: Target = call.bucket === '' ? 'service' : call.key === '' ? 'bucket' : 'object';
  const subresource = [...query.keys()].find((name) => SUBRESOURCES.has(name));
  const copy = method === 'PUT' && target === 'object' && call.header('x-amz-copy-source') !== undefined;
  const name = `${method} ${target}${subresource ? `?${subresource}` : ''}${copy ? '+copy' : ''}`;
  const operation = Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name] : undefined;
  if (operation) return operation;
  if (!VERBS[method] || (!subresource && method === 'POST')) {
    throw new S3Error('MethodNotAllowed', undefined, { Method: method, ResourceType: target.toUpperCase() });
  }
  const operationText = operationName(method, target, subresource);
  throw new S3Error('NotImplemented', `${operationText} is not implemented by this S3 service.`, {
    Operation: operationText,
  });
}
