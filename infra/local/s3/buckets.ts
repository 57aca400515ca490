/** Operations on a bucket itself, and DeleteObjects. */

import { callerOf } from '../iam/index.ts';
import { S3Error } from './errors.ts';
import { receiveDocument } from './receive.ts';
import { sendEmpty, sendXml } from './respond.ts';
import type { CorsRule, Operation } from './types.ts';
import { childrenOf, childText, parseXml } from './xml.ts';

const MAX_DELETES = 1000;
const MAX_CORS_RULES = 100;
const CORS_METHODS = ['GET', 'PUT', 'POST', 'DELETE', 'HEAD'];

/** Throws InvalidBucketName. Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
export function checkBucketName(name: string): void {
  const valid = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name) && !/\.\.|^\d+\.\d+\.\d+\.\d+$/.test(name);
  if (!valid) throw new S3Error('InvalidBucketName', undefined, { BucketName: name });
}

export const createBucket: Operation = async (s3, call) => {
  if (call.header('content-length') && call.header('content-length') !== '0') {
    const source = await receiveDocument(call);
    const place = childText(parseXml(source, 'CreateBucketConfiguration'), 'LocationConstraint');
    if (place && place !== s3.region) {
      throw new S3Error('InvalidRequest', `This endpoint keeps buckets in ${s3.region} only.`);
    }
  }
  checkBucketName(call.bucket);
  s3.store.createBucket(call.bucket, s3.clock().getTime());
  sendEmpty(call.res, 200, { location: `/${call.bucket}` });
};

export const headBucket: Operation = (s3, call) =>
  sendEmpty(call.res, 200, { 'x-amz-bucket-region': s3.region, 'x-amz-access-point-alias': 'false' });

export const deleteBucket: Operation = (s3, call) => {
  s3.store.deleteBucket(call.bucket);
  sendEmpty(call.res, 204);
};

/** us-east-1 is told as an empty constraint. */
export const getBucketLocation: Operation = (s3, call) =>
  sendXml(call.res, 'LocationConstraint', s3.region === 'us-east-1' ? '' : s3.region);

export const deleteObjects: Operation = async (s3, call) => {
  const request = parseXml(await receiveDocument(call, { digestRequired: true }), 'Delete');
  const objects = childrenOf(request, 'Object');
  if (objects.length === 0 || objects.length > MAX_DELETES) throw new S3Error('MalformedXML');
  const wanted = objects.map((object) => {
    const key = childText(object, 'Key');
    if (!key) throw new S3Error('MalformedXML');
    const version = childText(object, 'VersionId');
    const etag = childText(object, 'ETag')?.trim().replace(/^"|"$/g, '');
    s3.authorize(callerOf(call.req), 's3:DeleteObject', call.bucket, key);
    return { key, etag, version };
  });
  const errors: { Key: string; Code: string; Message: string }[] = [];
  const doomed = wanted.filter(({ key, etag, version }) => {
    try {
      if (version && version !== 'null') throw new S3Error('InvalidArgument', 'Invalid version id specified');
      s3.store.checkWrite(call.bucket, key, { etag });
      return true;
    } catch (error) {
      if (!(error instanceof S3Error)) throw error;
      errors.push({ Key: key, Code: error.code, Message: error.message });
      return false;
    }
  });
  s3.store.deleteObjects(
    call.bucket,
    doomed.map(({ key }) => ({ key })),
  );
  const quiet = childText(request, 'Quiet')?.trim() === 'true';
  sendXml(call.res, 'DeleteResult', {
    Deleted: quiet ? [] : doomed.map(({ key }) => ({ Key: key })),
    Error: errors,
  });
};

export const putBucketCors: Operation = async (s3, call) => {
  const source = await receiveDocument(call, { digestRequired: true });
  const configuration = parseXml(source, 'CORSConfiguration');
  const cors: CorsRule[] = childrenOf(configuration, 'CORSRule').map((rule) => {
    const texts = (name: string) => childrenOf(rule, name).map((child) => child.text.trim());
    const maxAge = childText(rule, 'MaxAgeSeconds');
    return {
      id: childText(rule, 'ID'),
      allowedOrigins: texts('AllowedOrigin'),
      allowedMethods: texts('AllowedMethod'),
      allowedHeaders: texts('AllowedHeader'),
      exposeHeaders: texts('ExposeHeader'),
      maxAgeSeconds: maxAge === undefined ? undefined : Number(maxAge),
    };
  });
  checkCors(cors);
  s3.store.configureBucket(call.bucket, { cors });
  sendEmpty(call.res, 200);
};

/** Throws InvalidRequest or MalformedXML on rules that S3 would not take. */
export function checkCors(rules: CorsRule[]): void {
  if (rules.length > MAX_CORS_RULES) throw new S3Error('MalformedXML');
  for (const rule of rules) {
    const { allowedOrigins, allowedMethods, allowedHeaders = [], maxAgeSeconds = 0 } = rule;
    if (!allowedOrigins.length || !allowedMethods.length) throw new S3Error('MalformedXML');
    const method = allowedMethods.find((one) => !CORS_METHODS.includes(one));
    if (method !== undefined) {
      const message = `Found unsupported HTTP method in CORS config. Unsupported method is ${method}`;
      throw new S3Error('InvalidRequest', message);
    }
    if ([...allowedOrigins, ...allowedHeaders].some((one) => one.split('*').length > 2)) {
      throw new S3Error(
        'InvalidRequest',
        'AllowedOrigin and AllowedHeader can not have more than one wildcard.',
      );
    }
    if (!Number.isInteger(maxAgeSeconds) || maxAgeSeconds < 0) throw new S3Error('MalformedXML');
  }
}

export const getBucketCors: Operation = (s3, call) => {
  const { cors } = s3.store.bucket(call.bucket);
  if (cors.length === 0) {
    throw new S3Error('NoSuchCORSConfiguration', undefined, { BucketName: call.bucket });
  }
  sendXml(call.res, 'CORSConfiguration', {
    CORSRule: cors.map((rule) => ({
      ID: rule.id,
      AllowedOrigin: rule.allowedOrigins,
      AllowedMethod: rule.allowedMethods,
      AllowedHeader: rule.allowedHeaders,
      ExposeHeader: rule.exposeHeaders,
      MaxAgeSeconds: rule.maxAgeSeconds,
    })),
  });
};

export const deleteBucketCors: Operation = (s3, call) => {
  s3.store.configureBucket(call.bucket, { cors: [] });
  sendEmpty(call.res, 204);
};
